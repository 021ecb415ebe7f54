// Web Mercator on the unit square: zooming is one multiplication.

export function toX(longitude: number): number {
  return (longitude + 180) / 360
}

export function toY(latitude: number): number {
  const radians = (Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}

export function projectColumns(latitude: ArrayLike<number>, longitude: ArrayLike<number>) {
  const x = new Float64Array(latitude.length)
  const y = new Float64Array(latitude.length)
  for (let index = 0; index < latitude.length; index++) {
    x[index] = toX(longitude[index] as number)
    y[index] = toY(latitude[index] as number)
  }
  return { x, y }
}
