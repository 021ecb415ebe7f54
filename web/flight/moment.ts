// What there is to say about one moment of a flight.
import type { Fact } from '../parts/facts.tsx'
import { formatClock, formatSigned, formatWhole } from '../parts/format.ts'
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
    ['Time', formatClock(read(columns.seconds), utcOffsetSeconds, true)],
    ['Altitude', `${formatWhole(read(columns.altitude))} m`],
    ['Climb', `${formatSigned(read(columns.climb))} m/s`],
    ['Speed', `${formatWhole(read(columns.speed))} km/h`],
    ...readHeight(ground, at),
  ]
}

/** Only where there are heights at all. */
function readHeight(ground: GroundColumns | undefined, at: number): Fact[] {
  if (!ground) return []
  const height = ground.aboveGround[at] ?? null
  return [['Above ground', height === null ? '–' : `${formatWhole(height)} m`]]
}
