import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { distanceKm } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'
import type { Airspace } from './airspace.ts'
import { checkFlight, prepareFlight } from './check.ts'
import { readOpenAir } from './openair.ts'
import { overlaps } from './boxes.ts'
import { boxOf, compileShape } from './shape.ts'
import { travel } from './geodesy.ts'

const START = Date.parse('2026-05-17T10:00:00Z') / 1000
const METRES_PER_DEGREE = (6_371_000 * Math.PI) / 180

type Fix = [latitude: number, longitude: number, gnss?: number, pressure?: number]

/** A metre more at the end: what never changes is not measured. Nothing is a recorder without the sensor. */
const altitudes = (values: readonly number[]) =>
  Int32Array.from(values, (metres, row) => metres + (metres !== 0 && row === values.length - 1 ? 1 : 0))

function toTrack(fixes: readonly Fix[], rate = 10): Track {
  return {
    length: fixes.length,
    seconds: Float64Array.from(fixes, (_, row) => START + rate * row),
    latitude: Float64Array.from(fixes, ([latitude]) => latitude),
    longitude: Float64Array.from(fixes, ([, longitude]) => longitude),
    gnssAltitude: altitudes(fixes.map(([, , gnss]) => gnss ?? 2000)),
    pressureAltitude: altitudes(fixes.map(([, , gnss, pressure]) => pressure ?? gnss ?? 2000)),
    valid: new Uint8Array(fixes.length).fill(1),
  }
}

const read = (...lines: string[]) => readOpenAir(new TextEncoder().encode(lines.join('\n'))).airspaces
const circle = (floor: string, ceiling: string, ...more: string[]) =>
  read('AC D', 'AN Circle', `AL ${floor}`, `AH ${ceiling}`, ...more, 'V X=46:00:00 N 008:00:00 E', 'DC 5')

function check(track: Track, airspaces: ReturnType<typeof read>, groundAt?: (latitude: number) => number) {
  const ground = groundAt && track.latitude.map(groundAt)
  const flight = prepareFlight(track, { range: { from: 0, to: track.length - 1 }, ground })
  return checkFlight(flight, airspaces)
}

/** Due north through the middle of the circle, from 20 km south to 20 km north of it, at 10 m/s. */
const northward = (altitude: (km: number) => number = () => 2000, pressure = altitude) =>
  toTrack(
    Array.from({ length: 401 }, (_, row): Fix => {
      const km = -20 + row / 10
      return [46 + (km * 1000) / METRES_PER_DEGREE, 8, altitude(km), pressure(km)]
    }),
  )

