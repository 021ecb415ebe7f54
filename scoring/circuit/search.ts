// Shared by the searches for triangles and for out-and-return flights: both take sets of cells by falling bound,
// and score single courses against the closing distance their first and last turnpoint allow.
import type { Cells } from './cells.ts'
import {
  boundCircuits,
  chooseRow,
  type Circuits,
  deductClosing,
  type FamilyBounds,
  limitClosing,
  SLACK_KM,
} from './circuits.ts'
import { boundClosing, findClosing, type ClosingSearch } from './closing.ts'
import { doesClose, type Latest, mayClose } from './latest.ts'
import { createHeap, type CellHeap } from './heap.ts'
import { improveIncumbent, type Incumbent } from '../incumbent.ts'
import type { Positions } from '../positions.ts'

export interface CircuitSearch {
  readonly positions: Positions
  readonly cells: Cells
  readonly closing: ClosingSearch
  readonly circuits: Circuits
  readonly heap: CellHeap
  readonly incumbent: Incumbent
  /** The latest finishes that a fixed gap allows; undefined where the gap grows with the course. */
  readonly latest: Latest | undefined
  /** Whether nothing is deducted for a gap, however wide: then it only matters whether a course is closed. */
  readonly isFree: boolean
  /** Whether a category keeps triangles from being flat. */
  readonly hasWidth: boolean
  /** Points: differences below it are not pursued. */
  tolerance: number
  steps: number
}

export function createCircuitSearch(
  cells: Cells,
  closing: ClosingSearch,
  circuits: Circuits,
  incumbent: Incumbent,
  tolerance: number,
  latest?: Latest,
): CircuitSearch {
  const { positions } = cells
  const isFree = circuits.freeKm.every((km, row) => km >= circuits.fixedKm[row]!)
  return {
    positions,
    cells,
    closing,
    circuits,
    heap: createHeap(),
    incumbent,
    latest,
    isFree,
    hasWidth: circuits.minWidthShare.some((share) => share > 0),
    tolerance,
    steps: 0,
  }
}

/** Points that no circuit exceeds, as far as the search has gone. */
export function boundSearch({ heap, incumbent }: CircuitSearch): number {
  return Math.max(incumbent.score, heap.dropped, heap.size > 0 ? heap.keys[0]! : 0)
}

/** Whether a course of a family may score more than the best found, at a glance: first turnpoint up to fix a, last from c on. */
export function mayMatter(search: CircuitSearch, a: number, c: number, family: FamilyBounds): boolean {
  const { circuits, closing, latest, incumbent, tolerance } = search
  if (latest && !mayClose(latest, a, c)) return false
  return boundCircuits(circuits, family, boundClosing(closing, a, c)) > incumbent.score + tolerance
}

/** Points that no course of a family that may matter exceeds, 0 when that is not more than the best found; a and c as above. */
export function boundFamily(search: CircuitSearch, a: number, c: number, family: FamilyBounds): number {
  const { circuits, closing, latest } = search
  const closingKm = boundClosing(closing, a, c)
  if (a >= c || (latest && search.isFree && doesClose(latest, a, c)))
    return boundCircuits(circuits, family, closingKm)
  const enough = search.incumbent.score + search.tolerance
  // Asked a little beyond the limit, so "not below it" is seen to be too far.
  const limit = limitClosing(circuits, family.maxKm, Infinity, 0, enough) + 3 * SLACK_KM
  const nearest = Math.max(closingKm, findClosing(closing, a, c, limit).distanceKm)
  const sharper = boundCircuits(circuits, family, nearest)
  return sharper <= enough ? 0 : sharper
}

/**
 * Kilometres by which the closing distance differs inside a family with its first turnpoint in cell a, its last in cell c:
 * from the one extreme to a quarter of the fixes away from the other. So far an early visit and a late one are apart that
 * place does not tell apart; on laps that all close it is nothing.
 */
export function spreadOfClosing({ cells, closing }: CircuitSearch, a: number, c: number): number {
  const { order, begin, end, first, last } = cells
  const early = order[begin[a]! + ((end[a]! - begin[a]!) >> 2)]!
  const late = order[end[c]! - 1 - ((end[c]! - begin[c]!) >> 2)]!
  return boundClosing(closing, early, late) - boundClosing(closing, last[a]!, first[c]!)
}

/** Scores one course, and keeps it when it is the best so far. */
export function tryCircuit(
  search: CircuitSearch,
  turnpoints: readonly number[],
  lengthKm: number,
  shortestKm: number,
  longestKm: number,
): void {
  const { circuits, incumbent } = search
  const limit = limitClosing(circuits, lengthKm, shortestKm, longestKm, incumbent.score)
  if (limit <= 0) return
  // A closing distance equal to the limit still counts; findClosing finds only what is less.
  const beyond = limit * (1 + 1e-14) + 1e-12
  const closing = findClosing(search.closing, turnpoints[0]!, turnpoints.at(-1)!, beyond)
  if (closing.start < 0) return
  const row = chooseRow(circuits, lengthKm, shortestKm, longestKm, closing.distanceKm)
  if (row < 0) return
  const distanceKm = deductClosing(circuits, row, lengthKm, closing.distanceKm)
  improveIncumbent(incumbent, {
    score: distanceKm * circuits.multiplier[row]!,
    category: circuits.category[row]!,
    distanceKm,
    closingKm: closing.distanceKm,
    points: [closing.start, ...turnpoints, closing.finish],
  })
}
