// Memory for columns that are needed while one flight is worked on, lent by a caller that works on many: new memory for
// each would make the garbage collector scan the whole heap every few flights.

export interface Scratch {
  /** All zero. No other caller gets it until the next `reset`. */
  take(length: number): Float64Array
  /** Frees everything taken, for the next flight. */
  reset(): void
}

/** A flight that needs more numbers allocates them. */
export function createScratch(capacity: number): Scratch {
  const memory = new Float64Array(capacity)
  let used = 0
  return {
    take(length) {
      if (used + length > capacity) return new Float64Array(length)
      used += length
      return memory.subarray(used - length, used).fill(0)
    },
    reset() {
      used = 0
    },
  }
}

/** For a caller with a single flight. */
export const newMemory: Pick<Scratch, 'take'> = { take: (length) => new Float64Array(length) }
