import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { seededRandom, simulateFlight } from '#igc/simulate.ts'
import { checkFlight, prepareFlight } from './check.ts'
import { MAX_DIAGNOSES, type OpenAirFile, readOpenAir } from './openair.ts'
import { readSeed } from '#test/support/seed.ts'

const LIMIT = {
  interruptAfterTimeLimit: process.env.SWEEPS ? 30_000 : 1000,
  markInterruptAsFailure: false,
} as const
const ROUNDS = process.env.SWEEPS ? 20 : 1

const { track, range } = simulateFlight({ seed: 3, taskKm: 15, latitude: 46.5, longitude: 8, rateSeconds: 5 })
const flight = prepareFlight(track, { range })

const encode = (text: string) => new TextEncoder().encode(text)

function checkSane({ airspaces, diagnoses, problems }: OpenAirFile, lines: number): void {
  assert.ok(diagnoses.length <= MAX_DIAGNOSES)
  // One airspace has at most these: its line, the shape, both limits.
  assert.ok(problems <= 4 * lines)
  const { entries } = checkFlight(flight, airspaces, 200_000)
  for (const entry of entries) {
    for (const point of [entry.enter, entry.exit])
      assert.ok(Number.isFinite(point.seconds + point.latitude + point.longitude), JSON.stringify(entry))
    assert.ok(entry.enter.seconds <= entry.exit.seconds, JSON.stringify(entry))
    assert.ok(entry.horizontalDepth >= 0, JSON.stringify(entry))
    assert.ok(entry.verticalDepth === null || entry.verticalDepth >= 0, JSON.stringify(entry))
    assert.equal(entry.status === 'undecidable', entry.reasons.length > 0)
  }
}

const degrees = fc.oneof(
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.double({ min: 45, max: 48, noNaN: true }).map((value) => value.toFixed(4)),
  fc.constantFrom('46:30:00', '46:60:60.5', '007:59.99', '8:01', '0', '90', '180', '46::', ':'),
)
const place = fc
  .tuple(degrees, fc.constantFrom(' N', 'S', 'n', ''), degrees, fc.constantFrom('E', ' W', 'e', ''))
  .map(([latitude, north, longitude, east]) => `${latitude}${north} ${longitude}${east}`)
const number = fc.oneof(
  fc.double({ min: -1, max: 400 }).map(String),
  fc.constantFrom('', '0', '1e9', '-1', 'NaN', '360', '5'),
)
const height = fc.oneof(
  fc.constantFrom(
    'GND',
    'UNL',
    'FL 65',
    'NOTAM',
    '300m AGL',
    '1500ft/300m AGL',
    '0',
    '-5',
    'FL',
    '99999999 ft',
  ),
  fc.integer({ min: 0, max: 9000 }).map((metres) => `${metres}m AMSL`),
)
const line = fc.oneof(
  fc.constantFrom('AC D', 'AC', 'AC E', 'V D=-', 'V D=+', 'V', 'TO lake', 'AA NONE', 'AA /', '*', '', 'ZZ'),
  height.map((text) => `AL ${text}`),
  height.map((text) => `AH ${text}`),
  place.map((text) => `DP ${text}`),
  place.map((text) => `V X=${text}`),
  fc.tuple(place, place).map((ends) => `DB ${ends.join(',')}`),
  fc.tuple(number, number, number).map((values) => `DA ${values.join(',')}`),
  number.map((value) => `DC ${value}`),
  fc.string({ maxLength: 40 }),
)

test('any lines are read, and a flight is checked against whatever comes of them', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      checkSane(readOpenAir(encode(lines.join('\n'))), lines.length)
    }),
    { numRuns: 2000 * ROUNDS, ...LIMIT },
  )
})

test('any bytes are read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      readOpenAir(bytes)
    }),
    { numRuns: 500 * ROUNDS, ...LIMIT },
  )
})

/** A megabyte each: time must grow with the file and no faster. */
const hostile: Record<string, string> = {
  'one line': 'DP 46:'.padEnd(1_000_000, '0'),
  'digits and colons': 'DP 1:1:'.repeat(140_000),
  'spaces in a place': `DP 46${' '.repeat(1_000_000)}N`,
  'airspaces without a shape': 'AC D\n'.repeat(200_000),
  'corners of one airspace': `AC D\n${'DP 46:00:00N 8:00:00E\n'.repeat(44_000)}`,
  'arcs of one airspace': `AC D\nV X=46:00:00N 8:00:00E\n${'DA 5,0,359\n'.repeat(80_000)}`,
  'times of one airspace': `AC D\n${'AA NONE/NONE\n'.repeat(76_000)}`,
  stars: '*'.repeat(1_000_000),
}
for (const [name, text] of Object.entries(hostile)) {
  test(`a megabyte of ${name} is read in time, and leave little behind`, () => {
    const bytes = encode(text)
    const before = process.threadCpuUsage()
    const file = readOpenAir(bytes)
    const { user, system } = process.threadCpuUsage(before)
    assert.ok((user + system) / 1e6 < 30, `${(user + system) / 1e6} s`)
    assert.ok(JSON.stringify(file).length < 3_000_000)
  })
}

test('a file made to be slow costs a flight no more than it may', () => {
  const seed = readSeed('AIRSPACE')
  const random = seededRandom(seed)
  // Ten thousand corners in the air where the flight is: the border is near everywhere.
  const at = (row: number) =>
    `DP ${(track.latitude[row]! + 0.002 * random()).toFixed(5)}N ${(track.longitude[row]! + 0.002 * random()).toFixed(5)}E`
  const corners = Array.from({ length: 10_000 }, () => at(Math.floor(random() * track.length)))
  const text = ['AC D', 'AL GND', 'AH UNL', ...corners].join('\n')
  const { airspaces } = readOpenAir(encode(`${text}\n${text}\n${text}`))
  const before = process.threadCpuUsage()
  const { isComplete } = checkFlight(flight, airspaces)
  const { user, system } = process.threadCpuUsage(before)
  assert.equal(isComplete, false, `seed ${seed}`)
  assert.ok((user + system) / 1e6 < 30, `${(user + system) / 1e6} s, seed ${seed}`)
})
