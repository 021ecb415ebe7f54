export interface Semaphore {
  /** Callers that wait for a permit. */
  readonly waiting: number
  /** No permit is free and the queue is full: `acquire` would reject. */
  readonly isFull: boolean
  /** Resolves with the function that gives the permit back; it must be called exactly once. */
  acquire(): Promise<() => void>
}

/** A number of permits, and a bounded queue of callers who get one in the order in which they came. */
export function createSemaphore(options: { permits: number; maxWaiting: number }): Semaphore {
  const queue: (() => void)[] = []
  let free = options.permits
  const release = () => {
    // Handed on directly: a newcomer cannot overtake the caller who has waited longest.
    const next = queue.shift()
    if (next) next()
    else free++
  }
  const isFull = () => free === 0 && queue.length >= options.maxWaiting
  return {
    get waiting() {
      return queue.length
    },
    get isFull() {
      return isFull()
    },
    acquire: async () => {
      if (isFull()) throw new Error('the semaphore has no free permit and its queue is full')
      if (free > 0) free--
      else await new Promise<void>((resolve) => queue.push(resolve))
      return release
    },
  }
}
