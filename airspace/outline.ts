// The border of an airspace as points to draw: arcs in steps of a few degrees.
import type { Corner, Place, Shape } from './airspace.ts'
import { metresBetween, RADIANS, travel, wrap } from './geodesy.ts'

const STEP_DEGREES = 5
const MAX_POINTS = 1000

/** A ring: the last point is the first. A ring with more points than anybody can see is thinned. */
export function drawOutline(shape: Shape): Place[] {
  const points =
    'corners' in shape
      ? shape.corners.flatMap((corner, index) =>
          drawEdge(corner, shape.corners[(index + 1) % shape.corners.length]!),
        )
      : Array.from({ length: 360 / STEP_DEGREES }, (_, step) =>
          travel(shape.centre, shape.radiusMetres, step * STEP_DEGREES),
        )
  const stride = Math.ceil(points.length / MAX_POINTS)
  const ring = points.filter((_, index) => index % stride === 0)
  return ring.length > 0 ? [...ring, ring[0]!] : []
}

/** From a corner to the next one, without that. */
function drawEdge({ at, arc }: Corner, { at: next }: Corner): Place[] {
  if (!arc) return at[0] === next[0] && at[1] === next[1] ? [] : [at]
  const [from, to] = [bearing(arc.centre, at), bearing(arc.centre, next)]
  const turn = arc.isClockwise ? to - from : from - to
  const sweep = ((turn % 360) + 360) % 360 || 360
  const [radius, endRadius] = [metresBetween(arc.centre, at), metresBetween(arc.centre, next)]
  const steps = Math.max(1, Math.ceil(sweep / STEP_DEGREES))
  return Array.from({ length: steps }, (_, step) => {
    if (step === 0) return at
    const share = step / steps
    const direction = from + (arc.isClockwise ? 1 : -1) * sweep * share
    return travel(arc.centre, radius + share * (endRadius - radius), direction)
  })
}

function bearing([latitude, longitude]: Place, to: Place): number {
  const [phi, other, lambda] = [latitude * RADIANS, to[0] * RADIANS, wrap(to[1] - longitude) * RADIANS]
  const y = Math.sin(lambda) * Math.cos(other)
  const x = Math.cos(phi) * Math.sin(other) - Math.sin(phi) * Math.cos(other) * Math.cos(lambda)
  return Math.atan2(y, x) / RADIANS
}
