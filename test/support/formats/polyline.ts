// Reads an encoded polyline: latitudes and longitudes in turns.
export function decodeLine(line: string): number[] {
  const values: number[] = []
  const last = [0, 0]
  for (let at = 0; at < line.length;) {
    let [value, factor, part] = [0, 1, 0]
    do {
      part = line.charCodeAt(at++) - 63
      value += (part % 32) * factor
      factor *= 32
    } while (part >= 32)
    const axis = values.length % 2
    last[axis]! += value % 2 === 1 ? -(value + 1) / 2 : value / 2
    values.push(last[axis]! / 1e5)
  }
  return values
}
