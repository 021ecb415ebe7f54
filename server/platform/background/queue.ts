// Work that is done later: one entry each in the table `queue`, handled by its kind.
//
//   waiting ──claim──> leased to one node ──done──> gone
//      ^                 │
//      ├── the node stops, or is killed and its lease runs out
//      ├── the attempt failed, and the kind says when to make another
//      └── retry ── failed: it was the last attempt; kept for a while
import type { Signal } from '../concurrency/signal.ts'
import { type Database, type Fragment, fragment, nothing, type Sql } from '../database/database.ts'
import {
  type Claim,
  createHeartbeat,
  createQueue,
  type Heartbeat,
  isFree,
  takeTurn,
  type Turn,
} from '../database/leases.ts'
import type { Job } from './jobs.ts'
import type { Log } from '../log.ts'
import type { Backlog } from './figures.ts'
import type { Pace } from './watch.ts'

export interface Entry extends Claim {
  readonly ownerId: string | null
  readonly payload: Uint8Array | null
  readonly createdAt: number
  /** With this one. */
  readonly attempts: number
}

export interface Kind {
  /** The name of the work. */
  readonly name: string
  readonly everyMs: number
  /** Ends the wait for the next look. */
  readonly wake?: Signal
  /** Longer than an attempt usually takes. */
  readonly leaseMs: number
  /** On each node; with a turn, of all nodes together. */
  readonly atOnce: number
  readonly turn?: Turn
  /** Between the places of two new entries of one owner: those of others come in between. None waits for its place. */
  readonly spacingMs?: number
  /** What a failure means: when another attempt is made; undefined: it was the last. */
  delay(entry: Entry, error: unknown): number | undefined
  /** May be done more than once: a node may be killed after it. */
  perform(entry: Entry, signal: AbortSignal): Promise<void>
}

type Ordered = Pick<Kind, 'name' | 'spacingMs'>

export interface NewEntry {
  id: string
  ownerId?: string
  payload?: Uint8Array
  /** Milliseconds since 1970: not begun any more after this. */
  usefulUntil?: number | undefined
}

/** One that is queued already stays as it is. */
export async function enqueue(
  sql: Sql,
  nowMs: number,
  { name, spacingMs = 0 }: Ordered,
  { id, ownerId, payload, usefulUntil }: NewEntry,
): Promise<void> {
  await sql`
    insert into queue (kind, id, owner_id, payload, useful_until, created_at, due_at)
    select ${name}, ${id}, ${ownerId ?? null}, ${payload ?? null}, ${usefulUntil ?? null}, ${nowMs},
      case when max(due_at) + ${spacingMs} > ${nowMs} then max(due_at) + ${spacingMs} else ${nowMs} end
    from queue where owner_id = ${ownerId ?? null} and kind = ${name} and attempts = 0
    on conflict (kind, id) do nothing`
}

export async function dropEntriesOf(sql: Sql, { name }: Ordered, ownerId: string): Promise<void> {
  await sql`delete from queue where owner_id = ${ownerId} and kind = ${name}`
}

export async function countEntries(sql: Sql, nowMs: number, { name }: Ordered): Promise<Required<Backlog>> {
  const [row] = await sql<{ queued: number; running: number; failed: number; oldestAt: number | null }>`
    select count(case when failed_at is null then 1 end) as queued, count(failed_at) as failed,
      count(case when leased_until > ${nowMs} then 1 end) as running,
      min(case when failed_at is null then created_at end) as "oldestAt"
    from queue where kind = ${name}`
  const { queued, running, failed, oldestAt } = row!
  return { waiting: queued - running, running, failed, oldestAt }
}

/** How many are due now that have failed, for good or for a while. */
export async function retryEntries(sql: Sql, nowMs: number, { name }: Ordered, id?: string): Promise<number> {
  const isNamed = id === undefined ? nothing : fragment`and id = ${id}`
  const rows = await sql`
    update queue set failed_at = null, attempts = case when failed_at is null then attempts else 0 end, due_at = ${nowMs}
    where kind = ${name} and (failed_at is not null or attempts > 0 and due_at > ${nowMs} and ${isFree(sql.time(nowMs))})
      ${isNamed}
    returning id`
  return rows.length
}

