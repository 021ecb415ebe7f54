// First answers to requests that carry an Idempotency-Key. Those to uploads tell of a flight or a photo, all others are sealed:
// they may have a secret.
import type { Sql } from '#server/platform/database/database.ts'

export interface IdempotencyKey {
  /** The user, and the application or key that acts. */
  caller: string
  key: string
  ownerId: string
  /** The hash of the request: the same key with something else is a mistake of the caller. */
  requestHash: string
}

export interface FirstAnswer {
  requestHash: string
  status: number
  answer: string
  /** Empty when the answer tells of no flight. */
  flightId: string
  /** Absent when the answer tells of the flight itself. */
  photoId?: string | null
  /** False once the flight or photo is deleted: the answer is not repeated then, and the next upload with the key replaces it. */
  isStanding: boolean
}

export async function findFirstAnswer(
  sql: Sql,
  sinceMs: number,
  { caller, key }: IdempotencyKey,
): Promise<FirstAnswer | undefined> {
  const [row] = await sql<Omit<FirstAnswer, 'isStanding'> & { isStanding: boolean | number }>`
    select k.request_hash as "requestHash", k.status, k.answer, k.flight_id as "flightId", k.photo_id as "photoId",
      k.flight_id = '' or (f.id is not null and (k.photo_id is null or p.photo_id is not null)) as "isStanding"
    from idempotency_keys k left join flights f on f.id = k.flight_id
      left join photo_files p on p.photo_id = k.photo_id
    where k.caller = ${caller} and k.idempotency_key = ${key} and k.created_at > ${sinceMs}`
  return row && { ...row, isStanding: Boolean(row.isStanding) }
}

/**
 * False when another request with this key was first. An expired answer is replaced, and so is one whose flight or photo is
 * gone: named by it, so of several requests that have found it one replaces it.
 */
export async function keepFirstAnswer(
  sql: Sql,
  { nowMs, sinceMs }: { nowMs: number; sinceMs: number },
  key: IdempotencyKey,
  {
    status,
    answer,
    flightId,
    photoId = null,
  }: Pick<FirstAnswer, 'status' | 'answer' | 'flightId' | 'photoId'>,
  gone?: Pick<FirstAnswer, 'flightId' | 'photoId'>,
): Promise<boolean> {
  const kept = await sql`
    insert into idempotency_keys
      (caller, idempotency_key, owner_id, request_hash, status, answer, flight_id, photo_id, created_at)
    values
      (${key.caller}, ${key.key}, ${key.ownerId}, ${key.requestHash}, ${status}, ${answer}, ${flightId}, ${photoId},
       ${nowMs})
    on conflict (caller, idempotency_key) do update set
      request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer,
      flight_id = excluded.flight_id, photo_id = excluded.photo_id, created_at = excluded.created_at
    where idempotency_keys.created_at <= ${sinceMs}
      or (idempotency_keys.flight_id = ${gone?.flightId ?? 'none is gone'}
        and coalesce(idempotency_keys.photo_id, '') = ${gone?.photoId ?? ''})
    returning caller`
  return kept.length > 0
}

export async function answerClaim(sql: Sql, { caller, key }: IdempotencyKey, answer: string): Promise<void> {
  await sql`
    update idempotency_keys set status = 201, answer = ${answer}
    where caller = ${caller} and idempotency_key = ${key} and status = 0`
}

export async function dropClaim(sql: Sql, { caller, key }: IdempotencyKey): Promise<void> {
  await sql`
    delete from idempotency_keys where caller = ${caller} and idempotency_key = ${key} and status = 0`
}

/** For an account that is being deleted; true when there may be more. */
export async function forgetSomeAnswers(sql: Sql, ownerId: string, limit: number): Promise<boolean> {
  const rows = await sql`
    delete from idempotency_keys where (caller, idempotency_key) in (
      select caller, idempotency_key from idempotency_keys where owner_id = ${ownerId} limit ${limit})
    returning caller`
  return rows.length === limit
}
