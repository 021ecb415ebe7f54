// Tells a stay on the ground from what is slow and yet in the air.
import type { Altitudes } from './altitude.ts'
import { describeMotion, looksLikeRide, MIN_ALTITUDE_RANGE_M } from './ride.ts'
import type { Track } from '../track.ts'

interface Segment {
  from: number
  to: number
}

interface Recording {
  track: Track
  altitudes: Altitudes
  /** Without altitudes a wing that hangs in the wind looks like one on the ground. */
  hasAltitude: boolean
  /** For each fix, positive for flying, negative for the ground. */
  evidence: Float64Array
}

/** Seconds of evidence for the ground: after a shorter stop, a top landing or a touch, the same flight goes on. */
const MIN_STAY_SECONDS = 300
/** Where there are no altitudes. */
const MIN_FLAT_STAY_SECONDS = 900
/** At one height for as long: on the ground, whatever came before and after. A parked wing wanders out of the band. */
const MIN_CONTACT_SECONDS = 180
const CONTACT_HEIGHT_M = 6
/** The altitude of satellites wanders while its receiver rests. */
const GNSS_CONTACT_HEIGHT_M = 10
/** Shorter stops count when one follows the landing, one precedes the launch, and between them somebody walks. */
const MIN_WALKING_STOP_SECONDS = 60
const MIN_WALKING_SHARE = 0.85
/** A shorter stop is not enough to get out of the harness and into a car. */
const MIN_TRANSFER_SECONDS = 30

/** Pieces in time order, joined where the pilot stayed up in between, or all but. */
export function joinFlights(recording: Recording, pieces: readonly Segment[]): Segment[] {
  const flights: Segment[] = []
  let last: Segment | undefined
  for (const piece of pieces) {
    const flight = flights.at(-1)
    if (last && flight && isOneFlight(recording, last, piece)) flight.to = piece.to
    else flights.push({ ...piece })
    last = piece
  }
  return flights
}

function isOneFlight(recording: Recording, before: Segment, after: Segment): boolean {
  const between = { from: before.to, to: after.from }
  const longest = listContacts(recording, between).reduce(
    (seconds, contact) => Math.max(seconds, durationOf(recording, contact)),
    0,
  )
  if (longest < MIN_TRANSFER_SECONDS) return true
  if (isStay(recording, between, longest)) return false
  if (!recording.hasAltitude) return true
  return !looksDriven(recording, before) && !looksDriven(recording, after)
}

function isStay(recording: Recording, between: Segment, longestContact: number): boolean {
  let sum = 0
  for (let row = between.from; row < between.to; row++) sum += recording.evidence[row]!
  if (sum > -(recording.hasAltitude ? MIN_STAY_SECONDS : MIN_FLAT_STAY_SECONDS)) return false
  return longestContact >= MIN_CONTACT_SECONDS || isWalk(recording, between)
}

function isWalk(recording: Recording, between: Segment): boolean {
  const stops = listStops(recording, between)
  const [landed, last] = [stops[0], stops.at(-1)]
  if (!landed || !last || landed === last) return false
  const toLanding = durationOf(recording, { from: between.from, to: landed.from })
  const toLaunch = durationOf(recording, { from: last.to, to: between.to })
  const isBetweenStops = Math.max(toLanding, toLaunch) <= MIN_WALKING_STOP_SECONDS
  return isBetweenStops && shareOfGround(recording, between) >= MIN_WALKING_SHARE
}

function looksDriven({ track, altitudes }: Recording, piece: Segment): boolean {
  const motion = describeMotion(track, altitudes.metres, piece)
  return motion.altitudeRangeM < MIN_ALTITUDE_RANGE_M || looksLikeRide(motion)
}

const MIN_HANGING_SECONDS = 30

/** A wing that hangs in the wind over the launch or the landing is flying: up to where it stands on the ground. */
export function extendToGround(recording: Recording, flights: readonly Segment[]): Segment[] {
  return flights.map((flight, index) => {
    const before = { from: flights[index - 1]?.to ?? 0, to: flight.from }
    const after = { from: flight.to, to: flights[index + 1]?.from ?? recording.track.length - 1 }
    const launch = { from: listStops(recording, before).at(-1)?.to ?? before.from, to: flight.from }
    const landing = { from: flight.to, to: listStops(recording, after)[0]?.from ?? after.to }
    return {
      from: isHanging(recording, launch) ? launch.from : flight.from,
      to: isHanging(recording, landing) ? landing.to : flight.to,
    }
  })
}

function isHanging(recording: Recording, part: Segment): boolean {
  return durationOf(recording, part) >= MIN_HANGING_SECONDS && shareOfGround(recording, part) < 0.5
}

function listStops(recording: Recording, within: Segment): Segment[] {
  return listContacts(recording, within).filter(
    (contact) => durationOf(recording, contact) >= MIN_WALKING_STOP_SECONDS,
  )
}

function durationOf({ track }: Recording, { from, to }: Segment): number {
  return track.seconds[to]! - track.seconds[from]!
}

/** The share of the time on the ground. */
function shareOfGround({ track, evidence }: Recording, { from, to }: Segment): number {
  let seconds = 0
  for (let row = from; row < to; row++)
    if (evidence[row]! < 0) seconds += track.seconds[row + 1]! - track.seconds[row]!
  return seconds / Math.max(1, track.seconds[to]! - track.seconds[from]!)
}

/** Every time that is slow over the ground and at one height. */
function listContacts({ altitudes, evidence }: Recording, { from, to }: Segment): Segment[] {
  const { metres, source } = altitudes
  const height = source === 'gnss' ? GNSS_CONTACT_HEIGHT_M : CONTACT_HEIGHT_M
  const contacts: Segment[] = []
  let contact: Segment | undefined
  let lowest = 0
  let highest = 0
  for (let row = from; row < to; row++) {
    lowest = Math.min(lowest, metres[row]!)
    highest = Math.max(highest, metres[row]!)
    if (contact && evidence[row]! < 0 && highest - lowest <= height) {
      contact.to = row + 1
      continue
    }
    contact = evidence[row]! < 0 ? { from: row, to: row + 1 } : undefined
    if (contact) contacts.push(contact)
    lowest = metres[row]!
    highest = lowest
  }
  return contacts
}
