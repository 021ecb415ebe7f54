import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintBytes } from '../fingerprint.ts'
import { readIgc } from '../read.ts'
import { seededRandom, type SimulationOptions, simulateFlight } from '../simulate.ts'
import { measureTrack, summariseFlight } from './summary.ts'
import type { Track } from '../track.ts'
import { writeIgc, type WritableFlight } from '../write.ts'

function summarise(bytes: Uint8Array) {
  const file = readIgc(bytes)
  assert.ok(file.track, JSON.stringify(file.diagnoses))
  return summariseFlight({ ...file, track: file.track })
}

function simulate(options: Partial<SimulationOptions> = {}) {
  return simulateFlight({
    seed: 4,
    taskKm: 9,
    pilot: 'Anna Muster',
    glider: 'Ozone Rush 6',
    gliderClass: 'FAI-3 (PG)',
    ...options,
  })
}

/** A straight track of the given altitudes, one a second, 10 m/s. */
function trackOf(altitudes: number[], extensions: Record<string, Int32Array> = {}): Track {
  const { length } = altitudes
  return {
    length,
    seconds: Float64Array.from(altitudes, (_, i) => 1_720_000_000 + i),
    latitude: Float64Array.from(altitudes, (_, i) => 46.5 + (i * 10) / 111_195),
    longitude: new Float64Array(length).fill(8),
    pressureAltitude: Int32Array.from(altitudes),
    gnssAltitude: Int32Array.from(altitudes, (metres) => metres + 50),
    valid: new Uint8Array(length).fill(1),
    extensions,
  }
}

const ramp = (count: number, from: number, step: number) =>
  Array.from({ length: count }, (_, i) => Math.round(from + i * step))

test('a flight is summarised with points, times, duration, names and figures', () => {
  const { bytes, track, range } = simulate({ date: '2024-07-25', startSecondsOfDay: 36_000 })
  const summary = summarise(bytes)
  assert.equal(summary.pilot, 'Anna Muster')
  assert.equal(summary.glider, 'Ozone Rush 6')
  assert.equal(summary.gliderClass, 'FAI-3 (PG)')
  assert.equal(summary.recorder, 'Cloudstreet simulator')
  assert.equal(summary.fixCount, track.length)
  assert.match(summary.takeoff.time, /^2024-07-25T10:00:5\dZ$/)
  assert.ok(Math.abs(summary.takeoff.lat - track.latitude[range.from]!) < 0.001)
  assert.ok(Math.abs(summary.landing.lng - track.longitude[range.to]!) < 0.001)
  assert.ok(Math.abs(summary.durationSeconds - (range.to - range.from)) <= 8)
  assert.equal(summary.takeoff.altitudeM, summary.altitude.takeoffM)
  assert.equal(summary.altitude.gainM, summary.altitude.maximumM - summary.altitude.takeoffM)
  assert.equal(summary.altitude.source, 'pressure')
  assert.deepEqual(
    summary.segments.map(({ isFlight }) => isFlight),
    [true],
  )
  assert.deepEqual(summary.range, { from: summary.segments[0]!.from, to: summary.segments[0]!.to })
  assert.equal(summary.isTandem, false)
  assert.equal(summary.launchType, 'Self')
  assert.deepEqual(summary.warnings, [])
  assert.deepEqual(JSON.parse(JSON.stringify(summary)), summary)
})

test('without a barometer the altitudes are those of the GNSS', () => {
  const { altitude } = summarise(simulate({ hasBarometer: false }).bytes)
  assert.equal(altitude.source, 'gnss')
  assert.ok(Math.abs(altitude.takeoffM - 1645) <= 3)
})

test('the GNSS altitude of uncertain fixes does not count', () => {
  const track = trackOf(ramp(300, 1500, -1))
  track.pressureAltitude.fill(0)
  track.gnssAltitude.fill(0, 100, 110)
  track.valid.fill(0, 100, 110)
  const { altitude } = summarise(writeIgc({ track }))
  assert.equal(altitude.source, 'gnss')
  assert.ok(altitude.minimumM > 1200)
  assert.ok(altitude.greatestSinkMps >= -1.6, String(altitude.greatestSinkMps))
})

