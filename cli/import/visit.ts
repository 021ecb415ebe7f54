// Requests to a service of others: one at a time and no faster than a reader's clicks, a few times when the line breaks, and
// as late as the service asks. A redirect is not followed: a password goes where the pilot has said.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeadline } from '../../sdk/deadline.ts'
import type { Terminal } from '../command.ts'
import manifest from '../package.json' with { type: 'json' }

const PACE_MS = 1000
const TIMEOUT_MS = 60_000
const MAX_TRIES = 4
/** A service that asks for more is left for another time. */
const MAX_WAIT_MS = 10 * 60_000
const WAIT_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export interface VisitRequest {
  /** Posted; without it the request is GET. */
  json?: unknown
  headers?: Record<string, string>
}

/** Answers of 400 and more but 404 are errors with a sentence. */
export type Visit = (path: string, request?: VisitRequest) => Promise<Answer>

export class VisitError extends Error {
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

export function createVisit(
  address: string,
  { say, signal }: Pick<Terminal, 'say' | 'signal'>,
  paceMs = PACE_MS,
): Visit {
  const { host } = new URL(address)
  const ask = createPaced(address.replace(/\/+$/, ''), signal, paceMs)
  return async (path, request = {}) => {
    for (let tries = 1; ; tries++) {
      const isLast = tries === MAX_TRIES
      try {
        const { response, body } = await ask(path, request)
        const { status, headers } = response
        if (status < 300 || status === 404) return { status, body }
        const isBusy = status === 429 || status === 503
        const waitMs = readRetryAfterMs(headers) ?? Math.min(WAIT_MS, paceMs * 30)
        if (!isBusy || isLast || waitMs > MAX_WAIT_MS) throw explain(host, response, body, waitMs)
        say(`${host} asks to wait ${Math.ceil(waitMs / 1000)} s.`)
        await sleep(waitMs, undefined, { signal })
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof VisitError) throw error
        // A sign-in is not repeated: services count them.
        if (isLast || request.json !== undefined) throw new VisitError(describeLoss(host, error as Error))
        await sleep(paceMs * 2 ** tries, undefined, { signal })
      }
    }
  }
}

/** One request and its answer, with the cookies of those before. */
function createPaced(base: string, signal: AbortSignal, paceMs: number) {
  const cookies = new Map<string, string>()
  let nextAtMs = 0
  return async (path: string, { json, headers }: VisitRequest) => {
    await sleep(Math.max(0, nextAtMs - performance.now()), undefined, { signal })
    nextAtMs = performance.now() + paceMs
    const deadline = startDeadline(TIMEOUT_MS, signal)
    try {
      const response = await fetch(base + path, {
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        headers: {
          'user-agent': `cloudstreet-cli/${manifest.version}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(cookies.size > 0 && { cookie: Array.from(cookies, (pair) => pair.join('=')).join('; ') }),
          ...headers,
        },
        redirect: 'manual',
        signal: deadline.signal,
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(cookie) ?? []
        if (name !== undefined) cookies.set(name, value!.trim())
      }
      return { response, body: await readBody(response) }
    } finally {
      deadline.end()
    }
  }
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_BYTES) throw new VisitError(`An answer of more than ${MAX_BYTES} bytes is not read.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000)
}

function explain(host: string, { status, headers }: Response, body: Buffer, waitMs: number): VisitError {
  const words = readWords(body)
  const said = words === '' ? '' : ` It says: ${words}`
  if (status < 400) {
    const target = headers.get('location') ?? 'another address'
    return new VisitError(`${host} points to ${target}: name where it is by --at.`, status)
  }
  if (status === 429 || status === 503) {
    const again = `try again after ${Math.ceil(waitMs / 60_000)} min. The same command goes on.`
    return new VisitError(`${host} has no time for us (${status}): ${again}${said}`, status)
  }
  return new VisitError(`${host} answered ${status}.${said}`, status)
}

/** The service's own words, where they are no page. */
function readWords(body: Buffer): string {
  const text = body.toString('utf8', 0, 1000).trim()
  try {
    const { message, error_description, error } = JSON.parse(text) as Record<string, unknown>
    return [message, error_description, error].find((words) => typeof words === 'string') ?? ''
  } catch {
    return text.startsWith('<') ? '' : text.slice(0, 200)
  }
}

function describeLoss(host: string, error: Error): string {
  const { message } = error.cause instanceof Error ? error.cause : error
  return `${host} cannot be reached, or broke off: ${message}.`
}
