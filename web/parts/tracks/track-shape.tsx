// A thumbnail of the track.

const SIZE = 68
const MARGIN = 9

interface TrackShapeProps {
  shape: number[]
  /** In units of the drawing, which is a square unless told otherwise. */
  width?: number
}

export function TrackShape({ shape, width = SIZE }: TrackShapeProps) {
  const points = project(shape, width)
  const first = points[0]
  return (
    <svg class="shape" viewBox={`0 0 ${width} ${SIZE}`} aria-hidden="true">
      {points.length > 1 && (
        <path d={`M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`} />
      )}
      {first && <circle cx={first[0]} cy={first[1]} r="3.2" />}
    </svg>
  )
}

/** Turns alternating latitudes and longitudes into points that fill the thumbnail without distortion. */
function project(shape: number[], drawingWidth: number): [number, number][] {
  const points: [number, number][] = []
  const shrink = Math.cos(((shape[0] ?? 0) * Math.PI) / 180)
  for (let index = 0; index + 1 < shape.length; index += 2) {
    points.push([(shape[index + 1] ?? 0) * shrink, -(shape[index] ?? 0)])
  }
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  const width = Math.max(...xs) - left
  const height = Math.max(...ys) - top
  const room = (size: number, extent: number) => (size - 2 * MARGIN) / Math.max(extent, 0.002)
  const scale = Math.min(room(drawingWidth, width), room(SIZE, height))
  return points.map(([x, y]) => [
    drawingWidth / 2 + (x - left - width / 2) * scale,
    SIZE / 2 + (y - top - height / 2) * scale,
  ])
}
