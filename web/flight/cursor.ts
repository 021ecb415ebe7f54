// The selected moment of the flight, shared by map, barogram, slider and readout.

export interface Cursor {
  /** Index into the track's columns; undefined when nothing is selected. */
  readonly index: number | undefined
  set(index: number | undefined): void
  /** Tells the same moment again: more is known about it now. */
  renew(): void
  /** Returns a function that stops listening. */
  listen(listener: (index: number | undefined) => void): () => void
}

export function createCursor(): Cursor {
  const listeners = new Set<(index: number | undefined) => void>()
  let current: number | undefined
  const tell = () => {
    for (const listener of listeners) listener(current)
  }
  return {
    get index() {
      return current
    },
    set(index) {
      if (index === current) return
      current = index
      tell()
    },
    renew: tell,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
