// A receiver may be wrong by the same distance and direction for a while: it hops, and mostly hops back. What was flown
// between is flown all the same. Each such stretch has a frame, the shift by which it goes on where the one before ended.
import { measureReach, type Positions } from './reach.ts'

/** Degrees to add to the positions of a stretch. */
export interface Frame {
  north: number
  east: number
}

/** Rows within reach of each other, both included. */
export interface Island {
  from: number
  to: number
  /** First row of the standstill it ends with: a receiver without reception repeats its last position. */
  lastMoved: number
}

export interface Placed extends Island {
  frame: Frame
}

export const UNMOVED: Frame = { north: 0, east: 0 }
/** The speed on either side of a hop is that of so many seconds. */
const COURSE_SECONDS = 5
/** Over a longer gap nobody knows the course. */
const MAX_GAP_SECONDS = 60

export type Frames = ReturnType<typeof measureFrames>

export function measureFrames(positions: Positions) {
  const { seconds, latitude, longitude } = positions
  const reach = measureReach(positions)

  /** Whether the wing can have come from one to the other, in whichever order they are, and without a standstill. */
  function isNext(a: Placed, b: Placed, toleranceKm: number): boolean {
    return isWithin(a, b, toleranceKm, ({ to }) => to)
  }

  /** The same, where a receiver that stands still may have lost its position. */
  function isNear(a: Placed, b: Placed, toleranceKm: number): boolean {
    return isWithin(a, b, toleranceKm, ({ lastMoved }) => lastMoved)
  }

  function isWithin(a: Placed, b: Placed, toleranceKm: number, endOf: (island: Island) => number): boolean {
    const [earlier, later] = a.from < b.from ? [a, b] : [b, a]
    const shift = subtract(later.frame, earlier.frame)
    return reach.isWithin(endOf(earlier), later.from, toleranceKm, shift)
  }

  /** The frame in which an island goes on, or ends, where `last` leaves off: the hop itself adds no distance. */
  function open(last: Placed, island: Island): Frame {
    const isLater = last.from < island.from
    const [earlier, later] = isLater ? [last, island] : [island, last]
    const [from, to] = [earlier.lastMoved, later.from]
    const elapsed = seconds[to]! - seconds[from]!
    const raw = { north: latitude[to]! - latitude[from]!, east: turn(longitude[to]! - longitude[from]!) }
    const flown =
      elapsed > MAX_GAP_SECONDS ? scale(raw, shareFlown(from, to)) : scale(course(earlier, later), elapsed)
    const hop = subtract(raw, flown)
    return isLater ? subtract(last.frame, hop) : add(last.frame, hop)
  }

  /** The part of a way that the wing can have flown. */
  function shareFlown(from: number, to: number): number {
    return Math.min(1, reach.limitKm(seconds[to]! - seconds[from]!) / reach.measureKm(from, to))
  }

  /** Degrees per second: the mean of before and after. */
  function course(earlier: Island, later: Island): Frame {
    let [before, after] = [earlier.lastMoved, later.from]
    while (before > earlier.from && seconds[earlier.lastMoved]! - seconds[before]! < COURSE_SECONDS) before--
    while (after < later.lastMoved && seconds[after]! - seconds[later.from]! < COURSE_SECONDS) after++
    const speeds = [speed(before, earlier.lastMoved), speed(later.from, after)].filter(
      (each) => each !== undefined,
    )
    return scale(speeds.reduce(add, UNMOVED), 1 / Math.max(1, speeds.length))
  }

  function speed(from: number, to: number): Frame | undefined {
    const elapsed = seconds[to]! - seconds[from]!
    if (elapsed <= 0) return undefined
    const way = { north: latitude[to]! - latitude[from]!, east: turn(longitude[to]! - longitude[from]!) }
    return scale(way, 1 / elapsed)
  }

  return { isNear, isNext, open }
}

/** Most fixes are where the receiver says: what most share is not moved. */
export function keepUsualFrame(placed: readonly Placed[]): Placed[] {
  const sizes = new Map<Frame, number>()
  for (const { from, to, frame } of placed) sizes.set(frame, (sizes.get(frame) ?? 0) + to - from + 1)
  if (sizes.size < 2) return [...placed]
  const [[usual]] = [...sizes].toSorted((a, b) => b[1] - a[1]) as [[Frame, number]]
  return placed.map((each) => ({ ...each, frame: subtract(each.frame, usual) }))
}

export function isMoved({ frame }: Placed): boolean {
  return frame.north !== 0 || frame.east !== 0
}

/** In place. */
export function moveToFrame({ latitude, longitude }: Positions, { from, to, frame }: Placed): void {
  for (let row = from; row <= to; row++) {
    latitude[row]! += frame.north
    longitude[row] = turn(longitude[row]! + frame.east)
  }
}

const add = (a: Frame, b: Frame): Frame => ({ north: a.north + b.north, east: a.east + b.east })
const subtract = (a: Frame, b: Frame): Frame => ({ north: a.north - b.north, east: a.east - b.east })
const scale = ({ north, east }: Frame, by: number): Frame => ({ north: north * by, east: east * by })

/** The short way around the earth. */
function turn(degrees: number): number {
  if (degrees > 180) return degrees - 360
  return degrees < -180 ? degrees + 360 : degrees
}
