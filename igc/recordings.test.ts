import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findSecond, joinFiles, joinFixes, joinWithoutRecorder, makeFile } from '#test/support/igc/joined.ts'
import { codes, fix, fixes, HEAD, read } from '#test/support/igc/lines.ts'
import { readReal, realFiles, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { summariseFlight } from './flight/summary.ts'
import { findError, type IgcFile, readIgc } from './read.ts'
import { seededRandom, simulateFlight, type SimulationOptions } from './simulate.ts'
import { splitRecordings } from './split.ts'
import type { Track } from './track.ts'
import { writeIgc } from './write.ts'
import { readSeed } from '#test/support/seed.ts'

const isFull = process.env.SWEEPS === '1'
const SEED = readSeed('RECORDINGS')
const seeded = `RECORDINGS_SEED=${SEED}`

suite('two flights in one file', () => {
  test('several A records are refused with the line of the second and the remedy', () => {
    const [first, second] = [makeFile(1), makeFile(2, { date: '2026-05-18' })]
    const file = readIgc(joinFiles(first, second))
    const line = Buffer.from(first).toString('latin1').split('\r\n').length + 1
    const error = findError(file)
    assert.deepEqual([error?.code, error?.line, file.track], ['several-flights', line, undefined])
    assert.equal(error?.message, `Line ${line}: an A record after the fixes begins another recording.`)
    assert.match(error.hint, /^Two flights in one file: upload each as a file by itself/)
  })

  test('without a second A record they are two recordings, and the line and the cause are named', () => {
    const cases: [name: string, second: Omit<SimulationOptions, 'seed'>, cause: RegExp][] = [
      ['the day before', { date: '2026-05-16' }, /the date goes back to 2026-05-16/],
      ['the day after', { date: '2026-05-18' }, /nothing was recorded for \d\d hours/],
      ['the same hours elsewhere', { latitude: 47.5 }, /the clock goes back by .* jumps by 1\d\d km/],
      ['the same hours at the same place', {}, /the clock goes back by/],
      ['five hours later, 3 degrees away', { startSecondsOfDay: 16 * 3600, latitude: 49.55 }, /recorded for/],
    ]
    for (const [name, options, cause] of cases) {
      const [first, second] = [makeFile(1), makeFile(2, options)]
      for (const joined of [joinWithoutRecorder(first, second), joinFixes(first, second)]) {
        const file = readIgc(joined)
        assert.equal(file.recordings.length, 2, name)
        const warning = file.diagnoses.find(({ code }) => code === 'several-flights')
        assert.equal(warning?.severity, 'warning', name)
        assert.match(warning.message, /^Line \d+: another recording begins here: /, name)
        assert.deepEqual(
          file.recordings.map(({ track }) => track.length),
          lengthsOf(first, second),
          name,
        )
      }
      const joined = joinWithoutRecorder(first, second)
      const { message, line } = readIgc(joined).diagnoses[0]!
      assert.match(message, cause, name)
      // The date stands before the fixes that it is about.
      const isDate = message.includes('the date goes back')
      assert.ok(isDate ? line < findSecond(joined, first) : line === findSecond(joined, first), name)
    }
  })

  test('a jump within reach of a sailplane is none for a paraglider', () => {
    const { track } = simulateFlight({ seed: 5, taskKm: 8, rateSeconds: 2, waitSeconds: 0 })
    // In the air on both sides: 25 minutes of silence and 70 km further.
    const far = readIgc(writeIgc({ track: moveAfter(track, 400, { seconds: 1500, degreesNorth: 70 / 111 }) }))
    assert.equal(far.recordings.length, 2)
    assert.match(
      far.diagnoses[0]!.message,
      /the position jumps by 70 km in 25 min, faster than the wing flies/,
    )
    const near = readIgc(
      writeIgc({ track: moveAfter(track, 400, { seconds: 1500, degreesNorth: 10 / 111 }) }),
    )
    assert.deepEqual([near.recordings.length, codes(near)], [1, []])
  })

  test('from a landing to a launch elsewhere is no radio silence, however short', () => {
    const first = makeFile(1, { waitSeconds: 20 })
    const { track } = readIgc(first)
    const start = track!.seconds.at(-1)! % 86_400
    for (const minutes of [2, 10, 40, 100]) {
      const second = makeFile(2, { waitSeconds: 20, startSecondsOfDay: start + minutes * 60 })
      const joined = joinFixes(first, second)
      const file = readIgc(joined)
      assert.equal(file.recordings.length, 1, `${minutes} min`)
      const { segments, warnings } = summariseFlight({ ...file, track: file.track! })
      assert.equal(segments.length, 2, `${minutes} min`)
      requireApart(first, joined, `${minutes} min`)
      const line = file.lines[segments[1]!.from]!
      const warning = warnings.find(({ code }) => code === 'several-flights')
      assert.equal(warning?.message.startsWith(`Line ${line}: another flight begins here`), true)
    }
  })

  test('a handful of fixes is no recording: the rest is read', () => {
    const [first] = [makeFile(1)]
    const file = readIgc(joinFiles(first, Buffer.from([...HEAD, ...fixes(5)].join('\r\n'))))
    assert.equal(file.recordings.length, 1)
    assert.equal(findError(file), undefined)
    assert.equal(read([...HEAD, ...HEAD, ...fixes(20)]).recordings.length, 1)
    assert.equal(read([...HEAD, ...fixes(20), 'Any other line', ...fixes(20, '120020')]).recordings.length, 1)
  })

  test('a stored file is read all the same, as its recordings', () => {
    const [first, second] = [makeFile(1), makeFile(2, { date: '2026-05-18' })]
    const file = readIgc(joinFiles(first, second), { isStored: true })
    assert.deepEqual(
      file.recordings.map(({ track }) => track.length),
      lengthsOf(first, second),
    )
    assert.match(
      file.diagnoses[0]!.message,
      /another recording begins here: this is an A record after the fixes/,
    )
  })

  test('it splits into its files, byte for byte', () => {
    const files = [makeFile(1), makeFile(2), makeFile(3, { date: '2026-05-18' })]
    const joined = Buffer.concat(files)
    assert.deepEqual(
      splitRecordings(joined).map((part) => Buffer.from(part)),
      files.map((file) => Buffer.from(file)),
    )
    for (const part of splitRecordings(joined)) assert.equal(findError(readIgc(part)), undefined)
    assert.equal(splitRecordings(files[0]!)[0], files[0])
    const short = Buffer.from([...HEAD, ...fixes(5), ''].join('\r\n'))
    assert.equal(splitRecordings(Buffer.concat([short, files[0]!, short])).length, 1)
    const many = Array.from({ length: 60 }, () => Buffer.from([...HEAD, ...fixes(10), ''].join('\r\n')))
    assert.equal(splitRecordings(Buffer.concat(many)).length, 1, 'that many were made by hand')
  })

  test('pairs of simulated flights are never read as one, whatever their times and places', () => {
    const random = seededRandom(SEED)
    for (let round = 0; round < (isFull ? 100 : 12); round++) {
      const first = makeFile(round, randomFlight(random))
      const second = makeFile(round + 1000, randomFlight(random))
      for (const join of [joinWithoutRecorder, joinFixes])
        requireApart(first, join(first, second), `${round}, ${seeded}`)
      assert.equal(findError(readIgc(joinFiles(first, second)))?.code, 'several-flights')
    }
  })

  test('pairs of real flights are never read as one, on the same day and not', { skip }, () => {
    const random = seededRandom(SEED)
    const files = sampledFiles
      .map(readReal)
      .filter((bytes) => bytes.length < 400_000 && !findError(readIgc(bytes)))
    const chosen = Array.from({ length: isFull ? 20 : 6 }, () => files[Math.floor(random() * files.length)]!)
    for (const [index, first] of chosen.entries()) {
      const second = chosen[(index + 1) % chosen.length]!
      if (first === second) continue
      const sameDay = giveDateOf(first, second)
      for (const other of [second, sameDay]) {
        assert.ok(
          findError(readIgc(joinFiles(first, other)))?.code === 'several-flights' || lacksRecorder(other),
        )
        for (const join of [joinWithoutRecorder, joinFixes])
          requireApart(first, join(first, other), `${index}, ${seeded}`)
      }
    }
  })
})

suite('one flight', () => {
  test('simulated ones never split: silences of 20 minutes, top landings, midnight, glitches', () => {
    const random = seededRandom(SEED)
    for (let round = 0; round < (isFull ? 500 : 20); round++) {
      const options = { ...randomFlight(random), rateSeconds: 1 + Math.floor(random() * 5) }
      const simulated = simulateFlight({ seed: round, taskKm: 4, ...options })
      const change = changes[round % changes.length]!
      const file = readIgc(writeIgc({ track: change(simulated.track, random) }))
      assert.equal(file.recordings.length, 1, `${change.name}, round ${round}, ${seeded}`)
      assert.ok(!codes(file).includes('several-flights'))
    }
  })

  test('real ones never split', { skip }, () => {
    for (const name of realFiles) {
      const file = readIgc(readReal(name))
      assert.ok(!codes(file).includes('several-flights'), name)
      assert.ok(file.recordings.length <= 1, name)
    }
  })

  test('with a silence of 20 minutes real ones never split, wherever it is', { skip }, () => {
    const random = seededRandom(SEED)
    for (const name of sampledFiles) {
      const { track } = readIgc(readReal(name))
      const flight = track && findRange(track)
      if (!track || !flight || track.seconds[flight.to]! - track.seconds[flight.from]! < 2400) continue
      const at = flight.from + Math.floor(random() * (flight.to - flight.from))
      const file = readIgc(writeIgc({ track: silence(track, at, 1200) }))
      assert.equal(file.recordings.length, 1, `${name} at ${at}, ${seeded}`)
    }
  })

  test('a clock that is set where the recorder is costs fixes, not the flight', () => {
    const file = read([...HEAD, ...fixes(300, '120000'), ...fixes(300, '115500', 4655300)])
    assert.deepEqual([file.recordings.length, codes(file)], [1, ['clock-backward']])
  })

  test('fixes hours apart are one recording: fewer than ten between two silences are none', () => {
    const file = read([
      ...HEAD,
      ...['080000', '110000', '140000', '170000'].map((clock) => fix(clock)),
      ...fixes(12, '200000'),
    ])
    assert.equal(file.recordings.length, 1)
  })

  test('a minute of a receiver that is lost elsewhere is left out as before', () => {
    const { track } = simulateFlight({ seed: 7, taskKm: 8, rateSeconds: 1 })
    const lost = {
      ...track,
      latitude: track.latitude.map((value, row) => value + (row >= 500 && row < 560 ? 2 : 0)),
    }
    const file = readIgc(writeIgc({ track: lost }))
    assert.deepEqual(
      [file.recordings.length, codes(file), file.track?.length],
      [1, ['implausible-speed'], track.length - 60],
    )
  })
})

function randomFlight(random: () => number): Omit<SimulationOptions, 'seed'> {
  return {
    latitude: 46 + 2 * random(),
    longitude: 8 + 2 * random(),
    startSecondsOfDay: Math.floor(random() * 86_400),
    date: `2026-05-${String(10 + Math.floor(random() * 3))}`,
    // Recorders that stop by themselves show 15 seconds and more of the ground.
    waitSeconds: 20 + Math.floor(random() * 300),
    hasBarometer: random() < 0.7,
  }
}

/** No flight has fixes of both files, but for a few of a clock that is set. */
function requireApart(first: Uint8Array, joined: Uint8Array, message: string): void {
  const file = readIgc(joined)
  const second = findSecond(joined, first)
  for (const { track, lines } of file.recordings) {
    const flight = findRange(track)
    if (!flight) continue
    const within = lines.subarray(flight.from, flight.to + 1)
    const later = within.filter((line) => line >= second).length
    assert.ok(
      Math.min(later, within.length - later) < 10,
      `${later} of ${within.length} fixes, pair ${message}`,
    )
  }
}

function findRange(track: Track) {
  const lines = new Int32Array(track.length)
  const file = { track, lines, headers: { records: [] }, diagnoses: [] } as unknown as IgcFile & {
    track: Track
  }
  return summariseFlight(file).range
}

function lengthsOf(...files: Uint8Array[]): number[] {
  return files.map((file) => readIgc(file).track!.length)
}

function lacksRecorder(file: Uint8Array): boolean {
  return !/^A\w{3}/m.test(Buffer.from(file).toString('latin1'))
}

function giveDateOf(from: Uint8Array, to: Uint8Array): Uint8Array {
  const date = /^H.DTE.*$/im.exec(Buffer.from(from).toString('latin1'))?.[0] ?? 'HFDTE170526'
  return Buffer.from(
    Buffer.from(to)
      .toString('latin1')
      .replaceAll(/^H.DTE.*$/gim, date),
    'latin1',
  )
}

const changes = [
  function unchanged(track: Track) {
    return track
  },
  function silent(track: Track, random: () => number) {
    return silence(track, Math.floor(track.length * (0.2 + 0.6 * random())), 1200)
  },
  function topLanded(track: Track, random: () => number) {
    const at = Math.floor(track.length * (0.3 + 0.4 * random()))
    return rest(track, at, 60 + Math.floor(random() * 200))
  },
  function glitched(track: Track, random: () => number) {
    const seconds = track.seconds.slice()
    const row = Math.floor(track.length * random())
    // Not over midnight, where a wrong time is a whole day off.
    const isByDay = Math.abs((seconds[row]! % 86_400) - 43_200) < 37_000
    if (isByDay) seconds[row]! += random() < 0.5 ? 5000 : -5000
    return { ...track, seconds }
  },
]

/** Nothing is recorded for this long, from this fix on. */
function silence(track: Track, at: number, seconds: number): Track {
  const until = track.seconds[at]! + seconds
  return choose(track, (row) => row <= at || track.seconds[row]! >= until)
}

/** Stays for this long at this fix, as on a top landing. */
function rest(track: Track, at: number, seconds: number): Track {
  const rate = track.seconds[1]! - track.seconds[0]!
  const repeated = Math.ceil(seconds / rate)
  const rows = Array.from({ length: track.length + repeated }, (_, row) =>
    row <= at ? row : Math.max(at, row - repeated),
  )
  const stood = gather(track, rows)
  return { ...stood, seconds: stood.seconds.map((_, row) => track.seconds[0]! + row * rate) }
}

function moveAfter(track: Track, at: number, by: { seconds: number; degreesNorth: number }): Track {
  return {
    ...track,
    seconds: track.seconds.map((value, row) => value + (row > at ? by.seconds : 0)),
    latitude: track.latitude.map((value, row) => value + (row > at ? by.degreesNorth : 0)),
  }
}

function choose(track: Track, isKept: (row: number) => boolean): Track {
  return gather(track, Array.from({ length: track.length }, (_, row) => row).filter(isKept))
}

function gather(track: Track, rows: number[]): Track {
  return {
    length: rows.length,
    seconds: Float64Array.from(rows, (row) => track.seconds[row]!),
    latitude: Float64Array.from(rows, (row) => track.latitude[row]!),
    longitude: Float64Array.from(rows, (row) => track.longitude[row]!),
    pressureAltitude: Int32Array.from(rows, (row) => track.pressureAltitude[row]!),
    gnssAltitude: Int32Array.from(rows, (row) => track.gnssAltitude[row]!),
    valid: Uint8Array.from(rows, (row) => track.valid[row]!),
  }
}
