// The ground at places that are known beforehand, asked about one by one.

/** Metres above sea level; undefined where they are not known. */
export type GroundHeight = (latitude: number, longitude: number) => number | undefined

/** Places that are asked for are those that were given, up to the last digit that a file has. */
export function rememberGround(
  latitude: ArrayLike<number>,
  longitude: ArrayLike<number>,
  heights: ArrayLike<number>,
): GroundHeight {
  const known = new Map<string, number>()
  for (let row = 0; row < heights.length; row++) {
    const height = heights[row]!
    if (!Number.isNaN(height)) known.set(nameOf(latitude[row]!, longitude[row]!), height)
  }
  return (lat, lng) => known.get(nameOf(lat, lng))
}

const nameOf = (latitude: number, longitude: number) => `${latitude.toFixed(6)} ${longitude.toFixed(6)}`
