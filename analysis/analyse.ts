// The way in: a track and its flight to phases, wind and speeds.
import { type Altitudes, chooseAltitudes } from '#igc/flight/altitude.ts'
import { newMemory } from '#igc/scratch.ts'
import type { Track } from '#igc/track.ts'
import type { Circling } from './circling.ts'
import { type CourseSpeed, measureCourse, type ScoredCourse } from './course.ts'
import { parameters } from './parameters.ts'
import type { Phase, WindValue } from './phase.ts'
import { describePhases, findPhases, type Recording } from './phases.ts'
import { type Band, measureProfile } from './profile.ts'
import { type Memory, type Range, sampleFlight, type Vector } from './samples.ts'
import { sumUp, type Totals } from './totals.ts'
import { unwrapHeading } from './turns.ts'
import { type Circle, describeWind, meanCircle } from './wind.ts'

export type { Phase, PhaseKind, WindValue } from './phase.ts'
export type { ScoredCourse } from './course.ts'

/** Changes whenever the same flight may give another analysis. */
export const ANALYSIS_VERSION = '2'

/** Seconds, 36 hours: no wing stays up for longer, and what a record without end takes has no end either. */
export const MAX_SECONDS = 129_600

export interface FlightAnalysis {
  version: string
  /** They cover the flight: each begins where the one before ends. */
  phases: Phase[]
  totals: Totals
  /** The mean over all thermals, by their time. */
  wind: WindValue | null
  profile: Band[]
  course: CourseSpeed | null
}

export interface AnalysisOptions {
  /** Fixes of the flight, both included. */
  range: Range
  altitudes?: Altitudes
  course?: ScoredCourse
  /** Nothing that is returned refers to it. */
  memory?: Memory
}

/** Null for a record that is too long to be a flight. Takes time and memory in proportion to the flight's seconds. */
export function analyseFlight(track: Track, options: AnalysisOptions): FlightAnalysis | null {
  const { range, course, memory = newMemory } = options
  if (track.seconds[range.to]! - track.seconds[range.from]! > MAX_SECONDS) return null
  const { metres } = options.altitudes ?? chooseAltitudes(track)
  const recording = { track, range, metres, samples: sampleFlight(track, range, metres, memory) }
  const { heading, found, thermals } = findInWind(recording, memory)
  const phases = describePhases({ ...recording, heading }, found)
  const wind = findWind(thermals)
  return {
    version: ANALYSIS_VERSION,
    phases,
    totals: sumUp(phases),
    wind: wind ? describeWind(wind) : null,
    profile: measureProfile(recording.samples, heading, thermals),
    course: course ? measureCourse(track, course) : null,
  }
}

/** By the turns over the ground; through the air once more in strong wind, and where turns have few fixes. */
function findInWind(recording: Omit<Recording, 'heading'>, memory: Memory) {
  const overGround = findAll(recording, memory)
  const wind = findWind(overGround.thermals)
  if (!wind) return overGround
  const isStrong = Math.hypot(wind.east, wind.north) >= parameters.strongWind * wind.radius
  if (!isStrong && recording.samples.longSteps.length === 0) return overGround
  return findAll(recording, memory, wind)
}

function findAll(recording: Omit<Recording, 'heading'>, memory: Memory, wind?: Vector) {
  const heading = unwrapHeading(recording.samples, memory, wind)
  const found = findPhases({ ...recording, heading }, wind)
  const thermals = found.flatMap(({ kind, circling }) => (kind === 'thermal' && circling ? [circling] : []))
  return { heading, found, thermals }
}

/** The mean over the thermals, by their time. */
function findWind(thermals: readonly Circling[]): Circle | undefined {
  return meanCircle(
    thermals.flatMap(({ circle, from, to }) => (circle ? [{ ...circle, weight: to - from }] : [])),
  )
}
