// Moves the cursor through the flight, or the selected stretch of it, as time passes.
import { useEffect } from 'preact/hooks'
import type { Cursor } from '../cursor.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import type { Selection } from '../stretch.ts'

/** Seconds of flight per second of replay. */
export const REPLAY_SPEEDS = [30, 60, 120, 300, 1000] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]
export const USUAL_SPEED = 120 satisfies ReplaySpeed
const MAX_STRETCH_SECONDS = 20

/** A thermal of four minutes would be over in two seconds. */
export function chooseSpeed(columns: FlightColumns, { value: stretch }: Selection): ReplaySpeed {
  if (!stretch) return USUAL_SPEED
  const seconds = columns.seconds[stretch.to]! - columns.seconds[stretch.from]!
  return REPLAY_SPEEDS.find((times) => seconds / times <= MAX_STRETCH_SECONDS) ?? USUAL_SPEED
}

/** `speed` is undefined while it stands still. */
export function useReplay(
  columns: FlightColumns | undefined,
  cursor: Cursor,
  selection: Selection,
  speed: ReplaySpeed | undefined,
  onEnd: () => void,
): void {
  useEffect(() => {
    if (!speed || !columns) return undefined
    const { seconds } = columns
    const { from, to: last } = selection.value ?? { from: 0, to: seconds.length - 1 }
    const { index: at } = cursor
    let index = at === undefined || at < from || at >= last ? from : at
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
