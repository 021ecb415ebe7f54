// Revokes credentials. The next look-up sees it, on every node.
import type { Scope } from '#contract/scopes.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import { matchesHash } from './credentials.ts'
import { readScopes } from './scopes.ts'

/**
 * Revokes one credential: holding it is permission enough. With an application, only a credential of that one. Returns
 * whether it was live.
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

/** Revokes a personal key of the user. Returns whether there is such a key, revoked now or before. */
export async function revokeKey(sql: Sql, nowMs: number, userId: string, id: string): Promise<boolean> {
  const rows = await sql`
    update credentials set revoked_at = coalesce(revoked_at, ${nowMs})
    where user_id = ${userId} and id = ${id} and kind = 'key' returning id`
  return rows.length > 0
}

/** The same for a device. */
export async function revokeDevice(sql: Sql, nowMs: number, userId: string, id: string): Promise<void> {
  await sql`
    update credentials set revoked_at = coalesce(revoked_at, ${nowMs})
    where user_id = ${userId} and id = ${id} and kind = 'device'`
}

export async function revokeToken(sql: Sql, nowMs: number, id: string): Promise<void> {
  await sql`update credentials set revoked_at = ${nowMs} where id = ${id} and revoked_at is null`
}

/** Revokes the access tokens of one chain. */
export async function revokeChainTokens(sql: Sql, nowMs: number, chainId: string): Promise<void> {
  await sql`
    update credentials set revoked_at = ${nowMs} where chain_id = ${chainId} and revoked_at is null`
}

/** Revokes every access token that an application holds of one user. */
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

/**
 * Takes scopes from the access tokens that an application got by one user's consent; a token that is left without any is
 * revoked. The application's own (client_credentials) are of no chain, and need no consent.
 */
export async function withdrawScopes(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: { userId: string; applicationId: string },
  withdrawn: readonly Scope[],
): Promise<void> {
  const live = fragment`
    user_id = ${userId} and application_id = ${applicationId} and chain_id is not null and revoked_at is null`
  const kinds = await sql<{ scopes: string }>`select distinct scopes from credentials where ${live}`
  for (const { scopes } of kinds) {
    const left = readScopes(scopes).filter((scope) => !withdrawn.includes(scope))
    const change = left.length > 0 ? fragment`scopes = ${left.join(' ')}` : fragment`revoked_at = ${nowMs}`
    await sql`update credentials set ${change} where ${live} and scopes = ${scopes}`
  }
}
