// The pilot for whom the credential acts.
import { type CallOptions, call, type Client, readData, readNothing } from './client.ts'
import type { Profile } from './types/profile.ts'

/**
 * The profile of the pilot; `email` needs the scope `profile:email`.
 *
 * @example
 * const { name, club } = await getProfile(client)
 */
export function getProfile(client: Client, options: CallOptions = {}): Promise<Profile> {
  return call(client, { path: '/api/v1/profile', read: readData<Profile>, ...options })
}

/**
 * Ends the connection of the pilot to your application: the consent, every token, and the events.
 *
 * @example
 * await endConnection(client)
 */
export function endConnection(client: Client, options: CallOptions = {}): Promise<void> {
  return call(client, { method: 'DELETE', path: '/api/v1/connection', read: readNothing, ...options })
}
