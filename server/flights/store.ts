// Flights and their files: every statement begins with the owner.
import type { FlightCorrection } from '#contract/flight.ts'
import type { LaunchType } from '#contract/launch-types.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { firstNumber, forgetNumbers, keepDeletion, nextNumber } from './change-numbers.ts'
import { countFlightOf, releaseAllFiles, releaseFile } from './files/store.ts'
import { countFlight, type DayKey, forgetDays, recountDay } from './days-store.ts'
import type { FlightRow } from './flight.ts'
import {
  addFlightOf,
  forgetPilot,
  holdPlacesOf,
  isAnothersLaunch,
  removeFlightOf,
} from './takeoffs/pilots.ts'
import { holdTakeoff } from './takeoffs/store.ts'

export interface NewFlight {
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
  /** Where the flight itself began. */
  launch: { lat: number; lng: number }
  durationSeconds: number
  trackDistanceKm: number
  metadata: string
  shape: string
  byteLength: number
  compressed: Uint8Array
  /** Its bytes are empty then: they lie outside the database. */
  isOutside: boolean
  givenDate: string | null
}

export interface StoredFile {
  hash: string
  fileName: string
  byteLength: number
  compressed: Uint8Array
  givenDate: string | null
}

export interface KnownFlight {
  id: string
  hash: string
  fileName: string
  distanceKm: number
  score: number
  scoreType: string
}

const lightColumns: Fragment = fragment`
  f.id, f.hash, f.file_name, f.flight_date, f.season, f.is_tandem, f.launch_type, f.distance_km, f.score,
  f.score_type, f.takeoff_id, t.name as takeoff_name, t.country as takeoff_country,
  t.latitude as takeoff_latitude, t.longitude as takeoff_longitude, ${isAnothersLaunch} as takeoff_is_anothers,
  f.launch_latitude, f.launch_longitude, f.duration_seconds, f.track_distance_km, f.created_at, f.updated_at`

export const flightColumns: Fragment = fragment`${lightColumns}, f.metadata, f.shape`

/** Without what is most of a row; the metadata only where nothing else tells the launch point. */
export const fewColumns: Fragment = fragment`${lightColumns}, '[]' as shape,
  case when f.launch_latitude is null then f.metadata else '{}' end as metadata`

/** The flight with these bytes or these fixes. */
export async function findDuplicate(
  sql: Sql,
  ownerId: string,
  file: { hash: string; fingerprint?: string },
): Promise<KnownFlight | undefined> {
  const columns = fragment`
    id, hash, file_name as "fileName", distance_km as "distanceKm", score, score_type as "scoreType"`
  const [same] = await sql<KnownFlight>`
    select ${columns} from flights where owner_id = ${ownerId} and hash = ${file.hash}`
  if (same || file.fingerprint === undefined) return same
  const [alike] = await sql<KnownFlight>`
    select ${columns} from flights where owner_id = ${ownerId} and fingerprint = ${file.fingerprint}`
  return alike
}

/** Locks the account, so that it cannot be deleted before the transaction ends; false when it is gone. */
export async function holdOwner(sql: Sql, ownerId: string): Promise<boolean> {
  const rows = await sql`select id from users where id = ${ownerId} ${sql.forKeyShare}`
  return rows.length > 0
}

/** False when the owner has a flight with these bytes or fixes already; of two at once the second waits for the first. */
export async function insertFlight(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  flight: NewFlight,
): Promise<boolean> {
  const number = await firstNumber(sql, ownerId)
  const inserted = await sql`
    insert into flights
      (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type, distance_km,
       score, score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape,
       created_at, updated_at, change_number, launch_latitude, launch_longitude)
    values
      (${flight.id}, ${ownerId}, ${flight.hash}, ${flight.fingerprint}, ${flight.fileName}, ${flight.flightDate},
       ${flight.season}, ${flight.isTandem}, ${flight.launchType}, ${flight.distanceKm}, ${flight.score},
       ${flight.scoreType}, ${flight.scoredBy}, ${flight.takeoffId}, ${flight.durationSeconds},
       ${flight.trackDistanceKm}, ${flight.metadata}, ${flight.shape}, ${nowMs}, ${nowMs}, ${number}, ${flight.launch.lat},
       ${flight.launch.lng})
    on conflict do nothing
    returning id`
  if (inserted.length === 0) return false
  await sql`
    insert into flight_files (flight_id, byte_length, compressed, is_outside, given_date)
    values (${flight.id}, ${flight.byteLength}, ${flight.compressed}, ${flight.isOutside}, ${flight.givenDate})`
  if (flight.isOutside) await countFlightOf(sql, nowMs, flight.hash)
  await sql`
    insert into flight_months (owner_id, month, flights) values (${ownerId}, ${flight.flightDate.slice(0, 7)}, 1)
    on conflict (owner_id, month) do update set flights = flight_months.flights + 1`
  await countFlight(sql, ownerId, flight)
  await addFlightOf(sql, flight.takeoffId, ownerId)
  return true
}

