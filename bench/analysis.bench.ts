// The cost of analysing a flight against reading and scoring it, over the same files in one run: CPU time of the
// thread, warm. `npm run bench -- analysis`.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Airspace, Box } from '#airspace/airspace.ts'
import { overlaps } from '#airspace/boxes.ts'
import { checkFlight, prepareFlight } from '#airspace/check.ts'
import { readOpenAir } from '#airspace/openair.ts'
import { boxOf } from '#airspace/shape.ts'
import { analyseFlight } from '#analysis/analyse.ts'
import { type Altitudes, chooseAltitudes } from '#igc/flight/altitude.ts'
import { type FlightSummary, summariseFlight } from '#igc/flight/summary.ts'
import { createReadBuffer, readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { type Score, score, XCONTEST } from '#scoring/score.ts'
import { checkAims } from './support/aims.ts'
import { writeAirspaces } from './support/airspaces.ts'

const REAL_FILES = join(import.meta.dirname, '../../shared/igc')
const WARM_UPS = 3
const ROUNDS = 7
const DEADLINE_MS = 2000
const AIRSPACES = 20_000
/** Share of the CPU time of reading and scoring, and of scoring. */
const MAX_SHARE = 0.2
const HOURS = 6

// As the threads of the pool read.
const buffer = createReadBuffer()

type Flight = { track: Track; altitudes: Altitudes; range: NonNullable<FlightSummary['range']> }
type Part = 'reading' | 'scoring' | 'analysis'

function loadFiles(): { source: string; files: Buffer[] } {
  if (existsSync(REAL_FILES)) {
    const names = readdirSync(REAL_FILES).filter((name) => /\.igc$/i.test(name))
    return { source: 'real files', files: names.map((name) => readFileSync(join(REAL_FILES, name))) }
  }
  const files = Array.from({ length: 40 }, (_, seed) =>
    Buffer.from(simulateFlight({ seed, taskKm: 20 + seed * 3 }).bytes),
  )
  return { source: 'simulated files', files }
}

function read(bytes: Buffer): Flight | undefined {
  const file = readIgc(bytes, { buffer })
  const { track } = file
  if (!track) return undefined
  const altitudes = chooseAltitudes(track)
  const { range } = summariseFlight({ ...file, track }, altitudes)
  return range ? { track, altitudes, range } : undefined
}

/** One flight; the CPU time of each part in milliseconds. */
function measureFlight(bytes: Buffer): { times: Record<Part, number>; flight: Flight } | undefined {
  const times = { reading: 0, scoring: 0, analysis: 0 }
  const measure = <Result>(part: Part, work: () => Result): Result => {
    const before = process.threadCpuUsage()
    const result = work()
    const { user, system } = process.threadCpuUsage(before)
    times[part] = (user + system) / 1000
    return result
  }
  const flight = measure('reading', () => read(bytes))
  if (!flight) return undefined
  const { track, altitudes, range } = flight
  const scored: Score = measure('scoring', () =>
    score(track, XCONTEST, { deadlineMs: DEADLINE_MS, ...range }),
  )
  measure('analysis', () => JSON.stringify(analyseFlight(track, { range, altitudes, course: scored })))
  return { times, flight }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

/** Repeats one flight to longer ones: is the time in proportion? */
function measureGrowth(): { hours: number; ms: number; 'ms an hour': number }[] {
  return [1, 2, 4, 8].map((hours) => {
    const { track } = simulateFlight({ seed: 7, taskKm: 40 * hours, shape: 'line' })
    const to = Math.min(track.length - 1, 3600 * hours)
    const times = Array.from({ length: WARM_UPS + ROUNDS }, () => {
      const before = process.threadCpuUsage()
      analyseFlight(track, { range: { from: 0, to } })
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    })
    const ms = median(times.slice(WARM_UPS))
    return { hours: Number((to / 3600).toFixed(2)), ms, 'ms an hour': Number(((ms * 3600) / to).toFixed(2)) }
  })
}

/** One long flight against the airspaces of a continent, from the track to the entries. */
interface BoxedAirspace {
  airspace: Airspace
  box: Box
}

/** Without the choice of airspaces near the flight, which the database makes by an index. */
function measureAirspaces(track: Track, range: Flight['range'], all: readonly BoxedAirspace[]) {
  // The mean over many: each takes less than the clock of a thread can tell.
  const cpu = (work: () => unknown) => {
    for (let round = 0; round < 10 * WARM_UPS; round++) work()
    const before = process.threadCpuUsage()
    for (let round = 0; round < 10 * ROUNDS; round++) work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 / (10 * ROUNDS)
  }
  const scoringMs = cpu(() => score(track, XCONTEST, { deadlineMs: DEADLINE_MS, ...range }))
  const { box } = prepareFlight(track, { range })
  const near = all.filter((other) => overlaps(other.box, box)).map(({ airspace }) => airspace)
  const check = () => checkFlight(prepareFlight(track, { range }), near)
  const checkMs = cpu(check)
  const { entries, isComplete } = check()
  return {
    hours: Number(((track.seconds[range.to]! - track.seconds[range.from]!) / 3600).toFixed(2)),
    'scoring ms': Number(scoringMs.toFixed(3)),
    'airspace ms': Number(checkMs.toFixed(3)),
    near: near.length,
    entries: entries.length,
    complete: isComplete,
    share: Number((checkMs / scoringMs).toFixed(3)),
  }
}

interface Long {
  track: Track
  range: Flight['range']
}

/** Flights of about six hours: real ones, or else a triangle, a line, an out and return. */
function listLongFlights(files: readonly Buffer[]): Long[] {
  const hours = ({ track, range }: Long) => (track.seconds[range.to]! - track.seconds[range.from]!) / 3600
  const real = files
    .map((bytes) => readIgc(bytes))
    .flatMap((file): Long[] => {
      const { track } = file
      const range = track && summariseFlight({ ...file, track }).range
      return track && range ? [{ track, range }] : []
    })
  const long = real.filter((flight) => Math.abs(hours(flight) - HOURS) <= 1)
  if (long.length > 0) return long
  return (['triangle', 'line', 'out-and-return'] as const).map((shape, seed) => {
    const { track } = simulateFlight({ seed, shape, taskKm: 160 })
    return { track, range: { from: 0, to: Math.min(track.length - 1, HOURS * 3600) } }
  })
}

function measureLongFlights(files: readonly Buffer[]) {
  const bytes = writeAirspaces(AIRSPACES, { latitude: 0, longitude: 0, reach: 12 })
  const { airspaces } = readOpenAir(bytes)
  const boxed = airspaces.map((airspace) => ({ airspace, box: boxOf(airspace.shape) }))
  return listLongFlights(files).map(({ track, range }) =>
    measureAirspaces(moveToEquator(track), range, boxed),
  )
}

/** To where the airspaces are; kilometres stay kilometres. */
function moveToEquator(track: Track): Track {
  const [latitude, longitude] = [track.latitude[0]!, track.longitude[0]!]
  const scale = Math.cos((latitude * Math.PI) / 180)
  return {
    ...track,
    latitude: track.latitude.map((degrees) => degrees - latitude),
    longitude: track.longitude.map((degrees) => (degrees - longitude) * scale),
  }
}

const { source, files } = loadFiles()
for (let round = 0; round < WARM_UPS; round++) files.forEach(measureFlight)
const rounds = Array.from({ length: ROUNDS }, () => {
  const sums = { reading: 0, scoring: 0, analysis: 0 }
  for (const bytes of files) {
    const { times } = measureFlight(bytes) ?? {}
    for (const part of ['reading', 'scoring', 'analysis'] as const) sums[part] += times?.[part] ?? 0
  }
  return { ...sums, share: sums.analysis / (sums.reading + sums.scoring) }
})
const middle = (part: Part | 'share') => Number(median(rounds.map((round) => round[part])).toFixed(3))
const share = middle('share')
const rows = [
  {
    'reading ms': middle('reading'),
    'scoring ms': middle('scoring'),
    'analysis ms': middle('analysis'),
    share,
  },
]
const growth = measureGrowth()
const longFlights = measureLongFlights(files)
const sumOf = (key: 'scoring ms' | 'airspace ms') => longFlights.reduce((sum, row) => sum + row[key], 0)
const airspaceShare = sumOf('airspace ms') / sumOf('scoring ms')
console.log(`${files.length} ${source}, ${ROUNDS} rounds after ${WARM_UPS} to warm up, the median of each`)
console.table(rows)
console.table(growth)
console.table(longFlights)
const aims = [
  { name: 'analysis, of reading and scoring', measured: share, atMost: MAX_SHARE },
  {
    name: `${AIRSPACES} airspaces, of scoring long flights`,
    measured: airspaceShare,
    atMost: MAX_SHARE,
  },
]
checkAims(aims)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'analysis.json'),
  `${JSON.stringify({ source, rows, rounds, growth, longFlights, aims }, null, 2)}\n`,
)