suite('a flight through a circle', () => {
  test('enters and leaves it to the metre, and the second', () => {
    const { entries, isComplete } = check(northward(), circle('GND', '3000m AMSL'))
    assert.ok(isComplete)
    assert.equal(entries.length, 1)
    const [{ status, enter, exit, horizontalDepth, verticalDepth, floorBy, ceilingBy }] = entries as [
      (typeof entries)[0],
    ]
    assert.equal(status, 'inside')
    for (const { latitude, longitude } of [enter, exit])
      assert.ok(Math.abs(distanceKm(46, 8, latitude, longitude) - 9.26) < 1e-6)
    assert.ok(Math.abs(enter.seconds - (START + 1074)) < 0.01)
    assert.ok(Math.abs(exit.seconds - (START + 2926)) < 0.01)
    assert.ok(Math.abs(horizontalDepth - 9260) < 1)
    assert.equal(verticalDepth, 1000)
    assert.deepEqual([floorBy, ceilingBy], [null, 'gnss'])
  })

  test('without any altitude is undecidable in it', () => {
    const { entries } = check(
      northward(() => 0),
      circle('GND', '3000m AMSL'),
    )
    assert.deepEqual(
      entries.map(({ status, reasons }) => [status, reasons]),
      [['undecidable', ['no-gnss-altitude']]],
    )
  })

  test('above or below it is not in it, and at its floor it grazes', () => {
    assert.deepEqual(check(northward(), circle('2001m AMSL', 'UNL')).entries, [])
    assert.deepEqual(check(northward(), circle('GND', '1999m AMSL')).entries, [])
    const [entry] = check(northward(), circle('2000m AMSL', 'UNL')).entries
    assert.deepEqual([entry!.status, entry!.verticalDepth], ['grazing', 0])
    const [flat] = check(northward(), circle('2000m AMSL', '2000m AMSL')).entries
    assert.deepEqual([flat!.status, flat!.verticalDepth], ['grazing', 0])
  })

  test('that climbs into it enters where it reaches the floor', () => {
    const { entries } = check(
      northward((km) => 2000 + Math.round(50 * km)),
      circle('2250m AMSL', 'UNL'),
    )
    // 5 km north of the centre.
    assert.ok(Math.abs(entries[0]!.enter.seconds - (START + 2500)) < 1)
    assert.ok(Math.abs(entries[0]!.verticalDepth! - 213) < 1)
  })

  test('is measured by pressure against flight levels, and by satellites against the sea', () => {
    const track = northward(
      () => 3200,
      () => 2900,
    )
    const [byPressure] = check(track, circle('FL100', 'UNL')).entries
    assert.equal(byPressure, undefined)
    const [bySatellites] = check(track, circle('3048m AMSL', 'UNL')).entries
    assert.deepEqual([bySatellites!.status, bySatellites!.floorBy], ['inside', 'gnss'])
    assert.deepEqual(
      [bySatellites!.enter.gnssAltitude, bySatellites!.enter.pressureAltitude].map((metres) =>
        Math.round(metres!),
      ),
      [3200, 2900],
    )
  })

  test('without a barometer is undecidable near a flight level, and decided far from it', () => {
    const at = (metres: number) =>
      check(
        northward(
          () => metres,
          () => 0,
        ),
        circle('FL100', 'UNL'),
      ).entries
    assert.deepEqual(at(2800), [])
    const [near] = at(3100)
    assert.deepEqual(
      [near!.status, near!.reasons, near!.floorBy, near!.verticalDepth],
      ['undecidable', ['no-pressure-altitude'], 'gnss', null],
    )
    assert.equal(at(3400)[0]!.status, 'inside')
  })

  test('is undecidable where limits, times or shapes are not known', () => {
    const cases: [reason: string, ReturnType<typeof read>][] = [
      ['unknown-limit', circle('GND', 'NOTAM')],
      ['unknown-activity', circle('GND', 'UNL', 'AA NONE')],
      ['damaged-shape', circle('GND', 'UNL', 'DC x')],
      ['no-terrain', circle('GND', '300m AGL')],
    ]
    for (const [reason, airspaces] of cases) {
      const { entries } = check(northward(), airspaces)
      assert.deepEqual([entries[0]?.status, entries[0]?.reasons], ['undecidable', [reason]], reason)
    }
    // Not even over the Dead Sea.
    assert.deepEqual(check(northward(), circle('2500m AGL', 'UNL')).entries, [])
  })

  test('over known ground is decided against limits above it', () => {
    const ridge = (latitude: number) => (latitude > 46 ? 1850 : 500)
    const [entry] = check(northward(), circle('GND', '300m AGL'), ridge).entries
    assert.equal(entry!.status, 'inside')
    assert.equal(entry!.verticalDepth, 150)
    assert.ok(Math.abs(entry!.enter.latitude - 46) < 0.001)
  })

  test('counts only at the times when it is active', () => {
    const at = (times: string) => check(northward(), circle('GND', 'UNL', `AA ${times}`)).entries.length
    assert.equal(at('2026-05-17T08:00Z/2026-05-17T10:10Z'), 0)
    assert.equal(at('2026-05-17T10:30Z/NONE'), 1)
    assert.equal(at('NONE/2026-05-17T10:30Z'), 1)
  })

  test('across a gap in the recording is undecidable', () => {
    const track = toTrack(
      [
        [45.8, 8],
        [45.85, 8],
        [46.15, 8],
        [46.2, 8],
      ],
      600,
    )
    const { entries } = check(track, circle('GND', 'UNL'))
    assert.deepEqual([entries.length, entries[0]!.status, entries[0]!.reasons], [1, 'undecidable', ['gap']])
  })

  test('that bobs about the floor is one visit', () => {
    const { entries } = check(
      northward((km) => 2000 + (Math.round(km * 10) % 2) * 10),
      circle('2005m AMSL', 'UNL'),
    )
    assert.equal(entries.length, 1)
  })

  test('stops when the airspaces are too intricate, and says so', () => {
    const flight = prepareFlight(northward(), { range: { from: 0, to: 400 } })
    assert.equal(checkFlight(flight, circle('GND', 'UNL'), 3).isComplete, false)
  })
})

