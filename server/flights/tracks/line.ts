// A track in a few points, as text: what a map of many flights draws.

/** The resolution of an encoded polyline. */
const STEPS_PER_DEGREE = 1e5

/** Latitudes and longitudes in turns; of more than `count` points those that keep the shape, both ends among them. */
export function encodeLine(shape: readonly number[], count: number): string {
  const points = Array.from({ length: Math.floor(shape.length / 2) }, (_, index): Point => [
    Math.round(shape[2 * index]! * STEPS_PER_DEGREE),
    Math.round(shape[2 * index + 1]! * STEPS_PER_DEGREE),
  ])
  let [lastLatitude, lastLongitude] = [0, 0]
  let line = ''
  for (const [latitude, longitude] of thin(points, count)) {
    line += encodeStep(latitude - lastLatitude) + encodeStep(longitude - lastLongitude)
    lastLatitude = latitude
    lastLongitude = longitude
  }
  return line
}

type Point = readonly [latitude: number, longitude: number]

/** Leaves out, one after the other, the point that changes the shape least: whose triangle is the smallest. */
function thin(points: readonly Point[], count: number): readonly Point[] {
  const left = [...points]
  while (left.length > Math.max(2, count)) {
    let [least, at] = [Number.POSITIVE_INFINITY, 1]
    for (let index = 1; index < left.length - 1; index++) {
      const area = areaOf(left[index - 1]!, left[index]!, left[index + 1]!)
      if (area < least) [least, at] = [area, index]
    }
    left.splice(at, 1)
  }
  return left
}

function areaOf([ay, ax]: Point, [by, bx]: Point, [cy, cx]: Point): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay))
}

/** Five bits a character, the lowest first; the sign is the lowest bit of all. */
function encodeStep(step: number): string {
  let rest = step < 0 ? -2 * step - 1 : 2 * step
  let text = ''
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCharCode((rest % 32) + 32 + 63)
  return text + String.fromCharCode(rest + 63)
}
