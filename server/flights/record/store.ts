// Flights and their files: every statement begins with the owner.
import type { LaunchType } from '#contract/launch-types.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Recording } from '#igc/flight/recording.ts'
import type { Taken } from '#igc/flight/footprint.ts'
import type { StoredTrace } from '#igc/flight/trace.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { keepAnalysis } from './analysis-store.ts'
import { holdCounter, keepDeletion, nextNumber } from './change-numbers.ts'
import { countedColumn } from './counting/counted.ts'
import type { FlightRow } from './flight.ts'
import { type Change, type FlightState, recordChange, recordErasure, recordRemovals } from './change.ts'
import type { Remarks } from './text/remarks.ts'
import { writeSearchText } from './text/search-text.ts'
import { defaultVisibility } from './visibility.ts'

export interface NewFlight extends Remarks {
  /** Undefined: as the pilot has chosen for new flights. */
  visibility?: Visibility | undefined
  recording: Recording
  /** Whether it counts, where the pilot has said so. */
  countedByPilot: boolean | null
  id: string
  hash: string
  fingerprint: string
  fileName: string
  flightDate: string
  season: number
  isTandem: boolean
  launchType: LaunchType
  distanceKm: number
  score: number
  scoreType: string
  scoredBy: string
  takeoffId: string
  gliderId: string | null
  /** Where the flight itself began. */
  launch: { lat: number; lng: number }
  durationSeconds: number
  trackDistanceKm: number
  highestM: number
  bestClimbMs: number
  metadata: string
  shape: string
  trace: StoredTrace | null
  footprint: Taken | null
  /** Compressed; null when there is none. */
  analysis: Uint8Array | null
  byteLength: number
  compressed: Uint8Array
  /** Its bytes are empty then: they are outside the database. */
  isOutside: boolean
  /** SHA-256 of the bytes as they are stored. */
  storedHash: string
  givenDate: string | null
}

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

export interface KnownFlight {
  id: string
  hash: string
  fileName: string
  distanceKm: number
  score: number
  scoreType: string
  /** Its file is known to be corrupt or lost. */
  isDamaged: boolean
}

const lightColumns: Fragment = fragment`
  f.id, f.hash, f.file_name, f.flight_date, f.season, f.is_tandem, f.launch_type, f.distance_km, f.score,
  f.score_type, f.takeoff_id, t.name as takeoff_name, t.country as takeoff_country,
  t.latitude as takeoff_latitude, t.longitude as takeoff_longitude, f.owner_id,
  f.launch_latitude, f.launch_longitude, f.duration_seconds, f.track_distance_km, f.visibility, ${countedColumn}, f.same_flight_as,
  f.same_flight_why, f.overlapped_by, f.recording, f.counted_by_pilot,
  f.created_at, f.updated_at`

/** The pilot's own text, photos and choices. */
const remarks: Fragment = fragment`f.title, f.notes, f.photos, t.reach_m as own_takeoff_reach, f.glider_id,
  (select g.name from gliders g where g.id = f.glider_id) as glider_name,
  (select g.class from gliders g where g.id = f.glider_id) as glider_class`

export const flightColumns: Fragment = fragment`${lightColumns}, ${remarks}, f.metadata, f.shape`

/** The columns that the contract shows of a flight. */
export const shownColumns: Fragment = fragment`${lightColumns}, ${remarks}, f.metadata, '[]' as shape`

/** Without what is most of a row. */
export const fewColumns: Fragment = fragment`${lightColumns}, '[]' as shape,
  '{}' as metadata, null as title, null as notes, null as photos,
  null as own_takeoff_reach, null as glider_id, null as glider_name, null as glider_class`

/** The columns of a line of the logbook; the metadata only where there are marks in it, as in few flights. */
export const lineColumns: Fragment = fragment`${lightColumns}, '[]' as shape, ${remarks},
  case when f.metadata like '%"marks":[%' then f.metadata else '{}' end as metadata`

