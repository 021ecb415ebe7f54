// Authorization codes (RFC 6749 4.1.2), kept as hashes; each is exchanged once.
import type { Resource } from '#contract/oauth.ts'
import type { Scope } from '#contract/scopes.ts'
import { followProof, type Proved } from '#server/access/proof.ts'
import { readResources, readScopes, writeResources } from '#server/access/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Party } from './consents.ts'

export interface Code extends Party {
  readonly redirectUri: string
  readonly isRedirectUriSent: boolean
  readonly challenge: string | undefined
  readonly scopes: readonly Scope[]
  /** The resources of its tokens; undefined for all. */
  readonly resources: readonly Resource[] | undefined
  readonly authenticatedAt: number | undefined
  readonly nonce: string | undefined
  readonly expiresAt: number
}

export async function insertCode(
  sql: Sql,
  nowMs: number,
  hash: string,
  code: Code,
  _proved: Proved,
): Promise<void> {
  await sql`
    insert into codes
      (hash, user_id, application_id, redirect_uri, redirect_uri_sent, code_challenge, scopes, resources,
       authenticated_at, nonce, created_at, expires_at)
    values
      (${hash}, ${code.userId}, ${code.applicationId}, ${code.redirectUri}, ${code.isRedirectUriSent},
       ${code.challenge ?? null}, ${code.scopes.join(' ')}, ${writeResources(code.resources)},
       ${code.authenticatedAt ?? null}, ${code.nonce ?? null}, ${nowMs}, ${code.expiresAt})`
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
    resources: string | null
    authenticated_at: number | null
    nonce: string | null
    expires_at: number
    used_at: number | null
    chain_id: string | null
  }>`
    select user_id, application_id, redirect_uri, redirect_uri_sent, code_challenge, scopes, resources, authenticated_at,
           nonce, expires_at, used_at, chain_id
    from codes where hash = ${hash}`
  if (!row) return undefined
  return {
    userId: row.user_id,
    applicationId: row.application_id,
    redirectUri: row.redirect_uri,
    isRedirectUriSent: row.redirect_uri_sent,
    challenge: row.code_challenge ?? undefined,
    scopes: readScopes(row.scopes),
    resources: readResources(row.resources),
    authenticatedAt: row.authenticated_at ?? undefined,
    nonce: row.nonce ?? undefined,
    expiresAt: row.expires_at,
    isUsed: row.used_at !== null,
    chainId: row.chain_id ?? undefined,
  }
}

/** Spends the code, once; gives the proof with which it was allowed. */
export async function spendCode(
  sql: Sql,
  nowMs: number,
  hash: string,
  chainId: string,
): Promise<Proved | undefined> {
  const rows = await sql`
    update codes set used_at = ${nowMs}, chain_id = ${chainId}
    where hash = ${hash} and used_at is null and expires_at > ${nowMs} returning hash`
  return rows.length > 0 ? followProof('grant') : undefined
}

export async function deleteUnusedCodes(sql: Sql, { userId, applicationId }: Party): Promise<void> {
  await sql`
    delete from codes where user_id = ${userId} and application_id = ${applicationId} and used_at is null`
}
