// Finds the airspaces a flight was in: where, when, how deep, and where the file cannot tell. It checks the steps between
// fixes, not only the fixes.
import { type Airspace, isRestrictive, type Place } from './airspace.ts'
import { overlaps } from './boxes.ts'
import type { Flight } from './flight.ts'
import { wrap } from './geodesy.ts'
import { type Above, type AltitudeSource, mayReach, measureAbove, type Reason, valueAt } from './heights.ts'
import { type Border, type Budget, compileShape } from './shape.ts'
import { findStays, type Stretch } from './stays.ts'
import { findVisits, type Visit } from './visits.ts'

export { prepareFlight } from './flight.ts'

/** Changes whenever the same flight and the same airspaces may give another answer. */
export const AIRSPACE_VERSION = '1'

export type EntryStatus = 'inside' | 'grazing' | 'undecidable'

export interface EntryPoint {
  /** Seconds since 1970. */
  seconds: number
  latitude: number
  longitude: number
  /** Metres; null when the sensor has measured nothing. */
  gnssAltitude: number | null
  pressureAltitude: number | null
}

export interface Entry {
  airspace: Airspace
  isRestrictive: boolean
  status: EntryStatus
  /** Why it is undecidable. */
  reasons: Reason[]
  enter: EntryPoint
  exit: EntryPoint
  /** Metres to the border where it is farthest. */
  horizontalDepth: number
  /** Metres to floor or ceiling where the nearer of them is farthest; null without limits, or when undecidable. */
  verticalDepth: number | null
  floorBy: AltitudeSource | null
  ceilingBy: AltitudeSource | null
}

export interface AirspaceCheck {
  entries: Entry[]
  /** False when the airspaces were too intricate to check all of them. */
  isComplete: boolean
}

/** Metres: what is less deep is grazing, since neither sensors nor borders are better than that. */
const DEEP = { vertical: 100, horizontal: 50 }
const MAX_ENTRIES = 1000
/** Edges looked at: some half a second. */
const MAX_WORK = 30_000_000

/** Against airspaces that are near: whose boxes overlap that of the flight. */
export function checkFlight(
  flight: Flight,
  airspaces: readonly Airspace[],
  maxWork: number = MAX_WORK,
): AirspaceCheck {
  const budget = { left: maxWork }
  const entries: Entry[] = []
  for (const airspace of airspaces) {
    if (budget.left <= 0 || entries.length >= MAX_ENTRIES) return finish(entries, false)
    entries.push(...listEntries(airspace, flight, budget))
  }
  return finish(entries.slice(0, MAX_ENTRIES), budget.left > 0)
}

function finish(entries: Entry[], isComplete: boolean): AirspaceCheck {
  return { entries: entries.toSorted((one, other) => one.enter.seconds - other.enter.seconds), isComplete }
}

function listEntries(airspace: Airspace, flight: Flight, budget: Budget): Entry[] {
  const floor = measureAbove(airspace.floor, 'floor', flight)
  const ceiling = measureAbove(airspace.ceiling, 'ceiling', flight)
  if (!mayReach(floor, ceiling, flight, flight.spans)) return []
  const border = compileShape(airspace.shape, budget)
  const near = flight.blocks.filter(
    ({ box, spans }) => overlaps(border.box, box) && mayReach(floor, ceiling, flight, spans),
  )
  const canTell = !airspace.isDamaged && airspace.active?.length !== 0
  return findVisits(flight, findStays(border, flight, near, budget), { floor, ceiling, canTell })
    .filter((visit) => isActive(airspace, flight, visit))
    .map((visit) => describe(airspace, flight, { border, floor, ceiling, budget }, visit))
}

/** At times that are not known it may be. */
function isActive({ active }: Airspace, { track }: Flight, { from, to }: Visit): boolean {
  if (active === null || active.length === 0) return true
  const [enter, exit] = [secondsAt(track.seconds, from) * 1000, secondsAt(track.seconds, to) * 1000]
  return active.some((time) => (time.from ?? -Infinity) <= exit && (time.to ?? Infinity) >= enter)
}

