// Applications with their secrets, connections, incidents, refusals. What grants keep is in grants/store.ts.
import type { GrantName } from '#contract/oauth.ts'
import type { ApplicationType, Connection, Incident } from '#dashboard/applications.ts'
import type { Scope } from '#contract/scopes.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { readScopes } from '#server/access/scopes.ts'

export interface Application {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly description: string | undefined
  readonly website: string | undefined
  readonly type: ApplicationType
  readonly grants: readonly GrantName[]
  readonly scopes: readonly Scope[]
  readonly redirectUris: readonly string[]
  readonly createdAt: number
  readonly disabledAt: number | undefined
}

interface ApplicationRow {
  id: string
  owner_id: string
  name: string
  description: string | null
  website: string | null
  type: ApplicationType
  grants: string
  scopes: string
  redirect_uris: string
  created_at: number
  disabled_at: number | null
}

function toApplication(row: ApplicationRow): Application {
  return {
    ...toClient(row),
    name: row.name,
    description: row.description ?? undefined,
    website: row.website ?? undefined,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  }
}

const columns = fragment`
  a.id, a.owner_id, a.name, a.description, a.website, a.type, a.grants, a.scopes, a.redirect_uris, a.created_at,
  a.disabled_at`

export type ApplicationFields = Omit<Application, 'id' | 'ownerId' | 'createdAt' | 'disabledAt'>

export async function insertApplication(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  fields: ApplicationFields,
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

export async function updateApplication(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  fields: ApplicationFields,
): Promise<void> {
  await sql`
    update applications set
      name = ${fields.name}, description = ${fields.description ?? null}, website = ${fields.website ?? null},
      grants = ${fields.grants.join(' ')}, scopes = ${fields.scopes.join(' ')},
      redirect_uris = ${JSON.stringify(fields.redirectUris)}, updated_at = ${nowMs}
    where id = ${id} and owner_id = ${ownerId}`
}

export async function setApplicationDisabled(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  isDisabled: boolean,
): Promise<boolean> {
  const disabledAt = isDisabled ? fragment`coalesce(disabled_at, ${nowMs})` : fragment`null`
  const rows = await sql`
    update applications set disabled_at = ${disabledAt}, updated_at = ${nowMs}
    where id = ${id} and owner_id = ${ownerId} returning id`
  return rows.length > 0
}

/** Its tokens, consents and everything else of it go with it. */
export async function deleteApplication(sql: Sql, ownerId: string, id: string): Promise<boolean> {
  const rows = await sql`delete from applications where id = ${id} and owner_id = ${ownerId} returning id`
  return rows.length > 0
}

/** For a change: two at once wait for each other here. */
export async function lockOwnedApplication(
  sql: Sql,
  ownerId: string,
  id: string,
): Promise<Application | undefined> {
  const [row] = await sql<ApplicationRow>`
    select ${columns} from applications a where a.id = ${id} and a.owner_id = ${ownerId} ${sql.forUpdate}`
  return row && toApplication(row)
}

export type LiveApplication = Application & { ownerName: string | undefined }

/** An application that may act: neither it nor its owner is disabled. */
export async function findLiveApplication(sql: Sql, id: string): Promise<LiveApplication | undefined> {
  const [row] = await sql<ApplicationRow & { owner_name: string | null }>`
    select ${columns}, u.name as owner_name from applications a join users u on u.id = a.owner_id
    where a.id = ${id} and a.disabled_at is null and u.disabled_at is null`
  return row && { ...toApplication(row), ownerName: row.owner_name ?? undefined }
}

/** What the token endpoint needs of an application. */
export type Client = Pick<Application, 'id' | 'ownerId' | 'type' | 'grants' | 'scopes'>

export interface FoundClient {
  readonly type: ApplicationType
  /** Of its live secrets: one, or two while an old one runs out. */
  readonly secretHashes: readonly string[]
  /** Only for who has authenticated: reading takes time that tells a known client from an unknown one. */
  readonly read: () => Client
}

export async function findClient(sql: Sql, nowMs: number, id: string): Promise<FoundClient | undefined> {
  const rows = await sql<ClientRow & { hash: string | null }>`
    select a.id, a.owner_id, a.type, a.grants, a.scopes, s.hash from applications a
    join users u on u.id = a.owner_id
    left join application_secrets s
      on s.application_id = a.id and (s.expires_at is null or s.expires_at > ${nowMs})
    where a.id = ${id} and a.disabled_at is null and u.disabled_at is null`
  const [row] = rows
  if (!row) return undefined
  const secretHashes = rows.map(({ hash }) => hash).filter((hash) => hash !== null)
  return { read: () => toClient(row), type: row.type, secretHashes }
}

type ClientRow = Pick<ApplicationRow, 'id' | 'owner_id' | 'type' | 'grants' | 'scopes'>

function toClient(row: ClientRow): Client {
  return {
    id: row.id,
    ownerId: row.owner_id,
    type: row.type,
    grants: row.grants.split(' ') as GrantName[],
    scopes: readScopes(row.scopes),
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
  const rows = await sql<ApplicationRow & { connected_users: number; old_secret_expires_at: number | null }>`
    select ${columns},
      (select count(*) from consents c where c.application_id = a.id and c.revoked_at is null) as connected_users,
      (select max(s.expires_at) from application_secrets s
       where s.application_id = a.id and s.expires_at > ${nowMs}) as old_secret_expires_at
    from applications a
    where a.owner_id = ${ownerId} ${id === undefined ? nothing : fragment`and a.id = ${id}`} order by a.id`
  return rows.map((row) => ({
    ...toApplication(row),
    connectedUsers: row.connected_users,
    oldSecretExpiresAt: row.old_secret_expires_at ?? undefined,
  }))
}

/** The new secret counts at once, the one before it until `oldExpiresAt`, any older one no more. */
export async function replaceSecret(
  sql: Sql,
  nowMs: number,
  applicationId: string,
  hash: string,
  oldExpiresAt: number,
): Promise<void> {
  await sql`delete from application_secrets where application_id = ${applicationId} and expires_at is not null`
  await sql`update application_secrets set expires_at = ${oldExpiresAt} where application_id = ${applicationId}`
  await sql`
    insert into application_secrets (id, application_id, hash, created_at)
    values (${createId(nowMs)}, ${applicationId}, ${hash}, ${nowMs})`
}

export async function findUserId(sql: Sql, email: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`select id from users where email = ${email.trim().toLowerCase()}`
  return row?.id
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
    scopes: [...readScopes(row.scopes)],
    since: row.created_at,
    lastUsedAt: Math.max(row.last_used_at ?? 0, row.token_used_at ?? 0) || null,
  }))
}

