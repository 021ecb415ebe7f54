// `rescore`: reads, scores and analyses every flight again that another version of the range, the rules, the solver or
// the analysis has scored, or whose score is not proven. It can be stopped at any time and started again: each flight is
// stored on its own.
import { isDeepStrictEqual } from 'node:util'
import type { Certificate } from '#contract/certificate.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { Work } from '#server/platform/background/figures.ts'
import { startWatch } from '#server/platform/background/watch.ts'
import { describeFindings, keepVerdict, type Metadata, nameScorer } from '../record/metadata.ts'
import { type Scored, toScored } from '../record/new-flight.ts'
import { readFile } from '../files/files.ts'
import { chooseTry, nameProven } from './tries.ts'
import { changeScore, countOutdated, listOutdated, markScored, type ScoredFlight } from './store.ts'
import type { FlightFindings } from '../record/findings.ts'
import { isSameAnalysis } from '../scorer/analysis.ts'
import type { LeagueServices } from '../leagues/scores.ts'
import { holdCounter } from '../record/change-numbers.ts'
import { type Change, makeChange } from '../record/change.ts'
import { announceChange, settleDays } from '../record/update.ts'
import { isNamedNear } from '../takeoffs/own-store.ts'
import { type Launch, requireTakeoff } from '../takeoffs/takeoffs.ts'

const BATCH_SIZE = 32

/** Done by a command, in its process. */
export const rescoring: Work = { name: 'rescoring' }

export interface RescoreReport {
  scoredBy: string
  rescored: number
  /** Flights among them whose points changed. */
  changed: number
  /** Deleted, or scored by another process in the meantime. */
  skipped: number
  /** Ids of flights whose file can no longer be read or scored; they keep their score. */
  failed: string[]
}

export async function rescoreFlights(
  services: LeagueServices,
  options: { scoredBy?: string; onProgress?: (report: RescoreReport) => void } = {},
): Promise<RescoreReport> {
  const current = nameProven(services.leagues.rules)
  const report = { scoredBy: options.scoredBy ?? current, rescored: 0, changed: 0, skipped: 0, failed: [] }
  const watch = startWatch(services, [rescoring.name])
  const work = watch.work(rescoring.name)
  const { pace } = work
  // A command that is paused waits for nothing else, and would end.
  const awake = setInterval(() => undefined, MINUTE_MS)
  try {
    const of = await countOutdated(services.db.sql, report.scoredBy)
    for (let afterId = '', done = 0; ;) {
      await work.untilResumed()
      const batch = await listOutdated(services.db.sql, report.scoredBy, afterId, BATCH_SIZE)
      if (batch.length === 0) return report
      await Promise.all(batch.map((flight) => rescoreFlight(services, flight, report)))
      options.onProgress?.(report)
      pace.count(batch.length)
      done += batch.length
      await pace.progress({ done, of: Math.max(of, done) })
      services.log.info({ done, of, failed: report.failed.length }, 'flights are scored again')
      afterId = batch.at(-1)?.id ?? afterId
    }
  } finally {
    clearInterval(awake)
    watch.stop()
    await pace.progress(null)
    await watch.close()
  }
}

async function rescoreFlight(
  services: LeagueServices,
  flight: ScoredFlight,
  report: RescoreReport,
): Promise<void> {
  const { leagues, scorer } = services
  // With less than it has had it might score less.
  const next = chooseTry(flight.scoredBy, leagues.rules)
  const findings = await readFile(services, { ...flight, flightId: flight.id })
    .then((compressed) => ({ ...flight, compressed }))
    .then((file) => (next ? scorer.prove(file, next.budgetMs) : scorer.rescore(file)))
    .catch(() => undefined)
  if (!findings) {
    report.failed.push(flight.id)
    return
  }
  const { score } = findings
  const isStored = await keepFindings(services, flight, findings, nameScorer(score, next?.tries))
  if (!isStored) report.skipped++
  else report.rescored++
  const before = JSON.parse(flight.metadata) as Metadata
  if (isStored && (before.scoring as Partial<Certificate> | undefined)?.score !== score.score)
    report.changed++
}

/** A flight that comes out as it was is not changed. False when it is gone or was scored by another process meanwhile. */
export function keepFindings(
  services: LeagueServices,
  flight: ScoredFlight,
  findings: FlightFindings,
  scoredBy: string,
): Promise<boolean> {
  const before = JSON.parse(flight.metadata) as Metadata
  const metadata = keepVerdict(before, { ...before, ...describeFindings(findings) })
  const score = toScored(findings, metadata, scoredBy)
  const analysis = findings.analysis?.compressed ?? null
  const isSame =
    isSameOutcome(before, metadata) &&
    isSameAnalysis(flight.analysis, analysis) &&
    flight.trace === score.trace &&
    flight.footprint === score.footprint
  if (isSame) return markScored(services.db.sql, flight, scoredBy)
  const { place, summary } = findings
  const launch = { latitude: summary.takeoff.lat, longitude: summary.takeoff.lng, ...place }
  return makeChange(services, flight.ownerId, (change) =>
    updateScore(change, flight, launch, { score, analysis }),
  )
}

/** But for how long the scorer took. */
function isSameOutcome(before: Metadata, after: Metadata): boolean {
  const [old, now] = [before, after].map(({ scoring, ...rest }) => ({
    ...rest,
    scoring: { ...(scoring as Partial<Certificate> | undefined), elapsedMs: 0 },
  }))
  // As JSON, for that is how the old one was stored.
  return isDeepStrictEqual(old, JSON.parse(JSON.stringify(now)))
}

/** False when the flight is gone or was scored by another process in the meantime. */
export async function updateScore(
  change: Change,
  flight: ScoredFlight,
  launch: Launch,
  { score, analysis }: { score: Scored; analysis: Uint8Array | null },
): Promise<boolean> {
  await holdCounter(change.sql, change.ownerId)
  const takeoff_id = await findSite(change, flight, launch)
  const changed = await changeScore(change, flight, { ...score, takeoff_id }, analysis)
  if (!changed) return false
  await announceChange(change, changed)
  await settleDays(change, {
    days: [flight.flightDate, changed.flight_date],
    about: [flight.id],
    gone: [flight],
  })
  return true
}

/** The flight's own while it launches where it did; a launch that was found elsewhere may have another. */
async function findSite(change: Change, flight: ScoredFlight, launch: Launch): Promise<string> {
  const { launch: before } = JSON.parse(flight.metadata) as { launch?: { lat: number; lng: number } }
  if (!before || (before.lat === launch.latitude && before.lng === launch.longitude)) return flight.takeoffId
  if (await isNamedNear(change.sql, flight.takeoffId, launch)) return flight.takeoffId
  return (await requireTakeoff(change, launch)).id
}
