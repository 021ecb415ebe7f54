// Computes where the visible end of a track points: the place it would reach, or came from, if it continued straight.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Ground, Track } from '#igc/track.ts'
import type { Spot } from './circle.ts'

/** Which end of what is hidden: the track is visible before it, or after it. */
export type Side = 'before' | 'after'

/** The fix that is seen last or first, and as far as the track is seen from there. */
export interface End {
  row: number
  last: number
  side: Side
}

/**
 * Seconds of the track by which anyone would extend it. Up to half a minute each fix counts: in a turn one chord points to the
 * place where the next one does not.
 */
const TURN_SECONDS = 30
const BASELINES = [30, 40, 50, 60, 75, 90, 100, 120, 150, 180]

/** Whether any extension passes the spot within so many metres. */
export function pointsAt(track: Track, { row, last, side }: End, spot: Spot, withinM: number): boolean {
  const step = side === 'before' ? -1 : 1
  const end = toMetres(track, row, spot)
  let next = 0
  for (let from = row; from !== last && next < BASELINES.length;) {
    from += step
    const away = Math.abs(track.seconds[from]! - track.seconds[row]!)
    if (away > TURN_SECONDS && away < BASELINES[next]! && from !== last) continue
    while (away >= BASELINES[next]!) next++
    const { east, north } = toMetres(track, from, spot)
    if (passesWithin(end, [end.east - east, end.north - north], withinM)) return true
  }
  return false
}

/** Whether a way from an end in a direction comes so near to the middle. */
function passesWithin(
  end: { east: number; north: number },
  [east, north]: [number, number],
  withinM: number,
): boolean {
  const length = Math.hypot(east, north)
  if (length === 0) return false
  const ahead = -(end.east * east + end.north * north) / length
  const aside = Math.abs(end.east * north - end.north * east) / length
  return ahead > 0 && aside <= withinM
}

/** East and north of a spot, across the antimeridian the short way. */
export function toMetres(
  { latitude, longitude }: Ground,
  row: number,
  spot: Spot,
): { east: number; north: number } {
  const shrink = Math.cos((spot.latitude * Math.PI) / 180)
  return {
    east: degreesToMetres(eastward(longitude[row]! - spot.longitude)) * shrink,
    north: degreesToMetres(latitude[row]! - spot.latitude),
  }
}

export const degreesToMetres = (degrees: number) => ((degrees * Math.PI) / 180) * EARTH_RADIUS_KM * 1000

function eastward(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
