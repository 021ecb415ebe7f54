// Narrows the fixes of a cell by the order flown. A cell is a place, and may have been flown over in the morning and
// in the evening: together with the cells of the other turnpoints only some of its fixes come in question.
import type { Cells } from './cells.ts'

/** The latest fix of a cell that is not after the given one, which its first is not. */
export function findLatestUpTo({ order, begin, end, last }: Cells, cell: number, fix: number): number {
  if (last[cell]! <= fix) return last[cell]!
  let low = begin[cell]!
  let high = end[cell]! - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (order[middle]! > fix) high = middle - 1
    else low = middle
  }
  return order[low]!
}

/** The earliest fix of a cell that is not before the given one, which its last is not. */
export function findEarliestFrom({ order, begin, end, first }: Cells, cell: number, fix: number): number {
  if (first[cell]! >= fix) return first[cell]!
  let low = begin[cell]!
  let high = end[cell]! - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (order[middle]! < fix) low = middle + 1
    else high = middle
  }
  return order[low]!
}

/** Whether a cell spans at least as much time as another. */
export function spansMore({ first, last }: Cells, cell: number, other: number): boolean {
  return last[cell]! - first[cell]! >= last[other]! - first[other]!
}
