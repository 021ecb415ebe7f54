// The shape of a flight without its place and its time: the same track an hour or a year later, or some kilometres
// away, leaves the same one. Positions are means over a while, which neither noise nor fewer fixes change, and
// stand at even times of the flight's own clock, whose zero is the middle of its way.
import type { Track } from '../track.ts'

/** Changes whenever the same file may leave another one. */
export const FOOTPRINT_VERSION = '1'

const MAX_POSITIONS = 64
const SHORTEST_STEP_SECONDS = 15
/** The track is read at these steps. Way is measured by chords of a minute: a pilot at rest, or circling, adds little. */
const STRIDE_SECONDS = 5
const CHORD_SECONDS = 60
const METRES_PER_DEGREE = 111_195

/**
 * The step in seconds and the time of the first position in steps; then how far each position is from the one before, east and
 * north in metres.
 */
export type StoredFootprint = readonly number[]

/** Null when the flight is too short for a shape. */
export function takeFootprint(track: Track, range: { from: number; to: number }): Taken | null {
  const path = walkEvenly(track, range)
  const way = measureWay(path)
  if (!way) return null
  const positions = averagePath(path, way.middleSeconds)
  return positions && { footprint: writePositions(positions), key: keyOf(...cellOf(way)) }
}

export interface Taken {
  footprint: StoredFootprint
  /** Copies are in this cell or a neighbouring one: an index finds them among all flights of a pilot. */
  key: number
}

/** Metres east and north of the first fix, every STRIDE_SECONDS. */
interface Path {
  x: Float64Array
  y: Float64Array
}

function walkEvenly(
  { seconds, latitude, longitude }: Track,
  { from, to }: { from: number; to: number },
): Path {
  const length = Math.floor((seconds[to]! - seconds[from]!) / STRIDE_SECONDS) + 1
  const path = { x: new Float64Array(length), y: new Float64Array(length) }
  const east = Math.cos((latitude[from]! * Math.PI) / 180) * METRES_PER_DEGREE
  for (let at = 0, row = from; at < length; at++) {
    const time = seconds[from]! + at * STRIDE_SECONDS
    while (row < to && seconds[row + 1]! <= time) row++
    const next = Math.min(row + 1, to)
    const gap = seconds[next]! - seconds[row]!
    const share = gap === 0 ? 0 : (time - seconds[row]!) / gap
    const lat = latitude[row]! + share * (latitude[next]! - latitude[row]!)
    const lng = longitude[row]! + share * (((longitude[next]! - longitude[row]! + 540) % 360) - 180)
    path.x[at] = (((lng - longitude[from]! + 540) % 360) - 180) * east
    path.y[at] = (lat - latitude[from]!) * METRES_PER_DEGREE
  }
  return path
}

interface Way {
  metres: number
  /** When half of it was flown, as a mean by metres, from the first fix. */
  middleSeconds: number
  /** How far the way spreads around that. */
  spreadSeconds: number
}

function measureWay({ x, y }: Path): Way | undefined {
  const reach = CHORD_SECONDS / STRIDE_SECONDS
  let [metres, moment, square] = [0, 0, 0]
  for (let at = 0; at + reach < x.length; at++) {
    const chord = Math.hypot(x[at + reach]! - x[at]!, y[at + reach]! - y[at]!)
    const seconds = (at + reach / 2) * STRIDE_SECONDS
    metres += chord
    moment += chord * seconds
    square += chord * seconds * seconds
  }
  if (metres === 0) return undefined
  const middle = moment / metres
  const spreadSeconds = Math.sqrt(Math.max(0, square / metres - middle * middle))
  return { metres: metres / reach, middleSeconds: middle, spreadSeconds }
}

/** Cells are wide enough for what noise, thinning and another latitude do to a copy: half of one at most. */
function cellOf({ metres, spreadSeconds }: Way): [time: number, way: number] {
  return [150 * Math.log1p(spreadSeconds / 600), Math.log1p(metres / 1000) / Math.log(1.08)]
}

const keyOf = (time: number, way: number) => Math.round(time) * 1000 + Math.round(way)

/** A flight's positions by its own clock. */
export interface Footprint {
  stepSeconds: number
  /** Time of the first, in steps. */
  first: number
  x: number[]
  y: number[]
}

const MIN_POSITIONS = 6

/** Each the mean of a step before and after it. */
function averagePath({ x, y }: Path, middleSeconds: number): Footprint | null {
  const duration = (x.length - 1) * STRIDE_SECONDS
  let step = SHORTEST_STEP_SECONDS
  while (duration / step > MAX_POSITIONS + 1) step *= 2
  const first = Math.ceil((step - middleSeconds) / step)
  const last = Math.floor((duration - step - middleSeconds) / step)
  if (last - first + 1 < MIN_POSITIONS) return null
  const times = Array.from({ length: last - first + 1 }, (_, at) => middleSeconds + (first + at) * step)
  const [meanX, meanY] = [x, y].map((column) => {
    const sums = integrate(column)
    return times.map(
      (time) => (integralTo(column, sums, time + step) - integralTo(column, sums, time - step)) / (2 * step),
    )
  })
  return { stepSeconds: step, first, x: meanX!, y: meanY! }
}

