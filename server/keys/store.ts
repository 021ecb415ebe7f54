import type { KeySummary } from '#dashboard/keys.ts'
import { isScope, splitScopes } from '#contract/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/mail/write.ts'
import { secretPrefixes } from '#server/platform/secrets.ts'

const MAX_KEYS_LISTED = 500

interface Row {
  id: string
  name: string | null
  hint: string
  scopes: string
  created_at: number
  made_by: string | null
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
  last_used_address: string | null
}

/** Newest first, including revoked ones. */
export async function listKeys(sql: Sql, userId: string): Promise<KeySummary[]> {
  const rows = await sql<Row>`
    select id, name, hint, scopes, created_at, made_by, expires_at, revoked_at, last_used_at, last_used_address
    from credentials where user_id = ${userId} and kind = 'key'
    order by created_at desc, id desc limit ${MAX_KEYS_LISTED}`
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    hint: `${secretPrefixes.key}…${row.hint}`,
    scopes: splitScopes(row.scopes).filter(isScope),
    createdAt: row.created_at,
    madeBy: row.made_by,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
  }))
}

/** For the operator, no matter who owns it. */
export async function findKey(sql: Sql, id: string): Promise<{ userId: string; name: string } | undefined> {
  const [row] = await sql<{ user_id: string; name: string | null }>`
    select user_id, name from credentials where id = ${id} and kind = 'key'`
  return row && { userId: row.user_id, name: row.name ?? '' }
}

/** Before something of a user is counted and added to: another transaction that does so waits for this one. */
export async function lockUser(sql: Sql, userId: string): Promise<void> {
  await sql`select id from users where id = ${userId} ${sql.forUpdate}`
}

export async function countLiveKeys(sql: Sql, userId: string, nowMs: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from credentials
    where user_id = ${userId} and kind = 'key' and revoked_at is null
      and (expires_at is null or expires_at > ${nowMs})`
  return row?.count ?? 0
}

export async function findReader(sql: Sql, userId: string): Promise<Reader | undefined> {
  const [user] = await sql<Reader>`select email, language from users where id = ${userId}`
  return user
}
