// Areas across the antimeridian become one on each side of it: drawn as they are, they would run around the whole map.
import { clipRing, measureBounds } from './clip.ts'

const WORLD = { west: -180, south: -90, east: 180, north: 90 }

/** Rings with longitude and latitude in turns: an outline, then its holes. */
export function splitArea([outline = [], ...holes]: number[][]): number[][][] {
  const unwrapped = unwrap(outline)
  if (!unwrapped) return [[outline, ...holes]]
  const { west, east } = measureBounds(unwrapped)
  if (west >= -180 && east <= 180) return [[outline, ...holes]]
  return [0, -360, 360]
    .map((shift) => clipRing(moveEast(unwrapped, shift), WORLD))
    .filter((part) => part.length >= 6)
    .map((part) => [part, ...holes.filter((hole) => isWithin(hole, part))])
}

/** Without jumps; undefined for a ring around a pole. */
function unwrap(ring: number[]): number[] | undefined {
  const points: number[] = []
  let turns = 0
  for (let index = 0; index < ring.length; index += 2) {
    const x = ring[index]!
    const before = index === 0 ? x : ring[index - 2]!
    if (x - before > 180) turns -= 1
    if (before - x > 180) turns += 1
    points.push(x + 360 * turns, ring[index + 1]!)
  }
  const isOpen = Math.abs(points[0]! - points.at(-2)!) > 180
  return isOpen ? undefined : points
}

function moveEast(ring: number[], degrees: number): number[] {
  return ring.map((value, index) => (index % 2 === 0 ? value + degrees : value))
}

function isWithin(hole: number[], ring: number[]): boolean {
  const [inner, outer] = [measureBounds(hole), measureBounds(ring)]
  return inner.west >= outer.west && inner.east <= outer.east
}
