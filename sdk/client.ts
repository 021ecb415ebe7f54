// One request, as often as it takes: the credential, time-outs, retries, and errors as classes.
import { ApiError, ConnectionError, RateLimitedError, ServerError, toApiError } from './errors.ts'

/**
 * A way to a Bearer token: {@link apiKey}, {@link clientCredentials} or {@link storedTokens}. Write your own to take
 * tokens from elsewhere.
 *
 * @example
 * const fromVault: Credential = { getToken: async () => vault.read('cloudstreet') }
 */
export interface Credential {
  /** The token to send now. */
  getToken(signal?: AbortSignal): Promise<string>
  /** The service has refused this token with 401. True when {@link getToken} gives another one now. */
  renew?(refused: string, signal?: AbortSignal): Promise<boolean>
}

/** What this library needs of the global `fetch`. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** Where the service is, such as `https://cloudstreet.example`. */
  baseUrl: string
  credential: Credential
  /** Instead of the global `fetch`. */
  fetch?: Fetch
  /** How often a request is sent at most; 5 by default. */
  maxAttempts?: number
  /** How long one attempt may take; 60 s by default. */
  timeoutMs?: number
  /** The longest wait between two attempts; a longer `Retry-After` is an error. 2 minutes by default. */
  maxWaitMs?: number
}

/** Made by {@link createClient}; the first argument of every call. */
export type Client = Required<Omit<ClientOptions, 'baseUrl'>> & { readonly baseUrl: URL }

/**
 * The connection to one installation with one credential.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://cloudstreet.example', credential: apiKey('cst_key_…') })
 * for await (const flight of listFlights(client)) console.log(flight.flight_date, flight.scoring.score)
 */
export function createClient(options: ClientOptions): Client {
  return {
    fetch: (url, init) => globalThis.fetch(url, init),
    maxAttempts: 5,
    timeoutMs: 60_000,
    maxWaitMs: 120_000,
    ...options,
    baseUrl: new URL(options.baseUrl),
  }
}

const MAX_BACK_OFF_MS = 30_000

export type QueryValue = string | number | boolean | undefined

export interface Request<Result> {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  query?: object | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: Blob
  /** Sends the body and tells its progress, instead of `fetch`. */
  send?: (url: URL, init: RequestInit) => Promise<Response>
  /** Reads the answer; one that breaks off is a lost one. */
  read: (response: Response) => Promise<Result>
  /** Whether it may be sent again when its answer was lost; GET always may. */
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
}

/** What every call takes beside its own options. */
export interface CallOptions {
  signal?: AbortSignal
}

/** Sends the request until it is answered, refused for good, or the attempts are used up. */
export async function call<Result>(client: Client, request: Request<Result>): Promise<Result> {
  let isRenewed = false
  for (let attempt = 1; ; attempt++) {
    const token = await client.credential.getToken(request.signal)
    try {
      return await sendOnce(client, request, token)
    } catch (error) {
      request.signal?.throwIfAborted()
      const isRefused = error instanceof ApiError && error.status === 401
      if (isRefused && !isRenewed && (await client.credential.renew?.(token, request.signal))) {
        isRenewed = true
        continue
      }
      const waitMs = findWait(client, request, error, attempt)
      if (waitMs === undefined) throw error
      await sleep(waitMs, request.signal)
    }
  }
}

async function sendOnce<Result>(client: Client, request: Request<Result>, token: string): Promise<Result> {
  const url = new URL(request.path, client.baseUrl)
  for (const [name, value] of Object.entries(request.query ?? {}) as [string, QueryValue][]) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...request.headers }
  if (request.json !== undefined) headers['content-type'] = 'application/json'
  const body = request.json === undefined ? request.body : JSON.stringify(request.json)
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
    redirect: 'error',
    signal: withTimeout(client.timeoutMs, request.signal),
  }
  return exchange(() => (request.send ?? client.fetch)(url, init), request.read)
}

/** Sends, and reads the answer to its end; a line that breaks anywhere is a {@link ConnectionError}. */
export async function exchange<Result>(
  send: () => Promise<Response>,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  try {
    const response = await send()
    if (!response.ok) throw await toApiError(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const reason = isTimeout(error) ? 'no answer came in time' : 'the connection failed'
    throw new ConnectionError(`The service could not be reached: ${reason}.`, { cause: error })
  }
}

export function withTimeout(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** How long to wait before the next attempt; undefined when there is none. */
function findWait(
  client: Client,
  { method = 'GET', isRepeatable = method === 'GET' }: Pick<Request<unknown>, 'method' | 'isRepeatable'>,
  error: unknown,
  attempt: number,
): number | undefined {
  if (attempt >= client.maxAttempts) return undefined
  // 429 and 503 are said before anything is done.
  const isTurnedAway =
    error instanceof RateLimitedError || (error instanceof ServerError && error.status === 503)
  const isLost = error instanceof ConnectionError || error instanceof ServerError
  if (!isTurnedAway && !(isLost && isRepeatable)) return undefined
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  // Full jitter: clients that failed together do not come back together.
  const waitMs = asked ?? Math.random() * Math.min(client.maxWaitMs, MAX_BACK_OFF_MS, 500 * 2 ** attempt)
  return waitMs <= client.maxWaitMs ? waitMs : undefined
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export const readJson = async <Body>(response: Response): Promise<Body> => (await response.json()) as Body
/** Most answers are an object whose only member is `data`. */
export const readData = async <Data>(response: Response): Promise<Data> =>
  ((await response.json()) as { data: Data }).data
/** Reads to the end, so that the connection can be used again. */
export const readNothing = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}