export interface NewIncident {
  readonly kind: Incident['kind']
  readonly userId: string
  readonly applicationId: string
  readonly occurredAt: number
  readonly address: string
}

export async function insertIncident(sql: Sql, incident: NewIncident): Promise<void> {
  await sql`
    insert into incidents (id, kind, user_id, application_id, occurred_at, address)
    values (${createId(incident.occurredAt)}, ${incident.kind}, ${incident.userId}, ${incident.applicationId},
            ${incident.occurredAt}, ${incident.address})`
}

interface IncidentRow {
  id: string
  kind: Incident['kind']
  user_id: string
  application_id: string
  application_name: string
  occurred_at: number
  address: string | null
}

export async function listIncidents(
  sql: Sql,
  of: { userId: string } | { applicationId: string },
): Promise<{ userId: string; incident: Incident }[]> {
  const filter =
    'userId' in of ? fragment`i.user_id = ${of.userId}` : fragment`i.application_id = ${of.applicationId}`
  const rows = await sql<IncidentRow>`
    select i.id, i.kind, i.user_id, i.application_id, a.name as application_name, i.occurred_at, i.address
    from incidents i join applications a on a.id = i.application_id
    where ${filter} order by i.occurred_at desc, i.id desc limit 100`
  return rows.map((row) => ({
    userId: row.user_id,
    incident: {
      id: row.id,
      kind: row.kind,
      applicationId: row.application_id,
      applicationName: row.application_name,
      occurredAt: row.occurred_at,
      address: row.address,
    },
  }))
}

export interface Refusals {
  readonly applicationId: string
  /** UTC: 2026-05-17. */
  readonly day: string
  readonly error: string
  readonly count: number
  readonly lastAt: number
}

/** An unknown application counts nothing. */
export async function addRefusals(sql: Sql, refusals: Refusals): Promise<void> {
  await sql`
    insert into refusals (application_id, day, error, count, last_at)
    select a.id, cast(${refusals.day} as text), cast(${refusals.error} as text),
           cast(${refusals.count} as integer), cast(${refusals.lastAt} as bigint)
    from applications a where a.id = ${refusals.applicationId}
    on conflict (application_id, day, error)
    do update set count = refusals.count + excluded.count, last_at = excluded.last_at`
}

export async function listRefusals(
  sql: Sql,
  applicationId: string,
  sinceDay: string,
): Promise<{ error: string; count: number; lastAt: number }[]> {
  const rows = await sql<{ error: string; count: number; last_at: number }>`
    select error, sum(count) as count, max(last_at) as last_at from refusals
    where application_id = ${applicationId} and day >= ${sinceDay}
    group by error order by max(last_at) desc`
  return rows.map(({ error, count, last_at }) => ({ error, count, lastAt: last_at }))
}

export async function deleteOldIncidents(sql: Sql, beforeMs: number, batch: number): Promise<number> {
  const rows = await sql`
    delete from incidents where id in (
      select id from incidents where occurred_at < ${beforeMs} limit ${batch}) returning id`
  return rows.length
}

export async function deleteOldRefusals(sql: Sql, beforeDay: string): Promise<number> {
  const rows = await sql`
    delete from refusals where day in (select min(day) from refusals where day < ${beforeDay}) returning day`
  return rows.length
}
