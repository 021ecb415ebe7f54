export interface Mutex {
  /** Runs the work once all earlier work has ended, whether it succeeded or failed. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

/** First come, first served. Work that waits for its own mutex deadlocks: it is not re-entrant. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return {
    runExclusive: (work) => {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
  }
}
