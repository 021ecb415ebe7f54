// A value that several parts of the flight page share: each is told when it changes.

export interface Watched<Value> {
  readonly value: Value | undefined
  set(value: Value | undefined): void
  /** Returns a function that stops listening. */
  listen(listener: (value: Value | undefined) => void): () => void
}

export function createWatched<Value>(
  isSame: (one: Value | undefined, other: Value | undefined) => boolean = Object.is,
): Watched<Value> {
  const listeners = new Set<(value: Value | undefined) => void>()
  let current: Value | undefined
  return {
    get value() {
      return current
    },
    set(value) {
      if (isSame(value, current)) return
      current = value
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
