// The selected moment of the flight, and the leg that is pointed at: shared by map, barogram, 3D, slider and readout.
import type { Leg } from './score/legs.ts'
import { createWatched, type Watched } from './watched.ts'

type CursorListener = (index: number | undefined, isOnChart: boolean) => void

export interface Cursor {
  /** Index into the track's columns; undefined when nothing is selected. */
  readonly index: number | undefined
  /** Of the scored course. */
  readonly leg: Watched<Leg>
  /** `isOnChart`: the reader points at it on the barogram, and reads it there. */
  set(index: number | undefined, isOnChart?: boolean): void
  /** Tells the same moment again: more is known about it now. */
  renew(): void
  /** Returns a function that stops listening. */
  listen(listener: CursorListener): () => void
}

export function createCursor(): Cursor {
  const listeners = new Set<CursorListener>()
  let current: number | undefined
  let isPointedOnChart = false
  const tell = () => {
    for (const listener of listeners) listener(current, isPointedOnChart)
  }
  return {
    get index() {
      return current
    },
    leg: createWatched(),
    set(index, isOnChart = false) {
      if (index === current && isOnChart === isPointedOnChart) return
      current = index
      isPointedOnChart = isOnChart
      tell()
    },
    renew: tell,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
