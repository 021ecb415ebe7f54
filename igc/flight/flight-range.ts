// Finds the part of a recording that is the flight, without the hike up, the wait, the ridge walk or the drive home.
import { type Altitudes, chooseAltitudes, hasAltitude } from './altitude.ts'
import { weighEvidence } from './evidence.ts'
import {
  describeMotion,
  looksLikeRide,
  looksLikeRoad,
  looksLikeTraffic,
  MIN_ALTITUDE_RANGE_M,
} from './ride.ts'
import { beginsInAir, endsInAir, landedIn, listStretches, stayed, type Stretch } from './silence.ts'
import { extendToGround, joinFlights } from './stay.ts'
import type { Track } from '../track.ts'

/** Changes whenever the same file may give another track or another range. */
export const RANGE_VERSION = '5'

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
  const segments = bridgeSilences(track, altitudes)
  // Without altitudes nothing tells a car from a wing: the flight is kept, and marked.
  return hasAltitude(track) ? leaveOutRides({ track, altitudes }, segments) : segments
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

/**
 * Each stretch between two silences is judged by itself, as if it were alone in its file. A flight goes on through a
 * silence that begins and ends in the air; so the flights found are never less than those of a part.
 */
function bridgeSilences(track: Track, altitudes: Altitudes): FlightSegment[] {
  const stretches = joinStays(track, altitudes, listStretches(track))
  const flights: (FlightSegment & { isFlown: boolean })[] = []
  for (const [index, { isFlown, ...stretch }] of stretches.entries()) {
    const before = stretches[index - 1]
    const last = flights.at(-1)
    const found = stretch.flights.map((flight) => ({ ...flight, isFlown }))
    if (before && last && isBridged(track, altitudes, before, stretch)) {
      last.to = found.shift()!.to
      last.isFlown ||= isFlown
    } else if (before && last && landedIn(track, altitudes.metres, before, stretch))
      last.to = stretch.standsFrom
    flights.push(...found)
  }
  return flights.filter(({ isFlown }) => isFlown).map(({ from, to }) => ({ from, to }))
}

interface JudgedStretch extends Stretch {
  /** False where nothing speaks for the air nor for the ground, as of a wing parked in the wind: it is what its neighbour is. */
  isFlown: boolean
  /** The first fix that speaks for the ground. */
  standsFrom: number
}

/** A recorder that lay at one place through a silence was on the ground: that is a stay, as if it had gone on recording. */
function joinStays(track: Track, altitudes: Altitudes, parts: readonly FlightSegment[]): JudgedStretch[] {
  const stretches: JudgedStretch[] = []
  for (const part of parts) {
    const stretch = judgeStretch(track, altitudes, part)
    const before = stretches.at(-1)
    if (before && stayed(track, before, stretch))
      stretches[stretches.length - 1] = judgeStretch(track, altitudes, { from: before.from, to: stretch.to })
    else stretches.push(stretch)
  }
  return stretches
}

/** In the air at both ends. A car is as fast: after a flight it is told by its stops. */
function isBridged(track: Track, { metres }: Altitudes, before: Stretch, after: Stretch): boolean {
  if (!endsInAir(track, before) || !beginsInAir(track, after)) return false
  const sides = [before.flights.at(-1)!, after.flights[0]!]
  return !sides.some((side) => looksLikeTraffic(describeMotion(track, metres, side)))
}

function judgeStretch(track: Track, altitudes: Altitudes, { from, to }: FlightSegment): JudgedStretch {
  const recording = viewStretch(track, altitudes, from, to)
  const { evidence } = recording
  const pieces = splitByEvidence(evidence)
    .map((segment) => trimSegment(evidence, segment))
    .filter(
      (piece) => track.seconds[from + piece.to]! - track.seconds[from + piece.from]! >= MIN_FLIGHT_SECONDS,
    )
  const flights = extendToGround(recording, joinFlights(recording, pieces))
  const standing = evidence.findIndex((weight) => weight < 0)
  const isOpen = flights.length === 0 && standing < 0
  return {
    from,
    to,
    flights: isOpen
      ? [{ from, to }]
      : flights.map((flight) => ({ from: from + flight.from, to: from + flight.to })),
    isFlown: !isOpen,
    standsFrom: from + Math.max(0, standing),
  }
}

function viewStretch(track: Track, { source, metres }: Altitudes, from: number, to: number) {
  const view = {
    ...track,
    length: to - from + 1,
    seconds: track.seconds.subarray(from, to + 1),
    latitude: track.latitude.subarray(from, to + 1),
    longitude: track.longitude.subarray(from, to + 1),
  }
  const altitudes = { source, metres: metres.subarray(from, to + 1) }
  return {
    track: view,
    altitudes,
    evidence: weighEvidence(view, altitudes.metres),
    hasAltitude: hasAltitude(track),
  }
}

/** The longest of them; undefined when there is none. */
export function findLongest(track: Track, segments: readonly FlightSegment[]): FlightSegment | undefined {
  const duration = ({ from, to }: FlightSegment) => track.seconds[to]! - track.seconds[from]!
  let longest = segments[0]
  for (const segment of segments) if (longest && duration(segment) > duration(longest)) longest = segment
  return longest
}

/**
 * The path through two states, ground and air, with the most evidence for it. Each change of state costs
 * CHANGE_COST: hovering in the wind for a moment does not end a flight, and a few steps with the wing do not begin
 * one.
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
