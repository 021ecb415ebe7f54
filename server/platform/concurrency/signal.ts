export interface Signal {
  /** Ends the current wait, or the next one if there is none now: a notification is never lost. */
  readonly notify: () => void
  /** Waits for a notification, for at most this long, or until aborted. Several notifications count as one. */
  readonly wait: (maxMs: number, abortSignal: AbortSignal) => Promise<void>
}

/** For one waiter. */
export function createSignal(): Signal {
  let isNotified = false
  let endWait: (() => void) | undefined
  return {
    notify: () => {
      isNotified = true
      endWait?.()
    },
    wait: async (maxMs, abortSignal) => {
      if (!isNotified && !abortSignal.aborted) {
        await new Promise<void>((resolve) => {
          // Unreferenced: a job that waits does not keep the process alive.
          const timer = setTimeout(resolve, maxMs).unref()
          endWait = () => {
            clearTimeout(timer)
            resolve()
          }
          abortSignal.addEventListener('abort', endWait, { once: true })
        })
        if (endWait) abortSignal.removeEventListener('abort', endWait)
        endWait = undefined
      }
      isNotified = false
    },
  }
}
