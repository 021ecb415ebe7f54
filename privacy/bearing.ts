// Where the visible end of a track points: to what it would come next, or where it came from, if it went on straight.
import { EARTH_RADIUS_KM } from '#igc/geodesy.ts'
import type { Track } from '#igc/track.ts'

/** Which end of what is hidden: the track is visible before it, or after it. */
export type Side = 'before' | 'after'

interface Spot {
  latitude: number
  longitude: number
}

/** Seconds of the track by which anyone would extend it: the last turn, and the way flown before. */
const BASELINES = [30, 180]

/** Whether any extension, or every one, passes the spot within so many metres. */
export function pointsAt(
  track: Track,
  { row, last, side }: { row: number; last: number; side: Side },
  spot: Spot,
  withinM: number,
  how: 'some' | 'every',
): boolean {
  const end = toMetres(track, row, spot)
  return BASELINES[how]((seconds) => {
    const from = toMetres(track, rowAway(track, row, last, side, seconds), spot)
    const [east, north] = [end.east - from.east, end.north - from.north]
    const length = Math.hypot(east, north)
    if (length === 0) return false
    const ahead = -(end.east * east + end.north * north) / length
    const aside = Math.abs(end.east * north - end.north * east) / length
    return ahead > 0 && aside <= withinM
  })
}

/** The fix so many seconds from a visible end, into what is visible, or the last one of that. */
function rowAway({ seconds }: Track, row: number, last: number, side: Side, away: number): number {
  const step = side === 'before' ? -1 : 1
  let at = row
  while (at !== last && Math.abs(seconds[at]! - seconds[row]!) < away) at += step
  return at
}

/** East and north of a spot, across the antimeridian the short way. */
export function toMetres(
  { latitude, longitude }: Track,
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
