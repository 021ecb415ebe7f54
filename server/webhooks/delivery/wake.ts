/** A rest that can be cut short; a call that comes before the rest begins counts too. */
export interface Wake {
  readonly wake: () => void
  readonly rest: (longestMs: number, signal: AbortSignal) => Promise<void>
}

export function createWake(): Wake {
  let isAwake = false
  let endRest: (() => void) | undefined
  return {
    wake: () => {
      isAwake = true
      endRest?.()
    },
    rest: async (longestMs, signal) => {
      if (!isAwake && !signal.aborted) {
        await new Promise<void>((resolve) => {
          endRest = resolve
          signal.addEventListener('abort', endRest, { once: true })
          // Unreferenced: a resting job does not keep the process alive.
          setTimeout(resolve, longestMs).unref()
        })
        if (endRest) signal.removeEventListener('abort', endRest)
        endRest = undefined
      }
      isAwake = false
    },
  }
}
