// Finds the region where most flights began, and how many began close to each other.

export interface Start {
  readonly latitude: number
  readonly longitude: number
}

/** A region is a square of this many degrees and its neighbours. */
const REGION_DEGREES = 2

/** Those of the region in which most flights began. */
export function chooseRegion<One extends Start>(starts: readonly One[]): One[] {
  const cellOf = ({ latitude, longitude }: Start) => [
    Math.floor(latitude / REGION_DEGREES),
    Math.floor(longitude / REGION_DEGREES),
  ]
  const near = ([row, column]: number[], start: Start) => {
    const [otherRow, otherColumn] = cellOf(start)
    return Math.abs(row! - otherRow!) <= 1 && Math.abs(column! - otherColumn!) <= 1
  }
  const cells = new Map(starts.map((start) => [cellOf(start).join(), cellOf(start)]))
  const regions = [...cells.values()].map((cell) => starts.filter((start) => near(cell, start)))
  return regions.reduce((most, region) => (region.length > most.length ? region : most), [])
}

/** Groups of points of the screen, each within `pixels` of its first. */
export function cluster<Point extends { x: number; y: number }>(
  points: readonly Point[],
  pixels: number,
): Point[][] {
  const groups: Point[][] = []
  for (const point of points) {
    const group = groups.find(([first]) => Math.hypot(first!.x - point.x, first!.y - point.y) < pixels)
    if (group) group.push(point)
    else groups.push([point])
  }
  return groups
}
