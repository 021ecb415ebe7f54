// Which part of a recording is the flight: not the hike up, the wait, the ridge walk, the drive home.
import { chooseAltitudes } from './altitude.ts'
import { distanceKm } from '../geodesy.ts'
import { describeMotion, looksLikeRide } from './ride.ts'
import type { Track } from '../track.ts'

/** Fixes of one flight, both included. */
export interface FlightSegment {
  from: number
  to: number
}

/** Speed is measured over this long: circles keep theirs, a resting receiver's noise nearly vanishes. */
const SPEED_WINDOW_SECONDS = 5
const CLIMB_WINDOW_SECONDS = 15
/** A gap in the record says little; a long one without getting anywhere is a stay on the ground. */
const LONG_GAP_SECONDS = 600
const MAX_GAP_WEIGHT_SECONDS = 100
const MAX_LONG_GAP_WEIGHT_SECONDS = 300
/** Evidence needed to believe in a launch or a landing: a minute of standing still. */
const CHANGE_COST = 60
const MIN_FLIGHT_SECONDS = 20
/** What moves within a smaller range is on a road, a lake or a runway. */
const MIN_ALTITUDE_RANGE_M = 10

/** Every flight in the track, in time order; empty when nothing in it flies. */
export function findFlights(track: Track): FlightSegment[] {
  if (track.length < 2) return []
  const altitudes = chooseAltitudes(track).metres
  const evidence = weighEvidence(track, altitudes)
  const motions = splitByEvidence(evidence)
    .map((segment) => trimSegment(evidence, segment))
    .filter(({ from, to }) => track.seconds[to]! - track.seconds[from]! >= MIN_FLIGHT_SECONDS)
    .map((segment) => ({ segment, motion: describeMotion(track, altitudes, segment) }))
    .filter(({ motion }) => motion.altitudeRangeM >= MIN_ALTITUDE_RANGE_M)
  const flights = motions.filter(({ motion }) => !looksLikeRide(motion))
  // Alone in its file, a level or rising track is more likely a motor flight, or one cut short, than a ride.
  return (flights.length > 0 ? flights : motions).map(({ segment }) => segment)
}

/** The longest of them; undefined when there is none. */
export function findLongest(track: Track, segments: readonly FlightSegment[]): FlightSegment | undefined {
  const duration = ({ from, to }: FlightSegment) => track.seconds[to]! - track.seconds[from]!
  let longest = segments[0]
  for (const segment of segments) if (longest && duration(segment) > duration(longest)) longest = segment
  return longest
}

/** For each fix, the seconds to the next one, weighted: positive for flying, negative for the ground. */
function weighEvidence(track: Track, metres: Float64Array): Float64Array {
  const { length, seconds, latitude, longitude } = track
  const evidence = new Float64Array(length)
  const speedWindow = { from: 0, to: 0 }
  const climbWindow = { from: 0, to: 0 }
  for (let row = 0; row < length - 1; row++) {
    slideWindow(speedWindow, seconds, row, SPEED_WINDOW_SECONDS)
    slideWindow(climbWindow, seconds, row, CLIMB_WINDOW_SECONDS)
    const { from, to } = speedWindow
    const kilometres = distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
    const speed = (kilometres * 1000) / Math.max(1, seconds[to]! - seconds[from]!)
    const risen = Math.abs(metres[climbWindow.to]! - metres[climbWindow.from]!)
    const climb =
      risen / Math.max(CLIMB_WINDOW_SECONDS, seconds[climbWindow.to]! - seconds[climbWindow.from]!)
    const gap = seconds[row + 1]! - seconds[row]!
    const maxWeight = gap > LONG_GAP_SECONDS ? MAX_LONG_GAP_WEIGHT_SECONDS : MAX_GAP_WEIGHT_SECONDS
    evidence[row] = Math.min(gap, maxWeight) * weighMotion(speed, climb)
  }
  return evidence
}

/** Around the step from this fix to the next, half to each side where the fixes are dense. */
function slideWindow(window: FlightSegment, seconds: Float64Array, row: number, width: number): void {
  while (seconds[row]! - seconds[window.from]! > width / 2) window.from++
  while (
    window.to < seconds.length - 1 &&
    (window.to <= row || seconds[window.to]! - seconds[row]! < width / 2)
  )
    window.to++
}

/** Metres per second: a walker stays below 2.5 and climbs or descends at less than 0.6. */
function weighMotion(speed: number, climb: number): number {
  const byClimb = climb > 1 ? 1 : climb > 0.6 ? 0.5 : 0
  if (speed > 6) return 2
  if (speed > 4) return 1 + byClimb
  if (speed > 2.5) return byClimb
  if (speed > 1) return byClimb > 0 ? byClimb / 2 : -0.6
  // The GNSS altitude of a resting receiver drifts too, though not this fast.
  if (climb > 1.5) return 0.5
  return byClimb > 0 ? 0 : -1
}

/**
 * The path through two states, ground and air, with the most evidence for it; each change of state costs CHANGE_COST,
 * so that hovering in the wind for a moment does not end a flight and a few steps with the wing do not begin one.
 */
function splitByEvidence(evidence: Float64Array): FlightSegment[] {
  const { length } = evidence
  // Bit 0: the best way to be on the ground here comes from the air; bit 1: the best way to be in the air from the ground.
  const changes = new Uint8Array(length)
  let ground = 0
  let air = 0
  for (let row = 0; row < length; row++) {
    const landed = air - CHANGE_COST
    const launched = ground - CHANGE_COST
    if (landed > ground) changes[row]! |= 1
    if (launched > air) changes[row]! |= 2
    const nextGround = Math.max(ground, landed)
    air = Math.max(air, launched) + evidence[row]!
    ground = nextGround
  }
  const segments: FlightSegment[] = []
  let isAir = air > ground
  let to = length - 1
  for (let row = length - 1; row >= 0; row--) {
    if (isAir && changes[row]! & 2) {
      segments.push({ from: row, to })
      isAir = false
    } else if (!isAir && changes[row]! & 1) {
      to = row
      isAir = true
    }
  }
  if (isAir) segments.push({ from: 0, to })
  return segments.toReversed()
}

/** At the ends of the file a change costs nothing: what looks like the ground there is cut off. */
function trimSegment(evidence: Float64Array, { from, to }: FlightSegment): FlightSegment {
  let sum = 0
  let lowest = 0
  let start = from
  for (let row = from; row < to; row++) {
    sum += evidence[row]!
    if (sum < lowest) {
      lowest = sum
      start = row + 1
    }
  }
  sum = 0
  lowest = 0
  let end = to
  for (let row = to - 1; row >= start; row--) {
    sum += evidence[row]!
    if (sum < lowest) {
      lowest = sum
      end = row
    }
  }
  return { from: start, to: end }
}
