// The values of one moment of a flight, in words.
import { texts } from '../language/texts.ts'
import type { Fact } from '../parts/facts.tsx'
import { formatAltitude, formatClimb, formatClock, formatSpeed } from '../parts/format.ts'
import type { FlightColumns, GroundColumns } from './map/flight-columns.ts'

export function readMoment(
  columns: FlightColumns | undefined,
  ground: GroundColumns | undefined,
  at: number,
  utcOffsetSeconds: number,
): Fact[] {
  if (!columns) return []
  const read = (column: ArrayLike<number>) => column[at] as number
  return [
    [texts.flight.time, formatClock(read(columns.seconds), utcOffsetSeconds, true)],
    [texts.flight.altitude, formatAltitude(read(columns.altitude))],
    [texts.flight.climb, formatClimb(columns.climbAt(at))],
    [texts.flight.speed, formatSpeed(columns.speedAt(at))],
    ...readHeight(ground, at),
  ]
}

/** Only where there are heights at all. */
function readHeight(ground: GroundColumns | undefined, at: number): Fact[] {
  if (!ground) return []
  const height = ground.aboveGround[at] ?? null
  return [[texts.flight.aboveGround, height === null ? '–' : formatAltitude(height)]]
}
