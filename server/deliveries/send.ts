// Requests to an untrusted receiver: limited in time and in what is read, no redirects, no proxy.
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { createLookup, requireAllowedLiteral } from '#server/platform/outgoing/addresses.ts'
import { describeFailure, describeTimeout } from '#server/platform/outgoing/failures.ts'
import { openRequest } from '#server/platform/outgoing/request.ts'
import { readRetryAfter } from './retry.ts'

export const MAX_ANSWER_BYTES = 65_536
/** For people to read. */
export const MAX_WORDS_BYTES = 1024

export interface AttemptResult {
  /** Null when there was no answer. */
  readonly status: number | null
  readonly latencyMs: number
  /** For people to read; null when it was delivered. */
  readonly error: string | null
  readonly answer: string | null
  /** As it came, where more than 1 KiB was asked for. */
  readonly answerBytes?: Uint8Array
  readonly answerHeaders?: http.IncomingHttpHeaders
  readonly retryAfterMs: number
  /** The headers that were sent, without those of the connection. */
  readonly requestHeaders: Record<string, string>
}

export interface Post {
  /** POST without it. */
  method?: string
  url: string
  headers: Record<string, string>
  body: Uint8Array
  /** How much of the answer is kept; without it 1 KiB. */
  keptBytes?: number
}

export interface SenderOptions {
  timeoutMs: number
  allowPrivate: boolean
  lookup?: LookupFunction
  /** False: one connection for each request, and none is ever sent twice. */
  keepAlive?: boolean
}

/** Keeps one connection open between posts to the same receiver. */
export interface Sender {
  /** Undefined when the signal ended the attempt before its outcome was known. */
  post(post: Post, signal: AbortSignal): Promise<AttemptResult | undefined>
  close(): void
}

export function createSender(options: SenderOptions): Sender {
  const agentOptions = { keepAlive: options.keepAlive ?? true, maxSockets: 1 }
  // Our own agents: the global ones may use a proxy that the environment names.
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }
  const lookup = options.lookup ?? createLookup(options.allowPrivate)
  return {
    post: async (post, signal) => {
      const url = new URL(post.url)
      const agent = agents[url.protocol === 'http:' ? 'http:' : 'https:']
      // One deadline for everything: connecting, the answer's head and body, a second connection if needed.
      const deadline = startDeadline(options.timeoutMs, signal)
      const request = { ...options, post, url, agent, lookup, signal, deadline: deadline.signal }
      try {
        const result = await attempt(request)
        // The receiver closed an idle connection just as it was reused; nothing was read from it.
        return result === 'stale' ? ((await attempt(request)) as AttemptResult | undefined) : result
      } finally {
        deadline.end()
      }
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
  /** Is aborted with the signal, too. */
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
    requestHeaders: options.post.headers,
    ...rest,
  })
  try {
    requireAllowedLiteral(options.url, options.allowPrivate)
    const { post, url, agent, lookup } = options
    const { method = 'POST', headers, body } = post
    const onError = (value: boolean) => (isReused = value)
    const response = await openRequest(url, {
      method,
      headers,
      body,
      agent,
      lookup,
      signal: deadline,
      onError,
    })
    const status = response.statusCode ?? 0
    const { keptBytes } = post
    const kept = await readAnswer(response, keptBytes ?? MAX_WORDS_BYTES, keptBytes !== undefined)
    return finish(status, explainStatus(status), {
      // PostgreSQL's text cannot hold NUL.
      answer: kept.toString('utf8').replaceAll('\0', '\u{fffd}'),
      ...(keptBytes !== undefined && { answerBytes: kept }),
      answerHeaders: response.headers,
      retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now()),
    })
  } catch (error) {
    if (options.signal.aborted) return undefined
    if (isReused && !deadline.aborted) return 'stale'
    return finish(null, deadline.aborted ? describeTimeout(options.timeoutMs) : describeFailure(error))
  }
}

/**
 * The start of the body. For a webhook the status has already decided the outcome, and a body that is too large, too slow
 * or cut off changes nothing. Where the body decides, one that was cut off is no answer. The connection is then closed.
 */
async function readAnswer(
  response: http.IncomingMessage,
  keptBytes: number,
  doesBodyDecide: boolean,
): Promise<Buffer> {
  const kept: Buffer[] = []
  let total = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (total < keptBytes) kept.push(chunk)
      total += chunk.length
      if (total > Math.max(MAX_ANSWER_BYTES, keptBytes)) break
    }
  } catch (error) {
    if (doesBodyDecide) throw error
    // The bytes that arrived are kept.
  }
  if (!response.complete) response.destroy()
  return Buffer.concat(kept).subarray(0, keptBytes)
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `answered ${status}: redirects are not followed`
  return `answered ${status}`
}
