// Which files are outside the database. The row of a file in `outside_files` says whether it may be written: while it is
// being removed it may not, and an upload goes into the database instead.
import type { Sql } from '#server/platform/database/database.ts'

/** Before the file is written: from here on it is known, and not swept for a day. False while it is being removed. */
export async function noteOutsideFile(sql: Sql, nowMs: number, hash: string): Promise<boolean> {
  const rows = await sql`
    insert into outside_files (hash, flights, touched_at) values (${hash}, 0, ${nowMs})
    on conflict (hash) do update set touched_at = excluded.touched_at where outside_files.removing_at is null
    returning hash`
  return rows.length > 0
}

/** In the transaction in which a flight gets it, which is undone when the file is not known. */
export async function countFlightOf(sql: Sql, nowMs: number, hash: string): Promise<void> {
  const rows = await sql`
    update outside_files set flights = flights + 1, touched_at = ${nowMs} where hash = ${hash} returning hash`
  if (rows.length === 0) throw new Error(`the file ${hash} was swept before its flight was stored`)
}

/** In the transaction in which a flight loses it; its row in `flight_files` is held, so that it is not moved meanwhile. */
export async function discountFlightOf(sql: Sql, nowMs: number, hash: string): Promise<void> {
  await sql`update outside_files set flights = flights - 1, touched_at = ${nowMs} where hash = ${hash}`
}

/** Before all flights of an owner are deleted. In the order of hashes, so that two deletions do not wait for each other. */
export async function releaseAllFiles(sql: Sql, nowMs: number, ownerId: string): Promise<void> {
  const rows = await sql<{ hash: string }>`
    select f.hash from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} and s.is_outside = ${true} order by f.hash ${sql.forUpdate}`
  for (const { hash } of rows) await discountFlightOf(sql, nowMs, hash)
}

/** A file as it is stored, and the SHA-256 of that. */
export interface StoredBytes {
  compressed: Uint8Array
  storedHash: string
}

export interface PlacedFile {
  flightId: string
  hash: string
}

/** Files that are not where they should be, by flight. */
export function listMisplaced(
  sql: Sql,
  shouldBeOutside: boolean,
  afterId: string,
  limit: number,
): Promise<PlacedFile[]> {
  return sql<PlacedFile>`
    select s.flight_id as "flightId", f.hash from flight_files s join flights f on f.id = s.flight_id
    where s.flight_id > ${afterId} and s.is_outside = ${!shouldBeOutside} order by s.flight_id limit ${limit}`
}

export async function readInside(sql: Sql, flightId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ compressed: Uint8Array }>`
    select compressed from flight_files where flight_id = ${flightId} and is_outside = ${false}`
  return row?.compressed
}

/** Every flight's file, in the order of the flights. */
export function listFilesAfter(sql: Sql, afterId: string, limit: number): Promise<{ flightId: string }[]> {
  return sql<{ flightId: string }>`
    select flight_id as "flightId" from flight_files where flight_id > ${afterId} order by flight_id limit ${limit}`
}

/** A whole file in the place of a corrupt one. */
export async function replaceInside(
  sql: Sql,
  flightId: string,
  { compressed, storedHash }: StoredBytes,
): Promise<void> {
  await sql`
    update flight_files set compressed = ${compressed}, stored_hash = ${storedHash}
    where flight_id = ${flightId} and is_outside = ${false}`
}

/** Of a file that is whole and was stored by an earlier release, or otherwise than the hash says: read quicker next time. */
export async function setStoredHash(sql: Sql, flightId: string, storedHash: string): Promise<void> {
  await sql`update flight_files set stored_hash = ${storedHash} where flight_id = ${flightId}`
}

/** False when the flight is gone or somebody else was faster. */
export async function placeOutside(
  sql: Sql,
  nowMs: number,
  { flightId, hash }: PlacedFile,
): Promise<boolean> {
  const rows = await sql`
    update flight_files set is_outside = ${true}, compressed = ${new Uint8Array()}
    where flight_id = ${flightId} and is_outside = ${false} returning flight_id`
  if (rows.length > 0) await countFlightOf(sql, nowMs, hash)
  return rows.length > 0
}

export async function placeInside(
  sql: Sql,
  nowMs: number,
  { flightId, hash }: PlacedFile,
  { compressed, storedHash }: StoredBytes,
): Promise<boolean> {
  const rows = await sql`
    update flight_files set is_outside = ${false}, compressed = ${compressed}, stored_hash = ${storedHash}
    where flight_id = ${flightId} and is_outside = ${true} returning flight_id`
  if (rows.length > 0) await discountFlightOf(sql, nowMs, hash)
  return rows.length > 0
}

/** Those that some flight has, by hash. */
export function listOutsideFiles(sql: Sql, afterHash: string, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where hash > ${afterHash} and flights > 0 order by hash limit ${limit}`
}

export function listUnused(sql: Sql, beforeMs: number, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where flights = 0 and touched_at < ${beforeMs} order by touched_at limit ${limit}`
}

/** Those whose removal was interrupted. */
export function listRemoving(sql: Sql, beforeMs: number, limit: number): Promise<{ hash: string }[]> {
  return sql<{ hash: string }>`
    select hash from outside_files where removing_at < ${beforeMs} order by removing_at limit ${limit}`
}

/**
 * From here on nobody writes the file, until its row is gone. False when it is used after all, or somebody else removes
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
