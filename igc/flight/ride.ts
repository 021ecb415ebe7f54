// Tells a flight from what else moves as fast: a car, a bus, a cable car, a boat.
import { distanceKm } from '../geodesy.ts'
import { MIN_SILENCE_SECONDS } from './silence.ts'
import type { Track } from '../track.ts'

export interface Motion {
  seconds: number
  altitudeRangeM: number
  /** Metres gained and lost, summed over steps of 10 s. */
  gainedM: number
  lostM: number
  /** Shares of the time: level while moving, standing, faster than 15 m/s, faster than 22 m/s. */
  level: number
  standing: number
  fast: number
  veryFast: number
}

const STEP_SECONDS = 10
/** Movement within a smaller range is on a road, a lake or a runway. */
export const MIN_ALTITUDE_RANGE_M = 10

export function describeMotion(
  track: Track,
  altitudes: Float64Array,
  { from, to }: { from: number; to: number },
): Motion {
  const { seconds, latitude, longitude } = track
  const motion: Motion = {
    seconds: 0,
    altitudeRangeM: 0,
    gainedM: 0,
    lostM: 0,
    level: 0,
    standing: 0,
    fast: 0,
    veryFast: 0,
  }
  let lowest = altitudes[from]!
  let highest = lowest
  let total = 0
  for (let row = from, next = from; row < to; row = next) {
    while (next < to && seconds[next]! - seconds[row]! < STEP_SECONDS) next++
    const elapsed = Math.max(1, seconds[next]! - seconds[row]!)
    lowest = Math.min(lowest, altitudes[next]!)
    highest = Math.max(highest, altitudes[next]!)
    // A silence shows no motion.
    if (elapsed > MIN_SILENCE_SECONDS) continue
    const risen = altitudes[next]! - altitudes[row]!
    const speed =
      (distanceKm(latitude[row]!, longitude[row]!, latitude[next]!, longitude[next]!) * 1000) / elapsed
    total += elapsed
    if (risen > 0) motion.gainedM += risen
    else motion.lostM -= risen
    if (speed > 3 && Math.abs(risen) / elapsed < 0.25) motion.level += elapsed
    if (speed < 1.5) motion.standing += elapsed
    if (speed > 15) motion.fast += elapsed
    if (speed > 22) motion.veryFast += elapsed
  }
  motion.seconds = total
  motion.altitudeRangeM = highest - lowest
  if (total > 0) {
    motion.level /= total
    motion.standing /= total
    motion.fast /= total
    motion.veryFast /= total
  }
  return motion
}

/** In steps of 10 s an unpowered wing is level for at most 40 % of a flight, and it never only climbs. */
export function looksLikeRide(motion: Motion): boolean {
  const { gainedM, lostM } = motion
  if (motion.level > 0.6 || looksLikeTraffic(motion)) return true
  // Up the mountain by car, bus or cable car.
  return gainedM - lostM > 100 && lostM < gainedM * 0.3
}

const MAX_ROAD_RANGE_M = 300
const MIN_ROAD_SECONDS = 600

/** For ten minutes as fast as only sailplanes are, and lower than any launch takes those: a motorway, a railway. */
export function looksLikeRoad({ seconds, altitudeRangeM, veryFast }: Motion): boolean {
  return seconds >= MIN_ROAD_SECONDS && veryFast > 0.5 && altitudeRangeM < MAX_ROAD_RANGE_M
}

/** Traffic lights and country roads. */
export function looksLikeTraffic({ standing, fast }: Motion): boolean {
  return standing > 0.15 && fast > 0.1
}