/** Up to each stride, as a line from value to value. */
function integrate(column: Float64Array): Float64Array {
  const sums = new Float64Array(column.length)
  for (let at = 1; at < column.length; at++)
    sums[at] = sums[at - 1]! + ((column[at - 1]! + column[at]!) / 2) * STRIDE_SECONDS
  return sums
}

function integralTo(column: Float64Array, sums: Float64Array, seconds: number): number {
  const at = Math.min(Math.max(0, Math.floor(seconds / STRIDE_SECONDS)), column.length - 2)
  const rest = seconds - at * STRIDE_SECONDS
  const slope = (column[at + 1]! - column[at]!) / STRIDE_SECONDS
  return sums[at]! + rest * column[at]! + (slope * rest * rest) / 2
}

function writePositions({ stepSeconds, first, x, y }: Footprint): StoredFootprint {
  const [wholeX, wholeY] = [x.map(Math.round), y.map(Math.round)]
  const steps = x.flatMap((_, at) => [
    wholeX[at]! - (wholeX[at - 1] ?? wholeX[0]!),
    wholeY[at]! - (wholeY[at - 1] ?? wholeY[0]!),
  ])
  return [stepSeconds, first, ...steps.slice(2)]
}

export function readFootprint([
  stepSeconds = SHORTEST_STEP_SECONDS,
  first = 0,
  ...steps
]: StoredFootprint): Footprint {
  const footprint: Footprint = { stepSeconds, first, x: [0], y: [0] }
  for (let at = 0; at < steps.length; at += 2) {
    footprint.x.push(footprint.x.at(-1)! + steps[at]!)
    footprint.y.push(footprint.y.at(-1)! + steps[at + 1]!)
  }
  return footprint
}

/** The cells in which copies of a flight are looked for. */
export function listNearKeys(key: number): number[] {
  return [-1, 0, 1].flatMap((time) => [-1, 0, 1].map((way) => key + time * 1000 + way))
}

/** Tells most flights apart without a look at their shapes. */
export function areNearKeys(one: number, other: number): boolean {
  return (
    Math.abs(Math.floor(one / 1000) - Math.floor(other / 1000)) <= 1 &&
    Math.abs((one % 1000) - (other % 1000)) <= 1
  )
}

/** The clocks of two copies differ by seconds, where one has fewer fixes or begins a little later. */
const MAX_SHIFT_SECONDS = 40
const SHIFT_SECONDS = 2.5
/** As a mean over a minute or more. */
const MAX_SPEED_MS = 20
const MIN_COMMON_SHARE = 0.8
/** Where nearly all positions have to be within the tolerance. */
const NEARLY_ALL = 0.85
/**
 * In real files, copies with every third fix differ by less than half of it, two flights of one site by three times
 * as much.
 */
const toleranceM = (stepSeconds: number) => 20 + 0.4 * stepSeconds

/** With less of a shape than so many times the tolerance, all of a flight must be near and may not be turned: glides are alike. */
const TURNED = 10
const PLAIN_STRETCH = 0.006

/** Whether two flights have one shape: moved, turned or mirrored, at any time. */
export function isCopy(one: Footprint, other: Footprint): boolean {
  const [a, b] = [coarsen(one, other.stepSeconds), coarsen(other, one.stepSeconds)]
  if (a.stepSeconds !== b.stepSeconds) return false
  if (!isCopyShifted(a, b, 0, MAX_SHIFT_SECONDS * MAX_SPEED_MS)) return false
  for (let shift = 0; shift <= MAX_SHIFT_SECONDS; shift += SHIFT_SECONDS)
    if ([shift, -shift].some((seconds) => isCopyShifted(a, b, seconds / a.stepSeconds))) return true
  return false
}

/** At twice the step, where that is the other's: the mean of two means is one over the longer time. */
function coarsen(footprint: Footprint, stepSeconds: number): Footprint {
  if (footprint.stepSeconds * 2 !== stepSeconds) return footprint
  const { first, x, y } = footprint
  const from = first + 1 + (Math.abs(first + 1) % 2)
  const rows: number[] = []
  for (let time = from; time + 1 < first + x.length; time += 2) rows.push(time - first)
  const mean = (column: readonly number[]) => rows.map((row) => (column[row - 1]! + column[row + 1]!) / 2)
  return { stepSeconds, first: from / 2, x: mean(x), y: mean(y) }
}

