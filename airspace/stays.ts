// The stretches of a flight that are within the border of an airspace, at whatever altitude.
import type { Place } from './airspace.ts'
import type { Block, Flight } from './flight.ts'
import type { Border, Budget } from './shape.ts'
import { wrap } from './geodesy.ts'

/** Rows with fractions: 7.25 is a quarter of the step from row 7 to row 8. */
export interface Stretch {
  from: number
  to: number
}

/**
 * A place that is so many metres from the border stays on its side of it for as many metres of flight: only near the
 * border every step is looked at.
 */
export function findStays(
  border: Border,
  flight: Flight,
  blocks: readonly Block[],
  budget: Budget,
): Stretch[] {
  const stays: Stretch[] = []
  for (const range of joinBlocks(blocks)) addStays(stays, border, flight, range, budget)
  return stays
}

/** Joins blocks that follow each other. */
function joinBlocks(blocks: readonly Block[]): Stretch[] {
  const ranges: Stretch[] = []
  for (const { from, to } of blocks) join(ranges, from, to)
  return ranges
}

function addStays(
  stays: Stretch[],
  border: Border,
  flight: Flight,
  { from, to }: Stretch,
  budget: Budget,
): void {
  const { path, track } = flight
  const { latitude, longitude } = track
  // Known until a step comes near the border.
  let isInside: boolean | undefined
  for (let row = from; row < to && budget.left > 0;) {
    const clearance = border.clearance(latitude[row]!, longitude[row]!)
    const next = findLast(path, row, to, path[row]! + clearance)
    if (next > row) {
      isInside ??= border.contains(latitude[row]!, longitude[row]!)
      if (isInside) join(stays, row, next)
      row = next
    } else {
      for (const { from, to } of splitStep(border, placeOf(flight, row), placeOf(flight, row + 1)))
        join(stays, row + from, row + to)
      isInside = undefined
      row++
    }
  }
}

/** The last row at less than so many metres of path; from steps to strides, then halving. */
function findLast(path: Float64Array, from: number, to: number, metres: number): number {
  let stride = 1
  let low = from
  while (low + stride <= to && path[low + stride]! < metres) {
    low += stride
    stride *= 2
  }
  for (; stride >= 1; stride = Math.floor(stride / 2))
    if (low + stride <= to && path[low + stride]! < metres) low += stride
  return low
}

function placeOf({ track }: Flight, row: number): Place {
  return [track.latitude[row]!, track.longitude[row]!]
}

/** The parts of a step that are inside: between two crossings nothing changes, so the middle tells. */
function splitStep(border: Border, from: Place, to: Place): Stretch[] {
  const cuts = [0, ...border.crossings(from, to).sort((one, other) => one - other), 1]
  const [stepY, stepX] = [to[0] - from[0], wrap(to[1] - from[1])]
  return cuts.slice(1).flatMap((end, index) => {
    const start = cuts[index]!
    const middle = (start + end) / 2
    const isInside = end > start && border.contains(from[0] + middle * stepY, from[1] + middle * stepX)
    return isInside ? [{ from: start, to: end }] : []
  })
}

function join(stays: Stretch[], from: number, to: number): void {
  const last = stays.at(-1)
  if (last && last.to === from) last.to = to
  else stays.push({ from, to })
}
