// Stores tokens between requests and between runs.

/** Plain data: a store may write it as JSON. */
export interface StoredTokens {
  accessToken: string
  /** Unix milliseconds. */
  expiresAt: number
  refreshToken?: string | undefined
  /** The scopes granted, separated by spaces. */
  scope: string
  /** A refresh was begun and its answer is not here: the refresh token may be spent. */
  isInDoubt?: boolean
}

/**
 * Keeps the tokens of one pilot. `fileStore` of `@cloudstreet/sdk/node` keeps them in a file that many processes share,
 * {@link browserStore} for all tabs of a browser; write your own for a database.
 *
 * @example
 * const store: TokenStore = {
 *   load: () => database.read(pilot),
 *   save: (tokens) => database.write(pilot, tokens),
 *   lock: (work) => database.withAdvisoryLock(pilot, work),
 * }
 */
export interface TokenStore {
  load(): Promise<StoredTokens | undefined>
  /** Returns when it is durable; undefined removes the tokens. */
  save(tokens: StoredTokens | undefined): Promise<void>
  /**
   * Runs `work` while no other holder of the store does. A refresh token works once: two that refresh with the same
   * one end the pilot's connection.
   */
  lock<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * Keeps the tokens as long as the process runs.
 *
 * @example
 * const store = memoryStore()
 */
export function memoryStore(tokens?: StoredTokens): TokenStore {
  let kept = tokens
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: async () => kept,
    save: async (tokens) => {
      kept = tokens
    },
    lock: (work) => {
      const mine = last.then(work, work)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

/**
 * Keeps the tokens in `localStorage`; all tabs of the page's origin share them, and one of them refreshes.
 *
 * @example
 * const store = browserStore('cloudstreet')
 */
export function browserStore(name: string): TokenStore {
  return {
    load: async () => JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined,
    save: async (tokens) => {
      if (tokens) localStorage.setItem(name, JSON.stringify(tokens))
      else localStorage.removeItem(name)
    },
    lock: async (work) => navigator.locks.request(`cloudstreet:${name}`, work),
  }
}
