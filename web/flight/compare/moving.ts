// The moment that is compared, as time passes: what map, 3D and table show of each flight then.
import { useEffect } from 'preact/hooks'
import { formatAltitude, formatClimb } from '../../parts/format.ts'
import type { ReplaySpeed } from '../bar/replay.ts'
import type { FlightColumns } from '../map/flight-columns.ts'
import type { Watched } from '../watched.ts'
import { type Aligned, type AlignBy, findSpot, type Spot } from './align.ts'

export interface Seen extends Spot {
  climb: number
  /** Height and climb. */
  text: string
}

/** Undefined for a flight that is not there then. */
export function lookAt(
  flights: readonly FlightColumns[],
  aligned: Aligned,
  at: number | undefined,
): (Seen | undefined)[] {
  return flights.map((columns, flight) => {
    const time = at === undefined ? null : aligned.timeOf(flight, at)
    if (time === null) return undefined
    const spot = findSpot(columns, time)
    const climb = columns.climbAt(spot.fix)
    return { ...spot, climb, text: `${formatAltitude(spot.altitude)} ${formatClimb(climb)}` }
  })
}

/** Along the first flight a replay goes at 36 km/h of flight. */
const KM_PER_SECOND = 0.01

/** `speed` is undefined while it stands still. */
export function useMotion(
  moment: Watched<number>,
  { at }: Aligned,
  by: AlignBy,
  speed: ReplaySpeed | undefined,
  onEnd: () => void,
): void {
  useEffect(() => {
    const [first, last] = [at[0], at.at(-1)]
    if (!speed || first === undefined || last === undefined) return undefined
    const { value } = moment
    const from = value === undefined || value >= last ? first : value
    const perSecond = by === 'position' ? speed * KM_PER_SECOND : speed
    const startedAt = performance.now()
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const wanted = Math.min(last!, from + (Math.max(0, now - startedAt) / 1000) * perSecond)
      moment.set(wanted)
      if (wanted >= last!) return onEnd()
      frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [at, speed])
}
