// One request, as often as it takes: the credential, time-outs, retries, and errors as classes.
import { makeId } from './bytes.ts'
import { startDeadline } from './deadline.ts'
import { requireAddress } from './address.ts'
import {
  ApiError,
  AuthenticationError,
  CloudstreetError,
  ConnectionError,
  findRequestId,
  toApiError,
} from './errors.ts'
import { backOff, isPassing, isTurnedAway, retry } from './retry.ts'

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

/** The part of the global `fetch` that this library needs. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

export type Send = (url: URL, init: RequestInit, fetch: Fetch) => Promise<Response>

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
  /** Called before each wait for another attempt; what it throws ends the call. */
  onRetry?: ((error: Error, waitMs: number) => void) | undefined
}

/** Made by {@link createClient}; the first argument of every call. */
export type Client = Required<Omit<ClientOptions, 'baseUrl' | 'fetch' | 'onRetry'>> &
  Pick<ClientOptions, 'fetch' | 'onRetry'> & { readonly baseUrl: URL }

/**
 * The connection to one installation with one credential.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://cloudstreet.example', credential: apiKey('cst_key_…') })
 * for await (const flight of listFlights(client)) console.log(flight.flight_date, flight.scoring.score)
 */
export function createClient(options: ClientOptions): Client {
  return {
    maxAttempts: 5,
    timeoutMs: 60_000,
    maxWaitMs: 120_000,
    ...options,
    baseUrl: requireAddress(options.baseUrl),
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Request<Result = unknown> extends CallOptions {
  query?: object | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
  /** The type of the body. */
  type?: string
  /** Sends the body and tells its progress, by `fetch` or otherwise. */
  send?: Send | undefined
  /** Reads the answer, by default its `data`; one that breaks off is a lost one. */
  read?: ((response: Response) => Promise<Result>) | undefined
  /** Whether it may be sent again when its answer was lost; GET, PUT and PATCH always may. */
  isRepeatable?: boolean
}

/** An answer apart from its body. */
export interface ResponseInfo {
  status: number
  /** Such as `etag`, `x-ratelimit-remaining` or `x-oauth-scopes`. */
  headers: Headers
  /** Names the request in the log of the service: quote it when you ask for help. */
  requestId: string | undefined
}

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  /** How long one attempt of this call may take, instead of the client's. */
  timeoutMs?: number | undefined
  /** Called with each answer that is a success: of a list, with that of each page. */
  onResponse?: ((info: ResponseInfo) => void) | undefined
}

/** Parts the question from how it is asked. */
export function splitOptions<Options extends CallOptions>(
  options: Options,
): [Omit<Options, keyof CallOptions>, CallOptions] {
  const { signal, timeoutMs, onResponse, ...query } = options
  return [query, { signal, timeoutMs, onResponse }]
}

/** Options of calls that change something. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` of what you have read: when it has changed since, nothing is done ({@link ChangedMeanwhileError}). */
  ifMatch?: string | undefined
}

/** A change that depends on what was read is sent once: after a lost answer its own outcome would refuse it. */
export function guarded({ ifMatch, ...options }: ChangeOptions = {}): Request<never> {
  return ifMatch === undefined
    ? options
    : { ...options, headers: { 'if-match': ifMatch }, isRepeatable: false }
}

/**
 * Any request to the API, below `/api/v1`, with the retries, time-outs and errors of all others. Gives the `data` of the
 * answer; `read` takes it otherwise. The types of bodies and answers are those of this library.
 *
 * @example
 * const destinations = await call<Destination[]>(client, 'GET', 'forwards/destinations')
 * const page = await call(client, 'GET', 'clubs', { query: { limit: 50 }, read: (response) => response.json() })
 */
