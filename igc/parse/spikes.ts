// Positions no wing can have reached: reflections, a cold receiver's last known place, moved corners, another recording.
import { measureReach, type Positions, type Reach, TOLERANCE_KM } from './reach.ts'

/** This many fixes together are no reflection: a receiver that lost its position for a while may jump back to it. */
const LARGE_ISLAND = 30
const LARGE_ISLAND_TOLERANCE_KM = 3
/** Fixes that cannot be reached for this long are another recording. */
const MIN_RECORDING_SECONDS = 120
/** In addition to the first; further ones are left out. */
const MAX_FURTHER_RECORDINGS = 7
/** So many islands ahead the track may come back to where it left off. */
const MAX_DETOUR_ISLANDS = 50

interface Island {
  from: number
  to: number
  /** First row of the standstill it ends with: a receiver without reception repeats its last position. */
  lastMoved: number
}

export interface Recordings {
  /** For each row 0 when it is left out, or the number of its recording, from 1. */
  recordingOf: Uint8Array
  count: number
  leftOut: number
  /** The first row after each jump that was let pass, since a receiver may have lost its position. */
  jumps: number[]
}

/**
 * Undefined when all is one recording without a spike. Fixes within reach of each other form islands; from the largest
 * one, forward and backward, every island is joined that can be reached in the time between. The rest is joined
 * in the same way, if it lasts. Rows that are `cut` belong to none.
 */
export function groupByReach(positions: Positions, cut?: Uint8Array): Recordings | undefined {
  const { length } = positions.seconds
  const reach = measureReach(positions)
  const islands = findIslands(positions, reach, cut)
  if (islands.length < 2 && !cut) return undefined
  const recordingOf = new Uint8Array(length)
  const jumps: number[] = []
  let leftOut = length
  let count = 0
  for (let left = islands; left.length > 0 && count <= MAX_FURTHER_RECORDINGS;) {
    const { joined, detours, ...found } = joinIslands(left, reach)
    if (count > 0 && !isRecording(positions, joined)) break
    count++
    jumps.push(...found.jumps)
    for (const { from, to } of joined) {
      recordingOf.fill(count, from, to + 1)
      leftOut -= to - from + 1
    }
    const isDone = new Set([...joined, ...detours])
    left = left.filter((island) => !isDone.has(island))
  }
  const isAll = count === 1 && leftOut === 0 && jumps.length === 0
  return isAll ? undefined : { recordingOf, count, leftOut, jumps: jumps.sort((a, b) => a - b) }
}

function isRecording({ seconds }: Positions, islands: readonly Island[]): boolean {
  const size = islands.reduce((sum, island) => sum + sizeOf(island), 0)
  const lasts = seconds[islands.at(-1)!.to]! - seconds[islands[0]!.from]!
  return size >= LARGE_ISLAND && lasts >= MIN_RECORDING_SECONDS
}

interface Joined {
  joined: Island[]
  /** Islands that the track jumps to and back from: they belong to no recording, however long they last. */
  detours: Island[]
  jumps: number[]
}

/** The largest and all that can be reached from it, in time order. */
function joinIslands(islands: readonly Island[], reach: Reach): Joined {
  let largest = 0
  for (const [index, island] of islands.entries()) {
    if (sizeOf(island) > sizeOf(islands[largest]!)) largest = index
  }
  const base = islands[largest]!
  const later = walk(base, islands.slice(largest + 1), (a, b, km) => reach(a.lastMoved, b.from, km))
  const earlier = walk(base, islands.slice(0, largest).toReversed(), (a, b, km) =>
    reach(b.lastMoved, a.from, km),
  )
  return {
    joined: [...earlier.joined.toReversed(), base, ...later.joined],
    detours: [...earlier.detours, ...later.detours],
    jumps: [...earlier.jumps.map(([, before]) => before.from), ...later.jumps.map(([island]) => island.from)],
  }
}

type IsNear = (from: Island, to: Island, toleranceKm: number) => boolean

/** Away from the base, in either direction of time. */
function walk(base: Island, islands: readonly Island[], isNear: IsNear) {
  const joined: Island[] = []
  const detours: Island[] = []
  const jumps: [to: Island, from: Island][] = []
  let last = base
  for (const [index, island] of islands.entries()) {
    if (!isNear(last, island, TOLERANCE_KM)) {
      if (isDetour(last, island, islands.slice(index + 1, index + 1 + MAX_DETOUR_ISLANDS), isNear)) {
        detours.push(island)
        continue
      }
      if (sizeOf(island) < LARGE_ISLAND || !isNear(last, island, LARGE_ISLAND_TOLERANCE_KM)) continue
      jumps.push([island, last])
    }
    joined.push(island)
    last = island
  }
  return { joined, detours, jumps }
}

/** Whether it takes a jump to get there and another one to come back to where the flight goes on. */
function isDetour(last: Island, island: Island, next: readonly Island[], isNear: IsNear): boolean {
  const back = next.find(
    (candidate) => sizeOf(candidate) >= LARGE_ISLAND && isNear(last, candidate, TOLERANCE_KM),
  )
  return back !== undefined && !isNear(island, back, TOLERANCE_KM)
}

function findIslands(
  { seconds, latitude, longitude }: Positions,
  reach: Reach,
  cut: Uint8Array | undefined,
): Island[] {
  const { length } = seconds
  const islands: Island[] = []
  let from = 0
  while (from < length && cut?.[from]) from++
  let lastMoved = from
  for (let row = from + 1; row < length; row++) {
    if (cut?.[row]) {
      if (from < row) islands.push({ from, to: row - 1, lastMoved })
      from = row + 1
      lastMoved = from
      continue
    }
    if (row <= from) continue
    if (latitude[row] === latitude[row - 1] && longitude[row] === longitude[row - 1]) continue
    if (!reach(lastMoved, row, TOLERANCE_KM)) {
      islands.push({ from, to: row - 1, lastMoved })
      from = row
    }
    lastMoved = row
  }
  if (from < length) islands.push({ from, to: length - 1, lastMoved })
  return islands
}

function sizeOf({ from, to }: Island): number {
  return to - from + 1
}
