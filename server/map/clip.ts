// Clips shapes to a rectangle. A ring alternates longitude and latitude, closed or not.

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

export type Ring = Float32Array | number[]

export function measureBounds(ring: Ring): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const x = ring[index] as number
    const y = ring[index + 1] as number
    if (x < bounds.west) bounds.west = x
    if (x > bounds.east) bounds.east = x
    if (y < bounds.south) bounds.south = y
    if (y > bounds.north) bounds.north = y
  }
  return bounds
}

export function overlaps(a: Bounds, b: Bounds): boolean {
  return a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south
}

function isInside(inner: Bounds, outer: Bounds): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  )
}

/** Sutherland–Hodgman: one side after the other. Edges along the rectangle join the parts it separates. */
export function clipRing(ring: Ring, bounds: Bounds): number[] {
  if (isInside(measureBounds(ring), bounds)) return Array.from(ring)
  let points = clipSide(ring, 0, bounds.west, 1)
  points = clipSide(points, 0, bounds.east, -1)
  points = clipSide(points, 1, bounds.south, 1)
  points = clipSide(points, 1, bounds.north, -1)
  return points
}

/** Keeps what lies on the side of `limit` that `sign` points to. */
function clipSide(points: Ring, axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = []
  const count = points.length / 2
  for (let index = 0; index < count; index++) {
    const before = ((index + count - 1) % count) * 2
    const here = index * 2
    const distanceBefore = ((points[before + axis] as number) - limit) * sign
    const distanceHere = ((points[here + axis] as number) - limit) * sign
    if (distanceBefore >= 0 !== distanceHere >= 0) {
      const share = distanceBefore / (distanceBefore - distanceHere)
      for (const part of [0, 1]) {
        const from = points[before + part] as number
        kept.push(part === axis ? limit : from + ((points[here + part] as number) - from) * share)
      }
    }
    if (distanceHere >= 0) kept.push(points[here] as number, points[here + 1] as number)
  }
  return kept
}

/** The runs of a line whose segments may touch the rectangle. */
export function clipLine(line: Ring, bounds: Bounds): number[][] {
  const runs: number[][] = []
  let run: number[] = []
  for (let index = 0; index + 3 < line.length; index += 2) {
    const [x1, y1, x2, y2] = [line[index], line[index + 1], line[index + 2], line[index + 3]] as [
      number,
      number,
      number,
      number,
    ]
    const touches =
      Math.max(x1, x2) >= bounds.west &&
      Math.min(x1, x2) <= bounds.east &&
      Math.max(y1, y2) >= bounds.south &&
      Math.min(y1, y2) <= bounds.north
    if (touches) {
      if (run.length === 0) run.push(x1, y1)
      run.push(x2, y2)
    } else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Drops points within `tolerance` degrees of the one before; rounds the others to 4 decimals (11 m). */
export function thin(points: number[], tolerance: number): number[] {
  const kept: number[] = []
  let [lastX, lastY] = [Infinity, Infinity]
  for (let index = 0; index + 1 < points.length; index += 2) {
    const x = points[index] as number
    const y = points[index + 1] as number
    const isEnd = index + 2 >= points.length
    if (!isEnd && Math.abs(x - lastX) < tolerance && Math.abs(y - lastY) < tolerance) continue
    kept.push(Math.round(x * 10_000) / 10_000, Math.round(y * 10_000) / 10_000)
    ;[lastX, lastY] = [x, y]
  }
  return kept
}
