// The best triangle: branch and bound over triples of cells, for all triangle categories at once. The triple with
// the highest bound is taken first; one of its cells is split; a half whose bound does not exceed the best course
// found is dropped. When the highest bound left is no better than the best found, the best found is the optimum.
import { CELL_STRIDE, SIZE, splitByPlace, splitByTime } from './cells.ts'
import type { FamilyBounds } from './circuits.ts'
import { boundFamily, mayMatter, spreadOfClosing, tryCircuit, type CircuitSearch } from './search.ts'
import { popTop, pushCells } from './heap.ts'
import { findEarliestFrom, findLatestUpTo, spansMore } from './order.ts'
import type { Deadline } from '../deadline.ts'
import { COARSE_TOLERANCE } from '../incumbent.ts'
import { distanceBetween } from '../positions.ts'
import { boundTriangle, boundWidth } from './triangle-bound.ts'

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
    splitTriple(search, a, b, c)
  }
}

/** Splits what the bound of the triple depends on most: the widest cell, or the time that its first or last spans. */
function splitTriple(search: CircuitSearch, a: number, b: number, c: number): void {
  const { cells } = search
  const sizeA = cells.shape[a * CELL_STRIDE + SIZE]!
  const sizeB = cells.shape[b * CELL_STRIDE + SIZE]!
  const sizeC = cells.shape[c * CELL_STRIDE + SIZE]!
  const largest = Math.max(sizeA, sizeB, sizeC)
  if (largest < 0) return
  const isByTime = spreadOfClosing(search, a, c) > largest
  const split = isByTime ? splitByTime : splitByPlace
  if (isByTime ? spansMore(cells, a, c) : sizeA === largest && sizeB < largest) {
    const half = split(cells, a)
    consider(search, half, b, c)
    consider(search, half + 1, b, c)
  } else if (isByTime || sizeB < largest) {
    const half = split(cells, c)
    consider(search, a, b, half)
    consider(search, a, b, half + 1)
  } else {
    const half = split(cells, b)
    consider(search, a, half, c)
    consider(search, a, half + 1, c)
  }
}

/** Queues the triple unless nothing in it can beat the best course found. */
function consider(search: CircuitSearch, a: number, b: number, c: number): void {
  const { cells } = search
  const { first, last } = cells
  if (first[a]! > last[b]! || first[b]! > last[c]!) return
  const latestSecond = findLatestUpTo(cells, b, last[c]!)
  if (latestSecond < first[a]!) return
  // Only turnpoints in the order flown count: the first is not after the second, nor the last before it.
  const latest = findLatestUpTo(cells, a, latestSecond)
  const earliest = findEarliestFrom(cells, c, findEarliestFrom(cells, b, first[a]!))
  const family = boundTriangle(cells.shape, a, b, c)
  if (!mayMatter(search, latest, earliest, family)) return
  if (search.hasWidth && isTooNarrow(search, latest, earliest, family, a, b, c)) return
  const bound = boundFamily(search, latest, earliest, family)
  if (bound > 0) pushCells(search.heap, bound, a, b, c)
}

/** Whether a family that matters does not by how wide its triangles are. Looked at only where flat ones are not enough. */
function isTooNarrow(
  search: CircuitSearch,
  latest: number,
  earliest: number,
  family: FamilyBounds,
  a: number,
  b: number,
  c: number,
): boolean {
  family.maxWidthKm = 0
  const isEnoughFlat = mayMatter(search, latest, earliest, family)
  family.maxWidthKm = isEnoughFlat ? Infinity : boundWidth(search.cells.shape, a, b, c, family.maxKm)
  return !isEnoughFlat && !mayMatter(search, latest, earliest, family)
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
