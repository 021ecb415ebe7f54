// The best triangle: branch and bound over triples of cells, for all triangle categories at once. The triple with
// the highest bound is taken first; one of its cells is split; a half whose bound does not exceed the best course
// found is dropped. When the highest bound left is no better than the best found, the best found is the optimum.
import { CELL_STRIDE, SIZE, splitCell } from './cells.ts'
import { boundFamily, tryCircuit, type CircuitSearch } from './search.ts'
import { popTop, pushCells } from './heap.ts'
import type { Deadline } from '../deadline.ts'
import { COARSE_TOLERANCE } from '../incumbent.ts'
import { distanceBetween } from '../positions.ts'
import { boundTriangle } from './triangle-bound.ts'

/** Steps after which half a metre more or less is no longer pursued: what is left then are ties by the thousand. */
const PATIENCE = 150_000

/** Begins with every triangle there is. */
export function beginTriangles(search: CircuitSearch): void {
  if (search.circuits.count > 0) consider(search, 0, 0, 0)
}

/** Goes on for that many steps or until the deadline. */
export function searchTriangles(search: CircuitSearch, steps: number, deadline: Deadline): void {
  const { heap, incumbent } = search
  const stop = search.steps + steps
  while (heap.size > 0 && search.steps < stop) {
    if (heap.keys[0]! <= incumbent.score + search.tolerance) {
      heap.size = 0
      return
    }
    if ((++search.steps & 255) === 0 && deadline.isOver()) return
    if (search.steps === PATIENCE) search.tolerance = COARSE_TOLERANCE
    const a = heap.cells[0]!
    const b = heap.cells[1]!
    const c = heap.cells[2]!
    popTop(heap)
    tryMiddles(search, a, b, c)
    splitLargest(search, a, b, c)
  }
}

function splitLargest(search: CircuitSearch, a: number, b: number, c: number): void {
  const { cells } = search
  const sizeA = cells.shape[a * CELL_STRIDE + SIZE]!
  const sizeB = cells.shape[b * CELL_STRIDE + SIZE]!
  const sizeC = cells.shape[c * CELL_STRIDE + SIZE]!
  const largest = Math.max(sizeA, sizeB, sizeC)
  if (largest < 0) return
  if (sizeB === largest) {
    const half = splitCell(cells, b)
    consider(search, a, half, c)
    consider(search, a, half + 1, c)
  } else if (sizeA === largest) {
    const half = splitCell(cells, a)
    consider(search, half, b, c)
    consider(search, half + 1, b, c)
  } else {
    const half = splitCell(cells, c)
    consider(search, a, b, half)
    consider(search, a, b, half + 1)
  }
}

/** Queues the triple unless nothing in it can beat the best course found. */
function consider(search: CircuitSearch, a: number, b: number, c: number): void {
  const { shape, first, last } = search.cells
  if (first[a]! > last[b]! || first[b]! > last[c]! || first[a]! > last[c]!) return
  const { maxPerimeter, maxShortest, minLongest, minPerimeter } = boundTriangle(shape, a, b, c)
  const bound = boundFamily(search, last[a]!, first[c]!, maxPerimeter, maxShortest, minLongest, minPerimeter)
  if (bound > 0) pushCells(search.heap, bound, a, b, c)
}

/** Scores one triangle out of the triple: any will do, as long as its corners come in the order flown. */
function tryMiddles(search: CircuitSearch, a: number, b: number, c: number): void {
  const { first, last, middle } = search.cells
  const second = middle[b]!
  const one = middle[a]! <= second ? middle[a]! : first[a]!
  const three = middle[c]! >= second ? middle[c]! : last[c]!
  if (one <= second && second <= three) tryTriangle(search, [one, second, three])
}

/** Scores one triangle, its corners in the order flown. */
export function tryTriangle(search: CircuitSearch, corners: readonly number[]): void {
  const [one, second, three] = corners as [number, number, number]
  const { positions } = search
  const ab = distanceBetween(positions, one, second)
  const bc = distanceBetween(positions, second, three)
  const ca = distanceBetween(positions, three, one)
  tryCircuit(search, corners, ab + bc + ca, Math.min(ab, bc, ca), Math.max(ab, bc, ca))
}
