// Positions no aircraft can have reached: reflections, a cold receiver's last known place, another recording.
import { distanceKm } from '../geodesy.ts'

/** Kilometres per hour; faster than any glider, even in wave. */
const MAX_SPEED_KMH = 400
/** How far off a single fix may be without being a spike, whatever the speed. */
const TOLERANCE_KM = 0.1
/** This many fixes together are no reflection: a receiver that lost its position for a while may jump back to it. */
const LARGE_ISLAND = 30
const LARGE_ISLAND_TOLERANCE_KM = 3

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

/**
 * 1 for each row to leave out; undefined when there is none. Fixes within reach of each other form islands; from
 * the largest one, forward and backward, every island is joined that can be reached in the time between.
 */
export function findSpikes(
  positions: Positions,
  length: number,
): { isSpike: Uint8Array; count: number } | undefined {
  const islands = findIslands(positions, length)
  if (islands.length < 2) return undefined

  const isSpike = new Uint8Array(length)
  let largest = 0
  for (const [index, island] of islands.entries()) {
    if (sizeOf(island) > sizeOf(islands[largest]!)) largest = index
  }
  let count = 0
  let last = islands[largest]!
  for (const island of islands.slice(largest + 1)) {
    if (canJoin(positions, last, island, island)) last = island
    else count += mark(isSpike, island)
  }
  let first = islands[largest]!
  for (const island of islands.slice(0, largest).toReversed()) {
    if (canJoin(positions, island, first, island)) first = island
    else count += mark(isSpike, island)
  }
  return count > 0 ? { isSpike, count } : undefined
}

function findIslands(positions: Positions, length: number): Island[] {
  const { latitude, longitude } = positions
  const islands: Island[] = []
  let from = 0
  let lastMoved = 0
  for (let row = 1; row < length; row++) {
    if (latitude[row] === latitude[row - 1] && longitude[row] === longitude[row - 1]) continue
    if (!isReachable(positions, lastMoved, row, TOLERANCE_KM)) {
      islands.push({ from, to: row - 1, lastMoved })
      from = row
    }
    lastMoved = row
  }
  islands.push({ from, to: length - 1, lastMoved })
  return islands
}

function canJoin(positions: Positions, earlier: Island, later: Island, joining: Island): boolean {
  const toleranceKm = sizeOf(joining) >= LARGE_ISLAND ? LARGE_ISLAND_TOLERANCE_KM : TOLERANCE_KM
  return isReachable(positions, earlier.lastMoved, later.from, toleranceKm)
}

function isReachable(
  { seconds, latitude, longitude }: Positions,
  from: number,
  to: number,
  toleranceKm: number,
): boolean {
  const hours = (seconds[to]! - seconds[from]!) / 3600
  const reachKm = toleranceKm + hours * MAX_SPEED_KMH
  // Cheap first: almost every step is far below the limit (111.2 km per degree of latitude, no more per degree of
  // longitude).
  const degrees = Math.abs(latitude[to]! - latitude[from]!) + Math.abs(longitude[to]! - longitude[from]!)
  if (degrees * 111.2 <= reachKm) return true
  return distanceKm(latitude[from]!, longitude[from]!, latitude[to]!, longitude[to]!) <= reachKm
}

function sizeOf({ from, to }: Island): number {
  return to - from + 1
}

function mark(isSpike: Uint8Array, island: Island): number {
  isSpike.fill(1, island.from, island.to + 1)
  return sizeOf(island)
}
