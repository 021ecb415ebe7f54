// The disc that is hidden is not the one that the pilot drew: tracks end on its edge, and a few ends give its centre. So the
// centre lies off the place by a secret, and the disc is larger by as much: the place is anywhere in the middle of it.
import { distanceKm, EARTH_RADIUS_KM } from '#igc/geodesy.ts'

export interface Spot {
  latitude: number
  longitude: number
}

export interface Place extends Spot {
  radiusM: number
}

export type Circle = Place

/** A place that the pilot hides, and the disc that is hidden for it. */
export interface Hidden {
  place: Place
  circle: Circle
}

/** Discs of before release 1.2.0 are far wider than `hidePlace` makes them. */
export interface Chosen {
  circle: Circle
  isWide: boolean
}

export type Drawn = Hidden & Chosen

const OFFSET_RADII = 1.25
const MIN_OFFSET_M = 400
const MAX_OFFSET_M = 1000
const MOVE_STEP_M = 500

/** Two numbers from 0 to 1, drawn once for a place. */
export type Draw = readonly [direction: number, distance: number]

/** How far the centre is from the place, at most. */
const offsetFor = (radiusM: number) => Math.max(MIN_OFFSET_M, Math.min(MAX_OFFSET_M, OFFSET_RADII * radiusM))

/** For a place where the pilot never had a zone. The centre is drawn uniformly from a disc around it. */
export function hidePlace(place: Place, [direction, distance]: Draw): Circle {
  const { latitude, longitude, radiusM } = place
  const offsetM = offsetFor(radiusM)
  const awayM = offsetM * Math.sqrt(distance)
  const angle = direction * 2 * Math.PI
  const north = latitude + metresToDegrees(awayM * Math.cos(angle))
  const east = longitude + metresToDegrees(awayM * Math.sin(angle)) / Math.cos((latitude * Math.PI) / 180)
  return { latitude: clamp(north), longitude: wrap(east), radiusM: radiusM + offsetM }
}

/**
 * For a zone of a pilot who has, or once had, others. One that is put again at the same place, moved by less than its radius
 * or resized keeps the centre: a second draw would tell more of the place than one.
 */
export function chooseCircle(known: readonly Drawn[], place: Place, draw: Draw): Chosen {
  const [nearest] = known
    .filter((each) => isSamePlace(each.place, place))
    .sort(
      (one, other) =>
        Number(one.isWide) - Number(other.isWide) ||
        distanceM(one.place, place) - distanceM(other.place, place),
    )
  if (!nearest) return { circle: hidePlace(place, draw), isWide: false }
  const { circle, isWide } = nearest
  const offsets = known
    .filter((each) => haveOneCentre(each.circle, circle))
    .map((each) => each.circle.radiusM - each.place.radiusM)
  const offsetM = cover(Math.max(offsetFor(place.radiusM), Math.min(...offsets)), distanceM(circle, place))
  return { circle: { ...circle, radiusM: place.radiusM + offsetM }, isWide }
}

/** In steps for a place that was moved away: the very distance would give it away. */
function cover(offsetM: number, awayM: number): number {
  return awayM <= offsetM ? offsetM : Math.ceil(awayM / MOVE_STEP_M) * MOVE_STEP_M
}

function haveOneCentre(one: Circle, other: Circle): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude
}

/** A zone that is put, moved or resized there is about the place of the other one. */
function isSamePlace(one: Place, other: Place): boolean {
  return distanceM(one, other) < Math.max(one.radiusM, other.radiusM)
}

export function isInDisc(spot: Spot, hidden: readonly Hidden[]): boolean {
  return hidden.some(({ circle }) => distanceM(spot, circle) <= circle.radiusM)
}

export function distanceM(one: Spot, other: Spot): number {
  return 1000 * distanceKm(one.latitude, one.longitude, other.latitude, other.longitude)
}

function metresToDegrees(metres: number): number {
  return ((metres / 1000 / EARTH_RADIUS_KM) * 180) / Math.PI
}

const clamp = (latitude: number) => Math.max(-89.9, Math.min(89.9, latitude))

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
