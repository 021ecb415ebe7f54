// Credentials without a refresh token.
import type { Credential } from '../client.ts'
import { sleep } from '../client.ts'
import { ConnectionError, ServerError } from '../errors.ts'
import { isTurnedAway, type OauthClient, postToken, toStored } from './oauth.ts'
import type { StoredTokens } from './store.ts'

/** Renewed so long before its end that no request meets it. */
export const EARLY_MS = 30_000

/**
 * A personal API key, for scripts of your own.
 *
 * @example
 * const client = createClient({ baseUrl, credential: apiKey(process.env.CLOUDSTREET_KEY) })
 */
export function apiKey(key: string): Credential {
  return { getToken: async () => key }
}

/**
 * A confidential application that acts for its owner. A token is fetched when one is needed, once for all calls that
 * wait for it.
 *
 * @example
 * const credential = clientCredentials({ baseUrl, clientId, clientSecret, scope: 'flights:read' })
 */
export function clientCredentials(client: OauthClient & { scope?: string }): Credential {
  let current: StoredTokens | undefined
  let fetching: Promise<StoredTokens> | undefined
  return {
    async getToken() {
      if (current && current.expiresAt - EARLY_MS > Date.now()) return current.accessToken
      fetching ??= fetchToken(client).finally(() => {
        fetching = undefined
      })
      current = await fetching
      return current.accessToken
    },
    async renew(refused) {
      if (current?.accessToken === refused) current = undefined
      return true
    },
  }
}

async function fetchToken(client: OauthClient & { scope?: string }): Promise<StoredTokens> {
  for (let attempt = 1; ; attempt++) {
    try {
      return toStored(await postToken(client, { grant_type: 'client_credentials', scope: client.scope }))
    } catch (error) {
      // A token whose answer was lost is of no use to anybody: ask for another.
      const isRepeatable =
        isTurnedAway(error) || error instanceof ConnectionError || error instanceof ServerError
      if (!isRepeatable || attempt >= 4) throw error
      await sleep(
        (isTurnedAway(error) ? error.retryAfterMs : undefined) ?? Math.random() * 500 * 2 ** attempt,
      )
    }
  }
}
