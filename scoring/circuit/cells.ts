// The fixes grouped by place rather than by time: a cell is a set of fixes in a box turned along their principal
// axis. A stretch flown straight is a thin box, twenty laps around one turnpoint fall into the same few cells, and
// an hour in one thermal is one small cell. A cell can be split in two ways: across its longer axis, or by time. Each
// family of courses has it split as it needs, when it first looks inside, so the parts of a flight that cannot matter
// cost nothing.
import type { Positions } from '../positions.ts'

/** Numbers per cell in `shape`, and where each stands: cell k begins at k * CELL_STRIDE. */
export const CELL_STRIDE = 9
/** The centre of its box. */
export const CENTRE_X = 0
export const CENTRE_Y = 1
export const CENTRE_Z = 2
/** The direction of its longer axis, as cosine and sine. */
export const AXIS_COS = 3
export const AXIS_SIN = 4
/** Half the extent of its box along that axis, across it and up. */
export const HALF_ALONG = 5
export const HALF_ACROSS = 6
export const HALF_UP = 7
/** Its extent along that axis, which decides what cell is split next; negative for a single fix. */
export const SIZE = 8

/** Fixes by which the axis of a cell is found, at most. */
const AXIS_FIXES = 64

const INITIAL_CAPACITY = 512

export interface Cells {
  readonly positions: Positions
  /** The numbers of all cells. The columns are replaced when they grow: read them again after a split. */
  shape: Float64Array
  /** Earliest, latest and middle fix of a cell. */
  first: Int32Array
  last: Int32Array
  middle: Int32Array
  /** First of the two halves by place and by time, the other follows it; 0 when not split so yet. */
  byPlace: Int32Array
  byTime: Int32Array
  /** Where the fixes of the cell begin and end in order. */
  begin: Int32Array
  end: Int32Array
  /** Fixes cell by cell, in time order inside each. Halves by time lie in their cell, halves by place behind all others. */
  order: Int32Array
  ordered: number
  readonly spare: Int32Array
  used: number
}

export function groupFixes(positions: Positions): Cells {
  const { count } = positions
  const cells: Cells = {
    positions,
    shape: new Float64Array(INITIAL_CAPACITY * CELL_STRIDE),
    first: new Int32Array(INITIAL_CAPACITY),
    last: new Int32Array(INITIAL_CAPACITY),
    middle: new Int32Array(INITIAL_CAPACITY),
    byPlace: new Int32Array(INITIAL_CAPACITY),
    byTime: new Int32Array(INITIAL_CAPACITY),
    begin: new Int32Array(INITIAL_CAPACITY),
    end: new Int32Array(INITIAL_CAPACITY),
    order: new Int32Array(4 * count),
    ordered: count,
    spare: new Int32Array(count),
    used: 0,
  }
  for (let i = 0; i < count; i++) cells.order[i] = i
  addCell(cells, 0, count)
  return cells
}

/** The first half of a cell of more than one place; the second is the next. */
export function splitByPlace(cells: Cells, cell: number): number {
  const known = cells.byPlace[cell]!
  if (known > 0) return known
  const begin = cells.begin[cell]!
  const end = cells.end[cell]!
  const from = cells.ordered
  const middle = partition(cells, cell, begin, end)
  // All on one side happens when rounding leaves nothing to tell the places apart.
  const isOnePlace = middle === from || middle === from + end - begin
  if (!isOnePlace) cells.ordered += end - begin
  const half = isOnePlace ? splitByTime(cells, cell) : addHalves(cells, from, middle, from + end - begin)
  cells.byPlace[cell] = half
  return half
}

/** The earlier half of a cell of more than one fix; the later is the next. */
export function splitByTime(cells: Cells, cell: number): number {
  const known = cells.byTime[cell]!
  if (known > 0) return known
  const begin = cells.begin[cell]!
  const end = cells.end[cell]!
  const half = addHalves(cells, begin, findLater(cells, cell, begin, end), end)
  cells.byTime[cell] = half
  return half
}

function addHalves(cells: Cells, begin: number, middle: number, end: number): number {
  if (cells.used + 2 > cells.first.length) growColumns(cells)
  const half = addCell(cells, begin, middle)
  addCell(cells, middle, end)
  return half
}

function growColumns(cells: Cells): void {
  const shape = new Float64Array(2 * cells.shape.length)
  shape.set(cells.shape)
  cells.shape = shape
  cells.first = doubled(cells.first)
  cells.last = doubled(cells.last)
  cells.middle = doubled(cells.middle)
  cells.byPlace = doubled(cells.byPlace)
  cells.byTime = doubled(cells.byTime)
  cells.begin = doubled(cells.begin)
  cells.end = doubled(cells.end)
}

function doubled(column: Int32Array): Int32Array {
  const larger = new Int32Array(2 * column.length)
  larger.set(column)
  return larger
}