function describe(
  airspace: Airspace,
  flight: Flight,
  { border, floor, ceiling, budget }: { border: Border; floor: Above; ceiling: Above; budget: Budget },
  visit: Visit,
): Entry {
  const { from, to } = visit.surely ?? visit
  const horizontalDepth = measureHorizontalDepth(flight, border, budget, { from, to })
  const verticalDepth = visit.surely ? measureVerticalDepth(floor, ceiling, from, to) : null
  const isDeep = horizontalDepth > DEEP.horizontal && (verticalDepth ?? Infinity) > DEEP.vertical
  return {
    airspace,
    isRestrictive: isRestrictive(airspace),
    status: visit.surely ? (isDeep ? 'inside' : 'grazing') : 'undecidable',
    reasons: visit.surely ? [] : listReasons(airspace, floor, ceiling),
    enter: pointAt(flight, from),
    exit: pointAt(flight, to),
    horizontalDepth,
    verticalDepth,
    floorBy: floor.source,
    ceilingBy: ceiling.source,
  }
}

/** When nothing else is in doubt, it was a gap in the recording. */
function listReasons(airspace: Airspace, floor: Above, ceiling: Above): Reason[] {
  const reasons = new Set<Reason>([...floor.reasons, ...ceiling.reasons])
  if (airspace.isDamaged) reasons.add('damaged-shape')
  if (airspace.active?.length === 0) reasons.add('unknown-activity')
  return reasons.size > 0 ? [...reasons] : ['gap']
}

/** Share of the depth to which it is found; with every metre it would take longer than the rest. */
const DEPTH_TOLERANCE = 0.02

/** It changes by no more than what is flown: stretches that cannot be deeper than the deepest place are left out. */
function measureHorizontalDepth(
  flight: Flight,
  border: Border,
  budget: Budget,
  { from, to }: Stretch,
): number {
  const depthAt = (at: number) => border.distance(...placeAt(flight, at))
  const pathAt = (at: number) => interpolate((row) => flight.path[row]!, at)
  let deepest = 0
  const open = [{ from, to, before: depthAt(from), after: depthAt(to) }]
  for (let part = open.pop(); part && budget.left > 0; part = open.pop()) {
    const { from, to, before, after } = part
    deepest = Math.max(deepest, before, after)
    const most = (before + after + pathAt(to) - pathAt(from)) / 2
    if (to - from < MIN_PART || most <= deepest + Math.max(5, DEPTH_TOLERANCE * deepest)) continue
    const middle = to - from > 2 ? Math.round((from + to) / 2) : (from + to) / 2
    const depth = depthAt(middle)
    open.push({ from, to: middle, before, after: depth }, { from: middle, to, before: depth, after })
  }
  return deepest
}

/** As a share of a step. */
const MIN_PART = 0.1

function measureVerticalDepth(floor: Above, ceiling: Above, from: number, to: number): number | null {
  const depth = (row: number) => Math.min(valueAt(floor.least, row), -valueAt(ceiling.most, row))
  let deepest = Math.max(0, interpolate(depth, from), interpolate(depth, to))
  for (let row = Math.ceil(from); row <= to; row++) deepest = Math.max(deepest, depth(row))
  return Number.isFinite(deepest) ? deepest : null
}

function interpolate(value: (row: number) => number, at: number): number {
  const row = Math.floor(at)
  const share = at - row
  return share === 0 ? value(row) : value(row) + share * (value(row + 1) - value(row))
}

function secondsAt(seconds: Float64Array, at: number): number {
  return interpolate((row) => seconds[row]!, at)
}

function placeAt({ track }: Flight, at: number): [latitude: number, longitude: number] {
  const row = Math.floor(at)
  const here: Place = [track.latitude[row]!, track.longitude[row]!]
  const share = at - row
  if (share === 0) return [...here]
  return [
    here[0] + share * (track.latitude[row + 1]! - here[0]),
    wrap(here[1] + share * wrap(track.longitude[row + 1]! - here[1])),
  ]
}

function pointAt(flight: Flight, at: number): EntryPoint {
  const [latitude, longitude] = placeAt(flight, at)
  const { gnss, pressure, track } = flight
  return {
    seconds: secondsAt(track.seconds, at),
    latitude,
    longitude,
    gnssAltitude: gnss ? interpolate((row) => gnss[row]!, at) : null,
    pressureAltitude: pressure ? interpolate((row) => pressure[row]!, at) : null,
  }
}
