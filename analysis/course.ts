// How fast the scored course was flown, and each of its legs.
import type { Track } from '#igc/track.ts'
import { round } from './phase.ts'

/** A scored course, as a certificate has it: fixes of the track, in the order flown. */
export interface ScoredCourse {
  distanceKm: number
  start: { index: number } | null
  turnpoints: readonly { index: number }[]
  finish: { index: number } | null
  /** One less than points: an open course. As many as turnpoints: a circuit, whose last leg leads to the first of them. */
  legsKm: readonly number[]
}

export interface CourseSpeed {
  distanceKm: number
  seconds: number
  speedKmh: number
  legs: LegSpeed[]
}

export interface LegSpeed {
  distanceKm: number
  /** The last leg of a circuit is flown in two parts: from the last turnpoint to the finish, from the start to the first. */
  seconds: number
  speedKmh: number
}

/** Null when nothing is scored. */
export function measureCourse({ seconds }: Track, course: ScoredCourse): CourseSpeed | null {
  const { start, turnpoints, finish, legsKm, distanceKm } = course
  if (!start || !finish || legsKm.length === 0) return null
  const isCircuit = legsKm.length === turnpoints.length
  const times = [start, ...turnpoints, finish].map(({ index }) => seconds[index]!)
  const parts = times.slice(1).map((time, index) => time - times[index]!)
  const legSeconds = isCircuit ? [...parts.slice(1, -1), parts[0]! + parts.at(-1)!] : parts
  const total = times.at(-1)! - times[0]!
  return {
    distanceKm,
    seconds: total,
    speedKmh: speedOf(distanceKm, total),
    legs: legsKm.map((km, index) => ({
      distanceKm: km,
      seconds: legSeconds[index] ?? 0,
      speedKmh: speedOf(km, legSeconds[index] ?? 0),
    })),
  }
}

/** 0 for a leg without length or time. */
function speedOf(km: number, seconds: number): number {
  return seconds > 0 ? round((km * 3600) / seconds, 1) : 0
}
