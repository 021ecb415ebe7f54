// Applications as they are registered, and their secrets.
import type { GrantName } from '#contract/oauth.ts'
import type { ApplicationType } from '#dashboard/applications.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Proved } from '#server/access/proof.ts'
import { readScopes } from '#server/access/scopes.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { readStored, type Stored } from './rows.ts'
import { createId } from '#server/platform/ids.ts'

export interface Application {
  readonly id: string
  /** Undefined for an unregistered one: it belongs to the service. */
  readonly ownerId: string | undefined
  readonly name: string
  readonly description: string | undefined
  readonly website: string | undefined
  readonly type: ApplicationType
  readonly grants: readonly GrantName[]
  readonly scopes: readonly Scope[]
  readonly redirectUris: readonly string[]
  readonly createdAt: number
  readonly disabledAt: number | undefined
  readonly isDisabledByOperator: boolean
  /** The client_id of an application that describes itself. */
  readonly documentUrl: string | undefined
  /** By RFC 7591: a program wrote what it says of itself. */
  readonly isSelfRegistered: boolean
}

type ApplicationRow<Read extends Application = Application> = Omit<
  Stored<Read>,
  'grants' | 'redirectUris'
> & {
  grants: string
  redirectUris: string
}

function toApplication<Read extends Application>(row: ApplicationRow<Read>): Read {
  const grants = row.grants.split(' ') as GrantName[]
  const redirectUris = JSON.parse(row.redirectUris) as string[]
  return { ...readStored<Read>(row as never), grants, redirectUris }
}

const columns = fragment`
  a.id, a.owner_id as "ownerId", a.name, a.description, a.website, a.type, a.grants, a.scopes,
  a.redirect_uris as "redirectUris", a.created_at as "createdAt", a.disabled_at as "disabledAt",
  a.disabled_by_operator as "isDisabledByOperator", a.self_registered as "isSelfRegistered",
  a.document_url as "documentUrl"`

export type ApplicationFields = Omit<
  Application,
  'id' | 'ownerId' | 'createdAt' | 'disabledAt' | 'isDisabledByOperator' | 'documentUrl' | 'isSelfRegistered'
>

/** Locks the owner: applications made at the same moment are counted one after the other. */
export async function countApplications(sql: Sql, ownerId: string): Promise<number> {
  await sql`select id from users where id = ${ownerId} ${sql.forUpdate}`
  return countRows(sql, fragment`applications where owner_id = ${ownerId}`)
}

export async function insertApplication(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  fields: ApplicationFields,
  _proved: Proved,
): Promise<string> {
  const id = createId(nowMs)
  await sql`
    insert into applications
      (id, owner_id, name, description, website, type, grants, scopes, redirect_uris, created_at, updated_at)
    values
      (${id}, ${ownerId}, ${fields.name}, ${fields.description ?? null}, ${fields.website ?? null}, ${fields.type},
       ${fields.grants.join(' ')}, ${fields.scopes.join(' ')}, ${JSON.stringify(fields.redirectUris)},
       ${nowMs}, ${nowMs})`
  return id
}

/**
 * An application without an owner: it describes itself in a document, or has registered itself. Whoever reads the same
 * document again, or at the same moment, gets the same application.
 */
export async function saveUnowned(
  sql: Sql,
  nowMs: number,
  fields: ApplicationFields,
  document?: { url: string; expiresAt: number },
): Promise<string> {
  const id = createId(nowMs)
  const [saved] = await sql<{ id: string }>`
    insert into applications
      (id, owner_id, name, description, type, grants, scopes, redirect_uris, self_registered, document_url,
       document_expires_at, created_at, updated_at)
    values
      (${id}, null, ${fields.name}, ${fields.description ?? null}, ${fields.type}, ${fields.grants.join(' ')},
       ${fields.scopes.join(' ')}, ${JSON.stringify(fields.redirectUris)}, ${document === undefined},
       ${document?.url ?? null}, ${document?.expiresAt ?? null}, ${nowMs}, ${nowMs})
    on conflict (document_url) do update set
      description = excluded.description, grants = excluded.grants, scopes = excluded.scopes,
      redirect_uris = excluded.redirect_uris, document_expires_at = excluded.document_expires_at,
      updated_at = excluded.updated_at
    returning id`
  return saved!.id
}

