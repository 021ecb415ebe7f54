// Positions no wing can have reached: reflections, a cold receiver's last known place, moved corners, another recording.
import {
  type Frame,
  type Frames,
  type Island,
  isMoved,
  keepUsualFrame,
  measureFrames,
  type Placed,
  UNMOVED,
} from './frames.ts'
import { measureReach, type Positions, type Reach, TOLERANCE_KM } from './reach.ts'

/** This many fixes together are no reflection: a receiver that lost its position for a while may hop back to it. */
const LARGE_ISLAND = 30
/** Nor is what lasts this long: whether the receiver hopped there and back or not, it was flown. */
const LASTING_SECONDS = 55
const MIN_LASTING_FIXES = 3
/** A receiver hops no further. */
const MAX_HOP_KM = 3
/** The latest ones that a receiver may hop back to. */
const MAX_FRAMES = 10
/** Fixes that cannot be reached for this long are another recording. */
const MIN_RECORDING_SECONDS = 120
/** In addition to the first; further ones are left out. */
const MAX_FURTHER_RECORDINGS = 7
/** So many islands ahead the track may come back to where it left off. */
const MAX_DETOUR_ISLANDS = 50

export interface Recordings {
  /** For each row 0 when it is left out, or the number of its recording, from 1. */
  recordingOf: Uint8Array
  count: number
  leftOut: number
  /** The first row after each hop that was let pass, since a receiver may have lost its position. */
  hops: number[]
  /** What lies in another place than the receiver says, by those hops. */
  moved: Placed[]
}

/**
 * Undefined when all is one recording without a spike. Fixes within reach of each other form islands; from the largest
 * one, forward and backward, every island is joined that can be reached in the time between. The rest is joined
 * in the same way, if it lasts. Rows that are `cut` belong to none.
 */
export function groupByReach(positions: Positions, cut?: Uint8Array): Recordings | undefined {
  const { length } = positions.seconds
  const islands = findIslands(positions, measureReach(positions), cut)
  if (islands.length < 2 && !cut) return undefined
  const ground = { positions, frames: measureFrames(positions) }
  const recordingOf = new Uint8Array(length)
  const hops: number[] = []
  const moved: Placed[] = []
  let leftOut = length
  let count = 0
  for (let left = islands; left.length > 0 && count <= MAX_FURTHER_RECORDINGS;) {
    const { joined, done, ...found } = joinIslands(left, ground)
    if (count > 0 && !isRecording(positions, joined)) break
    count++
    hops.push(...found.hops)
    moved.push(...joined.filter(isMoved))
    for (const { from, to } of joined) {
      recordingOf.fill(count, from, to + 1)
      leftOut -= to - from + 1
    }
    left = left.filter((island) => !done.has(island))
  }
  const isAll = count === 1 && leftOut === 0 && hops.length === 0
  return isAll ? undefined : { recordingOf, count, leftOut, hops: hops.sort((a, b) => a - b), moved }
}

function isRecording({ seconds }: Positions, islands: readonly Island[]): boolean {
  const size = islands.reduce((sum, island) => sum + sizeOf(island), 0)
  const lasts = seconds[islands.at(-1)!.to]! - seconds[islands[0]!.from]!
  return size >= LARGE_ISLAND && lasts >= MIN_RECORDING_SECONDS
}

interface Ground {
  positions: Positions
  frames: Frames
}

interface Joined {
  joined: Placed[]
  /** Those, and the detours: short ones, or far ones, that the track jumps to and back from. They belong to no recording. */
  done: Set<Island>
  hops: number[]
}

/** The largest and all that can be reached from it, in time order. */
function joinIslands(islands: readonly Island[], ground: Ground): Joined {
  let largest = 0
  for (const [index, island] of islands.entries()) {
    if (sizeOf(island) > sizeOf(islands[largest]!)) largest = index
  }
  const base = { ...islands[largest]!, frame: UNMOVED }
  const walk = { ...ground, known: [UNMOVED], hops: [], done: new Set([islands[largest]!]) }
  const later = joinOnward(base, islands.slice(largest + 1), walk)
  const earlier = joinOnward(base, islands.slice(0, largest).toReversed(), walk)
  const { done, hops } = walk
  return { joined: keepUsualFrame([...earlier.toReversed(), base, ...later]), done, hops }
}

interface Walk extends Ground {
  /** Frames that the receiver was in. */
  known: Frame[]
  hops: number[]
  done: Set<Island>
}

/** Away from the base, in either direction of time. */
function joinOnward(base: Placed, islands: readonly Island[], walk: Walk): Placed[] {
  const joined: Placed[] = []
  let last = base
  for (const [index, island] of islands.entries()) {
    const ahead = islands.slice(index + 1, index + 1 + MAX_DETOUR_ISLANDS)
    const placed =
      placeInKnownFrame(last, island, walk, TOLERANCE_KM) ?? placeAfterHop(last, island, ahead, walk)
    if (!placed) continue
    if (placed.frame !== last.frame) walk.hops.push(Math.max(last.from, island.from))
    walk.done.add(island)
    joined.push(placed)
    last = placed
  }
  return joined
}

/**
 * In the one before, or in an earlier one, where the receiver hops back to it. A standstill, in which the wing may have flown on
 * without reception, explains a jump only where no hop does.
 */
function placeInKnownFrame(last: Placed, island: Island, { frames, known }: Walk, toleranceKm: number) {
  const placed = [last.frame, ...known.slice(-MAX_FRAMES)].map((frame): Placed => ({ ...island, frame }))
  return (
    placed.find((each) => frames.isNext(last, each, toleranceKm)) ??
    placed.find((each) => frames.isNear(last, each, toleranceKm))
  )
}

/** Undefined for a reflection, or another recording. */
function placeAfterHop(
  last: Placed,
  island: Island,
  ahead: readonly Island[],
  walk: Walk,
): Placed | undefined {
  const { positions, frames, known, done } = walk
  const isHop = isFlown(positions, island) && placeInKnownFrame(last, island, walk, MAX_HOP_KM) !== undefined
  if (!(isHop && lastsLong(positions, island)) && comesBack(last, island, ahead, frames)) {
    done.add(island)
    return undefined
  }
  if (!isHop) return undefined
  const frame = frames.open(last, island)
  known.push(frame)
  return { ...island, frame }
}

/** Whether it takes a jump to get there and another one to come back to where the flight goes on. */
function comesBack(last: Placed, island: Island, ahead: readonly Island[], { isNear }: Frames): boolean {
  const place = (each: Island) => ({ ...each, frame: last.frame })
  const back = ahead.find((each) => sizeOf(each) >= LARGE_ISLAND && isNear(last, place(each), TOLERANCE_KM))
  return back !== undefined && !isNear(place(island), place(back), TOLERANCE_KM)
}

function isFlown(positions: Positions, island: Island): boolean {
  return sizeOf(island) >= LARGE_ISLAND || lastsLong(positions, island)
}

/** Its last fix lasts as long as the others. */
function lastsLong({ seconds }: Positions, { from, to }: Island): boolean {
  const size = to - from + 1
  return size >= MIN_LASTING_FIXES && ((seconds[to]! - seconds[from]!) * size) / (size - 1) >= LASTING_SECONDS
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
    if (!reach.isWithin(row - 1, row, TOLERANCE_KM)) {
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
