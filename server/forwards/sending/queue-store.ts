// Forwards as the worker sees them: due, being sent, done.
import type { ForwardState } from '#contract/forwards/words.ts'
import type { Held, ReceiverClaim } from '#server/deliveries/receivers.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'
import type { Forward } from '../forwards-store.ts'
import type { Outcome } from '../kinds/kind.ts'
import { type Destination, destinationReceivers, findDestination, type StoredState } from '../store.ts'

/** One that was being sent when its worker died comes first, then new flights, then older ones, newest first. */
export async function findDueForward(
  sql: Sql,
  nowMs: number,
  destinationId: string,
  mayBackfill: boolean,
): Promise<Forward | undefined> {
  const [forward] = await sql<Forward>`
    select id, destination_id, flight_id, state, is_backfill, tries, tried_at, next_try_at, useful_until, foreign_id,
      link, words, created_at
    from forwards
    where destination_id = ${destinationId} and next_try_at <= ${nowMs}
      ${mayBackfill ? nothing : fragment`and not is_backfill`}
    order by case when state = 'sending' then 0 else 1 end, is_backfill, next_try_at, id limit 1`
  return forward
}

/** Committed before the request: after a crash it is known that the flight may have arrived. */
export async function markSending(sql: Sql, nowMs: number, id: string, usefulUntil: number): Promise<void> {
  await sql`
    update forwards set state = 'sending', tried_at = ${nowMs}, tries = tries + 1, useful_until = ${usefulUntil}
    where id = ${id}`
}

export async function noteOutcome(
  sql: Sql,
  id: string,
  state: ForwardState,
  { foreignId, link, words }: Omit<Outcome, 'result'>,
  nextTryAt: number | null = null,
): Promise<void> {
  await sql`
    update forwards set state = ${state}, next_try_at = ${nextTryAt}, foreign_id = ${foreignId ?? null},
      link = ${link ?? null}, words = ${words ?? null}
    where id = ${id}`
}

/** A flight that was never tried, and does not fit any more: it may fit again after another change. */
export async function dropForward(sql: Sql, id: string): Promise<void> {
  await sql`delete from forwards where id = ${id}`
}

/** Older flights of the destination that were begun today. */
export async function countBackfilled(sql: Sql, nowMs: number, destinationId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from forwards
    where destination_id = ${destinationId} and is_backfill and tried_at >= ${startOfDay(nowMs)}`
  return row?.count ?? 0
}

const startOfDay = (nowMs: number) => Math.floor(nowMs / DAY_MS) * DAY_MS

/** When something of the destination is due next; null: nothing waits. */
export async function findDueAt(
  sql: Sql,
  nowMs: number,
  destinationId: string,
  mayBackfill: boolean,
): Promise<number | null> {
  const [row] = await sql<{ fresh: number | null; older: number | null }>`
    select min(case when is_backfill then null else next_try_at end) as fresh,
      min(case when is_backfill then next_try_at end) as older
    from forwards where destination_id = ${destinationId} and next_try_at is not null`
  const { fresh = null, older = null } = row ?? {}
  const tomorrow = startOfDay(nowMs) + DAY_MS
  const olderAt = older === null || mayBackfill ? older : Math.max(older, tomorrow)
  const times = [fresh, olderAt].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

export interface HeldDestination extends Held {
  /** As it is now. */
  destination: Destination
}

/** Undefined when it is another worker's by now, or gone. */
export async function lockDestination(sql: Sql, claim: ReceiverClaim): Promise<HeldDestination | undefined> {
  const held = await destinationReceivers.lockHeld(sql, claim)
  const destination = held && (await findDestination(sql, claim.id))
  return destination && { ...held, destination }
}

/** How many times in a row the destination has failed, with this one. */
export async function countFailure(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<{ failures: number }>`
    update destinations set failures = failures + 1 where id = ${id} returning failures`
  return row?.failures ?? 1
}

export async function forgetFailures(sql: Sql, id: string): Promise<void> {
  await sql`update destinations set failures = 0 where id = ${id}`
}

/** The service refuses the credential, or takes it again. Nothing that waits is lost. Not where the pilot has acted since. */
export async function noteState(
  sql: Sql,
  { id, revision }: ReceiverClaim,
  state: StoredState,
  words: string | null,
): Promise<void> {
  await sql`update destinations set state = ${state}, words = ${words} where id = ${id} and revision = ${revision}`
}

export async function noteLatency(sql: Sql, id: string, latencyMs: number | null): Promise<void> {
  await sql`update destinations set latency_ms = ${latencyMs} where id = ${id}`
}
