// What grants keep: consents, chains of refresh tokens, codes. Device codes are in device/store.ts.
// The consent's row is the lock of everything that an application holds of a user: who gives or ends tokens takes
// it first, so that a revocation and a rotation at the same time cannot pass each other by.
import type { Scope } from '#contract/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { readScopes } from '#server/access/scopes.ts'

export interface Party {
  readonly userId: string
  readonly applicationId: string
}

// ── consents ──

/** What was asked is decided anew; what was allowed before and not asked now stays. Takes the lock. */
export async function saveConsent(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: Party,
  decision: { asked: readonly Scope[]; granted: readonly Scope[] },
): Promise<void> {
  await sql`
    insert into consents (id, user_id, application_id, scopes, created_at, updated_at)
    values (${createId(nowMs)}, ${userId}, ${applicationId}, '', ${nowMs}, ${nowMs})
    on conflict (user_id, application_id) do nothing`
  const [row] = await sql<{ scopes: string; revoked_at: number | null }>`
    select scopes, revoked_at from consents
    where user_id = ${userId} and application_id = ${applicationId} ${sql.forUpdate}`
  const before = row && row.revoked_at === null ? readScopes(row.scopes) : []
  const kept = before.filter((scope) => !decision.asked.includes(scope))
  const scopes = [...new Set([...kept, ...decision.granted])].join(' ')
  await sql`
    update consents set scopes = ${scopes}, updated_at = ${nowMs}, revoked_at = null,
      created_at = case when revoked_at is null then created_at else ${nowMs} end
    where user_id = ${userId} and application_id = ${applicationId}`
}

/** Takes the lock. Gives the scopes that are allowed now; undefined when the consent is gone or its user disabled. */
export async function lockConsent(
  sql: Sql,
  { userId, applicationId }: Party,
): Promise<readonly Scope[] | undefined> {
  const [row] = await sql<{ scopes: string; revoked_at: number | null; disabled_at: number | null }>`
    select c.scopes, c.revoked_at, (select u.disabled_at from users u where u.id = c.user_id) as disabled_at
    from consents c where c.user_id = ${userId} and c.application_id = ${applicationId} ${sql.forUpdate}`
  if (!row || row.revoked_at !== null || row.disabled_at !== null) return undefined
  return readScopes(row.scopes)
}

export async function noteConsentUse(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: Party,
): Promise<void> {
  await sql`
    update consents set last_used_at = ${nowMs}
    where user_id = ${userId} and application_id = ${applicationId}`
}

export async function findConsentedScopes(
  sql: Sql,
  { userId, applicationId }: Party,
): Promise<readonly Scope[]> {
  const [row] = await sql<{ scopes: string }>`
    select scopes from consents
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`
  return row ? readScopes(row.scopes) : []
}

/** Takes the lock. */
export async function revokeConsent(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: Party,
): Promise<boolean> {
  const rows = await sql`
    update consents set revoked_at = ${nowMs}, updated_at = ${nowMs}
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null returning id`
  return rows.length > 0
}

// ── chains and refresh tokens ──

export interface Chain extends Party {
  readonly id: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: number
}

export async function insertChain(sql: Sql, nowMs: number, chain: Chain): Promise<void> {
  await sql`
    insert into chains (id, user_id, application_id, scopes, created_at, expires_at)
    values (${chain.id}, ${chain.userId}, ${chain.applicationId}, ${chain.scopes.join(' ')}, ${nowMs},
            ${chain.expiresAt})`
}

export async function insertRefreshToken(
  sql: Sql,
  nowMs: number,
  token: { hash: string; chainId: string; expiresAt: number },
): Promise<void> {
  await sql`
    insert into refresh_tokens (hash, chain_id, created_at, expires_at)
    values (${token.hash}, ${token.chainId}, ${nowMs}, ${token.expiresAt})`
}

export interface RefreshToken {
  readonly hash: string
  readonly chain: Chain
  readonly createdAt: number
  readonly expiresAt: number
  readonly isUsed: boolean
  readonly isChainRevoked: boolean
}

export async function findRefreshToken(sql: Sql, hash: string): Promise<RefreshToken | undefined> {
  const [row] = await sql<{
    chain_id: string
    user_id: string
    application_id: string
    scopes: string
    created_at: number
    expires_at: number
    chain_expires_at: number
    used_at: number | null
    revoked_at: number | null
  }>`
    select t.chain_id, c.user_id, c.application_id, c.scopes, t.created_at, t.expires_at,
           c.expires_at as chain_expires_at, t.used_at, c.revoked_at
    from refresh_tokens t join chains c on c.id = t.chain_id where t.hash = ${hash}`
  if (!row) return undefined
  return {
    hash,
    chain: {
      id: row.chain_id,
      userId: row.user_id,
      applicationId: row.application_id,
      scopes: readScopes(row.scopes),
      expiresAt: row.chain_expires_at,
    },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isUsed: row.used_at !== null,
    isChainRevoked: row.revoked_at !== null,
  }
}

