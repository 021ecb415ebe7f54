// Finds what is near among tens of thousands of airspaces: their boxes side by side in memory, which are passed over in
// some tens of microseconds.
import type { Box } from './airspace.ts'

/** Numbers of the boxes that overlap a box, in their order. */
export type BoxIndex = (box: Box) => number[]

export function indexBoxes(boxes: readonly Box[]): BoxIndex {
  const south = Float64Array.from(boxes, (box) => box.south)
  const north = Float64Array.from(boxes, (box) => box.north)
  return (box) => {
    const found: number[] = []
    for (let number = 0; number < south.length; number++)
      if (south[number]! <= box.north && north[number]! >= box.south && overlaps(boxes[number]!, box))
        found.push(number)
    return found
  }
}

const eastward = (degrees: number) => (degrees < 0 ? degrees + 360 : degrees)

export function overlaps(one: Box, other: Box): boolean {
  if (one.south > other.north || other.south > one.north) return false
  // Eastward from the west end of the one.
  const start = eastward(other.west - one.west)
  return start <= eastward(one.east - one.west) || start + eastward(other.east - other.west) >= 360
}
