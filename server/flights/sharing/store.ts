// Flights that are not private, by their link or id. One statement reads the flight and its pilot's zones: read one after
// the other, a zone could be gone that was there as long as the flight was to be seen.
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Choices, Language, Units } from '#language/preferences.ts'
import type { Hidden } from '#privacy/circle.ts'
import { isZoneInForce } from '#server/access/suspension.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { isCounted } from '../record/counting/counted.ts'
import { flightColumns, type FlightRow } from '../record/columns.ts'
import { isNamed } from '../record/store.ts'
import { isCalled, isLinkedBy } from './links.ts'

export interface SharedRow extends FlightRow {
  visibility: Exclude<Visibility, 'private'>
  fingerprint: string
  change_number: number
  pilot_name: string | null
  pilot_language: Language | null
  pilot_units: Units | null
  /** Null unless the profile is public and has an address. */
  profile_handle: string | null
  /** Null until the pilot has chosen anything about sharing. */
  offers_track_files: boolean | null
}

export interface FoundFlight {
  row: SharedRow
  zones: Hidden[]
  zoneIds: string[]
  zoneKey: Uint8Array | null
}

/** How the pilot reads pages. */
export const choicesOf = ({ row }: FoundFlight): Choices => ({
  language: row.pilot_language,
  units: row.pilot_units,
})

interface JoinedRow extends SharedRow {
  zone_key: Uint8Array | null
  zone_id: string | null
  zone_latitude: number | null
  zone_longitude: number | null
  zone_radius_m: number | null
  cut_latitude: number | null
  cut_longitude: number | null
  cut_radius_m: number | null
}

/** By the token of its link, or a public one by its id. Of an account that is disabled or being erased there is none. */
export async function findSharedFlight(sql: Sql, reference: string): Promise<FoundFlight | undefined> {
  const isMeant = ID_PATTERN.test(reference)
    ? fragment`${isCalled(reference)} and f.visibility = 'public'`
    : fragment`${isLinkedBy(reference)} and f.visibility <> 'private'`
  return (await findAll(sql, isMeant))[0]
}

/** As its pilot's visitors would see it, also while it is private. */
export async function findOwnFlight(
  sql: Sql,
  ownerId: string,
  reference: string,
): Promise<FoundFlight | undefined> {
  return (await findAll(sql, fragment`f.owner_id = ${ownerId} and ${isNamed(reference)}`))[0]
}

async function findAll(sql: Sql, condition: Fragment): Promise<FoundFlight[]> {
  const rows = await sql<JoinedRow>`
    select ${flightColumns}, f.fingerprint, f.change_number, u.name as pilot_name,
      u.language as pilot_language, u.units as pilot_units,
      case when u.public_profile = ${true} then s.handle end as profile_handle,
      s.offers_track_files, s.zone_key, z.id as zone_id, z.latitude as zone_latitude, z.longitude as zone_longitude, z.radius_m as zone_radius_m,
      z.cut_latitude, z.cut_longitude, z.cut_radius_m
    from flights f
    join takeoffs t on t.id = f.takeoff_id
    join users u on u.id = f.owner_id
    left join sharing_settings s on s.user_id = f.owner_id
    left join privacy_zones z on z.user_id = f.owner_id and ${isZoneInForce}
    where ${condition} and u.disabled_at is null and u.erased_at is null
    order by f.flight_date desc, f.created_at desc, f.id desc, z.id`
  const found = new Map<string, FoundFlight>()
  for (const row of rows) {
    const flight = found.get(row.id) ?? { row, zones: [], zoneIds: [], zoneKey: row.zone_key }
    found.set(row.id, flight)
    const zone = findZone(row)
    if (zone) flight.zones.push(zone)
    if (row.zone_id !== null) flight.zoneIds.push(row.zone_id)
  }
  return [...found.values()]
}

function findZone(row: JoinedRow): Hidden | undefined {
  const { zone_latitude, zone_longitude, zone_radius_m, cut_latitude, cut_longitude, cut_radius_m } = row
  if (zone_latitude === null || zone_longitude === null || zone_radius_m === null) return undefined
  if (cut_latitude === null || cut_longitude === null || cut_radius_m === null) return undefined
  return {
    place: { latitude: zone_latitude, longitude: zone_longitude, radiusM: zone_radius_m },
    circle: { latitude: cut_latitude, longitude: cut_longitude, radiusM: cut_radius_m },
  }
}

export interface PublicPilot {
  id: string
  language: Language | null
  units: Units | null
  name: string | null
  image: string | null
  club: string | null
  handle: string
}

/** Undefined unless the pilot has said that everyone may see the profile. */
export async function findPublicPilot(sql: Sql, handle: string): Promise<PublicPilot | undefined> {
  const [row] = await sql<PublicPilot>`
    select u.id, u.name, u.image, u.club, u.language, u.units, s.handle
    from sharing_settings s join users u on u.id = s.user_id
    where s.handle = ${handle} and u.public_profile = ${true} and u.disabled_at is null and u.erased_at is null`
  return row
}

/** The newest public flights of a pilot, after one of them. */
export function listPublicFlights(
  sql: Sql,
  ownerId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<FoundFlight[]> {
  const isLater =
    after === undefined
      ? fragment`1 = 1`
      : fragment`(flight_date, created_at, id) < (select flight_date, created_at, id from flights where owner_id = ${ownerId} and id = ${after})`
  return findAll(
    sql,
    fragment`f.id in (
      select id from flights where owner_id = ${ownerId} and visibility = 'public' and ${isCounted} and ${isLater}
      order by flight_date desc, created_at desc, id desc limit ${limit})`,
  )
}

export async function hasZones(sql: Sql, userId: string): Promise<boolean> {
  return (
    (await sql`select id from privacy_zones where user_id = ${userId} and removed_at is null limit 1`)
      .length > 0
  )
}

export interface PublicFigures {
  id: string
  season: number
  seconds: number
  kilometres: number
  score: number
  date: string
  highestM: number
}

export function listPublicFigures(sql: Sql, ownerId: string): Promise<PublicFigures[]> {
  return sql<PublicFigures>`
    select id, season, duration_seconds as seconds, distance_km as kilometres, score, flight_date as date,
      coalesce(highest_m, 0) as "highestM"
    from flights where owner_id = ${ownerId} and visibility = 'public' and ${isCounted}
    order by score desc, id`
}

/** Of the newest. */
export async function listPublicShapes(sql: Sql, ownerId: string, limit: number): Promise<number[][]> {
  const rows = await sql<{ shape: string }>`
    select shape from flights where owner_id = ${ownerId} and visibility = 'public' and ${isCounted}
    order by flight_date desc, created_at desc, id desc limit ${limit}`
  return rows.map(({ shape }) => JSON.parse(shape) as number[])
}

/** Those that are public still. */
export const findPublicFlights = (sql: Sql, ids: readonly string[]): Promise<FoundFlight[]> =>
  findAll(sql, fragment`f.visibility = 'public' and f.id in (${paddedList(ids)})`)

/** The pilot's flights among these that have another visibility. */
export function listOthers(
  sql: Sql,
  ownerId: string,
  visibility: Visibility,
  ids: readonly string[],
): Promise<Pick<FlightRow, 'id'>[]> {
  return sql<Pick<FlightRow, 'id'>>`
    select id from flights
    where owner_id = ${ownerId} and visibility <> ${visibility} and id in (${paddedList(ids)})
    order by flight_date, created_at, id`
}
