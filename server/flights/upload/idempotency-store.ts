// First answers to uploads that carry an Idempotency-Key.
import type { Sql } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'

export const KEPT_MS = DAY_MS

export interface IdempotencyKey {
  /** The user, and the application or key that acts. */
  caller: string
  key: string
  ownerId: string
  /** Of what was sent: the same key with something else is a mistake of the caller. */
  requestHash: string
}

export interface FirstAnswer {
  requestHash: string
  status: number
  answer: string
}

export async function findFirstAnswer(
  sql: Sql,
  nowMs: number,
  { caller, key }: IdempotencyKey,
): Promise<FirstAnswer | undefined> {
  const [row] = await sql<FirstAnswer>`
    select request_hash as "requestHash", status, answer from idempotency_keys
    where caller = ${caller} and idempotency_key = ${key} and created_at > ${nowMs - KEPT_MS}`
  return row
}

/** False when another request with this key was first. An expired answer is replaced. */
export async function keepFirstAnswer(
  sql: Sql,
  nowMs: number,
  key: IdempotencyKey,
  answer: { status: number; answer: string },
): Promise<boolean> {
  const kept = await sql`
    insert into idempotency_keys (caller, idempotency_key, owner_id, request_hash, status, answer, created_at)
    values (${key.caller}, ${key.key}, ${key.ownerId}, ${key.requestHash}, ${answer.status}, ${answer.answer}, ${nowMs})
    on conflict (caller, idempotency_key) do update set
      request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer,
      created_at = excluded.created_at
    where idempotency_keys.created_at <= ${nowMs - KEPT_MS}
    returning caller`
  return kept.length > 0
}

/** True when there may be more. */
export async function deleteExpiredKeys(sql: Sql, nowMs: number, limit = 1000): Promise<boolean> {
  const deleted = await sql`
    delete from idempotency_keys where (caller, idempotency_key) in (
      select caller, idempotency_key from idempotency_keys
      where created_at <= ${nowMs - KEPT_MS} limit ${limit})
    returning caller`
  return deleted.length === limit
}
