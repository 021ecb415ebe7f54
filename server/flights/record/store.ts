// Flights and their files: every statement begins with the owner.
import type { Visibility } from '#contract/sharing/visibility.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { keepAnalysis } from './analysis-store.ts'
import { type Counted, holdCounter, keepDeletion, nextNumber } from './change-numbers.ts'
import {
  flightColumns,
  type FlightRow,
  insertedNames,
  listInserted,
  type NewFlight,
  type StoredFlight,
} from './columns.ts'
import { type Change, type FlightState, recordChange, recordErasure, recordRemovals } from './change.ts'
import { recountBytes } from './derived/stored-bytes.ts'
import { writeSearchText } from './text/search-text.ts'
import { defaultVisibility } from './visibility.ts'

export interface StoredFile {
  flightId: string
  hash: string
  fileName: string
  byteLength: number
  /** Empty when it is outside the database. */
  compressed: Uint8Array
  isOutside: boolean
  /** SHA-256 of the bytes as they are stored; null for files of earlier releases. */
  storedHash: string | null
  givenDate: string | null
  launchLatitude: number | null
  launchLongitude: number | null
}

type Known = 'id' | 'hash' | 'file_name' | 'distance_km' | 'score' | 'score_type' | 'metadata'

export interface KnownFlight extends Pick<FlightRow, Known> {
  /** Its file is known to be corrupt or lost. */
  isDamaged: boolean
}

/** The flight with these bytes or these fixes. */
export async function findDuplicate(
  sql: Sql,
  ownerId: string,
  file: { hash: string; fingerprint?: string },
): Promise<KnownFlight | undefined> {
  const columns = fragment`
    id, hash, file_name, distance_km, score, score_type, metadata,
    exists (select 1 from flight_files d where d.flight_id = flights.id and d.problem is not null) as "isDamaged"`
  const [same] = await sql<KnownFlight>`
    select ${columns} from flights where owner_id = ${ownerId} and hash = ${file.hash}`
  if (same || file.fingerprint === undefined) return same
  const [alike] = await sql<KnownFlight>`
    select ${columns} from flights where owner_id = ${ownerId} and fingerprint = ${file.fingerprint}`
  return alike
}

/** Locks the account against deletion before the transaction ends; false when it is deleted, or is gone. */
export async function holdOwner(sql: Sql, ownerId: string): Promise<boolean> {
  const rows = await sql`
    select id from users where id = ${ownerId} and erased_at is null ${sql.forKeyShare}`
  return rows.length > 0
}

/** The file and the analysis of a flight, stored apart from its row. */
export interface NewFile {
  /** Of the file as it was uploaded. */
  byteLength: number
  /** Empty when it is outside the database. */
  compressed: Uint8Array
  isOutside: boolean
  /** SHA-256 of the bytes as they are stored. */
  storedHash: string
  givenDate: string | null
  /** Compressed; null when there is none. */
  analysis: Uint8Array | null
}

/**
 * False when the owner has a flight with these bytes or fixes already. Whether it counts is settled afterwards. Without a
 * visibility it is as the pilot has chosen for new flights.
 */
export async function insertFlight(
  change: Change,
  { number, storedBytes }: Counted,
  flight: NewFlight & { visibility?: Visibility | undefined },
  file: NewFile,
): Promise<boolean> {
  const { sql, nowMs, ownerId } = change
  const [inserted] = await sql<ChangedFlight>`
    insert into flights
      (${insertedNames}, owner_id, visibility, search_text, created_at, updated_at, change_number)
    values
      (${listInserted(flight)}, ${ownerId}, ${flight.visibility ?? defaultVisibility(ownerId)},
       ${writeSearchText(flight, flight.metadata)}, ${nowMs}, ${nowMs}, ${number})
    on conflict do nothing
    returning ${changedColumns}`
  if (!inserted) return false
  await sql`
    insert into flight_files (flight_id, byte_length, compressed, stored_hash, is_outside, given_date)
    values (${flight.id}, ${file.byteLength}, ${file.compressed}, ${file.storedHash}, ${file.isOutside},
      ${file.givenDate})`
  if (file.analysis) await keepAnalysis(sql, flight.id, file.analysis)
  if (storedBytes === null) await recountBytes(sql, ownerId)
  const after = { ...inserted, is_outside: file.isOutside, byte_length: file.byteLength, photos: [] }
  await recordChange(change, undefined, after)
  return true
}

