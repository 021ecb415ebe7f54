// Airspace files and their airspaces. A file without an owner is the operator's, and for everybody.
import type { Box } from '#airspace/airspace.ts'
import { overlaps } from '#airspace/boxes.ts'
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, join, type Sql } from '#server/platform/database/database.ts'
import type { PlacedAirspace } from '../record/services.ts'

export interface AirspaceFile {
  id: string
  ownerId: string | null
  region: string
  validFrom: string
  airspaces: number
  createdAt: number
}

const columns: Fragment = fragment`
  id, owner_id as "ownerId", region, valid_from as "validFrom", airspaces, created_at as "createdAt"`

const isOf = (ownerId: string | null): Fragment =>
  ownerId === null ? fragment`owner_id is null` : fragment`owner_id = ${ownerId}`

/** Files of an owner, or with null the operator's. */
export function listAirspaceFiles(sql: Sql, ownerId: string | null): Promise<AirspaceFile[]> {
  return sql<AirspaceFile>`
    select ${columns} from airspace_files where ${isOf(ownerId)} order by region, valid_from, id`
}

export async function removeAirspaceFile(sql: Sql, ownerId: string | null, id: string): Promise<boolean> {
  return (await sql`delete from airspace_files where ${isOf(ownerId)} and id = ${id} returning id`).length > 0
}

/** In a transaction: instead of the one of the same region and day. */
export async function replaceAirspaceFile(
  sql: Sql,
  file: AirspaceFile,
  airspaces: readonly PlacedAirspace[],
): Promise<void> {
  const { id, ownerId, region, validFrom, createdAt } = file
  await sql`
    delete from airspace_files where ${isOf(ownerId)} and region = ${region} and valid_from = ${validFrom}`
  await sql`
    insert into airspace_files (id, owner_id, region, valid_from, airspaces, created_at)
    values (${id}, ${ownerId}, ${region}, ${validFrom}, ${airspaces.length}, ${createdAt})`
  let number = 0
  for (const chunk of toChunks(airspaces)) {
    const rows = chunk.map(
      ({ box, airspace }) =>
        fragment`(${id}, ${number++}, ${box.south}, ${box.north}, ${box.west}, ${box.east}, ${airspace})`,
    )
    await sql`
      insert into airspaces (file_id, number, south, north, west, east, airspace) values ${join(rows, ', ')}`
  }
}

/** The airspaces of a file as JSON, in its order; so many after a number. */
export function listAirspacesAfter(
  sql: Sql,
  ownerId: string,
  fileId: string,
  after: number,
  limit: number,
): Promise<{ number: number; airspace: string }[]> {
  return sql<{ number: number; airspace: string }>`
    select a.number, a.airspace from airspaces a join airspace_files f on f.id = a.file_id
    where f.owner_id = ${ownerId} and a.file_id = ${fileId} and a.number > ${after}
    order by a.number limit ${limit}`
}

export interface StoredAirspace extends Box {
  fileId: string
  airspace: string
}

/** Whose boxes overlap a box; at most so many. */
export async function findNear(
  sql: Sql,
  fileIds: readonly string[],
  box: Box,
  limit: number,
): Promise<StoredAirspace[]> {
  if (fileIds.length === 0) return []
  // Boxes across the antimeridian, of either side, are sorted out below.
  const isBeside =
    box.west > box.east
      ? fragment`1 = 1`
      : fragment`(west > east or (west <= ${box.east} and east >= ${box.west}))`
  const rows = await sql<StoredAirspace>`
    select file_id as "fileId", south, north, west, east, airspace from airspaces
    where file_id in (${paddedList(fileIds)}) and south <= ${box.north} and north >= ${box.south} and ${isBeside}
    order by file_id, number limit ${limit}`
  return rows.filter((row) => overlaps(row, box))
}