test('climb and sink are the greatest over 20 seconds, misreadings aside', () => {
  const altitudes = [
    ...ramp(100, 1500, -1),
    ...ramp(40, 1400, 3),
    ...ramp(40, 1520, -4),
    ...ramp(100, 1360, -1),
  ]
  altitudes[50] = 9000
  altitudes[220] = 0
  const { altitude } = summarise(writeIgc({ track: trackOf(altitudes) }))
  assert.equal(altitude.greatestClimbMps, 3)
  assert.equal(altitude.greatestSinkMps, -4)
  assert.equal(altitude.maximumM, 1520)
})

test('the fastest 30 seconds are those of the wing, jumps of the receiver aside', () => {
  const fly = (speeds: readonly number[]) => {
    const track = trackOf(ramp(speeds.length, 2500, -1))
    let metres = 0
    for (let row = 0; row < track.length; row++) {
      track.latitude[row] = 46.5 + metres / 111_195
      metres += speeds[row]!
    }
    return track
  }
  const steady = Array<number>(600).fill(10)
  const spurt = steady.map((speed, second) => (second >= 200 && second < 230 ? 16 : speed))
  const fastestOf = (track: Track) => summarise(writeIgc({ track })).fastest30sKmh
  const isNear = (found: number | null, kmh: number) =>
    assert.ok(Math.abs((found ?? 0) - kmh) < 0.5, String(found))
  isNear(fastestOf(fly(steady)), 36)
  isNear(fastestOf(fly(spurt)), 57.6)
  // Smaller than a spike that the reader leaves out.
  isNear(fastestOf(fly(steady.with(300, 95))), 36)
  const away = fly(steady)
  away.latitude[400]! += 0.05
  isNear(fastestOf(away), 36)
  const seldom = fly(steady)
  seldom.seconds.forEach((_, row) => (seldom.seconds[row] = 1_720_000_000 + 60 * row))
  assert.equal(fastestOf(seldom), null)
})

test('an hour at rest adds nothing to the track distance, whatever the receiver wanders', () => {
  const random = seededRandom(3)
  const track = trackOf(Array<number>(3600).fill(1500))
  for (let row = 0; row < track.length; row++) {
    track.latitude[row] = 46.5 + (12 * (random() - 0.5)) / 111_195
    track.longitude[row] = 8 + (12 * (random() - 0.5)) / 76_000
  }
  assert.equal(measureTrack(track, { from: 0, to: track.length - 1 }), 0)
})

test('the track distance of a straight flight is its length, of circles nearly theirs', () => {
  const straight = trackOf(ramp(1001, 1500, -0.5))
  assert.ok(Math.abs(measureTrack(straight, { from: 0, to: 1000 }) - 10) < 0.05)
  const circles = trackOf(ramp(1001, 1500, 1))
  for (let row = 0; row < circles.length; row++) {
    circles.latitude[row] = 46.5 + (28 * Math.cos(row * 0.35)) / 111_195
    circles.longitude[row] = 8 + (28 * Math.sin(row * 0.35)) / (111_195 * Math.cos((46.5 * Math.PI) / 180))
  }
  const length = measureTrack(circles, { from: 0, to: 1000 })
  assert.ok(length > 8.5 && length < 9.9, String(length))
})

test('a file without a flight has no range to score and says so', () => {
  const track = trackOf(Array<number>(600).fill(1500))
  track.latitude.fill(46.5)
  const summary = summarise(writeIgc({ track }))
  assert.equal(summary.range, null)
  assert.equal(summary.durationSeconds, 0)
  assert.equal(summary.trackDistanceKm, 0)
  assert.deepEqual(summary.segments, [])
  assert.deepEqual(
    summary.warnings.map(({ code }) => code),
    ['no-flight'],
  )
})

