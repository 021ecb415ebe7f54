// Every kind of background work in figures: what waits, runs and has failed, how old, how fast, and what went wrong last.
import type { Database } from '../database/database.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { shareReads } from '../metrics/share-reads.ts'
import { MINUTE_MS } from '../time.ts'
import { listWorks, type WorkRow } from './store.ts'

/** The queue of a work; a figure that it does not have is left out. */
export interface Backlog {
  waiting: number
  running?: number
  failed?: number
  oldestAt?: number | null
}

/** Anything that is done in the background, in steps that can be left for later. */
export interface Work {
  /** One word: commands, metrics and the operator's page know it by that. */
  name: string
  /** Without it, there is no queue. One that is in memory is counted by the progress that its node has told. */
  count?: (row?: WorkRow) => Promise<Backlog>
  /** Makes what has failed due now; how many entries. */
  retry?: () => Promise<number>
  /** Somebody waits for it: it cannot be paused. */
  isAwaited?: true
}

interface WorkServices {
  db: Database
  now: () => number
}

/** For `count` of a work whose queue is in memory. */
export async function countProgress(row?: WorkRow): Promise<Backlog> {
  const { progress_done: done, progress_of: of, progress_failed } = row ?? {}
  const left = (of ?? 0) - (done ?? 0)
  const failed = Math.min(left, progress_failed ?? 0)
  return { waiting: left - failed, failed }
}

/** As the dashboard's `OperatorWork`: times are ISO 8601; null: the work has no such figure. */
export async function readWorks({ db, now }: WorkServices, works: readonly Work[]) {
  const rows = new Map((await listWorks(db.sql)).map((row) => [row.name, row]))
  const figures = []
  // One after the other: the connection of the jobs is one.
  for (const work of works) {
    const row = rows.get(work.name)
    figures.push(describe(work, now(), await work.count?.(row), row))
  }
  return figures
}

function describe(
  { name, retry, isAwaited }: Work,
  nowMs: number,
  backlog: Backlog | undefined,
  row: WorkRow | undefined,
) {
  return {
    name,
    waiting: backlog?.waiting ?? null,
    running: backlog?.running ?? null,
    failed: backlog?.failed ?? null,
    oldestAt: toIso(backlog?.oldestAt),
    donePerMinute: row ? findPace(row, nowMs) : 0,
    lastError: row?.last_error ?? null,
    lastFailedAt: toIso(row?.failed_at),
    lastRanAt: toIso(row?.ran_at),
    pausedAt: toIso(row?.paused_at),
    progress: row ? describeProgress(row) : null,
    canPause: isAwaited !== true,
    canRetry: retry !== undefined,
  }
}

function describeProgress({ progress_done: done, progress_of: of, progress_at: at }: WorkRow) {
  if (done === null || of === null || at === null) return null
  return { done, of, at: new Date(at).toISOString() }
}

/** In the last whole minute, or in this one when it is already more. */
function findPace({ minute, done, done_before }: WorkRow, nowMs: number): number {
  const age = Math.floor(nowMs / MINUTE_MS) - minute
  if (age <= 0) return Math.max(done, done_before)
  return age === 1 ? done : 0
}

function toIso(milliseconds: number | null | undefined): string | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds).toISOString()
}

export function measureWorks(services: WorkServices & { metrics: Metrics }, works: readonly Work[]): void {
  const { metrics, now } = services
  const read = shareReads(() => readWorks({ ...services, db: services.db.forJobs() }, works))
  metrics.gauges('work', 'Background work by state', ['work', 'state'], async () =>
    (await read()).flatMap(({ name, waiting, running, failed, pausedAt }) =>
      Object.entries({ waiting, running, failed, paused: pausedAt === null ? 0 : 1 }).flatMap(
        ([state, value]) => (value === null ? [] : [{ labels: { work: name, state }, value }]),
      ),
    ),
  )
  metrics.gauges('work_oldest_seconds', 'Age of the oldest entry that waits', ['work'], async () =>
    (await read())
      .filter(({ waiting }) => waiting !== null)
      .map(({ name, oldestAt }) => ({
        labels: { work: name },
        value: oldestAt === null ? 0 : Math.max(0, (now() - Date.parse(oldestAt)) / 1000),
      })),
  )
}
