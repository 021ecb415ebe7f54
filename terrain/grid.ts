// A grid of heights whose outermost rows and columns are shared with its neighbours.

import { release } from './release.ts'

export interface Grid {
  readonly rows: number
  readonly columns: number
  /** Whole metres, row by row from north to south, each from west to east. */
  readonly heights: Int16Array
}

/** A sample without a measurement. */
export const VOID = -32_768

/** Less than this share of the weight known, and the place is not. */
const MIN_KNOWN = 0.5

/** Bilinear; rows and columns may be fractions. Voids are left out of the mean; NaN where they are most of it. */
export function interpolate({ rows, columns, heights }: Grid, row: number, column: number): number {
  const top = Math.max(0, Math.min(Math.floor(row), rows - 2))
  const left = Math.max(0, Math.min(Math.floor(column), columns - 2))
  const down = row - top
  const right = column - left
  const first = top * columns + left
  const a = heights[first]!
  const b = heights[first + 1]!
  const c = heights[first + columns]!
  const d = heights[first + columns + 1]!
  const weightA = (1 - down) * (1 - right)
  const weightB = (1 - down) * right
  const weightC = down * (1 - right)
  const weightD = down * right
  if (a !== VOID && b !== VOID && c !== VOID && d !== VOID)
    return a * weightA + b * weightB + c * weightC + d * weightD
  let known = 0
  let sum = 0
  for (const [height, weight] of [
    [a, weightA],
    [b, weightB],
    [c, weightC],
    [d, weightD],
  ] as const) {
    if (height === VOID) continue
    known += weight
    sum += height * weight
  }
  return known >= MIN_KNOWN ? sum / known : Number.NaN
}

/** With every second row and column; undefined when that does not come out even. */
export function reduce(grid: Grid): Grid | undefined {
  const { rows, columns } = grid
  if (rows < 5 || columns < 5 || rows % 2 === 0 || columns % 2 === 0) return undefined
  const narrower = reduceColumns(grid)
  const reduced = reduceRows(narrower)
  release(narrower.heights)
  return reduced
}

function reduceColumns({ rows, columns, heights }: Grid): Grid {
  const fewer = (columns + 1) / 2
  const reduced = new Int16Array(rows * fewer)
  for (let row = 0; row < rows; row++) {
    const from = row * columns
    const to = row * fewer
    // On the edge nothing beyond it is mixed in: both neighbours come to the same.
    reduced[to] = heights[from]!
    reduced[to + fewer - 1] = heights[from + columns - 1]!
    for (let column = 1; column < fewer - 1; column++) {
      const at = from + column * 2
      reduced[to + column] = weigh(heights[at - 1]!, heights[at]!, heights[at + 1]!)
    }
  }
  return { rows, columns: fewer, heights: reduced }
}

function reduceRows({ rows, columns, heights }: Grid): Grid {
  const fewer = (rows + 1) / 2
  const reduced = new Int16Array(fewer * columns)
  reduced.set(heights.subarray(0, columns), 0)
  reduced.set(heights.subarray((rows - 1) * columns), (fewer - 1) * columns)
  for (let row = 1; row < fewer - 1; row++) {
    const from = row * 2 * columns
    for (let column = 0; column < columns; column++) {
      const at = from + column
      reduced[row * columns + column] = weigh(heights[at - columns]!, heights[at]!, heights[at + columns]!)
    }
  }
  return { rows: fewer, columns, heights: reduced }
}

/** A quarter, a half, a quarter. */
function weigh(before: number, here: number, after: number): number {
  if (before !== VOID && here !== VOID && after !== VOID) return Math.round((before + 2 * here + after) / 4)
  if (here !== VOID) return here
  if (before !== VOID && after !== VOID) return Math.round((before + after) / 2)
  return before === VOID ? after : before
}
