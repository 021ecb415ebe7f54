// Authorization codes (RFC 6749 4.1.2), kept as hashes; each is exchanged once.
import type { Resource } from '#contract/oauth.ts'
import type { Scope } from '#contract/scopes.ts'
import { followProof, type Proved } from '#server/access/proof.ts'
import { writeResources } from '#server/access/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { readStored, type Stored } from './rows.ts'
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

export type StoredCode = Code & { usedAt: number | undefined; chainId: string | undefined }

export async function findCode(sql: Sql, hash: string): Promise<StoredCode | undefined> {
  const [row] = await sql<Stored<StoredCode>>`
    select user_id as "userId", application_id as "applicationId", redirect_uri as "redirectUri",
           redirect_uri_sent as "isRedirectUriSent", code_challenge as challenge, scopes, resources,
           authenticated_at as "authenticatedAt", nonce, expires_at as "expiresAt", used_at as "usedAt",
           chain_id as "chainId"
    from codes where hash = ${hash}`
  return row && readStored<StoredCode>(row)
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
