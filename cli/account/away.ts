// The service cannot be reached: that is said at once, and after a while there is no more waiting.
import { ConnectionError, type Fetch } from '../../sdk/index.ts'
import { fetchByHttp } from './http.ts'

/** To the person at the terminal. */
export type Say = (sentence: string) => void

export interface Patience {
  fetch: Fetch
  onRetry: (error: Error, waitMs: number) => void
}

/** For all requests of a command, several at a time. */
export function createPatience(baseUrl: string, say: Say, maxWaitMs: number): Patience {
  let awaySince: number | undefined
  let quietUntil = 0
  return {
    fetch: async (url, init) => {
      const response = await fetchByHttp(url, init)
      awaySince = undefined
      return response
    },
    onRetry: (error, waitMs) => {
      if (!(error instanceof ConnectionError)) return
      const now = Date.now()
      awaySince ??= now
      if (now + waitMs - awaySince > maxWaitMs)
        throw new ConnectionError(`Cannot reach ${baseUrl}. Is the address right?`, { cause: error })
      if (now < quietUntil) return
      quietUntil = now + waitMs
      say(`Cannot reach ${baseUrl}, trying again in ${Math.ceil(waitMs / 1000)} s.`)
    },
  }
}
