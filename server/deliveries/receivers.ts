// A table of receivers, to each of which one worker sends at a time: a lease, when something is due, and how it fares. It has
// the columns id, lease, leased_until, due_at, failing_since, last_failed_at, last_delivered_at, latency_ms and revision.
//
// The owner's changes stand: `revision` counts them, and a worker that has claimed an earlier one says what became of what it
// sent and nothing of the receiver, which is opened again.
import { paddedList } from '#server/platform/database/chunks.ts'
import { type Fragment, fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { type Claim, createQueue, isFree } from '#server/platform/database/leases.ts'
import { type Lane, SLOW_MS } from './lanes.ts'
import { findFailingSince } from './retry.ts'

const isSlow = fragment`coalesce(latency_ms, 0) >= ${SLOW_MS}`
const isInLane: Record<Lane, Fragment> = {
  fast: fragment`failing_since is null and not ${isSlow}`,
  slow: fragment`failing_since is null and ${isSlow}`,
  failing: fragment`failing_since is not null`,
}

/** For each change by which the owner decides where, how or whether a receiver is sent to. */
export const isChangedByOwner = fragment`revision = revision + 1`

export interface ReceiverClaim extends Claim {
  readonly revision: number
}

export interface Health {
  failing_since: number | null
  last_failed_at: number | null
  latency_ms: number | null
}

export interface Held extends Health {
  /** The owner has acted since it was claimed: the outcome says nothing about the receiver. */
  isChanged: boolean
}

export interface DueReceiver {
  id: string
  /** The user whose it is. */
  account_id: string
}

/** A choice among those that are due, by the slots that a worker has. */
export interface Wanted {
  lane: Lane
  limit: number
  /** They have all their slots in use. */
  busyAccounts: readonly string[]
}

interface Rules {
  isSentTo: Fragment
  /** Joins the account of a receiver, as `users u`. */
  withAccount: Fragment
  /** Of a receiver with its account, which is not disabled. */
  isAllowed: Fragment
}

export function createReceivers(table: Fragment, { isSentTo, withAccount, isAllowed }: Rules) {
  const queue = createQueue(table)
  return {
    ...queue,

    /** The longest waiting first. */
    listDue(
      sql: Sql,
      nowMs: number,
      { lane, limit, busyAccounts }: Wanted,
      isOffered = nothing,
    ): Promise<DueReceiver[]> {
      const isNotBusy =
        busyAccounts.length === 0 ? nothing : fragment`and u.id not in (${paddedList(busyAccounts)})`
      return sql<DueReceiver>`
        select ${table}.id, u.id as account_id from ${table} ${withAccount}
        where ${isInLane[lane]} and due_at <= ${nowMs} and ${isFree(fragment`${nowMs}`)} and ${isSentTo}
          and u.disabled_at is null and ${isAllowed} ${isNotBusy} ${isOffered}
        order by due_at, ${table}.id limit ${limit}`
    },

    /** Leases those of the receivers that are still due to one worker, and tells which. */
    claimDue(sql: Sql, nowMs: number, ids: readonly string[], leaseMs: number): Promise<ReceiverClaim[]> {
      const where = (time: Fragment) =>
        fragment`id in (${paddedList(ids)}) and due_at <= ${time} and ${isSentTo}`
      const columns = fragment`, revision`
      return queue.claim(sql, nowMs, { where, max: ids.length, leaseMs, columns })
    },

    /** Locks the receiver, as every change to its deliveries must. Undefined when it is another worker's by now, or gone. */
    async lockHeld(sql: Sql, { id, leaseId, revision }: ReceiverClaim): Promise<Held | undefined> {
      const [health] = await sql<Health & { lease: string | null; revision: number }>`
        select lease, failing_since, last_failed_at, latency_ms, revision from ${table}
        where id = ${id} ${sql.forUpdate}`
      return health?.lease === leaseId ? { ...health, isChanged: health.revision !== revision } : undefined
    },

    /** Due again at a time, null: not until something new waits; as the owner wants it where the owner has acted. */
    release(sql: Sql, claim: ReceiverClaim, dueAt: number | null | Fragment, set = nothing): Promise<void> {
      const due = fragment`, due_at = case when revision = ${claim.revision} then ${dueAt} else due_at end`
      return queue.release(sql, claim, fragment`${due} ${set}`)
    },

    async markHealthy(sql: Sql, nowMs: number, id: string): Promise<void> {
      await sql`
        update ${table} set last_delivered_at = ${nowMs}, failing_since = null, last_failed_at = null
        where id = ${id}`
    },

    /** Returns since when. */
    async markFailing(
      sql: Sql,
      nowMs: number,
      { id, revision }: ReceiverClaim,
      health: Health,
    ): Promise<number> {
      const failingSince = findFailingSince(nowMs, health.failing_since, health.last_failed_at)
      await sql`
        update ${table} set failing_since = ${failingSince}, last_failed_at = ${nowMs}
        where id = ${id} and revision = ${revision}`
      return failingSince
    },

    /** Due at this time at the latest. */
    async hasten(sql: Sql, id: string, dueAt: number, set = nothing): Promise<void> {
      await sql`
        update ${table} set due_at = case when due_at is null or due_at > ${dueAt} then ${dueAt} else due_at end ${set}
        where id = ${id}`
    },

    /** Its owner wants something to be sent now. */
    hurry(sql: Sql, nowMs: number, id: string): Promise<void> {
      return this.hasten(sql, id, nowMs, fragment`, ${isChangedByOwner}`)
    },
  }
}

export type Receivers = ReturnType<typeof createReceivers>
