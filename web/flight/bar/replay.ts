// Moves the cursor through the flight as time passes.
import { useEffect } from 'preact/hooks'
import type { Cursor } from '../cursor.ts'
import type { FlightColumns } from '../map/flight-columns.ts'

/** Seconds of flight per second of replay. */
export const REPLAY_SPEEDS = [30, 60, 120, 300, 1000] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]

/** `speed` is undefined while it stands still. */
export function useReplay(
  columns: FlightColumns | undefined,
  cursor: Cursor,
  speed: ReplaySpeed | undefined,
  onEnd: () => void,
): void {
  useEffect(() => {
    if (!speed || !columns) return undefined
    const { seconds } = columns
    const last = seconds.length - 1
    let index = cursor.index === undefined || cursor.index >= last ? 0 : cursor.index
    const startedAt = performance.now()
    const startedFrom = seconds[index] as number
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const wanted = startedFrom + ((now - startedAt) / 1000) * speed!
      while (index < last && (seconds[index + 1] as number) <= wanted) index++
      cursor.set(index)
      if (index >= last) return onEnd()
      frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [columns, speed])
}
