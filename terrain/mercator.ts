// Web Mercator on the unit square: x from west to east, y from north to south.

const MAX_LATITUDE = 85.0511

/** From 0 to 1 once around the world. */
export function toX(longitude: number): number {
  return (longitude + 180) / 360
}

export function toY(latitude: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}

export function toLongitude(x: number): number {
  return x * 360 - 180
}

export function toLatitude(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI
}
