// Positions no wing can have reached: reflections, a cold receiver's last known place, another recording.
import { distanceKm } from '../geodesy.ts'
import { findWingSpeed } from './wing-speed.ts'

/** Kilometres per hour; faster than any glider, even in wave. */
const MAX_SPEED_KMH = 400
/** For this long: over a longer gap it is the wing's own speed that counts. */
const MAX_SPEED_SECONDS = 60
/** How far off a single fix may be without being a spike, whatever the speed. */
const TOLERANCE_KM = 0.1
/** This many fixes together are no reflection: a receiver that lost its position for a while may jump back to it. */
const LARGE_ISLAND = 30
const LARGE_ISLAND_TOLERANCE_KM = 3
/** What cannot be reached for this long is another recording. */
const MIN_RECORDING_SECONDS = 120
/** Beside the first; what is left then is left out. */
const MAX_FURTHER_RECORDINGS = 7

interface Positions {
  seconds: Float64Array
  latitude: Float64Array
  longitude: Float64Array
}

interface Island {
  from: number
  to: number
  /** First row of the standstill it ends with: a receiver without reception repeats its last position. */
  lastMoved: number
}

export interface Recordings {
  /** Of each row: 0 for a spike, which belongs to none, or the number of its recording, from 1. */
  recordingOf: Uint8Array
  count: number
  spikes: number
}

/**
 * Undefined when all is one recording without a spike. Fixes within reach of each other form islands; from the largest
 * one, forward and backward, every island is joined that can be reached in the time between. What is left is joined
 * in the same way, if it lasts.
 */
export function groupByReach(positions: Positions): Recordings | undefined {
  const { length } = positions.seconds
  const reach = measureReach(positions)
  const islands = findIslands(positions, reach)
  if (islands.length < 2) return undefined
  const recordingOf = new Uint8Array(length)
  let spikes = length
  let count = 0
  for (let left = islands; left.length > 0 && count <= MAX_FURTHER_RECORDINGS;) {
    const joined = joinIslands(left, reach)
    if (count > 0 && !isRecording(positions, joined)) break
    count++
    for (const { from, to } of joined) {
      recordingOf.fill(count, from, to + 1)
      spikes -= to - from + 1
    }
    const isJoined = new Set(joined)
    left = left.filter((island) => !isJoined.has(island))
  }
  return count > 1 || spikes > 0 ? { recordingOf, count, spikes } : undefined
}

function isRecording({ seconds }: Positions, islands: readonly Island[]): boolean {
  const size = islands.reduce((sum, island) => sum + sizeOf(island), 0)
  const lasts = seconds[islands.at(-1)!.to]! - seconds[islands[0]!.from]!
  return size >= LARGE_ISLAND && lasts >= MIN_RECORDING_SECONDS
}

/** The largest and all that can be reached from it, in time order. */
function joinIslands(islands: readonly Island[], reach: Reach): Island[] {
  let largest = 0
  for (const [index, island] of islands.entries()) {
    if (sizeOf(island) > sizeOf(islands[largest]!)) largest = index
  }
  const joined = [islands[largest]!]
  for (const island of islands.slice(largest + 1)) {
    if (canJoin(reach, joined.at(-1)!, island, island)) joined.push(island)
  }
  const earlier: Island[] = []
  for (const island of islands.slice(0, largest).toReversed()) {
    if (canJoin(reach, island, earlier.at(-1) ?? joined[0]!, island)) earlier.push(island)
  }
  return [...earlier.toReversed(), ...joined]
}

function findIslands({ seconds, latitude, longitude }: Positions, reach: Reach): Island[] {
  const islands: Island[] = []
  let from = 0
  let lastMoved = 0
  for (let row = 1; row < seconds.length; row++) {
    if (latitude[row] === latitude[row - 1] && longitude[row] === longitude[row - 1]) continue
    if (!reach(lastMoved, row, TOLERANCE_KM)) {
      islands.push({ from, to: row - 1, lastMoved })
      from = row
    }
    lastMoved = row
  }
  islands.push({ from, to: seconds.length - 1, lastMoved })
  return islands
}

function canJoin(reach: Reach, earlier: Island, later: Island, joining: Island): boolean {
  const toleranceKm = sizeOf(joining) >= LARGE_ISLAND ? LARGE_ISLAND_TOLERANCE_KM : TOLERANCE_KM
  return reach(earlier.lastMoved, later.from, toleranceKm)
}

/** Whether a wing can have come from one row to a later one. */
type Reach = (from: number, to: number, toleranceKm: number) => boolean

function measureReach(positions: Positions): Reach {
  const { seconds, latitude, longitude } = positions
  let wingKmh: number | undefined
  return (from, to, toleranceKm) => {
    const elapsed = seconds[to]! - seconds[from]!
    const fastKm = toleranceKm + (Math.min(elapsed, MAX_SPEED_SECONDS) / 3600) * MAX_SPEED_KMH
    // Cheap first: almost every step is far below the limit (111.2 km per degree of latitude, no more per degree of
    // longitude).
    const degrees = Math.abs(latitude[to]! - latitude[from]!) + Math.abs(longitude[to]! - longitude[from]!)
    if (degrees * 111.2 <= fastKm) return true
    const km = distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!)
    if (elapsed <= MAX_SPEED_SECONDS || km <= fastKm) return km <= fastKm
    wingKmh ??= findWingSpeed(positions)
    return km <= fastKm + ((elapsed - MAX_SPEED_SECONDS) / 3600) * wingKmh
  }
}

function sizeOf({ from, to }: Island): number {
  return to - from + 1
}
