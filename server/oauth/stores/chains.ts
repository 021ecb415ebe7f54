// Chains: the refresh tokens that one authorization has led to, each the successor of the one before.
import type { Resource } from '#contract/oauth.ts'
import { keepRegistered, type Scope } from '#contract/scopes.ts'
import { followProof, type Proved } from '#server/access/proof.ts'
import { isTrusted } from '#server/access/suspension.ts'
import { readScopes, writeResources } from '#server/access/scopes.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { readStored, type Stored } from './rows.ts'
import type { Party } from './consents.ts'

export interface Chain extends Party {
  readonly id: string
  readonly scopes: readonly Scope[]
  /** The resources of its tokens; undefined for all. */
  readonly resources: readonly Resource[] | undefined
  /** When the user had signed in, of those who allowed it. */
  readonly authenticatedAt: number | undefined
  readonly expiresAt: number
}

export async function insertChain(sql: Sql, nowMs: number, chain: Chain, _proved: Proved): Promise<void> {
  await sql`
    insert into chains (id, user_id, application_id, scopes, resources, authenticated_at, created_at, expires_at)
    values (${chain.id}, ${chain.userId}, ${chain.applicationId}, ${chain.scopes.join(' ')},
            ${writeResources(chain.resources)}, ${chain.authenticatedAt ?? null}, ${nowMs}, ${chain.expiresAt})`
}

export async function insertRefreshToken(
  sql: Sql,
  nowMs: number,
  token: { hash: string; chainId: string; expiresAt: number; replaces?: string; accessTokenId?: string },
  _proved: Proved,
): Promise<void> {
  await sql`
    insert into refresh_tokens (hash, chain_id, created_at, expires_at, replaces, access_token_id)
    values (${token.hash}, ${token.chainId}, ${nowMs}, ${token.expiresAt}, ${token.replaces ?? null},
            ${token.accessTokenId ?? null})`
}

export interface RefreshToken {
  readonly hash: string
  readonly chain: Chain
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | undefined
  readonly isChainRevoked: boolean
  /** By a recovery, until its user has reviewed it. */
  readonly isSuspended: boolean
}

export async function findRefreshToken(sql: Sql, hash: string): Promise<RefreshToken | undefined> {
  const [row] = await sql<
    Stored<Chain> & {
      issuedAt: number
      endsAt: number
      usedAt: number | null
      revokedAt: number | null
      isTrusted: boolean | number
    }
  >`
    select c.id, c.user_id as "userId", c.application_id as "applicationId", c.scopes, c.resources,
           c.authenticated_at as "authenticatedAt", c.expires_at as "expiresAt", t.created_at as "issuedAt",
           t.expires_at as "endsAt", t.used_at as "usedAt", c.revoked_at as "revokedAt",
           case when ${isTrusted(fragment`c.created_at`)} then true else false end as "isTrusted"
    from refresh_tokens t join chains c on c.id = t.chain_id join users u on u.id = c.user_id
    where t.hash = ${hash}`
  if (!row) return undefined
  const { issuedAt, endsAt, usedAt, revokedAt, isTrusted: isStillTrusted, ...chain } = row
  return {
    hash,
    chain: readStored<Chain>(chain),
    createdAt: issuedAt,
    expiresAt: endsAt,
    usedAt: usedAt ?? undefined,
    isChainRevoked: revokedAt !== null,
    isSuspended: !isStillTrusted,
  }
}

export interface UsableRefreshToken extends Party {
  /** The scopes its use would give: those that the chain, the consent and the registration all allow. */
  readonly scopes: readonly Scope[]
  readonly resources: readonly Resource[] | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

/** A refresh token that its application could use now. */
export async function findUsableRefreshToken(
  sql: Sql,
  nowMs: number,
  hash: string,
): Promise<UsableRefreshToken | undefined> {
  const [row] = await sql<
    Stored<UsableRefreshToken> & { consented: string; registered: string; grants: string }
  >`
    select c.user_id as "userId", c.application_id as "applicationId", c.scopes, c.resources, n.scopes as consented,
           a.scopes as registered, a.grants, t.created_at as "createdAt", t.expires_at as "expiresAt"
    from refresh_tokens t join chains c on c.id = t.chain_id
    join consents n on n.user_id = c.user_id and n.application_id = c.application_id
    join applications a on a.id = c.application_id
    join users u on u.id = c.user_id left join users o on o.id = a.owner_id
    where t.hash = ${hash} and t.used_at is null and t.expires_at > ${nowMs}
      and c.revoked_at is null and n.revoked_at is null
      and u.disabled_at is null and a.disabled_at is null and o.disabled_at is null
      and ${isTrusted(fragment`c.created_at`)}`
  if (!row?.grants.split(' ').includes('refresh_token')) return undefined
  const { consented, registered, grants: _grants, ...stored } = row
  const token = readStored<UsableRefreshToken>(stored)
  const allowed = readScopes(consented)
  const scopes = keepRegistered(token.scopes, readScopes(registered)).filter((scope) =>
    allowed.includes(scope),
  )
  return scopes.length === 0 ? undefined : { ...token, scopes }
}

/** Once, and only while its chain is live; gives the proof with which the chain was begun. */
export async function spendRefreshToken(sql: Sql, nowMs: number, hash: string): Promise<Proved | undefined> {
  const rows = await sql`
    update refresh_tokens set used_at = ${nowMs}
    where hash = ${hash} and used_at is null and expires_at > ${nowMs}
      and exists (select 1 from chains c
                  where c.id = refresh_tokens.chain_id and c.revoked_at is null and c.expires_at > ${nowMs})
    returning hash`
  return rows.length > 0 ? followProof('grant') : undefined
}

export interface Successor {
  readonly hash: string
  /** The access token that was issued together with it. */
  readonly accessTokenId: string | null
}

/** The successor of a spent token, as long as neither of the pair was used. */
export async function findUnusedSuccessor(
  sql: Sql,
  { hash, chain }: Pick<RefreshToken, 'hash' | 'chain'>,
): Promise<Successor | undefined> {
  const [row] = await sql<Successor>`
    select t.hash, t.access_token_id as "accessTokenId"
    from refresh_tokens t left join credentials c on c.id = t.access_token_id
    where t.chain_id = ${chain.id} and t.replaces = ${hash} and t.used_at is null and c.last_used_at is null`
  return row
}

/** Returns whether it was still live. */
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