const HASH_LENGTH = 64

/** A condition on a flight that is named by its id or by its hash. */
export function isNamed(reference: string): Fragment {
  return reference.length === HASH_LENGTH ? fragment`f.hash = ${reference}` : fragment`f.id = ${reference}`
}

export async function findFlight(
  sql: Sql,
  ownerId: string,
  reference: string,
): Promise<FlightRow | undefined> {
  const [row] = await sql<FlightRow>`
    select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and ${isNamed(reference)}`
  return row
}

export async function findNames(
  sql: Sql,
  ownerId: string,
  reference: string,
): Promise<{ id: string; hash: string; flightDate: string } | undefined> {
  const [row] = await sql<{ id: string; hash: string; flightDate: string }>`
    select f.id, f.hash, f.flight_date as "flightDate" from flights f where f.owner_id = ${ownerId} and ${isNamed(reference)}`
  return row
}

export const fileColumns = fragment`
  f.id as "flightId", f.hash, f.file_name as "fileName", s.byte_length as "byteLength", s.compressed,
  s.stored_hash as "storedHash", s.is_outside as "isOutside", s.given_date as "givenDate",
  f.launch_latitude as "launchLatitude", f.launch_longitude as "launchLongitude"`

/** As it is in the database: files/files.ts reads those that are outside it. */
export async function findStoredFile(
  sql: Sql,
  ownerId: string,
  reference: string,
): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>`
    select ${fileColumns} from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} and ${isNamed(reference)}`
  return row
}

/** The columns of which an event tells. */
export type Announced = Pick<
  StoredFlight,
  | 'id'
  | 'hash'
  | 'uploaded_by'
  | 'flight_date'
  | 'distance_km'
  | 'score'
  | 'score_type'
  | 'duration_seconds'
  | 'metadata'
>

/** A flight that was deleted. */
export type RemovedFlight = Pick<StoredFlight, 'id' | 'hash' | 'uploaded_by'>

/** A flight after a change. */
export interface ChangedFlight extends Announced, Pick<StoredFlight, 'takeoff_id' | 'title' | 'notes'> {
  /** As the row lists its photos. */
  photo_list: string | null
}

const changedColumns = fragment`
  id, hash, uploaded_by, flight_date, takeoff_id, distance_km, score, score_type, duration_seconds, metadata, title, notes,
  photos as photo_list`

export interface HeldFlight extends FlightState, RemovedFlight {
  flight_date: string
  footprintKey: number | null
  photo_list: string | null
}

/** A flight that is about to change, held until the transaction ends, and its files with it. */
export async function holdFlight({ sql, ownerId }: Change, id: string): Promise<HeldFlight | undefined> {
  const [row] = await sql<Omit<HeldFlight, 'photos'>>`
    select f.id, f.hash, f.uploaded_by, f.flight_date, f.footprint_key as "footprintKey", f.takeoff_id, s.is_outside, s.byte_length, f.photos as photo_list
    from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} and f.id = ${id} ${sql.forUpdate}`
  return row && { ...row, photos: row.photo_list === null ? [] : await holdPhotos(sql, id) }
}

/** By their hashes: two deletions do not wait for each other's files. */
function holdPhotos(sql: Sql, flightId: string): Promise<FlightState['photos']> {
  return sql<FlightState['photos'][number]>`
    select hash, is_outside, byte_length from photo_files where flight_id = ${flightId} order by hash ${sql.forUpdate}`
}

