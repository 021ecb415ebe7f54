// Work that waits for nothing but promises runs in one turn of the event loop, however long: no request is answered
// meanwhile. Long work asks here between two steps.

/** Resolves at once, or in the next turn of the event loop when this one has lasted too long. */
export type GiveWay = () => Promise<void>

export function createGiveWay(maxMs: number): GiveWay {
  /** When this turn was first asked about. */
  let begunAt: number | undefined
  let next: Promise<void> | undefined

  const begin = (): void => {
    begunAt = performance.now()
    next = new Promise((resolve) => {
      setImmediate(() => {
        begunAt = undefined
        resolve()
      })
    })
  }
  return async () => {
    if (begunAt === undefined) begin()
    else if (performance.now() - begunAt > maxMs) await next
  }
}
