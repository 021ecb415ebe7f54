// The circle that is cut is not the one that the pilot drew: tracks end on its edge, and a few ends give its centre. So the
// centre is moved by a secret, fixed vector, and the radius grows with it by a secret, fixed length. All that the pilot
// wants hidden stays inside.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'

export interface Place {
  latitude: number
  longitude: number
  radiusM: number
}

export type Circle = Place

/** In radii that the pilot chose: never near the place, where a fit of the edge would find it. */
const MIN_OFFSET = 1.1
const MAX_OFFSET = 1.6
/** How much larger the circle is than it must be to hide all that the pilot chose. */
const MAX_GROWTH = 0.3

/** Three numbers from 0 to 1, drawn once for a place. Drawn again for the same place, circles would average out to it. */
export type Draw = readonly [direction: number, distance: number, growth: number]

export function hidePlace({ latitude, longitude, radiusM }: Place, draw: Draw): Circle {
  const [direction, distance, growth] = draw
  // Uniform by area.
  const offset = Math.sqrt(MIN_OFFSET ** 2 + (MAX_OFFSET ** 2 - MIN_OFFSET ** 2) * distance) * radiusM
  const grownM = radiusM + offset + MAX_GROWTH * growth * radiusM
  const angle = direction * 2 * Math.PI
  const north = latitude + metresToDegrees(offset * Math.cos(angle))
  const east = longitude + metresToDegrees(offset * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180)
  return { latitude: clamp(north), longitude: wrap(east), radiusM: grownM }
}

function metresToDegrees(metres: number): number {
  return ((metres / 1000 / EARTH_RADIUS_KM) * 180) / Math.PI
}

const clamp = (latitude: number) => Math.max(-89.9, Math.min(89.9, latitude))

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