/** Undefined when the flight is gone, or the condition does not hold for it. */
export async function changeFlight(
  change: Change,
  id: string,
  values: Fragment,
  condition: Fragment = nothing,
): Promise<ChangedFlight | undefined> {
  const number = await nextNumber(change.sql, change.ownerId)
  if (number === undefined) return undefined
  const before = await holdFlight(change, id)
  return before && writeChange(change, number, before, values, condition)
}

/** The same for a flight that is held, and the pilot's counter before it. Its photos may have changed since. */
export async function changeHeld(
  change: Change,
  before: HeldFlight,
  values: Fragment,
): Promise<ChangedFlight | undefined> {
  const number = await nextNumber(change.sql, change.ownerId)
  return number === undefined ? undefined : writeChange(change, number, before, values)
}

async function writeChange(
  change: Change,
  number: number,
  before: HeldFlight,
  values: Fragment,
  condition: Fragment = nothing,
): Promise<ChangedFlight | undefined> {
  const { sql, ownerId, nowMs } = change
  const [changed] = await sql<ChangedFlight>`
    update flights set ${values}, updated_at = ${nowMs}, change_number = ${number}, is_changed = true
    where owner_id = ${ownerId} and id = ${before.id} ${condition}
    returning ${changedColumns}`
  if (!changed) return undefined
  const isSameList = changed.photo_list === before.photo_list
  const photos = isSameList ? before.photos : await holdPhotos(sql, before.id)
  await recordChange(change, before, { ...before, ...changed, photos })
  return changed
}

/** Returns what was deleted. */
export async function deleteFlight(change: Change, id: string): Promise<HeldFlight | undefined> {
  const { sql, ownerId } = change
  await holdCounter(sql, ownerId)
  const before = await holdFlight(change, id)
  const number = before && (await nextNumber(sql, ownerId))
  if (!before || number === undefined) return undefined
  // The rows of its files go with the flight's by their foreign keys.
  await sql`delete from flights where owner_id = ${ownerId} and id = ${id}`
  await recordChange(change, before, undefined)
  await keepDeletion(change, number, before)
  return before
}

/** So many flights of an account that is being deleted. Their counts stay until the last are gone. */
export async function deleteSomeFlights(change: Change, limit: number): Promise<RemovedFlight[]> {
  const { sql, ownerId } = change
  // Flights of one time are on the same pages of most indexes. Another node may be at the same account: each takes what
  // the other has not.
  const flights = await sql<RemovedFlight & { is_outside: boolean }>`
    select f.id, f.hash, f.uploaded_by, s.is_outside from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} order by f.flight_date, f.created_at, f.id limit ${limit} ${sql.skipLocked}`
  if (flights.length === 0) return []
  // Two deletions do not wait for each other's files.
  flights.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  await recordRemovals(change, flights)
  // Without the owner, who has just been asked for: SQLite would look for these among all flights of the owner.
  await sql`delete from flights where id in (${paddedList(flights.map(({ id }) => id))})`
  return flights
}

/** Every flight of an owner, when the account is deleted. */
export function deleteAllFlights(change: Change): Promise<RemovedFlight[]> {
  return recordErasure(
    change,
    () => change.sql<RemovedFlight>`
      delete from flights where owner_id = ${change.ownerId} returning id, hash, uploaded_by`,
  )
}

export async function countFlights(sql: Sql, ownerId: string): Promise<number> {
  const [row] = await sql<{
    count: number
  }>`select count(*) as count from flights where owner_id = ${ownerId}`
  return row?.count ?? 0
}

/** In the order of a list, for which there is an index, after one of them. */
export function listFlightsAfter(
  sql: Sql,
  ownerId: string,
  after: Pick<FlightRow, 'flight_date' | 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<FlightRow[]> {
  const isLater = after
    ? fragment`(f.flight_date, f.created_at, f.id) > (${after.flight_date}, ${after.created_at}, ${after.id})`
    : fragment`1 = 1`
  return sql<FlightRow>`
    select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and ${isLater} order by f.flight_date, f.created_at, f.id limit ${limit}`
}