/** Where the later half of the time that a cell spans begins. */
function findLater({ order, first, last }: Cells, cell: number, begin: number, end: number): number {
  const half = (first[cell]! + last[cell]!) >> 1
  let low = begin + 1
  let high = end - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (order[middle]! > half) high = middle
    else low = middle + 1
  }
  return low
}

/** Copies the fixes to the end, those beyond the centre behind the others, each part in time order; returns where they begin. */
function partition(cells: Cells, cell: number, begin: number, end: number): number {
  if (cells.ordered + end - begin > cells.order.length) cells.order = doubled(cells.order)
  const { positions, shape, order, spare } = cells
  const { x, y } = positions
  const at = cell * CELL_STRIDE
  const cos = shape[at + AXIS_COS]!
  const sin = shape[at + AXIS_SIN]!
  const centre = shape[at + CENTRE_X]! * cos + shape[at + CENTRE_Y]! * sin
  let low = cells.ordered
  let high = 0
  for (let k = begin; k < end; k++) {
    const i = order[k]!
    if (x[i]! * cos + y[i]! * sin < centre) order[low++] = i
    else spare[high++] = i
  }
  for (let k = 0; k < high; k++) order[low + k] = spare[k]!
  return low
}

function addCell(cells: Cells, begin: number, end: number): number {
  const { order, shape } = cells
  const cell = cells.used++
  cells.begin[cell] = begin
  cells.end[cell] = end
  cells.first[cell] = order[begin]!
  cells.last[cell] = order[end - 1]!
  cells.middle[cell] = order[(begin + end) >> 1]!
  turnAxis(cells, cell, begin, end)
  boxFixes(cells, cell, begin, end)
  shape[cell * CELL_STRIDE + SIZE] = end - begin === 1 ? -1 : 2 * shape[cell * CELL_STRIDE + HALF_ALONG]!
  return cell
}

/** Any axis is right, so some of many fixes will do to find it. */
function turnAxis({ positions, shape, order }: Cells, cell: number, begin: number, end: number): void {
  const { x, y } = positions
  const x0 = x[order[begin]!]!
  const y0 = y[order[begin]!]!
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  let syy = 0
  const step = Math.ceil((end - begin) / AXIS_FIXES)
  const n = Math.ceil((end - begin) / step)
  for (let k = begin; k < end; k += step) {
    const i = order[k]!
    const dx = x[i]! - x0
    const dy = y[i]! - y0
    sx += dx
    sy += dy
    sxx += dx * dx
    sxy += dx * dy
    syy += dy * dy
  }
  const angle = 0.5 * Math.atan2(2 * (sxy - (sx * sy) / n), sxx - (sx * sx) / n - (syy - (sy * sy) / n))
  shape[cell * CELL_STRIDE + AXIS_COS] = Math.cos(angle)
  shape[cell * CELL_STRIDE + AXIS_SIN] = Math.sin(angle)
}

function boxFixes({ positions, shape, order }: Cells, cell: number, begin: number, end: number): void {
  const { x, y, z } = positions
  const at = cell * CELL_STRIDE
  const cos = shape[at + AXIS_COS]!
  const sin = shape[at + AXIS_SIN]!
  let minAlong = Infinity
  let maxAlong = -Infinity
  let minAcross = Infinity
  let maxAcross = -Infinity
  let minZ = Infinity
  let maxZ = -Infinity
  for (let k = begin; k < end; k++) {
    const i = order[k]!
    const along = x[i]! * cos + y[i]! * sin
    const across = y[i]! * cos - x[i]! * sin
    if (along < minAlong) minAlong = along
    if (along > maxAlong) maxAlong = along
    if (across < minAcross) minAcross = across
    if (across > maxAcross) maxAcross = across
    if (z[i]! < minZ) minZ = z[i]!
    if (z[i]! > maxZ) maxZ = z[i]!
  }
  const along = (minAlong + maxAlong) / 2
  const across = (minAcross + maxAcross) / 2
  const halfAlong = (maxAlong - minAlong) / 2
  const halfAcross = (maxAcross - minAcross) / 2
  shape[at + CENTRE_X] = along * cos - across * sin
  shape[at + CENTRE_Y] = along * sin + across * cos
  shape[at + CENTRE_Z] = (minZ + maxZ) / 2
  // The axis of most variance need not be the longer one; splits go by the longer.
  const isAcrossLonger = halfAcross > halfAlong
  shape[at + AXIS_COS] = isAcrossLonger ? -sin : cos
  shape[at + AXIS_SIN] = isAcrossLonger ? cos : sin
  shape[at + HALF_ALONG] = isAcrossLonger ? halfAcross : halfAlong
  shape[at + HALF_ACROSS] = isAcrossLonger ? halfAlong : halfAcross
  shape[at + HALF_UP] = (maxZ - minZ) / 2
}