export async function updateApplication(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  fields: ApplicationFields,
  _proved: Proved,
): Promise<void> {
  await sql`
    update applications set
      name = ${fields.name}, description = ${fields.description ?? null}, website = ${fields.website ?? null},
      grants = ${fields.grants.join(' ')}, scopes = ${fields.scopes.join(' ')},
      redirect_uris = ${JSON.stringify(fields.redirectUris)}, updated_at = ${nowMs}
    where id = ${id} and owner_id = ${ownerId}`
}

/** Leaves whether the operator has disabled it, and writes only what has changed. */
export async function saveBuiltInApplication(
  sql: Sql,
  nowMs: number,
  id: string,
  fields: ApplicationFields,
): Promise<void> {
  const [grants, scopes] = [fields.grants.join(' '), fields.scopes.join(' ')]
  const description = fields.description ?? null
  const [same] = await sql<{ id: string }>`
    select id from applications where id = ${id} and name = ${fields.name} and grants = ${grants}
      and scopes = ${scopes} and description = ${description}`
  if (same) return
  await sql`
    insert into applications
      (id, owner_id, name, description, website, type, grants, scopes, redirect_uris, created_at, updated_at)
    values
      (${id}, null, ${fields.name}, ${description}, ${fields.website ?? null}, ${fields.type},
       ${grants}, ${scopes}, ${JSON.stringify(fields.redirectUris)}, ${nowMs}, ${nowMs})
    on conflict (id) do update set
      name = excluded.name, description = excluded.description, grants = excluded.grants, scopes = excluded.scopes,
      updated_at = excluded.updated_at`
}

/**
 * An application that was disabled before keeps its time. Disabling by its owner leaves the operator's word in
 * force.
 */
export async function disableApplication(
  sql: Sql,
  nowMs: number,
  id: string,
  by: 'owner' | 'operator',
): Promise<void> {
  const byOperator = by === 'operator' ? fragment`, disabled_by_operator = ${true}` : nothing
  await sql`
    update applications set disabled_at = coalesce(disabled_at, ${nowMs}), updated_at = ${nowMs} ${byOperator}
    where id = ${id}`
}

export async function enableApplication(sql: Sql, nowMs: number, id: string, _proved: Proved): Promise<void> {
  await sql`
    update applications set disabled_at = null, disabled_by_operator = ${false}, updated_at = ${nowMs}
    where id = ${id}`
}

