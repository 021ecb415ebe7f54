// Rows of a queue are leased to one worker at a time, in the database's time, and renewed while it works. The table has the
// columns id, lease and leased_until, and kind where it holds several queues.
//
//   FREE ──claim──> HELD ──release──> FREE
//                    │ ^
//                    │ └─ renewed by the heartbeat
//                    └─ not renewed, since the worker is dead, frozen or cut off: EXPIRED ──claim──> HELD by another
//
//   0 s     A claims, until 15 s             5 s  A renews, until 20 s
//   7 s     A is frozen                      20 s  the lease expires, B claims
//   60 s    A goes on: its lease is over by its own clock, so it begins nothing; a release of what it had begun finds
//           that the lease is B's
import { randomUUID } from 'node:crypto'
import { paddedList } from './chunks.ts'
import { type Database, type Fragment, fragment, nothing, type Sql } from './database.ts'

/** Two of them may be lost. */
const BEATS_PER_LEASE = 3

export interface Claim {
  readonly id: string
  readonly leaseId: string
  /** In the database's time; later with each renewal. */
  until: number
}

export const isFree = (time: Fragment) => fragment`(leased_until is null or leased_until <= ${time})`

interface Wanted {
  where: (time: Fragment) => Fragment
  orderBy?: Fragment
  max: number
  leaseMs: number
  /** More changes, each with a comma before it. */
  set?: Fragment
  /** Columns of the claimed rows, each with a comma before it. */
  columns?: Fragment
}

export function createQueue(table: Fragment, kind?: string) {
  const isOurs = kind === undefined ? nothing : fragment`and ${table}.kind = ${kind}`
  return {
    /** Those of the wanted rows that are free. */
    async claim<Columns = unknown>(sql: Sql, nowMs: number, wanted: Wanted): Promise<(Claim & Columns)[]> {
      const { where, orderBy = fragment`id`, max, leaseMs, set = nothing, columns = nothing } = wanted
      const leaseId = randomUUID()
      const time = sql.time(nowMs)
      // A common table, as PostgreSQL may run a subquery that locks more than once.
      const rows = await sql<{ id: string; until: number } & Columns>`
        with due as (
          select id from ${table} where ${where(time)} and ${isFree(time)} ${isOurs}
          order by ${orderBy} limit ${max} ${sql.skipLocked})
        update ${table} set lease = ${leaseId}, leased_until = ${time} + ${leaseMs} ${set}
        from due where ${table}.id = due.id ${isOurs}
        returning ${table}.id, leased_until as until ${columns}`
      return rows.map((row) => ({ ...row, leaseId }))
    },

    /** Those that are still held. A row that a transaction of its worker has locked is renewed by that. */
    async renew(
      sql: Sql,
      nowMs: number,
      claims: readonly Claim[],
      leaseMs: number,
      set = nothing,
    ): Promise<void> {
      if (claims.length === 0) return
      const byId = new Map(claims.map((claim) => [claim.id, claim]))
      const leaseIds = [...new Set(claims.map(({ leaseId }) => leaseId))]
      const renewed = await sql<{ id: string; until: number }>`
        with held as (
          select id from ${table}
          where id in (${paddedList([...byId.keys()])}) and lease in (${paddedList(leaseIds)}) ${isOurs}
          ${sql.skipLocked})
        update ${table} set leased_until = ${sql.time(nowMs)} + ${leaseMs} ${set}
        from held where ${table}.id = held.id ${isOurs} returning ${table}.id, leased_until as until`
      for (const { id, until } of renewed) Object.assign(byId.get(id) ?? {}, { until })
    },

    /** With changes, each with a comma before it; nothing when the lease is another's by now. */
    async release(sql: Sql, { id, leaseId }: Claim, set = nothing): Promise<void> {
      await sql`
        update ${table} set lease = null, leased_until = null ${set}
        where id = ${id} and lease = ${leaseId} ${isOurs}`
    },
  }
}

export type Queue = ReturnType<typeof createQueue>

export interface Heartbeat {
  begin(claim: Claim, onLost?: () => void): void
  end(claim: Claim): void
}

/** Renews what a worker holds. */
export function createHeartbeat(
  { db, now }: { db: Database; now: () => number },
  queue: Pick<Queue, 'renew'>,
  leaseMs: number,
): Heartbeat {
  const held = new Map<Claim, (() => void) | undefined>()
  let timer: NodeJS.Timeout | undefined
  const beat = async () => {
    // The database may be away: then the leases expire.
    await queue.renew(db.sql, now(), [...held.keys()], leaseMs).catch(() => undefined)
    for (const [claim, onLost] of held) if (claim.until <= now()) onLost?.()
  }
  return {
    begin: (claim, onLost) => {
      held.set(claim, onLost)
      timer ??= setInterval(() => void beat(), leaseMs / BEATS_PER_LEASE).unref()
    },
    end: (claim) => {
      held.delete(claim)
      if (held.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Entries of the queue that stay: each is due again when the turn has ended. */
const TURNS = 'turns'
const turns = createQueue(fragment`queue`, TURNS)

/** The first turn is not taken before. */
export async function planTurn(sql: Sql, id: string, dueAt: number): Promise<void> {
  await sql`
    insert into queue (kind, id, created_at, due_at) values (${TURNS}, ${id}, ${dueAt}, ${dueAt})
    on conflict (kind, id) do nothing`
}

export interface Turn {
  /** Of the entry. */
  id: string
  leaseMs: number
  /** Between two turns. */
  pauseMs?: number
}

/** For work that one of all nodes does at a time; undefined when it is another's turn. The work is aborted when the turn is lost. */
export async function takeTurn<Result>(
  services: { db: Database; now: () => number },
  { id, leaseMs, pauseMs = 0 }: Turn,
  signal: AbortSignal,
  work: (abort: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const { db, now } = services
  const where = (time: Fragment) => fragment`id = ${id} and due_at <= ${time}`
  const [claim] = await turns.claim(db.sql, now(), { where, max: 1, leaseMs })
  if (!claim) return undefined
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  const heartbeat = createHeartbeat(services, turns, leaseMs)
  heartbeat.begin(claim, abort)
  try {
    return await work(stop.signal)
  } finally {
    heartbeat.end(claim)
    signal.removeEventListener('abort', abort)
    await turns.release(db.sql, claim, fragment`, due_at = ${now() + pauseMs}`)
  }
}
