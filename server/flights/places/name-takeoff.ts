// A pilot names a take-off: for one flight or for all nearby. It is the pilot's own name until the operator accepts it.
import type { TakeoffName, TakeoffNamed } from '#contract/own/takeoff-names.ts'
import { distanceKm } from '#igc/geodesy.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import { cleanText } from '../record/text/file-name.ts'
import type { FlightRow } from '../record/flight.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { listZones } from '../sharing/zones.ts'
import { NEARBY_M, requireOwnPlace } from '../takeoffs/own-store.ts'
import { requirePlainTakeoff } from '../takeoffs/takeoffs.ts'
import { changeAll, changeEach, moveFlight, touchFlight } from '../record/update.ts'
import { findLaunch, type LaunchedFlight, listNamedAlone, suggest } from './store.ts'

export async function nameTakeoff(
  services: FlightServices,
  ownerId: string,
  flightId: string,
  wanted: TakeoffName,
  origin?: RequestOrigin,
): Promise<TakeoffNamed> {
  const { sql } = services.db
  const flight = await findLaunch(sql, ownerId, flightId)
  if (!flight) throw noSuchFlight()
  const name = cleanText((wanted.name ?? '').replaceAll(/\s+/gu, ' '))
  const { isForNearby = false } = wanted
  const isNear = ({ launch_latitude: latitude, launch_longitude: longitude }: FlightRow) =>
    latitude !== null &&
    longitude !== null &&
    1000 * distanceKm(flight.latitude, flight.longitude, latitude, longitude) <= NEARBY_M
  const narrow = new Set(isForNearby && name !== '' ? await listNamedAlone(sql, ownerId, flight, name) : [])
  const move = (id: string) => {
    const findPlace = (inside: Sql, nowMs: number) =>
      name === ''
        ? findPlain(inside, nowMs, ownerId, id)
        : findNamed(inside, nowMs, ownerId, flight, { name, isForNearby })
    return moveFlight(services, ownerId, id, findPlace, origin)
  }
  // One that is there already: what is said of its take-off has changed.
  const tell = async ({ id, takeoff_id }: { id: string; takeoff_id: string }) =>
    narrow.has(takeoff_id) && touchFlight(services, ownerId, id, origin)
  const first = await changeEach(ownerId, [flight], async (one) => (await move(one.id)) || tell(one))
  const others = isForNearby
    ? await changeAll(
        services,
        ownerId,
        (one) => one.id !== flightId && (isNear(one) || narrow.has(one.takeoff_id)),
        async (one) => (isNear(one) && (await move(one.id))) || tell(one),
      )
    : 0
  const mayBeSuggested = name !== '' && wanted.isSuggested === true
  return {
    changed: first + others,
    isSuggested: mayBeSuggested && (await suggestPlace(services, ownerId, flightId)),
  }
}

/** All flights that are named at once have one place, where the named flight began. */
async function findNamed(
  sql: Sql,
  nowMs: number,
  ownerId: string,
  { takeoff_name, plain_name, country, latitude, longitude }: LaunchedFlight,
  { name, isForNearby }: { name: string; isForNearby: boolean },
): Promise<string> {
  const reachM = isForNearby ? NEARBY_M : 0
  const plainName = plain_name ?? takeoff_name
  const place = { name, country, latitude, longitude, reachM, plainName }
  const id = await requireOwnPlace(sql, nowMs, ownerId, place)
  if (id === undefined) throw invalidRequest('You have named 500 take-offs, the most there may be.')
  return id
}

/** As the service would have it. */
async function findPlain(sql: Sql, nowMs: number, ownerId: string, id: string): Promise<string> {
  const flight = await findLaunch(sql, ownerId, id)
  if (!flight) throw noSuchFlight()
  const { latitude, longitude, country, plain_name, takeoff_name } = flight
  const launch = { latitude, longitude, country, town: plain_name ?? takeoff_name }
  return (await requirePlainTakeoff(sql, nowMs, ownerId, launch)).id
}

/** Not a place that the pilot hides from others. */
async function suggestPlace(services: FlightServices, ownerId: string, flightId: string): Promise<boolean> {
  return services.db.transaction(async (sql) => {
    const flight = await findLaunch(sql, ownerId, flightId)
    if (!flight || flight.plain_name === null) return false
    const { latitude, longitude } = flight
    const zones = await listZones(sql, ownerId)
    const isHidden = zones.some(
      (zone) => 1000 * distanceKm(latitude, longitude, zone.latitude, zone.longitude) <= 2 * zone.radiusM,
    )
    if (isHidden) return false
    return suggest(sql, {
      takeoff_id: flight.takeoff_id,
      user_id: ownerId,
      name: flight.takeoff_name,
      country: flight.country,
      latitude: roundPlace(latitude),
      longitude: roundPlace(longitude),
      created_at: services.now(),
    })
  })
}

const roundPlace = (degrees: number) => Math.round(degrees * 1000) / 1000
