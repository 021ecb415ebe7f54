// The track's colours: by climb from sink to lift, or by altitude from low to high.

export type ColourBy = 'climb' | 'altitude'

/** In m/s: stronger climb or sink keeps the colour at the end of the ramp. */
const MAX_CLIMB = 3
const climbStops = ['#2457c5', '#3f8fe0', '#7a8ea3', '#f09a2a', '#d62f1f']
const altitudeStops = ['#14746f', '#2586c9', '#6f5bd0', '#c8479a', '#f0792b']

export const BUCKETS = 24

export function colourRamp(by: ColourBy): string[] {
  const stops = by === 'climb' ? climbStops : altitudeStops
  return Array.from({ length: BUCKETS }, (_, index) => blend(stops, index / (BUCKETS - 1)))
}

/** The index of each fix into the ramp. */
export function colourBuckets(
  by: ColourBy,
  altitude: ArrayLike<number>,
  climb: ArrayLike<number>,
): Uint8Array {
  const values = by === 'climb' ? climb : altitude
  const [low, high] = by === 'climb' ? [-MAX_CLIMB, MAX_CLIMB] : findRange(altitude)
  const buckets = new Uint8Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const share = ((values[index] as number) - low) / (high - low || 1)
    buckets[index] = Math.max(0, Math.min(BUCKETS - 1, Math.floor(share * BUCKETS)))
  }
  return buckets
}

/** Labels for the two ends of the ramp. */
export function describeRamp(by: ColourBy, altitude: ArrayLike<number>): [string, string] {
  if (by === 'climb') return [`−${MAX_CLIMB} m/s`, `+${MAX_CLIMB} m/s`]
  const [low, high] = findRange(altitude)
  return [`${Math.round(low)} m`, `${Math.round(high)} m`]
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