export function call<Result>(
  client: Client,
  method: Method,
  path: string,
  request: Request<Result> = {},
): Promise<Result> {
  // An id that is empty would ask for the list instead.
  if (/\/(?:\/|$)/.test(path)) return Promise.reject(new CloudstreetError('The id is empty.'))
  const { credential, maxAttempts, maxWaitMs, onRetry } = client
  const { signal, isRepeatable = method !== 'POST' && method !== 'DELETE' } = request
  let token: string | undefined
  let isRenewed: boolean | undefined = false
  const send = async () => {
    token = undefined
    token = await credential.getToken(signal)
    return sendOnce(client, method, path, request, token)
  }
  const findWait = async (error: unknown, attempt: number) => {
    // The credential makes its own attempts.
    if (token === undefined) return undefined
    if (error instanceof AuthenticationError && !isRenewed) {
      isRenewed = await credential.renew?.(token, signal)
      if (isRenewed) return 0
    }
    // 429 and 503 are said before anything is done.
    const mayRepeat = isTurnedAway(error) || (isRepeatable && isPassing(error))
    const waitMs = backOff(error, attempt, maxWaitMs)
    if (!mayRepeat || attempt >= maxAttempts || waitMs > maxWaitMs) return undefined
    onRetry?.(error as Error, waitMs)
    return waitMs
  }
  return retry(send, findWait, signal)
}

export function get<Result>(client: Client, path: string, request?: Request<Result>): Promise<Result> {
  return call(client, 'GET', path, request)
}

export function post<Result>(client: Client, path: string, request?: Request<Result>): Promise<Result> {
  return call(client, 'POST', path, request)
}

/** Arrives once, however often its answer is lost. */
export function create<Result>(
  client: Client,
  path: string,
  json: object,
  options?: CallOptions,
): Promise<Result> {
  const headers = { 'idempotency-key': makeId() }
  return post(client, path, { json, ...options, headers, isRepeatable: true })
}

function sendOnce<Result>(
  client: Client,
  method: Method,
  path: string,
  request: Request<Result>,
  token: string,
): Promise<Result> {
  const { query, json, body = JSON.stringify(json), type = 'application/json' } = request
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...request.headers }
  if (body !== undefined) headers['content-type'] = type
  const url = toUrl(client, `/api/v1/${path}`, query)
  const init = { method, headers, body: body ?? null }
  const { read = readData<Result>, onResponse, timeoutMs = client.timeoutMs } = request
  return exchange({ ...client, ...request, timeoutMs }, url, init, (response) => {
    const { status, headers } = response
    warnAboutIgnored(headers)
    onResponse?.({ status, headers, requestId: findRequestId(headers) })
    return read(response)
  })
}

/** Without what is undefined. */
export function toParameters(query: object): URLSearchParams {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined))
}

export function toUrl({ baseUrl }: { baseUrl: string | URL }, path: string, query: object = {}): URL {
  const url = new URL(path, requireAddress(baseUrl))
  url.search = String(toParameters(query))
  return url
}

interface Exchange {
  fetch?: Fetch | undefined
  send?: Send | undefined
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** Sends, and reads the answer to its end; a line that breaks anywhere is a {@link ConnectionError}. */
export async function exchange<Result>(
  { fetch = globalThis.fetch, send = fetch, timeoutMs = 30_000, signal }: Exchange,
  url: URL,
  init: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const response = await send(url, { ...init, redirect: 'error', signal: deadline.signal }, fetch)
    if (!response.ok) throw await toApiError(response)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const reason = deadline.signal.aborted ? 'has not answered in time' : 'could not be reached'
    throw new ConnectionError(`The service ${reason}.`, { cause: error })
  } finally {
    deadline.end()
  }
}

/** The address of what has an id. */
export const pathTo = (...segments: string[]): string => segments.map(encodeURIComponent).join('/')

export const readBytes = async (response: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await response.arrayBuffer())

export const readJson = <Body>(response: Response): Promise<Body> => response.json() as Promise<Body>
/** Most answers are an object whose only member is `data`. */
const readData = async <Data>(response: Response): Promise<Data> =>
  response.status === 204 ? (undefined as Data) : ((await response.json()) as { data: Data }).data

/** Query parameters that the service did not know: a mistyped filter would return everything without a word. */
const told = new Set<string>()

/** Once for each name, as long as the process runs. */
export function warnAboutIgnored(headers: Headers): void {
  for (const name of headers.get('x-cloudstreet-ignored')?.split(', ') ?? []) {
    if (told.has(name)) continue
    told.add(name)
    console.warn(`Cloudstreet ignores the unknown parameter ${name}.`)
  }
}
