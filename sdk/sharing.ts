// Visibility of a flight, and flights that others share.
import { type CallOptions, call, type Client, pathTo } from './client.ts'
import type { FlightSharing, SharedFlight } from './types.ts'

/**
 * The visibility of a flight, and its link; `correctFlight(client, id, { visibility: 'unlisted' })` makes one.
 *
 * @example
 * const { visibility, url } = await getSharing(client, id)
 */
export function getSharing(client: Client, id: string, options?: CallOptions): Promise<FlightSharing> {
  return call(client, 'GET', pathTo('flights', id, 'sharing'), options)
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
  return call(client, 'GET', pathTo('shared', reference), options)
}
