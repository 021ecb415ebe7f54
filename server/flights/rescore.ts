// `rescore`: scores every flight again that another version of the rules or the solver has scored. It can be stopped
// at any time and started again: each flight is stored on its own.
import type { Certificate } from '#contract/certificate.ts'
import { SOLVER_VERSION } from '#scoring/certificate.ts'
import { XCONTEST } from '#scoring/score.ts'
import { describeScore, type Metadata, nameScorer } from './metadata.ts'
import { listOutdated } from './store.ts'
import type { FlightServices } from './scorer/scorer.ts'
import { updateScore } from './update.ts'

const BATCH_SIZE = 32

export interface RescoreReport {
  scoredBy: string
  rescored: number
  /** Those of them whose points changed. */
  changed: number
  /** Deleted, or scored by another process in the meantime. */
  skipped: number
  /** Ids of flights whose file can no longer be read or scored; they keep their score. */
  failed: string[]
}

type Outdated = Awaited<ReturnType<typeof listOutdated>>[number]

export async function rescoreFlights(
  services: FlightServices,
  options: { scoredBy?: string; onProgress?: (report: RescoreReport) => void } = {},
): Promise<RescoreReport> {
  const current = nameScorer({ rules: XCONTEST, solverVersion: SOLVER_VERSION })
  const report = { scoredBy: options.scoredBy ?? current, rescored: 0, changed: 0, skipped: 0, failed: [] }
  for (let afterId = ''; ;) {
    const batch = await listOutdated(services.db.sql, report.scoredBy, afterId, BATCH_SIZE)
    await Promise.all(batch.map((flight) => rescoreFlight(services, flight, report)))
    options.onProgress?.(report)
    afterId = batch.at(-1)?.id ?? afterId
    if (batch.length < BATCH_SIZE) return report
  }
}

async function rescoreFlight(
  services: FlightServices,
  flight: Outdated,
  report: RescoreReport,
): Promise<void> {
  const score = await services.scorer.rescore(flight.compressed).catch(() => undefined)
  if (!score) {
    report.failed.push(flight.id)
    return
  }
  const metadata = JSON.parse(flight.metadata) as Metadata
  const before = metadata.scoring as Partial<Certificate> | undefined
  const isChanged = await updateScore(services, flight.ownerId, flight, {
    distanceKm: score.distanceKm,
    score: score.score,
    scoreType: score.type,
    scoredBy: nameScorer(score),
    metadata: JSON.stringify({ ...metadata, scoring: describeScore(score) }),
  })
  if (!isChanged) report.skipped++
  else report.rescored++
  if (isChanged && before?.score !== score.score) report.changed++
}
