// What grants keep: consents, chains of refresh tokens, codes, device codes.
// The consent's row is the lock of everything that an application holds of a user: who gives or ends tokens takes
// it first, so that a revocation and a rotation at the same time cannot pass each other by.
import type { Connection } from '#contract/dashboard.ts'
import type { Scope } from '#contract/scopes.ts'
import { fragment, type Sql } from '#server/platform/database.ts'
import { createId } from '#server/platform/ids.ts'
import { readScopes } from '../scopes.ts'

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
export async function useConsent(
  sql: Sql,
  nowMs: number,
  { userId, applicationId }: Party,
): Promise<Scope[] | undefined> {
  const [row] = await sql<{ scopes: string }>`
    update consents set last_used_at = ${nowMs}
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null
      and exists (select 1 from users where id = ${userId} and disabled_at is null)
    returning scopes`
  return row && readScopes(row.scopes)
}

export async function lockConsent(sql: Sql, { userId, applicationId }: Party): Promise<void> {
  await sql`
    select id from consents where user_id = ${userId} and application_id = ${applicationId} ${sql.forUpdate}`
}

export async function findConsentedScopes(sql: Sql, { userId, applicationId }: Party): Promise<Scope[]> {
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

interface ConnectionRow {
  application_id: string
  name: string
  owner_name: string | null
  website: string | null
  scopes: string
  created_at: number
  last_used_at: number | null
  token_used_at: number | null
}

export async function listConnections(sql: Sql, userId: string): Promise<Connection[]> {
  const rows = await sql<ConnectionRow>`
    select c.application_id, a.name, u.name as owner_name, a.website, c.scopes, c.created_at, c.last_used_at,
      (select max(t.last_used_at) from credentials t
       where t.user_id = c.user_id and t.application_id = c.application_id) as token_used_at
    from consents c
    join applications a on a.id = c.application_id
    join users u on u.id = a.owner_id
    where c.user_id = ${userId} and c.revoked_at is null
    order by c.created_at desc, c.id desc`
  return rows.map((row) => ({
    applicationId: row.application_id,
    applicationName: row.name,
    ownerName: row.owner_name,
    website: row.website,
    scopes: readScopes(row.scopes),
    since: row.created_at,
    lastUsedAt: Math.max(row.last_used_at ?? 0, row.token_used_at ?? 0) || null,
  }))
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

export async function deleteUnusedGrants(sql: Sql, { userId, applicationId }: Party): Promise<void> {
  await sql`
    delete from codes where user_id = ${userId} and application_id = ${applicationId} and used_at is null`
  await sql`
    update device_codes set state = 'denied'
    where user_id = ${userId} and application_id = ${applicationId} and state = 'approved'`
}

// ── device codes ──

export type DeviceState = 'pending' | 'approved' | 'denied' | 'redeemed'

export interface DeviceCode {
  readonly hash: string
  readonly applicationId: string
  readonly scopes: readonly Scope[]
  readonly state: DeviceState
  readonly userId: string | undefined
  readonly address: string | undefined
  readonly userAgent: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

interface DeviceCodeRow {
  hash: string
  application_id: string
  scopes: string
  state: DeviceState
  user_id: string | null
  address: string | null
  user_agent: string | null
  created_at: number
  expires_at: number
}

const deviceColumns = fragment`
  hash, application_id, scopes, state, user_id, address, user_agent, created_at, expires_at`

function toDeviceCode(row: DeviceCodeRow): DeviceCode {
  return {
    hash: row.hash,
    applicationId: row.application_id,
    scopes: readScopes(row.scopes),
    state: row.state,
    userId: row.user_id ?? undefined,
    address: row.address ?? undefined,
    userAgent: row.user_agent ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** False when the user code is taken: then another is drawn. */
export async function insertDeviceCode(
  sql: Sql,
  nowMs: number,
  code: {
    hash: string
    userCodeHash: string
    applicationId: string
    scopes: readonly Scope[]
    address: string
    userAgent: string | undefined
    expiresAt: number
    intervalSeconds: number
  },
): Promise<boolean> {
  const rows = await sql`
    insert into device_codes
      (hash, user_code_hash, application_id, scopes, state, address, user_agent, created_at, expires_at,
       interval_seconds)
    values
      (${code.hash}, ${code.userCodeHash}, ${code.applicationId}, ${code.scopes.join(' ')}, 'pending',
       ${code.address}, ${code.userAgent ?? null}, ${nowMs}, ${code.expiresAt}, ${code.intervalSeconds})
    on conflict (user_code_hash) do nothing returning hash`
  return rows.length > 0
}

export async function findDeviceCode(sql: Sql, hash: string): Promise<DeviceCode | undefined> {
  const [row] = await sql<DeviceCodeRow>`select ${deviceColumns} from device_codes where hash = ${hash}`
  return row && toDeviceCode(row)
}

export async function findPendingDeviceCode(
  sql: Sql,
  nowMs: number,
  userCodeHash: string,
): Promise<DeviceCode | undefined> {
  const [row] = await sql<DeviceCodeRow>`
    select ${deviceColumns} from device_codes
    where user_code_hash = ${userCodeHash} and state = 'pending' and expires_at > ${nowMs}`
  return row && toDeviceCode(row)
}

/**
 * Notes a poll of a code that still waits, and says whether it came too early. An early one makes every later
 * interval 5 s longer (RFC 8628 3.5), up to a minute. Undefined when the code does not wait any more.
 */
export async function notePoll(
  sql: Sql,
  nowMs: number,
  hash: string,
): Promise<'early' | 'in time' | undefined> {
  // Half a second for what the network does to a client that keeps the interval.
  const isEarly = fragment`coalesce(last_polled_at, 0) + interval_seconds * 1000 - 500 > ${nowMs}`
  const [row] = await sql<{ polled_too_early: boolean | number }>`
    update device_codes set
      interval_seconds = case when ${isEarly} and interval_seconds < 60
                              then interval_seconds + 5 else interval_seconds end,
      polled_too_early = case when ${isEarly} then true else false end,
      last_polled_at = ${nowMs}
    where hash = ${hash} and state = 'pending' and expires_at > ${nowMs}
    returning polled_too_early`
  if (!row) return undefined
  return row.polled_too_early ? 'early' : 'in time'
}

/** Once: of two decisions the first counts. */
export async function decideDeviceCode(
  sql: Sql,
  nowMs: number,
  hash: string,
  decision: { userId: string; granted: readonly Scope[] | 'denied' },
): Promise<boolean> {
  const change =
    decision.granted === 'denied'
      ? fragment`state = 'denied'`
      : fragment`state = 'approved', scopes = ${decision.granted.join(' ')}`
  const rows = await sql`
    update device_codes set ${change}, user_id = ${decision.userId}
    where hash = ${hash} and state = 'pending' and expires_at > ${nowMs} returning hash`
  return rows.length > 0
}

/** Once. */
export async function redeemDeviceCode(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    update device_codes set state = 'redeemed'
    where hash = ${hash} and state = 'approved' and expires_at > ${nowMs} returning hash`
  return rows.length > 0
}
