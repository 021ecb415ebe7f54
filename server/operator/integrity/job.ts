// The check of the data, once a week, by one node of all: the database in a thread, then the files, slowly.
import { findPlace } from '#server/archive/commands.ts'
import { type Pace } from '#server/platform/background/watch.ts'
import { runInThread } from '#server/platform/concurrency/thread.ts'
import { planTurn, takeTurn } from '#server/platform/database/leases.ts'
import type { Job } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/time.ts'
import { adviseRestore } from './advice.ts'
import { isDamaged } from './check.ts'
import type { DatabaseTask } from './database.ts'
import { examineFiles } from './files.ts'
import type { Examined } from './finding.ts'
import { findLastCheck, noteCheck } from './store.ts'

export const CHECK_EVERY_MS = 7 * DAY_MS
const POLL_MS = 10 * MINUTE_MS
/** After the first start, and after a run that was interrupted or has failed. */
const DELAY_MS = HOUR_MS
const FILES_PER_SECOND = 50
const turn = { id: 'check', leaseMs: MINUTE_MS, pauseMs: DELAY_MS }
const THREAD = new URL('./thread.ts', import.meta.url)

export function listCheckJobs(services: Services): Job[] {
  const run: Job['run'] = (signal, pace) => checkWhenDue(services, signal, pace)
  return [{ name: 'checks', everyMs: POLL_MS, run }]
}

export async function checkWhenDue(services: Services, signal: AbortSignal, pace: Pace): Promise<void> {
  await planTurn(services.db.sql, turn.id, services.now() + DELAY_MS)
  if (!(await isDue(services))) return
  await takeTurn(services, turn, signal, async (abort) => {
    // The node that had the turn before may have done it.
    if (await isDue(services)) await check(services, abort, pace)
  })
}

async function isDue({ db, now }: Services): Promise<boolean> {
  const last = await findLastCheck(db.sql)
  return !last || last.at <= now() - CHECK_EVERY_MS
}

async function check(services: Services, abort: AbortSignal, pace: Pace): Promise<void> {
  const { config, db, log, now } = services
  const task: DatabaseTask = { place: findPlace(config), restore: adviseRestore(config) }
  const database = await runInThread<Examined>(THREAD, task, abort)
  if (!database) return
  const files = isDamaged(database) ? undefined : await readFiles(services, abort, pace)
  if (abort.aborted) return
  const findings = [...database.findings, ...(files?.findings ?? [])]
  await noteCheck(db.sql, { at: now(), findings })
  for (const { sentence, remedy, examples } of findings) log.error({ remedy, examples }, sentence)
  const notes = [...database.notes, ...(files?.notes ?? [])]
  log.info({ findings: findings.length, notes }, 'the data was checked')
}

function readFiles(services: Services, abort: AbortSignal, pace: Pace) {
  const mayGoOn = async () => {
    if (!abort.aborted) pace.count(1)
    return !abort.aborted
  }
  return examineFiles(services, { perSecond: FILES_PER_SECOND, mayGoOn })
}
