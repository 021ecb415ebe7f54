// Which part of a recording is the flight: not the hike up, the wait, the ridge walk, the drive home.
import { type Altitudes, chooseAltitudes, hasAltitude } from './altitude.ts'
import { weighEvidence } from './evidence.ts'
import { describeMotion, looksLikeRide, looksLikeRoad, MIN_ALTITUDE_RANGE_M } from './ride.ts'
import { extendToGround, joinFlights } from './stay.ts'
import type { Track } from '../track.ts'

/** Changes whenever the same file may give another track or another range. */
export const RANGE_VERSION = '4'

/** Fixes of one flight, both included. */
export interface FlightSegment {
  from: number
  to: number
}

/** Evidence needed to believe in a launch or a landing: a minute of standing still. */
const CHANGE_COST = 60
const MIN_FLIGHT_SECONDS = 20

/** Every flight in the track, in time order; empty when nothing in it flies. */
export function findFlights(track: Track, altitudes: Altitudes = chooseAltitudes(track)): FlightSegment[] {
  if (track.length < 2) return []
  const evidence = weighEvidence(track, altitudes.metres)
  const pieces = splitByEvidence(evidence)
    .map((segment) => trimSegment(evidence, segment))
    .filter(({ from, to }) => track.seconds[to]! - track.seconds[from]! >= MIN_FLIGHT_SECONDS)
  const recording = { track, altitudes, evidence, hasAltitude: hasAltitude(track) }
  const segments = extendToGround(recording, joinFlights(recording, pieces))
  // Without altitudes nothing tells a car from a wing: the flight is kept, and marked.
  return recording.hasAltitude ? leaveOutRides(recording, segments) : segments
}

function leaveOutRides(
  { track, altitudes }: { track: Track; altitudes: Altitudes },
  segments: readonly FlightSegment[],
): FlightSegment[] {
  const motions = segments
    .map((segment) => ({ segment, motion: describeMotion(track, altitudes.metres, segment) }))
    .filter(({ motion }) => motion.altitudeRangeM >= MIN_ALTITUDE_RANGE_M && !looksLikeRoad(motion))
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
