// Finds what is near among tens of thousands of airspaces: by degrees of latitude, then by the boxes in them.
import type { Box } from './airspace.ts'

/** Numbers of the boxes that overlap a box, in their order. */
export type BoxIndex = (box: Box) => number[]

export function indexBoxes(boxes: readonly Box[]): BoxIndex {
  const degrees = new Map<number, number[]>()
  for (const [number, { south, north }] of boxes.entries())
    for (let degree = Math.floor(south); degree <= north; degree++) {
      const there = degrees.get(degree)
      if (there) there.push(number)
      else degrees.set(degree, [number])
    }
  return (box) => {
    const first = Math.floor(box.south)
    const found: number[] = []
    for (let degree = first; degree <= box.north; degree++)
      for (const number of degrees.get(degree) ?? []) {
        const other = boxes[number]!
        // One that reaches over several degrees is found in the first of them.
        const isFirst = degree === Math.max(first, Math.floor(other.south))
        if (isFirst && overlaps(other, box)) found.push(number)
      }
    return found.toSorted((one, other) => one - other)
  }
}

const eastward = (degrees: number) => (degrees < 0 ? degrees + 360 : degrees)

export function overlaps(one: Box, other: Box): boolean {
  if (one.south > other.north || other.south > one.north) return false
  // Eastward from the west end of the one.
  const start = eastward(other.west - one.west)
  return start <= eastward(one.east - one.west) || start + eastward(other.east - other.west) >= 360
}
