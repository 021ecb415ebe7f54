// Flights as others see them, and two recordings that become one flight.
import { type CallOptions, type ChangeOptions, type Client, get, guarded, pathTo, post } from './client.ts'
import { callPart } from './flights.ts'
import type { Flight, FlightMerge, FlightSharing, SharedFlight } from './types.ts'

/**
 * The visibility of a flight, and its link; `correctFlight(client, id, { visibility: 'unlisted' })` makes one.
 *
 * @example
 * const { visibility, url } = await getSharing(client, id)
 */
export function getSharing(client: Client, id: string, options?: CallOptions): Promise<FlightSharing> {
  return callPart(client, id, 'sharing', options)
}

/**
 * A flight that a pilot shares, by the last part of its link, or the id of a public one.
 *
 * @example
 * const { pilot, certificate } = await getSharedFlight(client, new URL(link).pathname.split('/').at(-1)!)
 */
export function getSharedFlight(
  client: Client,
  reference: string,
  options?: CallOptions,
): Promise<SharedFlight> {
  return get(client, pathTo('shared', reference), options)
}

/**
 * Keeps the flight and deletes another recording of it, whose title, notes and photos it gets; needs the scopes
 * `flights:write` and `flights:delete`.
 *
 * @example
 * await mergeFlights(client, id, { otherFlightId: otherId })
 */
export function mergeFlights(
  client: Client,
  id: string,
  merge: FlightMerge,
  options?: ChangeOptions,
): Promise<Flight> {
  return post(client, pathTo('flights', id, 'merge'), { json: merge, ...guarded(options) })
}
