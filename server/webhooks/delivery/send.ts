// One POST to a receiver that may be anything: bounded in time and in what is read, no redirect, no proxy.
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { readRetryAfter } from './schedule.ts'
import { createLookup, ForbiddenAddressError, requireAllowedLiteral } from './target.ts'

const LARGEST_ANSWER_BYTES = 65_536
const KEPT_ANSWER_BYTES = 1024

export interface AttemptResult {
  /** Null when no answer came. */
  readonly status: number | null
  readonly latencyMs: number
  /** For people; null when it was delivered. */
  readonly error: string | null
  readonly answer: string | null
  readonly retryAfterMs: number
}

export interface Post {
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface SenderOptions {
  timeoutMs: number
  allowPrivate: boolean
  /** For tests; the system's resolver when absent. */
  lookup?: LookupFunction
}

/** Keeps one connection open between posts to the same receiver. */
export interface Sender {
  /** Undefined: the signal ended the attempt before its outcome was known. */
  post(post: Post, signal: AbortSignal): Promise<AttemptResult | undefined>
  close(): void
}

export function createSender(options: SenderOptions): Sender {
  const agentOptions = { keepAlive: true, maxSockets: 1 }
  // Own agents: the global ones may be told by the environment to use a proxy.
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }
  const lookup = options.lookup ?? createLookup(options.allowPrivate)
  return {
    post: async (post, signal) => {
      const url = new URL(post.url)
      const agent = agents[url.protocol === 'http:' ? 'http:' : 'https:']
      // Connect, head and body of the answer, and a second connection if need be: one deadline over all.
      const deadline = AbortSignal.timeout(options.timeoutMs)
      const request = { ...options, post, url, agent, lookup, signal, deadline }
      const result = await attempt(request)
      // The receiver closed an idle connection at the very moment it was used again: nothing was read from it.
      return result === 'stale' ? ((await attempt(request)) as AttemptResult | undefined) : result
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  }
}

interface Attempt extends SenderOptions {
  post: Post
  url: URL
  agent: http.Agent | https.Agent
  lookup: LookupFunction
  signal: AbortSignal
  deadline: AbortSignal
}

async function attempt(options: Attempt): Promise<AttemptResult | 'stale' | undefined> {
  const startedAt = performance.now()
  const { deadline } = options
  let isReused = false
  const finish = (status: number | null, error: string | null, rest: Partial<AttemptResult> = {}) => ({
    status,
    latencyMs: Math.round(performance.now() - startedAt),
    error,
    answer: null,
    retryAfterMs: 0,
    ...rest,
  })
  try {
    requireAllowedLiteral(options.url, options.allowPrivate)
    const response = await request(options, (value) => (isReused = value))
    const status = response.statusCode ?? 0
    const answer = await readAnswer(response)
    return finish(status, explainStatus(status), {
      answer,
      retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now()),
    })
  } catch (error) {
    if (options.signal.aborted) return undefined
    if (isReused && !deadline.aborted) return 'stale'
    return finish(null, deadline.aborted ? describeTimeout(options.timeoutMs) : describeError(error))
  }
}

/** Until the head of the answer is there. */
function request(
  { post, url, agent, lookup, signal, deadline }: Attempt,
  onFault: (isReused: boolean) => void,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? http.request : https.request
    const outgoing = send(url, {
      method: 'POST',
      agent,
      lookup,
      headers: { ...post.headers, 'content-length': String(post.body.byteLength) },
      signal: AbortSignal.any([deadline, signal]),
      insecureHTTPParser: false,
      maxHeaderSize: 16_384,
    })
    outgoing.on('response', resolve)
    outgoing.on('error', (error) => {
      onFault(outgoing.reusedSocket)
      reject(error)
    })
    outgoing.end(post.body)
  })
}

/**
 * The start of the body. The status has already said whether the event was taken, so a body that is too large,
 * too slow or cut off changes nothing; the connection is then dropped.
 */
async function readAnswer(response: http.IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let total = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (total < KEPT_ANSWER_BYTES) kept.push(chunk)
      total += chunk.length
      if (total > LARGEST_ANSWER_BYTES) break
    }
  } catch {
    // What came is kept.
  }
  if (!response.complete) response.destroy()
  // PostgreSQL's text holds no NUL.
  return Buffer.concat(kept).subarray(0, KEPT_ANSWER_BYTES).toString('utf8').replaceAll('\0', '\u{fffd}')
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`
  return `answered ${status}`
}

function describeTimeout(timeoutMs: number): string {
  return `no answer within ${timeoutMs / 1000} s`
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ETIMEDOUT: 'connecting timed out',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name could not be resolved just now',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate could not be verified',
  CERT_HAS_EXPIRED: 'certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate is for another name',
}

function describeError(error: unknown): string {
  if (error instanceof ForbiddenAddressError) return 'address not allowed'
  const { code = '', errors } = error as { code?: string; errors?: { code?: string }[] }
  // Several addresses were tried: the first fault speaks for all.
  const known = sentences[code] ?? sentences[errors?.[0]?.code ?? '']
  if (known) return known
  return code.startsWith('HPE_') ? 'the answer is not HTTP' : `connection failed${code ? ` (${code})` : ''}`
}