const HASH_LENGTH = 64

/** A condition on a flight that is named by its id or by its hash. */
function isNamed(reference: string): Fragment {
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
): Promise<{ id: string; hash: string } | undefined> {
  const [row] = await sql<{ id: string; hash: string }>`
    select f.id, f.hash from flights f where f.owner_id = ${ownerId} and ${isNamed(reference)}`
  return row
}

export interface FoundFile extends StoredFile {
  isOutside: boolean
}

/** As it stands in the database: files/files.ts reads those that lie outside it. */
export async function findStoredFile(
  sql: Sql,
  ownerId: string,
  reference: string,
): Promise<FoundFile | undefined> {
  const [row] = await sql<FoundFile>`
    select f.hash, f.file_name as "fileName", s.byte_length as "byteLength", s.compressed,
      s.is_outside as "isOutside", s.given_date as "givenDate"
    from flights f join flight_files s on s.flight_id = f.id
    where f.owner_id = ${ownerId} and ${isNamed(reference)}`
  return row
}

/** A flight after a change, as an event tells of it. */
export interface ChangedFlight {
  id: string
  hash: string
  flight_date: string
  distance_km: number
  score: number
  score_type: string
  duration_seconds: number
  metadata: string
}

const changedColumns = fragment`
  id, hash, flight_date, distance_km, score, score_type, duration_seconds, metadata`

function marks(nowMs: number, number: number): Fragment {
  return fragment`updated_at = ${nowMs}, change_number = ${number}, is_changed = true`
}

/** Throws when the flight must not be changed. The number of the change holds every other change of the owner until then. */
export type Precondition = (sql: Sql) => Promise<void>

/** Undefined when there is no such flight. */
export async function correctFlight(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  change: FlightCorrection,
  precondition?: Precondition,
): Promise<ChangedFlight | undefined> {
  const { launch_type, is_tandem } = change
  const launchType = launch_type === undefined ? fragment`launch_type` : fragment`${launch_type}`
  const isTandem = is_tandem === undefined ? fragment`is_tandem` : fragment`${is_tandem}`
  const number = await nextNumber(sql, ownerId)
  if (number === undefined) return undefined
  await precondition?.(sql)
  const [changed] = await sql<ChangedFlight>`
    update flights set launch_type = ${launchType}, is_tandem = ${isTandem}, ${marks(nowMs, number)}
    where owner_id = ${ownerId} and id = ${id}
    returning ${changedColumns}`
  return changed
}

/** Deletes row and file and updates the count; returns the hash of what was deleted. */
export async function deleteFlight(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  id: string,
  precondition?: Precondition,
): Promise<string | undefined> {
  const [found] = await sql<{ takeoff_id: string }>`
    select takeoff_id from flights where owner_id = ${ownerId} and id = ${id}`
  if (!found) return undefined
  await holdTakeoff(sql, found.takeoff_id)
  const number = await nextNumber(sql, ownerId)
  if (number === undefined) return undefined
  await precondition?.(sql)
  await releaseFile(sql, nowMs, id)
  // The file's row goes with the flight's by the foreign key.
  const [deleted] = await sql<DayKey & { hash: string }>`
    delete from flights where owner_id = ${ownerId} and id = ${id}
    returning hash, flight_date, takeoff_id, score_type`
  if (!deleted) return undefined
  const month = deleted.flight_date.slice(0, 7)
  await sql`
    update flight_months set flights = flights - 1 where owner_id = ${ownerId} and month = ${month}`
  await sql`
    delete from flight_months where owner_id = ${ownerId} and month = ${month} and flights = 0`
  await recountDay(sql, ownerId, deleted)
  await removeFlightOf(sql, nowMs, deleted.takeoff_id, ownerId)
  await keepDeletion(sql, nowMs, ownerId, number, { id, hash: deleted.hash })
  return deleted.hash
}

