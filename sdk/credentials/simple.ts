// Credentials without a refresh token.
import { requireAddress, requireText } from '../address.ts'
import type { Credential } from '../client.ts'
import { backOff, isPassing, retry, shared } from '../retry.ts'
import { type OauthClient, postToken, toStored } from './oauth.ts'
import type { StoredTokens } from './store.ts'

const MAX_ATTEMPTS = 4
/** Renewed this long before its end that no request meets it. */
const EARLY_MS = 30_000

export function isFresh(tokens: StoredTokens | undefined): tokens is StoredTokens {
  return tokens !== undefined && tokens.expiresAt - EARLY_MS > Date.now()
}

/**
 * A personal API key, for your own scripts.
 *
 * @example
 * const client = createClient({ baseUrl, credential: apiKey(process.env.CLOUDSTREET_KEY) })
 */
export function apiKey(key: string | undefined): Credential {
  const given = requireText('API key', key)
  return { getToken: async () => given }
}

/**
 * A confidential application that acts for its owner. A token is fetched when one is needed, once for all calls that
 * wait for it.
 *
 * @example
 * const credential = clientCredentials({ baseUrl, clientId, clientSecret, scope: 'flights:read' })
 */
export function clientCredentials(client: OauthClient & { scope?: string }): Credential {
  requireAddress(client.baseUrl)
  requireText('clientId', client.clientId)
  requireText('clientSecret', client.clientSecret)
  let current: StoredTokens | undefined
  const fetchOnce = shared(() => fetchToken(client))
  return {
    async getToken() {
      if (!isFresh(current)) current = await fetchOnce()
      return current.accessToken
    },
    async renew(refused) {
      if (current?.accessToken === refused) current = undefined
      return true
    },
  }
}

async function fetchToken(client: OauthClient & { scope?: string }): Promise<StoredTokens> {
  const ask = () => postToken(client, 'client_credentials', { scope: client.scope })
  // A token whose answer was lost is of no use to anybody: ask for another.
  const findWait = (error: unknown, attempt: number) =>
    attempt < MAX_ATTEMPTS && isPassing(error) ? backOff(error, attempt) : undefined
  return toStored(await retry(ask, findWait))
}
