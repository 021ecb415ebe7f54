// Hundreds of thousands of areas in a few typed arrays: as objects they would take half a gigabyte.

export interface PlainShapes {
  /** Longitude and latitude in turns. */
  points: Float32Array
  /** Where each ring ends among the points; the first is 0. */
  ringEnds: Uint32Array
  /** Where each area ends among the rings; the first is 0. */
  areaEnds: Uint32Array
}

export interface ShapesBuilder {
  addPoint(x: number, y: number): void
  endRing(): void
  endArea(): void
  build(): PlainShapes
}

export function buildShapes(): ShapesBuilder {
  let points = new Float32Array(1 << 16)
  let used = 0
  const ringEnds: number[] = [0]
  const areaEnds: number[] = [0]
  return {
    addPoint(x, y) {
      if (used + 2 > points.length) {
        const larger = new Float32Array(points.length * 2)
        larger.set(points)
        points = larger
      }
      points[used++] = x
      points[used++] = y
    },
    endRing: () => void ringEnds.push(used),
    endArea: () => void areaEnds.push(ringEnds.length - 1),
    build: () => ({
      points: points.slice(0, used),
      ringEnds: Uint32Array.from(ringEnds),
      areaEnds: Uint32Array.from(areaEnds),
    }),
  }
}
