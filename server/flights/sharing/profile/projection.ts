// Places on the earth as points of a drawing.

/** Latitudes and longitudes in turn. */
export type Shape = readonly number[]

export interface Size {
  width: number
  height: number
  margin: number
}

export type Place = (latitude: number, longitude: number) => [x: number, y: number]

export interface Projection {
  place: Place
  pixelsPerDegree: number
  /** Of the drawing with its margins, in degrees; beyond 180 where it goes across the antimeridian. */
  bounds: { west: number; south: number; east: number; north: number }
}

const MIN_EXTENT_DEGREES = 0.002

/** Fills the room without distortion. */
export function fit(shapes: readonly Shape[], { width, height, margin }: Size): Projection {
  const [firstLatitude = 0, firstLongitude = 0] = shapes[0] ?? []
  const shrink = Math.max(Math.cos((firstLatitude * Math.PI) / 180), 0.01)
  // Next to the first one, also across the antimeridian.
  const toX = (degrees: number) => ((((degrees - firstLongitude + 180) % 360) + 360) % 360) * shrink
  const points = shapes.flatMap((shape) =>
    listPoints(shape, (latitude, longitude) => [toX(longitude), -latitude]),
  )
  const [left, right] = bounds(points.map(([x]) => x))
  const [top, bottom] = bounds(points.map(([, y]) => y))
  const pixelsPerDegree = Math.min(
    (width - 2 * margin) / Math.max(right - left, MIN_EXTENT_DEGREES),
    (height - 2 * margin) / Math.max(bottom - top, MIN_EXTENT_DEGREES),
  )
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  const [halfWidth, halfHeight] = [width / 2 / pixelsPerDegree, height / 2 / pixelsPerDegree]
  const toLongitude = (x: number) => x / shrink + firstLongitude - 180
  return {
    pixelsPerDegree,
    place: (latitude, longitude) => [
      width / 2 + (toX(longitude) - middleX) * pixelsPerDegree,
      height / 2 + (-latitude - middleY) * pixelsPerDegree,
    ],
    bounds: {
      west: toLongitude(middleX - halfWidth),
      east: toLongitude(middleX + halfWidth),
      south: -middleY - halfHeight,
      north: -middleY + halfHeight,
    },
  }
}

export function listPoints(shape: Shape, place: Place): [x: number, y: number][] {
  return Array.from({ length: Math.floor(shape.length / 2) }, (_, row) =>
    place(shape[2 * row]!, shape[2 * row + 1]!),
  )
}

function bounds(values: readonly number[]): [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)]
}

export const write = (points: readonly [number, number][]) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
