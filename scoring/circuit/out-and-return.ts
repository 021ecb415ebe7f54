// The best out-and-return flight: as for triangles, over pairs of cells. The course is twice the leg between the two
// turnpoints; its sides have no shape to keep.
import { CELL_STRIDE, SIZE, splitByPlace, splitByTime } from './cells.ts'
import type { FamilyBounds } from './circuits.ts'
import { boundFamily, mayMatter, spreadOfClosing, tryCircuit, type CircuitSearch } from './search.ts'
import { popTop, pushCells } from './heap.ts'
import { findEarliestFrom, findLatestUpTo, spansMore } from './order.ts'
import type { Deadline } from '../deadline.ts'
import { distanceBetween } from '../positions.ts'
import { maxSide } from './triangle-bound.ts'

export function beginReturns(search: CircuitSearch): void {
  if (search.circuits.count > 0) consider(search, 0, 0)
}

/** Goes on until the end or the deadline. */
export function searchReturns(search: CircuitSearch, deadline: Deadline): void {
  const { heap, incumbent, cells, positions } = search
  while (heap.size > 0) {
    if (heap.keys[0]! <= incumbent.score + search.tolerance) {
      heap.size = 0
      return
    }
    if ((++search.steps & 255) === 0 && deadline.isOver()) return
    const a = heap.cells[0]!
    const b = heap.cells[1]!
    popTop(heap)
    const out = cells.middle[a]! <= cells.middle[b]! ? cells.middle[a]! : cells.first[a]!
    const back = cells.middle[b]! >= out ? cells.middle[b]! : cells.last[b]!
    if (out <= back) tryCircuit(search, [out, back], 2 * distanceBetween(positions, out, back), Infinity, 0)
    splitPair(search, a, b)
  }
}

function splitPair(search: CircuitSearch, a: number, b: number): void {
  const { cells } = search
  const sizeA = cells.shape[a * CELL_STRIDE + SIZE]!
  const sizeB = cells.shape[b * CELL_STRIDE + SIZE]!
  const largest = Math.max(sizeA, sizeB)
  if (largest < 0) return
  const isByTime = spreadOfClosing(search, a, b) > largest
  const split = isByTime ? splitByTime : splitByPlace
  if (isByTime ? spansMore(cells, a, b) : sizeA === largest) {
    const half = split(cells, a)
    consider(search, half, b)
    consider(search, half + 1, b)
  } else {
    const half = split(cells, b)
    consider(search, a, half)
    consider(search, a, half + 1)
  }
}

function consider(search: CircuitSearch, a: number, b: number): void {
  const { cells } = search
  const { shape, first, last } = cells
  if (first[a]! > last[b]!) return
  const latest = findLatestUpTo(cells, a, last[b]!)
  const earliest = findEarliestFrom(cells, b, first[a]!)
  const family = boundReturn(shape, a, b)
  if (!mayMatter(search, latest, earliest, family)) return
  const bound = boundFamily(search, latest, earliest, family)
  if (bound > 0) pushCells(search.heap, bound, a, b, b)
}

function boundReturn(shape: Float64Array, a: number, b: number): FamilyBounds {
  const maxKm = 2 * maxSide(shape, a, b)
  return { maxKm, minKm: 0, maxShortestKm: Infinity, minLongestKm: 0, maxWidthKm: Infinity }
}
