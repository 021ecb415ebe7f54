// Imports and their files. The node that works on an import holds its lease; a file changes its status only while it waits, so
// that a worker whose lease has passed on undoes what it has done.
import type { EntryStatus } from '#contract/imports.ts'
import { type Database, fragment, type Sql } from '#server/platform/database/database.ts'
import { type Claim, createQueue, isFree } from '#server/platform/database/leases.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import type { Noticed, UploadOptions } from '../record/metadata.ts'

export interface NewImport {
  id: string
  ownerId: string
  applicationId: string | undefined
  fileName: string
  /** Its result stays in the dashboard until it is dismissed. */
  isForDashboard: boolean
}

export interface NewEntry {
  number: number
  name: string
  status: EntryStatus
  reason: string | null
  options: EntryOptions
  compressed: Uint8Array | null
}

export interface EntryOptions extends UploadOptions {
  fileName?: string
  /** From an export: another recording of its flight counts, which comes before it. */
  isSecond?: boolean
  /** For a photo: the name of its flight in the archive. */
  photoOf?: string
  caption?: string | null
  /** The name of a file that has several recordings, of which this is one. */
  partOf?: string
}

export async function insertImport(sql: Sql, nowMs: number, made: NewImport): Promise<void> {
  await sql`
    insert into imports (id, owner_id, application_id, file_name, state, created_at, due_at, read_at)
    values (${made.id}, ${made.ownerId}, ${made.applicationId ?? null}, ${made.fileName}, 'receiving', ${nowMs}, ${nowMs},
      ${made.isForDashboard ? null : nowMs})`
}

export async function insertEntries(sql: Sql, importId: string, entries: readonly NewEntry[]): Promise<void> {
  for (const entry of entries) {
    await sql`
      insert into import_entries (import_id, number, name, status, reason, options, attempts, compressed)
      values (${importId}, ${entry.number}, ${entry.name}, ${entry.status}, ${entry.reason},
        ${JSON.stringify(entry.options)}, 0, ${entry.compressed})`
  }
}

/** Every file is stored: from here on the import ends by itself. */
export async function acknowledgeImport(sql: Sql, nowMs: number, importId: string): Promise<void> {
  await sql`update imports set state = 'running', due_at = ${nowMs} where id = ${importId} and state = 'receiving'`
}

export async function deleteImport(sql: Sql, importId: string): Promise<void> {
  await sql`delete from imports where id = ${importId}`
}

/** So many files of an account that is being deleted, then their import; true when there may be more. */
export async function deleteSomeEntries(sql: Sql, ownerId: string, limit: number): Promise<boolean> {
  const [found] = await sql<{ id: string }>`
    select id from imports where owner_id = ${ownerId} order by created_at limit 1`
  if (!found) return false
  const rows = await sql`
    delete from import_entries where import_id = ${found.id} and number in (
      select number from import_entries where import_id = ${found.id} order by number limit ${limit})
    returning number`
  if (rows.length < limit) await deleteImport(sql, found.id)
  return true
}

export async function countUnfinished(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql<{ unfinished: number }>`
    select count(*) as unfinished from imports where owner_id = ${ownerId} and state <> 'done'`
  return row?.unfinished ?? 0
}

export interface ImportRow {
  id: string
  file_name: string
  state: 'receiving' | 'running' | 'done'
  created_at: number
  finished_at: number | null
}

export interface EntryRow {
  name: string
  status: EntryStatus
  flight_id: string | null
  hash: string | null
  reason: string | null
  /** Of the error with which it was refused. */
  code: string | null
  options: string
  /** JSON. */
  noticed: string | null
}

const columns = fragment`id, file_name, state, created_at, finished_at`

/** Not while it is being received: it may never be acknowledged. */
export async function findImport(
  sql: Sql,
  ownerId: string,
  importId: string,
): Promise<ImportRow | undefined> {
  const [row] = await sql<ImportRow>`
    select ${columns} from imports where owner_id = ${ownerId} and id = ${importId} and state <> 'receiving'`
  return row
}

/** Imports whose result has not been dismissed, newest first. */
export function listUnread(sql: Sql, ownerId: string, limit: number): Promise<ImportRow[]> {
  return sql<ImportRow>`
    select ${columns} from imports
    where owner_id = ${ownerId} and state <> 'receiving' and read_at is null
    order by created_at desc, id desc limit ${limit}`
}

/** False when there is no such import, or it has not ended. */
export async function markRead(sql: Sql, nowMs: number, ownerId: string, importId: string): Promise<boolean> {
  const rows = await sql`
    update imports set read_at = ${nowMs}
    where owner_id = ${ownerId} and id = ${importId} and state = 'done' returning id`
  return rows.length > 0
}

export function listEntries(sql: Sql, importId: string): Promise<EntryRow[]> {
  return sql<EntryRow>`
    select name, status, flight_id, hash, reason, code, options, noticed from import_entries
    where import_id = ${importId} order by number`
}

export async function hasDueImport(sql: Sql, nowMs: number): Promise<boolean> {
  const rows = await sql`
    select id from imports where state = 'running' and due_at <= ${sql.time(nowMs)}
      and ${isFree(sql.time(nowMs))} limit 1`
  return rows.length > 0
}

