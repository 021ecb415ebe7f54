// What the analysis of a flight costs beside reading and scoring it, over the same files in one run: CPU time of the
// thread, warm. `npm run bench -- analysis`.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyseFlight } from '#analysis/analyse.ts'
import { type Altitudes, chooseAltitudes } from '#igc/flight/altitude.ts'
import { type FlightSummary, summariseFlight } from '#igc/flight/summary.ts'
import { createReadBuffer, readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { type Score, score, XCONTEST } from '#scoring/score.ts'

const REAL_FILES = join(import.meta.dirname, '../../shared/igc')
const WARM_UPS = 3
const ROUNDS = 7
const MAX_SHARE = 0.25
const DEADLINE_MS = 2000

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
console.log(`${files.length} ${source}, ${ROUNDS} rounds after ${WARM_UPS} to warm up, the median of each`)
console.table(rows)
console.table(growth)
console.log(
  `analysis costs ${(100 * share).toFixed(1)} % of reading and scoring; at most ${100 * MAX_SHARE} %: ${share <= MAX_SHARE ? 'met' : 'MISSED'}`,
)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'analysis.json'), `${JSON.stringify({ source, rows, rounds, growth }, null, 2)}\n`)
if (share > MAX_SHARE) process.exitCode = 1
