// The fixes grouped by place rather than by time: a cell is a set of fixes in a box turned along their principal
// axis. A stretch flown straight is a thin box, twenty laps around one turnpoint fall into the same few cells, and
// an hour in one thermal is one small cell. A cell is split across its longer axis, or by time when it spans much
// more of the flight's time than of its extent. Cells are split lazily, when the search first looks inside them, so
// the parts of a flight that cannot matter cost nothing.
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
/** What decides which cell is split next; negative for a single fix. */
export const SIZE = 8

/**
 * Share of the flight's extent that its whole duration counts for when a cell is split. Little: laps over one place are
 * worth telling apart only once the cell is not much wider than they are.
 */
const TIME_WEIGHT = 0.0005

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
  /** First of the two children, the other follows it; 0 when not split yet. */
  children: Int32Array
  /** Where the fixes of the cell begin and end in order. */
  begin: Int32Array
  end: Int32Array
  /** Fixes cell by cell, in time order inside every cell that is not split by place. */
  readonly order: Int32Array
  readonly spare: Int32Array
  kmPerFix: number
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
    children: new Int32Array(INITIAL_CAPACITY),
    begin: new Int32Array(INITIAL_CAPACITY),
    end: new Int32Array(INITIAL_CAPACITY),
    order: new Int32Array(count),
    spare: new Int32Array(count),
    kmPerFix: 0,
    used: 0,
  }
  for (let i = 0; i < count; i++) cells.order[i] = i
  addCell(cells, 0, count)
  cells.kmPerFix = (TIME_WEIGHT * 2 * cells.shape[HALF_ALONG]!) / count
  cells.shape[SIZE] = sizeOf(cells, 0)
  return cells
}

/** The first child of a cell of more than one fix; the second is the next. */
export function splitCell(cells: Cells, cell: number): number {
  const children = cells.children[cell]!
  if (children > 0) return children
  const begin = cells.begin[cell]!
  const end = cells.end[cell]!
  const middle = chooseSplit(cells, cell, begin, end)
  if (cells.used + 2 > cells.first.length) growColumns(cells)
  const left = addCell(cells, begin, middle)
  addCell(cells, middle, end)
  cells.children[cell] = left
  return left
}

function growColumns(cells: Cells): void {
  const shape = new Float64Array(2 * cells.shape.length)
  shape.set(cells.shape)
  cells.shape = shape
  cells.first = doubled(cells.first)
  cells.last = doubled(cells.last)
  cells.middle = doubled(cells.middle)
  cells.children = doubled(cells.children)
  cells.begin = doubled(cells.begin)
  cells.end = doubled(cells.end)
}

function doubled(column: Int32Array): Int32Array {
  const larger = new Int32Array(2 * column.length)
  larger.set(column)
  return larger
}

function chooseSplit(cells: Cells, cell: number, begin: number, end: number): number {
  const along = 2 * cells.shape[cell * CELL_STRIDE + HALF_ALONG]!
  const span = (cells.last[cell]! - cells.first[cell]!) * cells.kmPerFix
  const byPlace = span < along ? partition(cells, cell, begin, end) : begin
  // All on one side happens when rounding leaves nothing to tell the places apart.
  return byPlace > begin && byPlace < end ? byPlace : splitByTime(cells, cell, begin, end)
}

function splitByTime({ order, first, last }: Cells, cell: number, begin: number, end: number): number {
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

/** Moves the fixes beyond the centre behind the others, each part in time order; returns where they begin. */
function partition(cells: Cells, cell: number, begin: number, end: number): number {
  const { positions, shape, order, spare } = cells
  const { x, y } = positions
  const at = cell * CELL_STRIDE
  const cos = shape[at + AXIS_COS]!
  const sin = shape[at + AXIS_SIN]!
  const centre = shape[at + CENTRE_X]! * cos + shape[at + CENTRE_Y]! * sin
  let low = begin
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
  shape[cell * CELL_STRIDE + SIZE] = sizeOf(cells, cell)
  return cell
}

/** Negative for a single fix. */
function sizeOf({ shape, first, last, kmPerFix }: Cells, cell: number): number {
  if (first[cell] === last[cell]) return -1
  return Math.max(2 * shape[cell * CELL_STRIDE + HALF_ALONG]!, (last[cell]! - first[cell]!) * kmPerFix)
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
