// The circle that is cut is not the one that the pilot drew: tracks end on its edge, and a few ends give its centre. So the
// centre is elsewhere, by a secret length in metres, and stays there: a second circle about the same place, with another
// centre, would give the place away. All that the pilot wants hidden is inside.
import { distanceKm, EARTH_RADIUS_KM } from '#igc/geodesy.ts'

export interface Place {
  latitude: number
  longitude: number
  radiusM: number
}

export type Circle = Place

/** A place that the pilot hides, and the circle that is cut for it. */
export interface Hidden {
  place: Place
  circle: Circle
}

/**
 * The centre is so many metres and radii away. The mean of the ends of 50 flights from all sides lies half-way to the centre,
 * give or take a tenth of the circle's radius: nearer, it comes close to the place at times.
 */
const OFFSET_M = 1500
const OFFSET_RADII = 2
const OFFSET_SPREAD_M = 500
/** How much larger the circle is than it must be to hide all that the pilot chose. */
const MAX_GROWTH_M = 300

/** Three numbers from 0 to 1, drawn once for a place. */
export type Draw = readonly [direction: number, distance: number, growth: number]

/**
 * For a zone of a pilot who has, or once had, others. One that is put again at the same place, moved by less than its radius
 * or resized keeps the centre, and the circle only grows.
 */
export function chooseCircle(known: readonly Hidden[], place: Place, draw: Draw): Circle {
  const [nearest] = known
    .filter((each) => isSamePlace(each.place, place))
    .sort((one, other) => distanceM(one.place, place) - distanceM(other.place, place))
  if (!nearest) return hidePlace(place, draw)
  const same = known.map(({ circle }) => circle).filter((circle) => haveOneCentre(circle, nearest.circle))
  const widest = same.reduce((one, other) => (other.radiusM > one.radiusM ? other : one))
  return cover(widest, place, draw[2])
}

export function haveOneCentre(one: Circle, other: Circle): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

/** For a place where the pilot never had a zone. */
export function hidePlace(place: Place, [direction, distance, growth]: Draw): Circle {
  const { latitude, longitude, radiusM } = place
  const offsetM = OFFSET_M + OFFSET_RADII * radiusM + OFFSET_SPREAD_M * distance
  const angle = direction * 2 * Math.PI
  const north = latitude + metresToDegrees(offsetM * Math.cos(angle))
  const east = longitude + metresToDegrees(offsetM * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180)
  return cover({ latitude: clamp(north), longitude: wrap(east), radiusM: 0 }, place, growth)
}

/** Around the same centre, and never smaller. */
function cover(circle: Circle, place: Place, growth: number): Circle {
  const neededM = distanceM(circle, place) + place.radiusM
  if (circle.radiusM >= neededM) return circle
  return { ...circle, radiusM: neededM + MAX_GROWTH_M * growth }
}

/** A zone that is put, moved or resized there is about the place of the other one. */
function isSamePlace(one: Place, other: Place): boolean {
  return distanceM(one, other) < Math.max(one.radiusM, other.radiusM)
}

/** After a zone was moved or has grown a lot: then the circle's centre is inside it, and leads to it. */
export function isInTheMiddle({ place, circle }: Hidden): boolean {
  return distanceM(place, circle) < place.radiusM
}

export function distanceM(one: Omit<Place, 'radiusM'>, other: Omit<Place, 'radiusM'>): number {
  return 1000 * distanceKm(one.latitude, one.longitude, other.latitude, other.longitude)
}

function metresToDegrees(metres: number): number {
  return ((metres / 1000 / EARTH_RADIUS_KM) * 180) / Math.PI
}

const clamp = (latitude: number) => Math.max(-89.9, Math.min(89.9, latitude))

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
