// Records which files are outside the database. The row of a file in `outside_files` says whether it may be written: while it is
// being removed it may not, and an upload goes into the database instead.
import type { Sql } from '#server/platform/database/database.ts'
import { countUse, discountUse } from '../record/derived/file-uses.ts'
import type { FileTable, PlacedFile } from './tables.ts'

/** Before the file is written: from here on it is known, and not swept for a day. False while it is being removed. */
export async function noteOutsideFile(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    insert into outside_files (hash, flights, touched_at) values (${hash}, 0, ${nowMs})
    on conflict (hash) do update set touched_at = excluded.touched_at where outside_files.removing_at is null
    returning hash`
  return rows.length > 0
}

/** A file as it is stored in the database, and its sum there. */
export interface StoredBytes {
  compressed: Uint8Array
  storedHash: string
}

export type NamedFile = Pick<PlacedFile, 'key' | 'hash'>

/** Files that are not where they should be, by their keys. */
export function listMisplaced(
  sql: Sql,
  { name, key, hash }: FileTable,
  shouldBeOutside: boolean,
  afterKey: string,
  limit: number,
): Promise<NamedFile[]> {
  return sql<NamedFile>`
    select s.${key} as key, ${hash} as hash from ${name} s
    where s.${key} > ${afterKey} and s.is_outside = ${!shouldBeOutside} order by s.${key} limit ${limit}`
}

export async function readInside(sql: Sql, table: FileTable, key: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ compressed: Uint8Array }>`
    select compressed from ${table.name} where ${table.key} = ${key} and is_outside = ${false}`
  return row?.compressed
}

/** Every flight's file, in the order of the flights. */
export function listFilesAfter(sql: Sql, afterId: string, limit: number): Promise<{ flightId: string }[]> {
  return sql<{ flightId: string }>`
    select flight_id as "flightId" from flight_files where flight_id > ${afterId} order by flight_id limit ${limit}`
}

export async function listPhotosOf(sql: Sql, flightId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select photo_id as id from photo_files where flight_id = ${flightId} order by photo_id`
  return rows.map(({ id }) => id)
}

/** A whole file in the place of a corrupt one. */
export async function replaceInside(
  sql: Sql,
  table: FileTable,
  key: string,
  { compressed, storedHash }: StoredBytes,
): Promise<void> {
  await sql`
    update ${table.name} set compressed = ${compressed}, stored_hash = ${storedHash}
    where ${table.key} = ${key} and is_outside = ${false}`
}

/** For a whole file that was stored by an earlier release, or otherwise than the hash says: read quicker next time. */
export async function setStoredHash(
  sql: Sql,
  table: FileTable,
  key: string,
  storedHash: string,
): Promise<void> {
  await sql`update ${table.name} set stored_hash = ${storedHash} where ${table.key} = ${key}`
}

/** False when it is gone or somebody else was faster. */
export async function placeOutside(
  sql: Sql,
  nowMs: number,
  table: FileTable,
  { key, hash }: NamedFile,
  storedHash: string,
): Promise<boolean> {
  const rows = await sql`
    update ${table.name} set is_outside = ${true}, compressed = ${new Uint8Array()}, stored_hash = ${storedHash}
    where ${table.key} = ${key} and is_outside = ${false} returning ${table.key}`
  if (rows.length > 0) await countUse(sql, nowMs, hash)
  return rows.length > 0
}

export async function placeInside(
  sql: Sql,
  nowMs: number,
  table: FileTable,
  { key, hash }: NamedFile,
  { compressed, storedHash }: StoredBytes,
): Promise<boolean> {
  const rows = await sql`
    update ${table.name} set is_outside = ${false}, compressed = ${compressed}, stored_hash = ${storedHash}
    where ${table.key} = ${key} and is_outside = ${true} returning ${table.key}`
  if (rows.length > 0) await discountUse(sql, nowMs, hash)
  return rows.length > 0
}

/** Files that some flight or photo has, by hash. */
export function listOutsideFiles(sql: Sql, afterHash: string, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where hash > ${afterHash} and flights > 0 order by hash limit ${limit}`
}

export function listUnused(sql: Sql, beforeMs: number, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where flights = 0 and touched_at < ${beforeMs} order by touched_at limit ${limit}`
}

/** Files whose removal was interrupted. */
export function listRemoving(sql: Sql, beforeMs: number, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where removing_at < ${beforeMs} order by removing_at limit ${limit}`
}

/**
 * From here on no one writes the file, until its row is gone. False when it is used after all, or somebody else removes
 * it. Nodes of the release before know neither the column nor what -1 is: they pass such a row over, and a check of the
 * table refuses them when they are about to write the file.
 */
export async function beginRemoval(
  sql: Sql,
  nowMs: number,
  before: { unused: number; removing: number },
  hash: string,
): Promise<boolean> {
  const rows = await sql`
    update outside_files set flights = -1, touched_at = 0, removing_at = ${nowMs}
    where hash = ${hash}
      and ((flights = 0 and touched_at < ${before.unused}) or removing_at < ${before.removing})
    returning hash`
  return rows.length > 0
}

export async function endRemoval(sql: Sql, hash: string): Promise<void> {
  await sql`delete from outside_files where hash = ${hash} and flights = -1`
}
