// The bytes of photos. Their list is in the flight's row: photo-list.ts.
import type { Photo } from '#contract/logbook/photo.ts'
import { findUtcOffset } from '#language/utc-offset.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { PlacedFile } from '../files/tables.ts'
import { type Change, requirePrecondition } from '../record/change.ts'
import { holdCounter } from '../record/change-numbers.ts'
import { type ChangedFlight, changeHeld, holdFlight, isNamed } from '../record/store.ts'
import type { MadePhoto } from './make-photo.ts'
import { readPhotoList, writePhotoList } from '../record/photo-list.ts'

export interface KnownPhoto {
  id: string
  /** Its file is known to be corrupt or lost. */
  isDamaged: boolean
}

/** The photo of the flight with these pixels. */
export async function findSamePhoto(
  sql: Sql,
  ownerId: string,
  flightId: string,
  hash: string,
): Promise<KnownPhoto | undefined> {
  const [row] = await sql<KnownPhoto>`
    select p.photo_id as id, p.problem is not null as "isDamaged"
    from photo_files p join flights f on f.id = p.flight_id
    where f.owner_id = ${ownerId} and p.flight_id = ${flightId} and p.hash = ${hash}`
  return row
}

export interface NewPhoto extends MadePhoto {
  id: string
  isOutside: boolean
  /** Of the flight: that of a camera which names none. */
  timeZone: string | undefined
}

export async function insertPhoto(sql: Sql, flightId: string, photo: NewPhoto): Promise<void> {
  const { latitude, longitude } = photo.taken
  await sql`
    insert into photo_files (photo_id, flight_id, hash, byte_length, compressed, stored_hash, is_outside, small,
      taken_at, latitude, longitude)
    values (${photo.id}, ${flightId}, ${photo.hash}, ${photo.byteLength}, ${photo.compressed}, ${photo.storedHash},
      ${photo.isOutside}, ${photo.small}, ${orNull(findMoment(photo))}, ${orNull(latitude)}, ${orNull(longitude)})`
}

const orNull = (value: number) => (Number.isFinite(value) ? value : null)

/** Unix time in milliseconds. */
function findMoment({ taken: { atSeconds, localSeconds }, timeZone }: NewPhoto): number {
  if (!Number.isNaN(atSeconds)) return Math.round(1000 * atSeconds)
  const offset = findUtcOffset(timeZone, new Date(1000 * localSeconds))
  return 1000 * (localSeconds - offset)
}

export interface TakenPhoto {
  id: string
  taken_at: number | null
  latitude: number | null
  longitude: number | null
}

/** The flight's photos with when and where they were taken, as far as their cameras said it. */
export function listTaken(sql: Sql, ownerId: string, flightId: string): Promise<TakenPhoto[]> {
  return sql<TakenPhoto>`
    select p.photo_id as id, p.taken_at, p.latitude, p.longitude
    from photo_files p join flights f on f.id = p.flight_id
    where f.owner_id = ${ownerId} and f.id = ${flightId}`
}

/** By the ids of the photos. */
export async function listPhotoHashes(sql: Sql, flightId: string): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; hash: string }>`
    select photo_id as id, hash from photo_files where flight_id = ${flightId}`
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** To another flight of the pilot. */
export async function movePhotos(sql: Sql, flightId: string, ids: readonly string[]): Promise<void> {
  await sql`update photo_files set flight_id = ${flightId} where photo_id in (${paddedList(ids)})`
}

export async function deletePhoto(sql: Sql, flightId: string, photoId: string): Promise<void> {
  await sql`delete from photo_files where flight_id = ${flightId} and photo_id = ${photoId}`
}

/** Undefined when there is no such flight. An error from `edit` undoes everything. */
export async function changePhotos(
  change: Change,
  flightId: string,
  edit: (photos: readonly Photo[]) => Promise<readonly Photo[]>,
): Promise<ChangedFlight | undefined> {
  // From here on no other change of the pilot's flights comes between.
  await holdCounter(change.sql, change.ownerId)
  await requirePrecondition(change)
  const before = await holdFlight(change, flightId)
  if (!before) return undefined
  const photos = await edit(readPhotoList(before.photo_list))
  return changeHeld(change, before, fragment`photos = ${writePhotoList(photos)}`)
}

/** The flight by its id or by its hash. */
export async function findPhotoHash(
  sql: Sql,
  ownerId: string,
  flight: string,
  photoId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ hash: string }>`
    select p.hash from photo_files p join flights f on f.id = p.flight_id
    where f.owner_id = ${ownerId} and ${isNamed(flight)} and p.photo_id = ${photoId}`
  return row?.hash
}

export async function findSmall(sql: Sql, photoId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ small: Uint8Array }>`
    select small from photo_files where photo_id = ${photoId}`
  return row?.small
}

export async function findLarge(sql: Sql, photoId: string): Promise<PlacedFile | undefined> {
  const [row] = await sql<PlacedFile>`
    select photo_id as key, hash, byte_length as "byteLength", compressed, stored_hash as "storedHash",
      is_outside as "isOutside"
    from photo_files where photo_id = ${photoId}`
  return row
}
