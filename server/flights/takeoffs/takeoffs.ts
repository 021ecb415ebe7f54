// Where a flight began: the nearest known site within a kilometre, else a new one at the launch point.
import { distanceKm } from '#igc/geodesy.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { findOwnPlace, NEARBY_M, requireOwnPlace } from './own-store.ts'
import {
  holdTakeoff,
  insertTakeoff,
  listTakeoffsIn,
  lockTakeoffs,
  rowOfLatitude,
  type Takeoff,
} from './store.ts'

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

/** Every place there is: later flights join it, whichever pilot created it. */
export const anyPlace: Fragment = fragment`1 = 1`
export const madeByFlights: Fragment = fragment`source_id is null`

/** Inside the upload's transaction: as the pilot has named it, or as the service knows it. */
export async function requireTakeoff(
  sql: Sql,
  nowMs: number,
  pilotId: string,
  launch: Launch,
): Promise<Takeoff> {
  const own = await findOwnPlace(sql, pilotId, launch.latitude, launch.longitude)
  if (own && (await holdTakeoff(sql, own.id))) return own
  return requirePlainTakeoff(sql, nowMs, pilotId, launch)
}

/** As an export of the flight has it; undefined without a name, or when the pilot has named too many. */
export async function requireNamedTakeoff(
  sql: Sql,
  nowMs: number,
  pilotId: string,
  launch: Launch,
  named: { name: string; isForNearby: boolean } | undefined,
): Promise<string | undefined> {
  if (!named) return undefined
  await lockTakeoffs(sql)
  const { name: plainName, country } = namePlace(launch)
  const { latitude, longitude } = launch
  const reachM = named.isForNearby ? NEARBY_M : 0
  const place = { name: named.name, country, latitude, longitude, reachM, plainName }
  const id = await requireOwnPlace(sql, nowMs, pilotId, place)
  return id !== undefined && (await holdTakeoff(sql, id)) ? id : undefined
}

export async function requirePlainTakeoff(
  sql: Sql,
  nowMs: number,
  pilotId: string,
  launch: Launch,
): Promise<Takeoff> {
  const known = await findNearest(sql, launch.latitude, launch.longitude, anyPlace)
  // One that was erased at this very moment, with the last flight from there, is created again.
  if (known && (await holdTakeoff(sql, known.id))) return known
  // Of two first flights from one place at the same time, the second waits here and then finds what the first created.
  await lockTakeoffs(sql)
  const made = await findNearest(sql, launch.latitude, launch.longitude, anyPlace)
  if (made && (await holdTakeoff(sql, made.id))) return made
  const takeoff = {
    id: createId(nowMs),
    ...namePlace(launch),
    latitude: launch.latitude,
    longitude: launch.longitude,
  }
  await insertTakeoff(sql, nowMs, { ...takeoff, sourceId: null, madeBy: pilotId })
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
  const reachDegrees = REACH_KM / KM_PER_DEGREE
  const rows = { from: rowOfLatitude(latitude - reachDegrees), to: rowOfLatitude(latitude + reachDegrees) }
  const nearby: Takeoff[] = []
  for (const longitudes of longitudesAround(latitude, longitude, reachDegrees)) {
    nearby.push(...(await listTakeoffsIn(sql, rows, longitudes, condition)))
  }
  let nearest: Takeoff | undefined
  let nearestKm = REACH_KM
  for (const takeoff of nearby) {
    const km = distanceKm(latitude, longitude, takeoff.latitude, takeoff.longitude)
    // At the same distance the smaller id wins, so that the answer does not depend on the order.
    if (km > nearestKm || (km === nearestKm && nearest && takeoff.id > nearest.id)) continue
    nearest = takeoff
    nearestKm = km
  }
  return nearest
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
