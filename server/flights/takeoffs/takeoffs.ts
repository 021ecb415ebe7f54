// Finds or creates the take-off of a flight: a site of a list within a kilometre or one of the pilot's own places, else a new place at the launch
// point. Nothing here looks at places of other pilots: to join one would tell where it is.
import { distanceKm } from '#igc/geodesy.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Change } from '../record/change.ts'
import { findOwnPlace, isNamedBy, isOwn, NEARBY_M, requireOwnPlace } from './own-store.ts'
import { type Box, insertTakeoff, listTakeoffsIn, rowOfLatitude, type Takeoff } from './store.ts'

const REACH_KM = 1
const KM_PER_DEGREE = 111.19

export interface Launch {
  latitude: number
  longitude: number
  /** The nearest town, after which a new take-off is named. */
  town: string | null
  country: string | null
}

// ISO 3166-1 leaves ZZ to its users; others read it as an unknown country too.
const HIGH_SEAS = 'ZZ'

/** A condition on takeoffs: the sites of lists. */
export const isListed: Fragment = fragment`source_id is not null`
/** A condition on takeoffs: places that flights made. */
export const madeByFlights: Fragment = fragment`source_id is null`

/** As the pilot has named it, or as the service knows it; undefined for a launch from a new place. */
export async function findTakeoff(
  sql: Sql,
  pilotId: string,
  { latitude, longitude }: Pick<Launch, 'latitude' | 'longitude'>,
): Promise<Takeoff | undefined> {
  const boxes = listBoxesAround(latitude, longitude)
  const places = await listTakeoffsIn(sql, boxes, isPlainFor(pilotId), isNamedBy(pilotId))
  const own = places.filter(isOwn)
  const plain = places.filter((place) => !isOwn(place))
  return findOwnPlace(own, latitude, longitude) ?? sortNear(plain, latitude, longitude)[0]
}

const isPlainFor = (pilotId: string) => fragment`(${isListed} or made_by = ${pilotId})`

/** While the pilot's counter is held: two first flights from one place make one take-off. */
export async function requireTakeoff(change: Change, launch: Launch): Promise<Takeoff> {
  return (await findTakeoff(change.sql, change.ownerId, launch)) ?? makeTakeoff(change, launch)
}

/** As an export of the flight has it; undefined without a name, or when the pilot has named too many. */
export async function requireNamedTakeoff(
  change: Change,
  launch: Launch,
  named: { name: string; isForNearby: boolean } | undefined,
): Promise<string | undefined> {
  if (!named) return undefined
  const { name: plainName, country } = namePlace(launch)
  const { latitude, longitude } = launch
  const reachM = named.isForNearby ? NEARBY_M : 0
  const place = { name: named.name, country, latitude, longitude, reachM, plainName }
  return requireOwnPlace(change, place)
}

/** Regardless of the pilot's own name for it; while the pilot's counter is held. */
export async function requirePlainTakeoff(change: Change, launch: Launch): Promise<Takeoff> {
  const known = await findNearest(change.sql, launch.latitude, launch.longitude, isPlainFor(change.ownerId))
  return known ?? makeTakeoff(change, launch)
}

async function makeTakeoff({ sql, nowMs, ownerId }: Change, launch: Launch): Promise<Takeoff> {
  const { latitude, longitude } = launch
  const takeoff = { id: createId(nowMs), ...namePlace(launch), latitude, longitude }
  await insertTakeoff(sql, nowMs, { ...takeoff, sourceId: null, madeBy: ownerId })
  return takeoff
}

/** Far from every town a place is named by its coordinates. */
export function namePlace({ latitude, longitude, town, country }: Launch): { name: string; country: string } {
  const north = `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}`
  const east = `${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`
  return { name: town ?? `${north} ${east}`, country: country ?? HIGH_SEAS }
}

/** Within a kilometre. */
export async function findNearest(
  sql: Sql,
  latitude: number,
  longitude: number,
  condition: Fragment,
): Promise<Takeoff | undefined> {
  return (await listNearest(sql, latitude, longitude, condition))[0]
}

/** Within a kilometre, the nearest first; at the same distance the one with the smaller id. */
export async function listNearest(
  sql: Sql,
  latitude: number,
  longitude: number,
  condition: Fragment,
): Promise<Takeoff[]> {
  const around = await listTakeoffsIn(sql, listBoxesAround(latitude, longitude), condition)
  return sortNear(around, latitude, longitude)
}

function sortNear<Place extends Takeoff>(
  places: readonly Place[],
  latitude: number,
  longitude: number,
): Place[] {
  return places
    .map((takeoff) => ({ takeoff, km: distanceKm(latitude, longitude, takeoff.latitude, takeoff.longitude) }))
    .filter(({ km }) => km <= REACH_KM)
    .sort((a, b) => a.km - b.km || (a.takeoff.id < b.takeoff.id ? -1 : 1))
    .map(({ takeoff }) => takeoff)
}

function listBoxesAround(latitude: number, longitude: number): Box[] {
  const reachDegrees = REACH_KM / KM_PER_DEGREE
  const rows = { from: rowOfLatitude(latitude - reachDegrees), to: rowOfLatitude(latitude + reachDegrees) }
  return longitudesAround(latitude, longitude, reachDegrees).map((longitudes) => ({ rows, longitudes }))
}

/** Degrees of longitude shrink toward the poles, where a kilometre may reach around them all. */
function longitudesAround(
  latitude: number,
  longitude: number,
  reachDegrees: number,
): { from: number; to: number }[] {
  const shrink = Math.cos((Math.min(90, Math.abs(latitude) + reachDegrees) * Math.PI) / 180)
  const reach = shrink < 0.001 ? 180 : Math.min(180, (reachDegrees / shrink) * 1.01)
  if (reach === 180) return [{ from: -180, to: 180 }]
  const from = longitude - reach
  const to = longitude + reach
  if (from < -180)
    return [
      { from: -180, to },
      { from: from + 360, to: 180 },
    ]
  if (to > 180)
    return [
      { from, to: 180 },
      { from: -180, to: to - 360 },
    ]
  return [{ from, to }]
}
