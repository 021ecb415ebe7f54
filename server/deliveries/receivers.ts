// A table of receivers, to each of which one worker sends at a time: a lease, when something is due, and how it fares. It has
// the columns id, lease, leased_until, due_at, failing_since, last_failed_at, last_delivered_at and latency_ms.
import { paddedList } from '#server/platform/database/chunks.ts'
import { type Fragment, fragment, type Sql } from '#server/platform/database/database.ts'
import { type Claim, createQueue } from '#server/platform/database/leases.ts'
import { type Lane, SLOW_MS } from './lanes.ts'

const isSlow = fragment`coalesce(latency_ms, 0) >= ${SLOW_MS}`
export const isInLane: Record<Lane, Fragment> = {
  fast: fragment`failing_since is null and not ${isSlow}`,
  slow: fragment`failing_since is null and ${isSlow}`,
  failing: fragment`failing_since is not null`,
}

export interface Health {
  lease: string | null
  failing_since: number | null
  last_failed_at: number | null
  latency_ms: number | null
}

export interface DueReceiver {
  id: string
  /** The user whose it is. */
  account_id: string
}

export function createReceivers(table: Fragment, isSentTo: Fragment) {
  const queue = createQueue(table)
  return {
    ...queue,

    /** Leases those of the receivers that are still due to one worker, and tells which. */
    claimDue(sql: Sql, nowMs: number, ids: readonly string[], leaseMs: number): Promise<Claim[]> {
      const where = (time: Fragment) =>
        fragment`id in (${paddedList(ids)}) and due_at <= ${time} and ${isSentTo}`
      return queue.claim(sql, nowMs, { where, max: ids.length, leaseMs })
    },

    /** Locks the receiver, as every change to its deliveries must. Undefined when it was deleted. */
    async lockHealth(sql: Sql, id: string): Promise<Health | undefined> {
      const [health] = await sql<Health>`
        select lease, failing_since, last_failed_at, latency_ms from ${table} where id = ${id} ${sql.forUpdate}`
      return health
    },

    async markHealthy(sql: Sql, nowMs: number, id: string): Promise<void> {
      await sql`
        update ${table} set last_delivered_at = ${nowMs}, failing_since = null, last_failed_at = null
        where id = ${id}`
    },

    async markFailing(sql: Sql, nowMs: number, id: string, failingSince: number): Promise<void> {
      await sql`
        update ${table} set failing_since = ${failingSince}, last_failed_at = ${nowMs} where id = ${id}`
    },

    /** Due at this time at the latest. */
    async hasten(sql: Sql, id: string, dueAt: number): Promise<void> {
      await sql`
        update ${table} set due_at = case when due_at is null or due_at > ${dueAt} then ${dueAt} else due_at end
        where id = ${id}`
    },
  }
}

export type Receivers = ReturnType<typeof createReceivers>
