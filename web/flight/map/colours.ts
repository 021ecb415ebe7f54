// The track's colours: by climb from sink to lift, by altitude from low to high, by speed from slow to fast.
import { format } from '../../language/texts.ts'
import type { FlightColumns } from './flight-columns.ts'

export const colourings = ['climb', 'altitude', 'speed'] as const
export type ColourBy = (typeof colourings)[number]
export type Coloured = Pick<FlightColumns, 'altitude' | 'climbAt' | 'speedAt'>

/** In m/s: stronger climb or sink keeps the colour at the end of the ramp. */
const MAX_CLIMB = 3
/** The fastest two of a hundred fixes are taken for faults of the receiver. */
const FASTEST = 0.98
const stops: Record<ColourBy, string[]> = {
  climb: ['#2457c5', '#3f8fe0', '#7a8ea3', '#f09a2a', '#d62f1f'],
  altitude: ['#14746f', '#2586c9', '#6f5bd0', '#c8479a', '#f0792b'],
  speed: ['#3d4fb5', '#2490b8', '#2f9e63', '#c79a1b', '#d6481f'],
}

export const BUCKETS = 24

export function colourRamp(by: ColourBy): string[] {
  return Array.from({ length: BUCKETS }, (_, index) => blend(stops[by], index / (BUCKETS - 1)))
}

/** Where in the ramp a fix is. */
export function findBucket(by: ColourBy, columns: Coloured): (index: number) => number {
  const valueOf = {
    climb: columns.climbAt,
    altitude: (index: number) => columns.altitude[index] as number,
    speed: columns.speedAt,
  }[by]
  const [low, high] = findEnds(by, columns)
  return (index) => {
    const share = (valueOf(index) - low) / (high - low || 1)
    return Math.max(0, Math.min(BUCKETS - 1, Math.floor(share * BUCKETS)))
  }
}

/** Labels for the two ends of the ramp. */
export function describeRamp(by: ColourBy, columns: Coloured): [string, string] {
  const [low, high] = findEnds(by, columns)
  return [format.quantity(by, low), format.quantity(by, high)]
}

function findEnds(by: ColourBy, columns: Coloured): [number, number] {
  if (by === 'climb') return [-MAX_CLIMB, MAX_CLIMB]
  if (by === 'altitude') return findRange(columns.altitude)
  const speeds = Float32Array.from(columns.altitude, (_, index) => columns.speedAt(index)).sort()
  return [0, speeds[Math.floor((speeds.length - 1) * FASTEST)] ?? 0]
}

export function findRange(values: ArrayLike<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

function blend(stops: string[], share: number): string {
  const place = share * (stops.length - 1)
  const index = Math.min(Math.floor(place), stops.length - 2)
  const part = place - index
  const channel = (at: number) => {
    const from = Number.parseInt((stops[index] as string).slice(at, at + 2), 16)
    const to = Number.parseInt((stops[index + 1] as string).slice(at, at + 2), 16)
    return Math.round(from + (to - from) * part)
  }
  return `rgb(${channel(1)} ${channel(3)} ${channel(5)})`
}