suite('a border', () => {
  const budget = { left: Infinity }
  const compile = (...lines: string[]) =>
    compileShape(read('AC D', 'AN x', 'AL GND', 'AH UNL', ...lines)[0]!.shape, budget)
  const write = (degrees: number, letters: string) =>
    `${Math.abs(degrees).toFixed(12)} ${letters[degrees < 0 ? 1 : 0]}`
  const place = ([latitude, longitude]: readonly [number, number]) =>
    `${write(latitude, 'NS')} ${write(longitude, 'EW')}`

  for (const [name, centre] of Object.entries({
    'in the Alps': [46, 8],
    'across the antimeridian': [-17, 179.97],
    'in the far north': [78, 15],
  } as Record<string, [number, number]>)) {
    test(`that is a circle, two arcs or four is the same to a millimetre, ${name}`, () => {
      const point = (bearing: number) => place(travel(centre, 5 * 1852, bearing))
      const x = `V X=${place(centre)}`
      const whole = compile(x, 'DC 5')
      const others = [
        compile(x, `DB ${point(0)},${point(180)}`, `DB ${point(180)},${point(360)}`),
        compile(x, 'V D=-', `DB ${point(70)},${point(200)}`, `DB ${point(200)},${point(70)}`),
        compile(x, 'DA 5,315,45', 'DA 5,45,135', 'DA 5,135,225', 'DA 5,225,315'),
        compile(x, `DB ${point(33)},${point(33)}`),
      ]
      for (let bearing = 0; bearing < 360; bearing += 7.5) {
        for (const [metres, isInside] of [
          [9259.999, true],
          [9260.001, false],
          [4000, true],
          [1, true],
          [12_000, false],
        ] as const) {
          const [latitude, longitude] = travel(centre, metres, bearing)
          for (const border of [whole, ...others]) {
            assert.equal(border.contains(latitude, longitude), isInside, `${metres} m toward ${bearing}`)
            if (metres > 1) {
              assert.ok(Math.abs(border.distance(latitude, longitude) - Math.abs(9260 - metres)) < 0.001)
            }
          }
        }
      }
    })
  }

  test('of arcs over north goes the way its direction says', () => {
    const x = 'V X=46:00:00 N 008:00:00 E'
    const north = compile(x, 'DA 5,315,45', 'DP 46:00:00 N 008:00:00 E')
    const rest = compile(x, 'V D=-', 'DA 5,315,45', 'DP 46:00:00 N 008:00:00 E')
    for (let bearing = 2; bearing < 360; bearing += 5) {
      const [latitude, longitude] = travel([46, 8], 5000, bearing)
      const isNorth = bearing < 45 || bearing > 315
      assert.equal(north.contains(latitude, longitude), isNorth, `${bearing}`)
      assert.equal(rest.contains(latitude, longitude), !isNorth, `${bearing}`)
    }
  })

  test('of an arc that ends off its circle goes there', () => {
    const border = compile(
      'V X=46:00:00 N 008:00:00 E',
      `DB ${place(travel([46, 8], 9000, 0))},${place(travel([46, 8], 10_000, 90))}`,
      'DP 46:00:00 N 008:00:00 E',
    )
    assert.ok(border.contains(...travel([46, 8], 9490, 45)))
    assert.ok(!border.contains(...travel([46, 8], 9510, 45)))
  })

  test('that a step clips at a corner, with both fixes outside, is crossed twice', () => {
    const square = read(
      'AC D\nAN Square\nAL GND\nAH UNL',
      'DP 46:00:00 N 008:00:00 E\nDP 46:00:00 N 009:00:00 E\nDP 47:00:00 N 009:00:00 E\nDP 47:00:00 N 008:00:00 E',
    )
    const track = toTrack([
      [45.9, 8.1],
      [45.999, 8.001],
      [46.001, 7.9985],
      [46.1, 7.9],
    ])
    assert.deepEqual(check(track, square).entries, [])
    const clipping = toTrack([
      [45.9, 8.2],
      [45.9995, 8.0015],
      [46.0015, 7.9995],
      [46.1, 7.9],
    ])
    const [entry] = check(clipping, square).entries
    assert.equal(entry!.status, 'grazing')
    assert.ok(entry!.enter.seconds > START + 10 && entry!.exit.seconds < START + 20)
    assert.ok(entry!.horizontalDepth > 10 && entry!.horizontalDepth < 80, `${entry!.horizontalDepth}`)
  })

  test('across the antimeridian has an inside', () => {
    const corners = [
      '17:00:00 S 179:30:00 E',
      '17:00:00 S 179:30:00 W',
      '16:00:00 S 179:30:00 W',
      '16:00:00 S 179:30:00 E',
    ]
    const [{ shape }] = read('AC D', 'AL GND', 'AH UNL', ...corners.map((corner) => `DP ${corner}`)) as [
      Airspace,
    ]
    const [border, box] = [compileShape(shape, budget), boxOf(shape)]
    assert.deepEqual(box, { south: -17, north: -16, west: 179.5, east: -179.5 })
    assert.ok(border.contains(-16.5, 179.9) && border.contains(-16.5, -179.9))
    assert.ok(!border.contains(-16.5, 179.4) && !border.contains(-16.5, 0))
    const track = toTrack([
      [-16.5, 179.3],
      [-16.5, 179.8],
      [-16.5, -179.8],
      [-16.5, -179.3],
    ])
    const flight = prepareFlight(track, { range: { from: 0, to: 3 } })
    assert.ok(overlaps(flight.box, box) && overlaps(box, flight.box))
    const far = { south: -17, north: -16, west: 0, east: 10 }
    assert.ok(!overlaps(flight.box, far))
  })

  test('is within its box, and nothing of it outside', () => {
    const [airspace] = read('AC D\nAL GND\nAH UNL\nV X=60:00:00 N 020:00:00 E\nDC 40')
    const box = boxOf(airspace!.shape)
    for (let bearing = 0; bearing < 360; bearing += 1) {
      const [latitude, longitude] = travel([60, 20], 40 * 1852, bearing)
      assert.ok(latitude <= box.north && latitude >= box.south, `${bearing}`)
      assert.ok(longitude <= box.east && longitude >= box.west, `${bearing}`)
    }
    assert.ok(box.east - 20 < 1.35)
  })
})
