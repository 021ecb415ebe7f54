// Another attempt after a failure, each after a longer pause, or when the server says that it is ready.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Attempts {
  count: number
  /** Before the second one; the pause before each further one is `factor` times as long. */
  pauseMs: number
  factor: number
  signal?: AbortSignal
}

/** A server that has no time now. */
export class Busy extends Error {
  /** How long it asks to be left alone; undefined when it does not say. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Throws what the last attempt has thrown. */
export async function attempt<Result>(
  { count, pauseMs, factor, signal }: Attempts,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let failed = 1; ; failed++) {
    try {
      return await run()
    } catch (error) {
      if (failed >= count || signal?.aborted) throw error
      const asked = error instanceof Busy ? (error.retryAfterMs ?? 0) : 0
      await sleep(Math.max(asked, pauseMs * factor ** (failed - 1)), undefined, signal && { signal })
    }
  }
}

/** With its cause, which says more where `fetch` says that it has failed. */
export function explainFailure({ message, cause }: Error): string {
  return `${message}${cause instanceof Error ? ` (${cause.message})` : ''}`
}