/** The flight with these bytes or these fixes. */
export async function findDuplicate(
  sql: Sql,
  ownerId: string,
  file: { hash: string; fingerprint?: string },
): Promise<KnownFlight | undefined> {
  const columns = fragment`
    id, hash, file_name as "fileName", distance_km as "distanceKm", score, score_type as "scoreType",
    exists (select 1 from damaged_files d where d.flight_id = flights.id) as "isDamaged"`
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

/** False when the owner has a flight with these bytes or fixes already. Whether it counts is settled afterwards. */
export async function insertFlight(change: Change, number: number, flight: NewFlight): Promise<boolean> {
  const { sql, nowMs, ownerId } = change
  const [inserted] = await sql<ChangedFlight>`
    insert into flights
      (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type, distance_km,
       score, score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape,
       created_at, updated_at, change_number, launch_latitude, launch_longitude, highest_m, best_climb_ms, title, notes,
       search_text, glider_id, visibility, recording, counted_by_pilot, trace, footprint,
       footprint_key)
    values
      (${flight.id}, ${ownerId}, ${flight.hash}, ${flight.fingerprint}, ${flight.fileName}, ${flight.flightDate},
       ${flight.season}, ${flight.isTandem}, ${flight.launchType}, ${flight.distanceKm}, ${flight.score},
       ${flight.scoreType}, ${flight.scoredBy}, ${flight.takeoffId}, ${flight.durationSeconds},
       ${flight.trackDistanceKm}, ${flight.metadata}, ${flight.shape}, ${nowMs}, ${nowMs}, ${number}, ${flight.launch.lat},
       ${flight.launch.lng}, ${flight.highestM}, ${flight.bestClimbMs}, ${flight.title}, ${flight.notes},
       ${writeSearchText(flight, flight.metadata)}, ${flight.gliderId},
       ${flight.visibility ?? defaultVisibility(ownerId)}, ${flight.recording}, ${flight.countedByPilot},
       ${flight.trace && JSON.stringify(flight.trace)}, ${writeFootprint(flight.footprint)}, ${flight.footprint?.key ?? null})
    on conflict do nothing
    returning ${changedColumns}`
  if (!inserted) return false
  await sql`
    insert into flight_files (flight_id, byte_length, compressed, stored_hash, is_outside, given_date)
    values (${flight.id}, ${flight.byteLength}, ${flight.compressed}, ${flight.storedHash}, ${flight.isOutside},
      ${flight.givenDate})`
  if (flight.analysis) await keepAnalysis(sql, flight.id, flight.analysis)
  const after = { ...inserted, is_outside: flight.isOutside, byte_length: flight.byteLength, photos: [] }
  await recordChange(change, undefined, after)
  return true
}

export const writeFootprint = (taken: Taken | null) => taken && JSON.stringify(taken.footprint)

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

/** A flight after a change, as an event tells of it. */
export interface ChangedFlight extends Omit<FlightState, 'is_outside' | 'byte_length' | 'photos'>, Remarks {
  flight_date: string
  distance_km: number
  score: number
  score_type: string
  duration_seconds: number
  metadata: string
  /** As the row lists its photos. */
  photo_list: string | null
}

const changedColumns = fragment`
  id, hash, flight_date, takeoff_id, distance_km, score, score_type, duration_seconds, metadata, title, notes,
  photos as photo_list`

export interface HeldFlight extends FlightState {
  flight_date: string
  photo_list: string | null
}

/** A flight that is about to change, held until the transaction ends, and its files with it. */
export async function holdFlight({ sql, ownerId }: Change, id: string): Promise<HeldFlight | undefined> {
  const [row] = await sql<Omit<HeldFlight, 'photos'>>`
    select f.id, f.hash, f.flight_date, f.takeoff_id, s.is_outside, s.byte_length, f.photos as photo_list
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
export async function deleteSomeFlights(
  change: Change,
  limit: number,
): Promise<{ id: string; hash: string }[]> {
  const { sql, ownerId } = change
  // Flights of one time are on the same pages of most indexes. Another node may be at the same account: each takes what
  // the other has not.
  const flights = await sql<{ id: string; hash: string; is_outside: boolean }>`
    select f.id, f.hash, s.is_outside from flights f join flight_files s on s.flight_id = f.id
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
export function deleteAllFlights(change: Change): Promise<{ id: string; hash: string }[]> {
  return recordErasure(
    change,
    () => change.sql<{ id: string; hash: string }>`
      delete from flights where owner_id = ${change.ownerId} returning id, hash`,
  )
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
