// How credentials end before their time. Each is seen by the next look-up, on every node.
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { matchesHash } from './credentials.ts'

/**
 * Ends one credential, whoever holds it being allowed to; of one application alone when it is named. Gives whether
 * it was there and live.
 */
export async function revokeSecret(
  sql: Sql,
  nowMs: number,
  secret: string,
  applicationId?: string,
): Promise<boolean> {
  const ofApplication = applicationId ? fragment`and application_id = ${applicationId}` : nothing
  const rows = await sql`
    update credentials as c set revoked_at = ${nowMs}
    where ${matchesHash(hashSecret(secret))} and revoked_at is null ${ofApplication}
    returning id`
  return rows.length > 0
}

/** A personal key of its owner, for good; whether there is such a key, be it revoked just now or before. */
export async function revokeKey(sql: Sql, nowMs: number, userId: string, id: string): Promise<boolean> {
  const rows = await sql`
    update credentials set revoked_at = coalesce(revoked_at, ${nowMs})
    where user_id = ${userId} and id = ${id} and kind = 'key' returning id`
  return rows.length > 0
}

/** Everything that one chain has given. */
export async function revokeChainTokens(sql: Sql, nowMs: number, chainId: string): Promise<void> {
  await sql`
    update credentials set revoked_at = ${nowMs} where chain_id = ${chainId} and revoked_at is null`
}

/** Everything that an application holds of one user. */
export async function revokeUserTokens(
  sql: Sql,
  nowMs: number,
  userId: string,
  applicationId: string,
): Promise<void> {
  await sql`
    update credentials set revoked_at = ${nowMs}
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`
}

/** Access tokens past their time, a batch at once; expired keys stay for their owner to see. Gives how many. */
export async function deleteExpiredTokens(sql: Sql, beforeMs: number, batch: number): Promise<number> {
  const rows = await sql`
    delete from credentials where id in (
      select id from credentials where expires_at < ${beforeMs} and kind = 'access_token'
      order by expires_at limit ${batch})
    returning id`
  return rows.length
}