interface QueueServices {
  readonly db: Database
  readonly log: Log
  readonly now: () => number
}

export function createQueueJob(services: QueueServices, kind: Kind): Job {
  const { db, now } = services
  const { name, everyMs, wake } = kind
  const queue = createQueue(fragment`queue`, name)
  const heartbeat = createHeartbeat(services, queue, kind.leaseMs)
  const perform: Job['run'] = (signal, pace) =>
    performDue({ ...services, kind, queue, heartbeat, pace }, signal)
  // Runs until it is stopped; the job runner begins again after a fault.
  const keepPerforming =
    (wake: Signal): Job['run'] =>
    async (signal, pace) => {
      while (!signal.aborted) if (!(await perform(signal, pace))) await wake.wait(everyMs, signal)
    }
  return {
    name,
    everyMs,
    run: wake ? keepPerforming(wake) : perform,
    count: () => countEntries(db.sql, now(), kind),
    retry: () => retryEntries(db.sql, now(), kind),
  }
}

interface Worker extends QueueServices {
  kind: Kind
  queue: ReturnType<typeof createQueue>
  heartbeat: Heartbeat
  pace: Pace
}

/** True when there may be more to do. */
async function performDue(worker: Worker, signal: AbortSignal): Promise<boolean> {
  const { db, now, kind } = worker
  const due =
    await db.sql`select id from queue where kind = ${kind.name} and ${isDue(kind, db.sql.time(now()))} limit 1`
  if (due.length === 0) return false
  if (!kind.turn) return performSome(worker, signal)
  return (await takeTurn(worker, kind.turn, signal, (abort) => performSome(worker, abort))) ?? false
}

const isDue = ({ spacingMs }: Kind, time: Fragment) => {
  const isTimely =
    spacingMs === undefined ? fragment`due_at <= ${time}` : fragment`(attempts = 0 or due_at <= ${time})`
  return fragment`
    failed_at is null and ${isTimely} and ${isFree(time)} and (useful_until is null or useful_until > ${time})`
}

async function performSome(worker: Worker, signal: AbortSignal): Promise<boolean> {
  const { db, now, kind, queue, heartbeat } = worker
  const time = db.sql.time(now())
  const entries = await queue.claim<Entry>(db.sql, now(), {
    where: (time) => isDue(kind, time),
    orderBy: fragment`due_at, id`,
    max: kind.atOnce,
    leaseMs: kind.leaseMs,
    // Should the node be killed, it has no place to wait for.
    set: fragment`, attempts = attempts + 1, due_at = case when due_at > ${time} then ${time} else due_at end`,
    columns: fragment`, owner_id as "ownerId", payload, created_at as "createdAt", attempts`,
  })
  await Promise.all(
    entries.map(async (entry) => {
      heartbeat.begin(entry)
      await attempt(worker, entry, signal).finally(() => heartbeat.end(entry))
    }),
  )
  return entries.length === kind.atOnce
}

async function attempt(worker: Worker, entry: Entry, signal: AbortSignal): Promise<void> {
  const { db, kind, pace } = worker
  try {
    await kind.perform(entry, signal)
  } catch (error) {
    return putBack(worker, entry, error as Error, signal)
  }
  pace.count(1)
  // No matter who has leased it by now.
  await db.sql`delete from queue where kind = ${kind.name} and id = ${entry.id}`
}

async function putBack(
  { db, log, now, kind, queue, pace }: Worker,
  entry: Entry,
  error: Error,
  signal: AbortSignal,
): Promise<void> {
  // The node stops: another goes on.
  if (signal.aborted) return queue.release(db.sql, entry, fragment`, attempts = attempts - 1`)
  const { id, attempts } = entry
  const delayMs = kind.delay(entry, error)
  const nowMs = now()
  const failedAt = delayMs === undefined ? nowMs : null
  log.warn(
    { err: error, work: kind.name, id, attempts, isLast: delayMs === undefined },
    'an attempt has failed',
  )
  pace.noteError(error)
  const dueAt = nowMs + (delayMs ?? 0)
  await queue.release(
    db.sql,
    entry,
    fragment`, last_error = ${error.message}, due_at = ${dueAt}, failed_at = ${failedAt}`,
  )
}