/** Every flight of an owner, when the account is deleted. */
export async function deleteAllFlights(
  sql: Sql,
  nowMs: number,
  ownerId: string,
): Promise<{ id: string; hash: string }[]> {
  await holdPlacesOf(sql, ownerId)
  await forgetNumbers(sql, ownerId)
  await releaseAllFiles(sql, nowMs, ownerId)
  const deleted = await sql<{ id: string; hash: string }>`
    delete from flights where owner_id = ${ownerId} returning id, hash`
  await sql`delete from flight_months where owner_id = ${ownerId}`
  await forgetDays(sql, ownerId)
  await sql`delete from idempotency_keys where owner_id = ${ownerId}`
  await forgetPilot(sql, nowMs, ownerId)
  return deleted
}

/** In the order of their ids, after one of them. */
export function listFlightsAfter(
  sql: Sql,
  ownerId: string,
  afterId: string,
  limit: number,
): Promise<FlightRow[]> {
  return sql<FlightRow>`
    select ${flightColumns} from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and f.id > ${afterId} order by f.id limit ${limit}`
}

export interface ScoreChange {
  distanceKm: number
  score: number
  scoreType: string
  scoredBy: string
  takeoffId: string
  launch: NewFlight['launch']
  durationSeconds: number
  trackDistanceKm: number
  metadata: string
  shape: string
}

export interface OutdatedFlight {
  id: string
  ownerId: string
  scoredBy: string
  takeoffId: string
  metadata: string
  hash: string
  compressed: Uint8Array
  isOutside: boolean
  givenDate: string | null
}

/** Flights that another version of range, rules or solver has scored, by id. */
export function listOutdated(
  sql: Sql,
  scoredBy: string,
  afterId: string,
  limit: number,
): Promise<OutdatedFlight[]> {
  return sql<OutdatedFlight>`
    select f.id, f.owner_id as "ownerId", f.scored_by as "scoredBy", f.takeoff_id as "takeoffId", f.metadata,
      f.hash, s.compressed, s.is_outside as "isOutside", s.given_date as "givenDate"
    from flights f join flight_files s on s.flight_id = f.id
    where f.scored_by <> ${scoredBy} and f.id > ${afterId} order by f.id limit ${limit}`
}

/** Scored again with the same outcome: the flight is not changed. False as for changeScore's undefined. */
export async function markScored(
  sql: Sql,
  { id, ownerId, scoredBy }: OutdatedFlight,
  newScoredBy: string,
): Promise<boolean> {
  const marked = await sql`
    update flights set scored_by = ${newScoredBy}
    where owner_id = ${ownerId} and id = ${id} and scored_by = ${scoredBy} returning id`
  return marked.length > 0
}

/** Undefined when the flight is gone or was scored by another process in the meantime. */
export async function changeScore(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  flight: { id: string; scoredBy: string },
  change: ScoreChange,
): Promise<ChangedFlight | undefined> {
  const number = await nextNumber(sql, ownerId)
  if (number === undefined) return undefined
  const [before] = await sql<DayKey>`
    select flight_date, takeoff_id, score_type from flights where owner_id = ${ownerId} and id = ${flight.id}`
  const [changed] = await sql<ChangedFlight>`
    update flights set distance_km = ${change.distanceKm}, score = ${change.score},
      score_type = ${change.scoreType}, scored_by = ${change.scoredBy}, takeoff_id = ${change.takeoffId},
      launch_latitude = ${change.launch.lat}, launch_longitude = ${change.launch.lng},
      duration_seconds = ${change.durationSeconds}, track_distance_km = ${change.trackDistanceKm},
      metadata = ${change.metadata}, shape = ${change.shape}, ${marks(nowMs, number)}
    where owner_id = ${ownerId} and id = ${flight.id} and scored_by = ${flight.scoredBy}
    returning ${changedColumns}`
  if (!before || !changed) return undefined
  await recountDay(sql, ownerId, before)
  await recountDay(sql, ownerId, {
    ...before,
    takeoff_id: change.takeoffId,
    score_type: change.scoreType,
  })
  return changed
}