/** Its tokens, consents and everything else are deleted with it. */
export async function deleteApplication(sql: Sql, ownerId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from applications where id = ${id} and owner_id = ${ownerId} returning id`
  return rows.length > 0
}

/** Locks the row for a change: concurrent changes run one after the other. */
export async function lockOwnedApplication(
  sql: Sql,
  ownerId: string,
  id: string,
): Promise<Application | undefined> {
  const application = await lockApplication(sql, id)
  return application?.ownerId === ownerId ? application : undefined
}

/** The same for the operator, no matter who owns it. */
export async function lockApplication(sql: Sql, id: string): Promise<Application | undefined> {
  const [row] = await sql<ApplicationRow>`
    select ${columns} from applications a where a.id = ${id} ${sql.forUpdate}`
  return row && toApplication(row)
}

export async function findApplicationName(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }>`select name from applications where id = ${id}`
  return row?.name
}

export type LiveApplication = Application & { ownerName: string | undefined }

/** An application that may act: neither it nor its owner, if it has one, is disabled. */
export async function findLiveApplication(sql: Sql, id: string): Promise<LiveApplication | undefined> {
  const [row] = await sql<ApplicationRow<LiveApplication>>`
    select ${columns}, u.name as "ownerName" from applications a left join users u on u.id = a.owner_id
    where a.id = ${id} and a.disabled_at is null and u.disabled_at is null`
  return row && toApplication<LiveApplication>(row)
}

/** The members of an application that the token endpoint needs. */
export type Client = Pick<Application, 'id' | 'ownerId' | 'type' | 'grants' | 'scopes' | 'documentUrl'>

/** As the client itself knows it. */
export function toClientId({ id, documentUrl }: Pick<Application, 'id' | 'documentUrl'>): string {
  return documentUrl ?? id
}

export interface FoundClient {
  readonly type: ApplicationType
  /** Hashes of its live secrets: one, or two while the old one still works. */
  readonly secretHashes: readonly string[]
  /** For authenticated clients only: parsing takes time that would tell a known client from an unknown one. */
  readonly read: () => Client
}

/** By its id, or by the address of the document in which it describes itself. */
export async function findClient(
  sql: Sql,
  nowMs: number,
  clientId: { id: string } | { documentUrl: string },
): Promise<FoundClient | undefined> {
  const isIt =
    'id' in clientId ? fragment`a.id = ${clientId.id}` : fragment`a.document_url = ${clientId.documentUrl}`
  const rows = await sql<ClientRow & { hash: string | null }>`
    select a.id, a.owner_id as "ownerId", a.type, a.grants, a.scopes, a.document_url as "documentUrl", s.hash
    from applications a
    left join users u on u.id = a.owner_id
    left join application_secrets s
      on s.application_id = a.id and (s.expires_at is null or s.expires_at > ${nowMs})
    where ${isIt} and a.disabled_at is null and u.disabled_at is null`
  const [row] = rows
  if (!row) return undefined
  const secretHashes = rows.map(({ hash }) => hash).filter((hash) => hash !== null)
  return { read: () => toClient(row), type: row.type, secretHashes }
}

type ClientRow = Pick<ApplicationRow, 'id' | 'ownerId' | 'type' | 'grants' | 'scopes' | 'documentUrl'>

function toClient({ id, ownerId, type, grants, scopes, documentUrl }: ClientRow): Client {
  return {
    id,
    ownerId: ownerId ?? undefined,
    type,
    grants: grants.split(' ') as GrantName[],
    scopes: readScopes(scopes),
    documentUrl: documentUrl ?? undefined,
  }
}

export interface ListedApplication extends Application {
  readonly connectedUsers: number
  readonly oldSecretExpiresAt: number | undefined
}

export async function listApplications(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id?: string,
): Promise<ListedApplication[]> {
  const rows = await sql<ApplicationRow<ListedApplication>>`
    select ${columns},
      (select count(*) from consents c where c.application_id = a.id and c.revoked_at is null) as "connectedUsers",
      (select max(s.expires_at) from application_secrets s
       where s.application_id = a.id and s.expires_at > ${nowMs}) as "oldSecretExpiresAt"
    from applications a
    where a.owner_id = ${ownerId} ${id === undefined ? nothing : fragment`and a.id = ${id}`} order by a.id`
  return rows.map((row) => toApplication<ListedApplication>(row))
}

/** Until a new one is made, the application cannot authenticate. */
export async function deleteSecrets(sql: Sql, applicationId: string): Promise<void> {
  await sql`delete from application_secrets where application_id = ${applicationId}`
}

/** For the operator: of one owner or of all, with the owner's email. */
export interface ListedByOperator extends Application {
  readonly ownerEmail: string | null
  /** Null: the service's default. */
  readonly limits: { requests: number | null; uploads: number | null }
}

export async function listAllApplications(
  sql: Sql,
  ownerId: string | undefined,
): Promise<ListedByOperator[]> {
  const ofOwner = ownerId === undefined ? nothing : fragment`where a.owner_id = ${ownerId}`
  const rows = await sql<
    ApplicationRow & { ownerEmail: string | null; requests: number | null; uploads: number | null }
  >`
    select ${columns}, u.email as "ownerEmail", a.rate_limit_requests as requests, a.rate_limit_uploads as uploads
    from applications a left join users u on u.id = a.owner_id
    ${ofOwner} order by a.id`
  return rows.map(({ ownerEmail, requests, uploads, ...row }) => ({
    ...toApplication<Application>(row),
    ownerEmail,
    limits: { requests, uploads },
  }))
}

/** The new secret works at once, the previous one until `oldExpiresAt`, older ones no longer. */
export async function replaceSecret(
  sql: Sql,
  nowMs: number,
  applicationId: string,
  { hash, oldExpiresAt }: { hash: string; oldExpiresAt: number },
  _proved: Proved,
): Promise<void> {
  await sql`delete from application_secrets where application_id = ${applicationId} and expires_at is not null`
  await sql`update application_secrets set expires_at = ${oldExpiresAt} where application_id = ${applicationId}`
  await sql`
    insert into application_secrets (id, application_id, hash, created_at)
    values (${createId(nowMs)}, ${applicationId}, ${hash}, ${nowMs})`
}
