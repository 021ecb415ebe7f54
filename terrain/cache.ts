// Data read from the files, within a number of bytes: the least recently used goes first.

export interface Cache<Value> {
  /** The size of everything kept. */
  readonly bytes: number
  find(key: string): Value | undefined
  keep(key: string, value: Value, bytes: number): void
  /** Drops so much that this many bytes more are within the limit. */
  makeRoom(bytes: number): void
}

/** `onDrop` is called with what is kept no longer. */
export function createCache<Value>(maxBytes: number, onDrop?: (value: Value) => void): Cache<Value> {
  // In the order of their last use.
  const entries = new Map<string, { value: Value; bytes: number }>()
  let held = 0

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    held -= entry.bytes
    entries.delete(key)
    onDrop?.(entry.value)
  }
  const makeRoom = (bytes: number) => {
    for (const key of entries.keys()) {
      if (held + bytes <= maxBytes) return
      drop(key)
    }
  }
  return {
    get bytes() {
      return held
    },
    find(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    keep(key, value, bytes) {
      drop(key)
      makeRoom(bytes)
      if (bytes > maxBytes) return
      entries.set(key, { value, bytes })
      held += bytes
    },
    makeRoom,
  }
}
