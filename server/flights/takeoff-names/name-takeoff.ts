// A pilot names a take-off: for one flight or for all nearby. It is the pilot's own name until the operator accepts it.
import type { TakeoffName, TakeoffNamed } from '#contract/logbook/takeoff-names.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { isInDisc } from '#privacy/circle.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import { cleanText } from '../record/text/file-name.ts'
import type { FlightRow } from '../record/columns.ts'
import { noSuchFlight } from '../read/one-flight.ts'
import type { FlightServices } from '../record/services.ts'
import { findOwnFlight } from '../sharing/store.ts'
import { keepPlainName, NEARBY_M, requireOwnPlace } from '../takeoffs/own-store.ts'
import { requirePlainTakeoff } from '../takeoffs/takeoffs.ts'
import type { Change } from '../record/change.ts'
import { changeAll, changeEach, touchFlight } from '../record/update.ts'
import { moveFlight } from '../takeoffs/move-flight.ts'
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
  const move = (change: Change, id: string) =>
    moveFlight(change, id, () =>
      name === '' ? findPlain(change, id) : findNamed(change, flight, { name, isForNearby }),
    )
  // One that is there already: what is said of its take-off has changed.
  const tell = async (change: Change, { id, takeoff_id }: { id: string; takeoff_id: string }) =>
    narrow.has(takeoff_id) && touchFlight(change, id)
  const changes = { services, ownerId, origin }
  const first = await changeEach(
    { ...changes, change: async (change, one) => (await move(change, one.id)) || tell(change, one) },
    [flight],
  )
  const others = isForNearby
    ? await changeAll(
        {
          ...changes,
          change: async (change, one) => (isNear(one) && (await move(change, one.id))) || tell(change, one),
        },
        (one) => one.id !== flightId && (isNear(one) || narrow.has(one.takeoff_id)),
      )
    : 0
  if (name === '') await keepPlainName(sql, services.now(), ownerId, flightId)
  const mayBeSuggested = name !== '' && wanted.isSuggested === true
  return {
    changed: first + others,
    isSuggested: mayBeSuggested && (await suggestPlace(services, ownerId, flightId)),
  }
}

/** All flights that are named at once have one place, where the named flight began. */
async function findNamed(
  change: Change,
  { takeoff_name, plain_name, country, latitude, longitude }: LaunchedFlight,
  { name, isForNearby }: { name: string; isForNearby: boolean },
): Promise<string> {
  const reachM = isForNearby ? NEARBY_M : 0
  const plainName = plain_name ?? takeoff_name
  const place = { name, country, latitude, longitude, reachM, plainName }
  const id = await requireOwnPlace(change, place)
  if (id === undefined) throw invalidRequest('You have named 500 take-offs, the most there may be.')
  return id
}

/** As the service would have it. */
async function findPlain(change: Change, id: string): Promise<string> {
  const flight = await findLaunch(change.sql, change.ownerId, id)
  if (!flight) throw noSuchFlight()
  const { latitude, longitude, country, plain_name, takeoff_name } = flight
  const launch = { latitude, longitude, country, town: plain_name ?? takeoff_name }
  return (await requirePlainTakeoff(change, launch)).id
}

/** Not a place that the pilot hides from others. */
async function suggestPlace(services: FlightServices, ownerId: string, flightId: string): Promise<boolean> {
  return services.db.transaction(async (sql) => {
    const flight = await findLaunch(sql, ownerId, flightId)
    if (!flight || flight.plain_name === null) return false
    const { latitude, longitude } = flight
    const found = await findOwnFlight(sql, ownerId, flightId)
    if (!found || isInDisc(flight, found.zones)) return false
    return suggest(sql, services.now(), {
      id: flight.takeoff_id,
      pilotId: ownerId,
      latitude: roundPlace(latitude),
      longitude: roundPlace(longitude),
    })
  })
}

const roundPlace = (degrees: number) => Math.round(degrees * 1000) / 1000
