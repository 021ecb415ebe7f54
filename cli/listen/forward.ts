// One event to a receiver, signed as the service signs its webhooks, until it is taken or given up.
import { setTimeout as sleep } from 'node:timers/promises'
import { startDeadline } from '../../sdk/deadline.ts'
import { signWebhook } from '../../sdk/index.ts'
import type { FeedEvent } from './feed.ts'

/** Before each further attempt: a receiver that restarts is back by then, and one that is broken holds up little. */
const WAITS_MS = [1000, 2000, 4000, 8000]
const MAX_RETRY_AFTER_MS = 60_000
/** As long as the service waits. */
const TIMEOUT_MS = 10_000

export interface Answer {
  /** Undefined when there was none. */
  status?: number
  latencyMs: number
  /** The failure; undefined when it was taken. */
  error?: string
  retryAfterMs?: number
}

export interface Forwarded extends Answer {
  attempts: number
}

export interface Target {
  url: string
  secret: string
  signal: AbortSignal
  /** For tests. */
  waitsMs?: readonly number[]
  timeoutMs?: number
  onRetry?: (answer: Answer, waitMs: number) => void
}

export async function forward(event: FeedEvent & { sequence: number }, target: Target): Promise<Forwarded> {
  const { waitsMs = WAITS_MS, onRetry, signal } = target
  for (let attempts = 1; ; attempts++) {
    const answer = await post(event, target)
    const waitMs = waitsMs[attempts - 1]
    if (answer.error === undefined || waitMs === undefined) return { ...answer, attempts }
    const longer = Math.max(waitMs, Math.min(answer.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
    onRetry?.(answer, longer)
    await sleep(longer, undefined, { signal })
  }
}

/** Signed for each attempt: a receiver refuses anything older than five minutes. */
async function post(event: FeedEvent & { sequence: number }, target: Target): Promise<Answer> {
  const body = JSON.stringify(event.body)
  const headers = {
    'user-agent': 'Cloudstreet-Webhooks/1',
    'x-cloudstreet-sequence': String(event.sequence),
    'x-cloudstreet-epoch': '0',
    ...(event.isTest ? { 'x-cloudstreet-test': 'true' } : {}),
    ...(await signWebhook({ secret: target.secret, id: event.id, body })),
  }
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  const { signal, end } = startDeadline(target.timeoutMs ?? TIMEOUT_MS, target.signal)
  try {
    const response = await fetch(target.url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.body?.cancel()
    const { status } = response
    if (response.ok) return { status, latencyMs: latency() }
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    return {
      status,
      latencyMs: latency(),
      error: `the receiver answered ${status}`,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
    }
  } catch (error) {
    target.signal.throwIfAborted()
    return { latencyMs: latency(), error: describe(error) }
  } finally {
    end()
  }
}

function describe(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return error.message
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  return cause?.code === 'ECONNREFUSED' ? 'nobody answers there' : (cause?.message ?? String(error))
}
