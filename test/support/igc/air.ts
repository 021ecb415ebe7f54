// A flight through air that is known: thermals, glides, ridges and spirals one after the other, in a wind by altitude.
// The findings of an analysis are compared with it. Seeded, as the whole simulated flight is.
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'

const METRES_PER_DEGREE = (6_371_000 * Math.PI) / 180
const STEPS_PER_SECOND = 10

export type Part =
  /** Straight through the air; `heading` in degrees, metres per second. */
  | { kind: 'glide'; seconds: number; heading: number; sink?: number; airspeed?: number }
  /** Circles: to the left with a negative number of turns; with a negative climb it is a spiral. */
  | { kind: 'circles'; turns: number; period?: number; climb?: number; airspeed?: number }
  /** To and fro along a ridge, turning away from it: eights over the ground, whatever the wind. */
  | {
      kind: 'ridge'
      seconds: number
      beatSeconds: number
      heading: number
      climb?: number
      airspeed?: number
    }
  /** Held by the wind over one place. */
  | { kind: 'parked'; seconds: number; climb?: number }
  | { kind: 'silence'; seconds: number }

export interface Wind {
  /** Metres per second. */
  speed: number
  /** Degrees from which it blows. */
  from: number
}

export interface AirOptions {
  seed?: number
  wind?: Wind | ((altitude: number) => Wind)
  rateSeconds?: number
  /** Metres that a receiver is off, wandering slowly. */
  noise?: number
  /** False: exact positions, not those that a B record can hold. */
  isWritten?: boolean
  latitude?: number
  longitude?: number
  altitude?: number
  startSeconds?: number
}

export interface FlownPart {
  part: Part
  /** Seconds since 1970. */
  start: number
  end: number
}

interface State {
  east: number
  north: number
  altitude: number
  heading: number
}

type Command = { airspeed: number; turn: number; climb: number; isHeld?: boolean }

export function flyParts(
  parts: readonly Part[],
  options: AirOptions = {},
): { track: Track; flown: FlownPart[] } {
  const {
    wind = { speed: 0, from: 0 },
    rateSeconds = 1,
    altitude = 1600,
    startSeconds = 1_720_000_000,
  } = options
  const windAt = typeof wind === 'function' ? wind : () => wind
  const state: State = { east: 0, north: 0, altitude, heading: 0 }
  const rows: (State & { second: number })[] = [{ ...state, second: 0 }]
  const flown: FlownPart[] = []
  let steps = 0
  for (const part of parts) {
    const start = steps / STEPS_PER_SECOND
    if ('heading' in part) state.heading = toRadians(part.heading)
    const end = steps + Math.round(secondsOf(part) * STEPS_PER_SECOND)
    for (; steps < end;) {
      step(state, command(part, steps / STEPS_PER_SECOND - start), windAt(state.altitude))
      steps++
      if (steps % (rateSeconds * STEPS_PER_SECOND) > 0 || part.kind === 'silence') continue
      rows.push({ ...state, second: steps / STEPS_PER_SECOND })
    }
    flown.push({ part, start: startSeconds + start, end: startSeconds + steps / STEPS_PER_SECOND })
  }
  return { track: toTrack(rows, startSeconds, options), flown }
}

function secondsOf(part: Part): number {
  return part.kind === 'circles' ? Math.abs(part.turns) * (part.period ?? 24) : part.seconds
}

function command(part: Part, elapsed: number): Command {
  if (part.kind === 'circles') {
    const { turns, period = 24, climb = 1.5, airspeed = 9.5 } = part
    return { airspeed, climb, turn: (Math.sign(turns) * 2 * Math.PI) / period }
  }
  if (part.kind === 'parked') return { airspeed: 0, turn: 0, climb: part.climb ?? 0, isHeld: true }
  if (part.kind === 'silence') return { airspeed: 0, turn: 0, climb: -1 }
  if (part.kind === 'glide') return { airspeed: part.airspeed ?? 10.5, turn: 0, climb: -(part.sink ?? 1.2) }
  const { beatSeconds, climb = 0.1, airspeed = 9.5 } = part
  const beat = Math.floor(elapsed / beatSeconds)
  // Half a turn in the last ten seconds of each beat, the next one the other way round.
  const isTurning = elapsed % beatSeconds >= beatSeconds - 10
  return { airspeed, climb, turn: isTurning ? ((beat % 2 === 0 ? 1 : -1) * Math.PI) / 10 : 0, isHeld: true }
}

function step(state: State, { airspeed, turn, climb, isHeld = false }: Command, { speed, from }: Wind): void {
  const seconds = 1 / STEPS_PER_SECOND
  const drift = isHeld ? 0 : speed
  // The mean heading of the step: a whole turn ends where it began.
  const heading = state.heading + (turn * seconds) / 2
  state.east += (airspeed * Math.sin(heading) - drift * Math.sin(toRadians(from))) * seconds
  state.north += (airspeed * Math.cos(heading) - drift * Math.cos(toRadians(from))) * seconds
  state.altitude += climb * seconds
  state.heading += turn * seconds
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function toTrack(rows: readonly (State & { second: number })[], start: number, options: AirOptions): Track {
  const { seed = 1, noise = 0.6, isWritten = true, latitude = 46.55, longitude = 8.05 } = options
  const random = seededRandom(seed)
  const grid = (degrees: number) => (isWritten ? Math.round(degrees * 60_000) / 60_000 : degrees)
  const off = { east: 0, north: 0 }
  const fixes = rows.map(({ east, north, altitude, second }) => {
    off.east = 0.95 * off.east + noise * (random() - 0.5)
    off.north = 0.95 * off.north + noise * (random() - 0.5)
    const lat = latitude + (north + off.north) / METRES_PER_DEGREE
    const lng = longitude + (east + off.east) / METRES_PER_DEGREE / Math.cos(toRadians(latitude))
    return { second: start + second, lat: grid(lat), lng: grid(((lng + 540) % 360) - 180), altitude }
  })
  return {
    length: fixes.length,
    seconds: Float64Array.from(fixes, ({ second }) => second),
    latitude: Float64Array.from(fixes, ({ lat }) => lat),
    longitude: Float64Array.from(fixes, ({ lng }) => lng),
    pressureAltitude: Int32Array.from(fixes, ({ altitude }) => Math.round(altitude)),
    gnssAltitude: Int32Array.from(fixes, ({ altitude }) => Math.round(altitude + 45 + 2 * (random() - 0.5))),
    valid: new Uint8Array(fixes.length).fill(1),
  }
}