/** Once, and only in a chain that lives. */
export async function spendRefreshToken(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    update refresh_tokens set used_at = ${nowMs}
    where hash = ${hash} and used_at is null and expires_at > ${nowMs}
      and exists (select 1 from chains c
                  where c.id = refresh_tokens.chain_id and c.revoked_at is null and c.expires_at > ${nowMs})
    returning hash`
  return rows.length > 0
}

/** Gives whether it was still live. */
export async function endChain(sql: Sql, nowMs: number, chainId: string): Promise<boolean> {
  const rows = await sql`
    update chains set revoked_at = ${nowMs} where id = ${chainId} and revoked_at is null returning id`
  return rows.length > 0
}

export async function endChains(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: Party,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    update chains set revoked_at = ${nowMs}
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null returning id`
  return rows.map(({ id }) => id)
}

// ── authorization codes ──

export interface Code extends Party {
  readonly redirectUri: string
  readonly isRedirectUriSent: boolean
  readonly challenge: string | undefined
  readonly scopes: readonly Scope[]
  readonly expiresAt: number
}

export async function insertCode(sql: Sql, nowMs: number, hash: string, code: Code): Promise<void> {
  await sql`
    insert into codes
      (hash, user_id, application_id, redirect_uri, redirect_uri_sent, code_challenge, scopes, created_at, expires_at)
    values
      (${hash}, ${code.userId}, ${code.applicationId}, ${code.redirectUri}, ${code.isRedirectUriSent},
       ${code.challenge ?? null}, ${code.scopes.join(' ')}, ${nowMs}, ${code.expiresAt})`
}

export async function findCode(
  sql: Sql,
  hash: string,
): Promise<(Code & { isUsed: boolean; chainId: string | undefined }) | undefined> {
  const [row] = await sql<{
    user_id: string
    application_id: string
    redirect_uri: string
    redirect_uri_sent: boolean
    code_challenge: string | null
    scopes: string
    expires_at: number
    used_at: number | null
    chain_id: string | null
  }>`
    select user_id, application_id, redirect_uri, redirect_uri_sent, code_challenge, scopes, expires_at, used_at,
           chain_id
    from codes where hash = ${hash}`
  if (!row) return undefined
  return {
    userId: row.user_id,
    applicationId: row.application_id,
    redirectUri: row.redirect_uri,
    isRedirectUriSent: row.redirect_uri_sent,
    challenge: row.code_challenge ?? undefined,
    scopes: readScopes(row.scopes),
    expiresAt: row.expires_at,
    isUsed: row.used_at !== null,
    chainId: row.chain_id ?? undefined,
  }
}

/** Once. */
export async function spendCode(sql: Sql, nowMs: number, hash: string, chainId: string): Promise<boolean> {
  const rows = await sql`
    update codes set used_at = ${nowMs}, chain_id = ${chainId}
    where hash = ${hash} and used_at is null and expires_at > ${nowMs} returning hash`
  return rows.length > 0
}

export async function deleteUnusedCodes(sql: Sql, { userId, applicationId }: Party): Promise<void> {
  await sql`
    delete from codes where user_id = ${userId} and application_id = ${applicationId} and used_at is null`
}

// ── housekeeping: a batch at once; each gives how many rows are gone ──

/** A used code stays as long as its chain, so that a second use is recognised. */
export async function deleteOldCodes(sql: Sql, beforeMs: number, batch: number): Promise<number> {
  const rows = await sql`
    delete from codes where hash in (
      select c.hash from codes c left join chains h on h.id = c.chain_id
      where c.expires_at < ${beforeMs} and h.id is null limit ${batch})
    returning hash`
  return rows.length
}

/** Chains that can give nothing more, with all their refresh tokens. */
export async function deleteOldChains(sql: Sql, beforeMs: number, batch: number): Promise<number> {
  const rows = await sql`
    delete from chains where id in (
      select c.id from chains c
      where c.revoked_at < ${beforeMs} or c.expires_at < ${beforeMs}
        or (c.created_at < ${beforeMs} and not exists (
              select 1 from refresh_tokens t where t.chain_id = c.id and t.expires_at >= ${beforeMs}))
      limit ${batch})
    returning id`
  return rows.length
}
