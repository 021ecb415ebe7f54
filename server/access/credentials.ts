// Every Bearer secret, access token, personal key or secret of a device: one table, one look-up, one rule.
import type { Resource } from '#contract/oauth.ts'
import { keepRegistered, type Scope } from '#contract/scopes.ts'
import { type Database, type Fragment, fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { createSecret, hashSecret, isWellFormedSecret, secretPrefixes } from '#server/platform/secrets.ts'
import { createDevicePassword, readDeviceSecret } from './devices/secret.ts'
import type { Proved } from './proof.ts'
import { readResources, readScopes, writeResources } from './scopes.ts'
import { isTrustedCredential } from './suspension.ts'

export type CredentialKind = 'access_token' | 'key' | 'device'

export interface Credential {
  readonly id: string
  readonly kind: CredentialKind
  readonly userId: string
  /** The application that acts; undefined for a personal key or a device. */
  readonly applicationId: string | undefined
  readonly chainId: string | undefined
  /** The OAuth grant that issued an access token. With `client_credentials` the application acts for itself. */
  readonly grantType: string | undefined
  /** For an access token, those that its application is still registered for. */
  readonly scopes: readonly Scope[]
  /** The resources of an access token; undefined for all. */
  readonly resources: readonly Resource[] | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
  /** The application's own quotas, where the operator has set them. */
  readonly requestQuota: number | undefined
  readonly uploadQuota: number | undefined
}

export interface NewCredential {
  kind: CredentialKind
  userId: string
  applicationId?: string
  chainId?: string
  /** As the token endpoint knows it, such as `client_credentials`. */
  grantType?: string
  scopes: readonly Scope[]
  resources?: readonly Resource[] | undefined
  expiresAt?: number
  /** The name of a key or a device, chosen by its owner. */
  name?: string
  /** Made by the caller, where the kind's own form does not fit. */
  secret?: string
}

interface Row {
  id: string
  kind: CredentialKind
  user_id: string
  application_id: string | null
  chain_id: string | null
  grant_type: string | null
  scopes: string
  resources: string | null
  registered: string | null
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  rate_limit_requests: number | null
  rate_limit_uploads: number | null
}

const secretMakers: Record<CredentialKind, () => string> = {
  access_token: () => createSecret(secretPrefixes.accessToken),
  key: () => createSecret(secretPrefixes.key),
  device: createDevicePassword,
}

/** The secret is returned once; only its hash is stored. */
export async function issueCredential(
  sql: Sql,
  nowMs: number,
  credential: NewCredential,
  proved: Proved,
): Promise<{ id: string; secret: string }> {
  const id = createId(nowMs)
  const secret = credential.secret ?? secretMakers[credential.kind]()
  await sql`
    insert into credentials
      (id, hash, kind, user_id, application_id, chain_id, grant_type, scopes, resources, name, hint,
       created_at, expires_at, made_by)
    values
      (${id}, ${hashSecret(secret)}, ${credential.kind}, ${credential.userId}, ${credential.applicationId ?? null},
       ${credential.chainId ?? null}, ${credential.grantType ?? null}, ${credential.scopes.join(' ')},
       ${writeResources(credential.resources)}, ${credential.name ?? null}, ${secret.slice(-4)}, ${nowMs}, ${credential.expiresAt ?? null},
       ${proved.means ?? null})`
  return { id, secret }
}

/**
 * The condition on `credentials c` for one secret. The index holds 32 bits of the hash, a fifth of the pages that
 * whole hashes would need, and both parts are needed: the first uses the index, the second decides.
 */
export function matchesHash(hash: string): Fragment {
  return fragment`substr(c.hash, 1, 8) = substr(${hash}, 1, 8) and c.hash = ${hash}`
}

/** The hash under which a secret may be stored, as it was sent or typed; undefined when it can be none. */
export function hashSent(secret: string): string | undefined {
  const read = isWellFormedSecret(secret) ? secret : readDeviceSecret(secret)
  return read === undefined ? undefined : hashSecret(read)
}

/**
 * The live credential of a secret: known, not revoked, not expired; neither its user nor its application nor the owner of
 * the application is disabled, the application is registered for some of its scopes, and no recovery has suspended it.
 */
export async function findCredential(
  db: Database,
  nowMs: number,
  secret: string,
): Promise<Credential | undefined> {
  const hash = hashSent(secret)
  if (hash === undefined) return undefined
  const [row] = await db.sql<Row>`
    select c.id, c.kind, c.user_id, c.application_id, c.chain_id, c.grant_type, c.scopes, c.resources,
           c.created_at, c.expires_at, c.last_used_at, a.scopes as registered, a.rate_limit_requests, a.rate_limit_uploads
    from credentials c
    join users u on u.id = c.user_id
    left join applications a on a.id = c.application_id
    left join users o on o.id = a.owner_id
    where ${matchesHash(hash)} and c.revoked_at is null
      and (c.expires_at is null or c.expires_at > ${nowMs})
      and u.disabled_at is null and a.disabled_at is null and o.disabled_at is null and ${isTrustedCredential}`
  if (!row) return undefined
  const scopes = readScopes(row.scopes)
  if (row.registered === null) return toCredential(row, scopes)
  const left = keepRegistered(scopes, readScopes(row.registered))
  return left.length > 0 ? toCredential(row, left) : undefined
}

function toCredential(row: Row, scopes: readonly Scope[]): Credential {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    applicationId: row.application_id ?? undefined,
    chainId: row.chain_id ?? undefined,
    grantType: row.grant_type ?? undefined,
    scopes,
    resources: readResources(row.resources),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    requestQuota: row.rate_limit_requests ?? undefined,
    uploadQuota: row.rate_limit_uploads ?? undefined,
  }
}
