// Consents of users to applications. The row of a consent is the lock of everything that its application holds of
// its user: issuing and revoking tokens take it first, so a rotation and a revocation at the same moment cannot
// miss each other.
import type { Connection } from '#dashboard/applications.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Proved } from '#server/access/proof.ts'
import { withdrawScopes } from '#server/access/revocation.ts'
import { readScopes } from '#server/access/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

export interface Party {
  readonly userId: string
  readonly applicationId: string
}

export interface Decision {
  readonly asked: readonly Scope[]
  readonly granted: readonly Scope[]
  /** Where the code is sent; undefined when a device polls for its tokens. */
  readonly redirectOrigin: string | undefined
}

/** The scopes that were allowed for each redirect origin. */
export type RedirectConsents = ReadonlyMap<string, readonly Scope[]>

/**
 * Scopes that were asked for are decided again; others that were allowed before are kept. Withdrawn ones are gone
 * from the live access tokens at once. Takes the lock.
 */
export async function saveConsent(
  sql: Sql,
  nowMs: number,
  party: Party,
  { asked, granted, redirectOrigin }: Decision,
  proved: Proved,
): Promise<void> {
  const before = await lockOrCreate(sql, nowMs, party, proved)
  const decide = (allowed: readonly Scope[]) => [
    ...new Set([...allowed.filter((scope) => !asked.includes(scope)), ...granted]),
  ]
  const scopes = decide(before.scopes)
  const withdrawn = before.scopes.filter((scope) => !scopes.includes(scope))
  if (withdrawn.length > 0) await withdrawScopes(sql, nowMs, party, withdrawn)
  const redirects = new Map(
    [...before.redirects].map(([origin, allowed]) => [origin, allowed.filter((one) => scopes.includes(one))]),
  )
  if (redirectOrigin !== undefined) redirects.set(redirectOrigin, decide(redirects.get(redirectOrigin) ?? []))
  const redirectScopes = new Set([...redirects.values()].flat())
  await sql`
    update consents set scopes = ${scopes.join(' ')}, redirect_scopes = ${[...redirectScopes].join(' ')},
      redirect_consents = ${JSON.stringify(Object.fromEntries(redirects))},
      updated_at = ${nowMs}, revoked_at = null,
      created_at = case when revoked_at is null then created_at else ${nowMs} end
    where user_id = ${party.userId} and application_id = ${party.applicationId}`
}

/** The scopes of a consent; none where it is new or was revoked. */
async function lockOrCreate(sql: Sql, nowMs: number, { userId, applicationId }: Party, _proved: Proved) {
  await sql`
    insert into consents (id, user_id, application_id, scopes, created_at, updated_at)
    values (${createId(nowMs)}, ${userId}, ${applicationId}, '', ${nowMs}, ${nowMs})
    on conflict (user_id, application_id) do nothing`
  const [row] = await sql<{ scopes: string; redirect_consents: string }>`
    select scopes, redirect_consents from consents
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null ${sql.forUpdate}`
  return {
    scopes: readScopes(row?.scopes ?? ''),
    redirects: readRedirects(row?.redirect_consents),
  }
}

function readRedirects(text = '{}'): RedirectConsents {
  return new Map(Object.entries(JSON.parse(text) as Record<string, Scope[]>))
}

/** Takes the lock. Returns the scopes allowed now; undefined when the consent is gone or its user disabled. */
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

/** The scopes allowed on the way to each redirect origin, and not withdrawn. */
export async function findRedirectConsents(
  sql: Sql,
  { userId, applicationId }: Party,
): Promise<RedirectConsents> {
  const [row] = await sql<{ redirect_consents: string }>`
    select redirect_consents from consents
    where user_id = ${userId} and application_id = ${applicationId} and revoked_at is null`
  return readRedirects(row?.redirect_consents)
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
  document_url: string | null
  website: string | null
  scopes: string
  redirect_consents: string
  description: string | null
  self_registered: boolean
  created_at: number
  last_used_at: number | null
  token_used_at: number | null
  tokens: number
  refresh_tokens: number
  webhooks: number
}

/** Of programs that have registered themselves many return to localhost: what each calls itself tells them apart. */
function nameConnection({ name, description, self_registered: isSelf }: ConnectionRow): string {
  return isSelf && description !== null ? `${name} (“${description}”)` : name
}

/** Newest first, each with what acts for it now. */
export async function listConnections(sql: Sql, nowMs: number, userId: string): Promise<Connection[]> {
  const rows = await sql<ConnectionRow>`
    select c.application_id, a.name, u.name as owner_name, a.website, a.description, a.self_registered, a.document_url, c.scopes,
      c.redirect_consents, c.created_at, c.last_used_at,
      (select max(t.last_used_at) from credentials t
       where t.user_id = c.user_id and t.application_id = c.application_id) as token_used_at,
      (select count(*) from credentials t
       where t.user_id = c.user_id and t.application_id = c.application_id and t.revoked_at is null
         and t.expires_at > ${nowMs} and t.grant_type <> 'client_credentials') as tokens,
      (select count(*) from refresh_tokens r join chains h on h.id = r.chain_id
       where h.user_id = c.user_id and h.application_id = c.application_id and h.revoked_at is null
         and h.expires_at > ${nowMs} and r.used_at is null and r.expires_at > ${nowMs}) as refresh_tokens,
      (select count(*) from webhooks w
       where w.application_id = c.application_id and w.disabled_at is null) as webhooks
    from consents c
    join applications a on a.id = c.application_id
    left join users u on u.id = a.owner_id
    where c.user_id = ${userId} and c.revoked_at is null
    order by c.created_at desc, c.id desc`
  return rows.map((row) => ({
    applicationId: row.application_id,
    applicationName: nameConnection(row),
    ownerName: row.owner_name,
    documentUrl: row.document_url,
    isSelfRegistered: row.self_registered,
    website: row.website,
    scopes: [...readScopes(row.scopes)],
    redirectOrigins: [...readRedirects(row.redirect_consents).keys()],
    since: row.created_at,
    lastUsedAt: Math.max(row.last_used_at ?? 0, row.token_used_at ?? 0) || null,
    hasTokens: row.tokens + row.refresh_tokens > 0,
    // An application that may not see the flights hears nothing of them.
    webhooks: readScopes(row.scopes).includes('flights:read') ? row.webhooks : 0,
  }))
}