/** By an index of these: files of imports that have ended are not read through. */
const hasFailed = fragment`e.status = 'failed' and e.compressed is not null`

/** Files; running are imports that a node works on. */
export async function countImportWork(sql: Sql, nowMs: number): Promise<Backlog> {
  const [row] = await sql<{ running: number; oldestAt: number | null }>`
    select count(case when leased_until > ${nowMs} then 1 end) as running, min(created_at) as "oldestAt"
    from imports where state = 'running'`
  const [files] = await sql<{ waiting: number; failed: number }>`
    select (select count(*) from imports i join import_entries e on e.import_id = i.id
            where i.state = 'running' and e.status = 'waiting') as waiting,
           (select count(*) from import_entries e where ${hasFailed}) as failed`
  return { running: row?.running ?? 0, oldestAt: row?.oldestAt ?? null, ...files! }
}

const RETRIED_AT_ONCE = 20

/** Files of imports that have ended wait once more; those of others can be retried when they have. How many files. */
export async function retryImports(db: Database, nowMs: number): Promise<number> {
  for (let count = 0; ;) {
    const retried = await db.transaction((sql) => retrySome(sql, nowMs))
    if (retried === 0) return count
    count += retried
  }
}

async function retrySome(sql: Sql, nowMs: number): Promise<number> {
  const imports = await sql<{ id: string }>`
    update imports set state = 'running', due_at = ${nowMs}, finished_at = null
    where state = 'done' and id in (
      select e.import_id from import_entries e join imports i on i.id = e.import_id
      where ${hasFailed} and i.state = 'done' limit ${RETRIED_AT_ONCE})
    returning id`
  let count = 0
  for (const { id } of imports) {
    const files = await sql`
      update import_entries as e set status = 'waiting', attempts = 0, reason = null
      where e.import_id = ${id} and ${hasFailed} returning number`
    count += files.length
  }
  return count
}

export interface ClaimedImport extends Claim {
  ownerId: string
  applicationId: string | null
}

export const importQueue = createQueue(fragment`imports`)

/** The one that has waited longest, or the one that is named. */
export async function claimImport(
  sql: Sql,
  nowMs: number,
  leaseMs: number,
  importId?: string,
): Promise<ClaimedImport | undefined> {
  const isNamed = importId === undefined ? fragment`1 = 1` : fragment`id = ${importId}`
  const [claimed] = await importQueue.claim<ClaimedImport>(sql, nowMs, {
    where: (time) => fragment`state = 'running' and due_at <= ${time} and ${isNamed}`,
    orderBy: fragment`due_at, id`,
    max: 1,
    leaseMs,
    columns: fragment`, owner_id as "ownerId", application_id as "applicationId"`,
  })
  return claimed
}

/** Done when nothing waits; otherwise it goes on at `dueAt`, after those that are due before. */
export async function releaseImport(sql: Sql, nowMs: number, claim: Claim, dueAt: number): Promise<void> {
  const isWaiting = fragment`
    exists (select 1 from import_entries e where e.import_id = imports.id and e.status = 'waiting')`
  await importQueue.release(
    sql,
    claim,
    fragment`, due_at = ${dueAt},
      state = case when ${isWaiting} then 'running' else 'done' end,
      finished_at = case when ${isWaiting} then null else cast(${nowMs} as bigint) end`,
  )
}

export interface WaitingEntry {
  number: number
  name: string
  options: string
  attempts: number
  compressed: Uint8Array
}

export function listWaiting(sql: Sql, importId: string, limit: number): Promise<WaitingEntry[]> {
  return sql<WaitingEntry>`
    select number, name, options, attempts, compressed from import_entries
    where import_id = ${importId} and status = 'waiting' order by number limit ${limit}`
}

/** The result of another file of the archive. */
export async function findEntry(
  sql: Sql,
  importId: string,
  name: string,
): Promise<{ status: EntryStatus; flightId: string | null } | undefined> {
  const [row] = await sql<{ status: EntryStatus; flightId: string | null }>`
    select status, flight_id as "flightId" from import_entries
    where import_id = ${importId} and name = ${name} order by number limit 1`
  return row
}

/** False when it waits no more. A file that has failed is kept: it can be tried again. */
export async function finishEntry(
  sql: Sql,
  importId: string,
  number: number,
  result: {
    status: EntryStatus
    flightId?: string
    hash?: string
    reason?: string
    code?: string
    noticed?: Noticed
  },
): Promise<boolean> {
  const rows = await sql`
    update import_entries set status = ${result.status}, flight_id = ${result.flightId ?? null},
      hash = ${result.hash ?? null}, reason = ${result.reason ?? null}, code = ${result.code ?? null},
      compressed = case when ${result.status} = 'failed' then compressed end,
      noticed = ${result.noticed ? JSON.stringify(result.noticed) : null}
    where import_id = ${importId} and number = ${number} and status = 'waiting' returning number`
  return rows.length > 0
}

export async function countAttempt(sql: Sql, importId: string, number: number): Promise<void> {
  await sql`
    update import_entries set attempts = attempts + 1
    where import_id = ${importId} and number = ${number} and status = 'waiting'`
}