/** The shift is in steps; with a margin in metres a copy by any other shift passes, too. */
function isCopyShifted(one: Footprint, other: Footprint, shift: number, marginM = 0): boolean {
  const [here, there]: [Point[], Point[]] = [[], []]
  for (let row = 0; row < one.x.length; row++) {
    const at = one.first + row + shift - other.first
    const before = Math.floor(at)
    if (before < 0 || before + 1 >= other.x.length) continue
    here.push({ x: one.x[row]!, y: one.y[row]! })
    there.push({ x: curve(other.x, before, at - before), y: curve(other.y, before, at - before) })
  }
  const mostCommon = Math.min(one.x.length, other.x.length)
  // The shift may cost one position.
  if (here.length < Math.max(MIN_POSITIONS - 1, MIN_COMMON_SHARE * mostCommon - 1)) return false
  const [a, b] = [centre(here), centre(there)]
  const tolerance = toleranceM(one.stepSeconds) + marginM
  // However it is turned, a position keeps its distance from the centre: mostly that tells two flights apart.
  if (!areNear(a, b, (p, q) => Math.abs(size(p) - size(q)) <= tolerance + MAX_STRETCH * size(p))) return false
  if (marginM > 0) return true
  if (isPlain(a, TURNED * tolerance)) return areNear(a, b, isWithin(tolerance / 2, PLAIN_STRETCH), 1)
  return areNear(a, b, isWithin(tolerance)) || areNear(a, turnOnto(a, b), isWithin(tolerance))
}

const isWithin =
  (metres: number, share = 0) =>
  (p: Point, q: Point) =>
    Math.hypot(p.x - q.x, p.y - q.y) <= metres + share * size(p)

interface Point {
  x: number
  y: number
}

function centre(points: readonly Point[]): Point[] {
  const sum = { x: 0, y: 0 }
  for (const { x, y } of points) {
    sum.x += x
    sum.y += y
  }
  return points.map(({ x, y }) => ({ x: x - sum.x / points.length, y: y - sum.y / points.length }))
}

const size = ({ x, y }: Point) => Math.hypot(x, y)

function areNear(
  one: readonly Point[],
  other: readonly Point[],
  isNear: (p: Point, q: Point) => boolean,
  share = NEARLY_ALL,
): boolean {
  let mayFail = Math.ceil(one.length * (1 - share))
  return one.every((point, at) => isNear(point, other[at]!) || mayFail-- > 0)
}

/** Whether it is hardly more than a glide straight on, as so many are. */
function isPlain(points: readonly Point[], metres: number): boolean {
  const middle = (points.length - 1) / 2
  let [time, x, y] = [0, 0, 0]
  for (const [at, point] of points.entries()) {
    time += (at - middle) ** 2
    x += (at - middle) * point.x
    y += (at - middle) * point.y
  }
  const straight = points.map((_, at) => ({ x: (x / time) * (at - middle), y: (y / time) * (at - middle) }))
  return areNear(points, straight, isWithin(metres))
}

/** Degrees kept at another latitude are other metres: a copy may be that much wider or narrower. */
const MAX_STRETCH = 0.05

/** The other, as it best fits by a linear map that keeps lengths but for a stretch; as it is where there is none. */
function turnOnto(one: readonly Point[], other: readonly Point[]): readonly Point[] {
  let [xx, xy, yy] = [0, 0, 0]
  const to = { xx: 0, xy: 0, yx: 0, yy: 0 }
  for (const [at, { x, y }] of other.entries()) {
    const point = one[at]!
    xx += x * x
    xy += x * y
    yy += y * y
    to.xx += point.x * x
    to.xy += point.x * y
    to.yx += point.y * x
    to.yy += point.y * y
  }
  const determinant = xx * yy - xy * xy
  const a = (to.xx * yy - to.xy * xy) / determinant
  const b = (to.xy * xx - to.xx * xy) / determinant
  const c = (to.yx * yy - to.yy * xy) / determinant
  const d = (to.yy * xx - to.yx * xy) / determinant
  // The singular values of the map: by how much it lengthens what it lengthens most and least.
  const [sum, difference] = [Math.hypot(a + d, b - c), Math.hypot(a - d, b + c)]
  const [most, least] = [(sum + difference) / 2, Math.abs(sum - difference) / 2]
  if (!(most <= 1 + MAX_STRETCH && least >= 1 - MAX_STRETCH)) return other
  return other.map(({ x, y }) => ({ x: a * x + b * y, y: c * x + d * y }))
}

/** Between two positions, by those before and after (Catmull and Rom). */
function curve(column: readonly number[], at: number, share: number): number {
  const [b, c] = [column[at]!, column[at + 1]!]
  const [a, d] = [column[at - 1] ?? 2 * b - c, column[at + 2] ?? 2 * c - b]
  return b + 0.5 * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
}
