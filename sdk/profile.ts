// The pilot for whom the credential acts.
import { type CallOptions, call, type Client, get } from './client.ts'
import type { Profile } from './types.ts'

/**
 * The profile of the pilot; `email` needs the scope `profile:email`.
 *
 * @example
 * const { name, club } = await getProfile(client)
 */
export function getProfile(client: Client, options?: CallOptions): Promise<Profile> {
  return get(client, 'profile', options)
}

/**
 * Ends the connection of the pilot to your application: the consent, every token, and the events.
 *
 * @example
 * await endConnection(client)
 */
export function endConnection(client: Client, options?: CallOptions): Promise<void> {
  return call(client, 'DELETE', 'connection', options)
}
