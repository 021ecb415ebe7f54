// The degrees that a flight touches, by the few dozen points of its shape.
import type { Corner } from '#terrain/hgt/format.ts'

/** No wing crosses more in a day; a track that does is no reason to fetch half the world. */
const MAX_CELLS = 24
const STEP_DEGREES = 0.02
const HALF_TURN = 180

/** Latitude and longitude in turns. */
export function listFlownCorners(shape: readonly number[]): Corner[] {
  const corners = new Map<string, Corner>()
  for (let at = 0; at + 1 < shape.length; at += 2) {
    const [latitude, longitude] = [shape[at]!, shape[at + 1]!]
    const [nextLatitude, nextLongitude] = [shape[at + 2] ?? latitude, shape[at + 3] ?? longitude]
    const north = nextLatitude - latitude
    // The short way, also across the date line.
    const east = wrap(nextLongitude - longitude)
    const steps = Math.ceil(Math.max(Math.abs(north), Math.abs(east)) / STEP_DEGREES) || 1
    for (let step = 0; step <= steps; step++) {
      const south = Math.floor(latitude + (north * step) / steps)
      const west = Math.floor(wrap(longitude + (east * step) / steps))
      corners.set(`${south} ${west}`, { south, west })
    }
    if (corners.size > MAX_CELLS) return []
  }
  return [...corners.values()]
}

/** From -180 to below 180. */
function wrap(longitude: number): number {
  return longitude - 2 * HALF_TURN * Math.floor((longitude + HALF_TURN) / (2 * HALF_TURN))
}