test('warnings of the reader are carried with their lines', () => {
  const bytes = Buffer.concat([simulate().bytes, Buffer.from('B1234\n')])
  const [warning] = summarise(bytes).warnings
  assert.equal(warning?.code, 'fix-truncated')
  assert.ok(warning.line > 10)
})

const tandems: [Partial<WritableFlight>, boolean][] = [
  [{ pilot: 'Anna', crew: 'Ben' }, true],
  [{ pilot: 'Anna', crew: 'Anna' }, false],
  [{ pilot: 'Anna', crew: 'NIL' }, false],
  [{ gliderClass: 'Tandem (PG)' }, true],
  [{ gliderClass: 'RPF2T' }, true],
  [{ gliderClass: 'FAI-3' }, false],
  [{ glider: 'Gradient Bi-Golden 4' }, true],
  [{ glider: 'Sky Biplace' }, true],
  [{ glider: 'Bionic' }, false],
]
for (const [names, expected] of tandems) {
  test(`${JSON.stringify(names)} is ${expected ? '' : 'not '}a tandem`, () => {
    assert.equal(summarise(writeIgc({ ...simulate(), ...names })).isTandem, expected)
  })
}

test('engine noise, a MOP sensor or a motor class make a powered flight', () => {
  const { track } = simulate()
  const level = (value: number, rows: number) => new Int32Array(track.length).fill(value, 200, 200 + rows)
  const launchOf = (extensions: Record<string, Int32Array>, gliderClass = 'FAI-3') =>
    summarise(writeIgc({ track: { ...track, extensions }, gliderClass })).launchType
  assert.equal(launchOf({ ENL: level(950, 60) }), 'Powered')
  assert.equal(launchOf({ MOP: level(950, 60) }), 'Powered')
  assert.equal(launchOf({ ENL: level(300, 600) }), 'Self')
  assert.equal(launchOf({ ENL: level(950, 10) }), 'Self')
  assert.equal(launchOf({}, 'RPF1T'), 'Powered')
})

test('a straight climb right after the launch is a tow, by winch or slower; a thermal is not', () => {
  const descent = ramp(400, 500, -1)
  const launchOf = (altitudes: number[]) => summarise(writeIgc({ track: trackOf(altitudes) })).launchType
  assert.equal(launchOf([...ramp(120, 100, 400 / 120), ...descent]), 'Towed')
  assert.equal(launchOf([...ramp(40, 100, 10), ...descent]), 'Towed')
  assert.equal(launchOf([...ramp(60, 500, -1), ...ramp(60, 440, 1), ...descent]), 'Self')
  assert.equal(launchOf([...ramp(200, 500, 0.8), ...ramp(300, 660, -1.2)]), 'Self')
})

test('the fingerprint is the same for the same fixes, whatever stands around them', () => {
  const { track } = simulate()
  const plain = readIgc(writeIgc({ track, pilot: 'Anna' })).track!
  const other = readIgc(
    writeIgc({ track, pilot: 'Ben', lineEnd: '\n', glider: 'Zeno', hasFineDecimals: true }),
  ).track!
  assert.deepEqual(fingerprintBytes(plain), fingerprintBytes(other))
  const moved = { ...plain, latitude: plain.latitude.map((value) => value + 1 / 60_000) }
  assert.notDeepEqual(fingerprintBytes(moved), fingerprintBytes(plain))
  const later = { ...plain, seconds: plain.seconds.map((value) => value + 86_400) }
  assert.notDeepEqual(fingerprintBytes(later), fingerprintBytes(plain))
})

test('further decimals of the position do not change the fingerprint', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `B1200${10 + i}4655123S00805999WA0160001650`)
  const head = 'AXXX\nHFDTE250724\n'
  const coarse = readIgc(Buffer.from(head + lines.join('\n'))).track!
  const fine = readIgc(
    Buffer.from(`${head}I023636LAD3737LOD\n${lines.map((line) => `${line}97`).join('\n')}`),
  ).track!
  assert.notDeepEqual(fine.latitude, coarse.latitude)
  assert.deepEqual(fingerprintBytes(fine), fingerprintBytes(coarse))
})
