// Trying again, and how long to wait before.
import { startDeadline } from './deadline.ts'
import { ApiError, ConnectionError, RateLimitedError, ServerError } from './errors.ts'

const MAX_BACK_OFF_MS = 30_000

/** Tries until it succeeds, or until `findWait` gives no time to wait. `attempt` counts from 1. */
export async function retry<Result>(
  work: () => Promise<Result>,
  findWait: (error: unknown, attempt: number) => number | undefined | Promise<number | undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      const waitMs = await findWait(error, attempt)
      if (waitMs === undefined) throw error
      await sleep(waitMs, signal)
    }
  }
}

/**
 * The service's Retry-After, or else twice as long each time. Half of it is chance: clients that failed together do not come
 * back together, and none comes back at once.
 */
export function backOff(error: unknown, attempt: number, maxMs = MAX_BACK_OFF_MS): number {
  return (
    (error as Partial<ApiError>).retryAfterMs ??
    (0.5 + Math.random() / 2) * Math.min(maxMs, MAX_BACK_OFF_MS, 500 * 2 ** attempt)
  )
}

/** Refused before anything was done: the same request may be sent again. */
export function isTurnedAway(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 429 || error.status === 503)
}

/** The stored file of a flight is damaged or lost: it stays so until somebody restores it. */
const lasting = new Set(['file_corrupt', 'file_lost'])

/** The service, or the line to it, may work another time. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError && lasting.has(error.code)) return false
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitedError
}

export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const deadline = startDeadline(milliseconds, signal)
  await new Promise((resolve) => {
    deadline.signal.addEventListener('abort', resolve)
  })
  deadline.end()
  signal?.throwIfAborted()
}

/** Calls that come while one runs have its result. */
export function shared<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let running: Promise<Result> | undefined
  return (...args) =>
    (running ??= work(...args).finally(() => {
      running = undefined
    }))
}
