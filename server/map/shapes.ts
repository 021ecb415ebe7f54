// Hundreds of thousands of areas in a few typed arrays: as objects they would take half a gigabyte.
import { type Bounds, measureBounds } from './clip.ts'

export interface Shapes {
  /** Areas; each has one ring or more: the outline, then its holes. */
  readonly length: number
  /** The first ring of an area; for the area after the last one, the end of the list. */
  firstRing(area: number): number
  ring(ring: number): Float32Array
  /** Whether a ring's bounds overlap these. */
  touches(ring: number, bounds: Bounds): boolean
  /** The longer side of a ring's bounds, in degrees. */
  size(ring: number): number
}

export interface ShapesBuilder {
  addPoint(x: number, y: number): void
  endRing(): void
  endArea(): void
  build(): Shapes
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
    build: () => toShapes(points.slice(0, used), Uint32Array.from(ringEnds), Uint32Array.from(areaEnds)),
  }
}

function toShapes(points: Float32Array, ringEnds: Uint32Array, areaEnds: Uint32Array): Shapes {
  const ring = (index: number) => points.subarray(ringEnds[index], ringEnds[index + 1])
  const edges = new Float32Array((ringEnds.length - 1) * 4)
  for (let index = 0; index < ringEnds.length - 1; index++) {
    const { west, south, east, north } = measureBounds(ring(index))
    edges.set([west, south, east, north], index * 4)
  }
  return {
    length: areaEnds.length - 1,
    firstRing: (area) => areaEnds[area] as number,
    ring,
    touches: (index, bounds) =>
      (edges[index * 4] as number) <= bounds.east &&
      (edges[index * 4 + 2] as number) >= bounds.west &&
      (edges[index * 4 + 1] as number) <= bounds.north &&
      (edges[index * 4 + 3] as number) >= bounds.south,
    size: (index) =>
      Math.max(
        (edges[index * 4 + 2] as number) - (edges[index * 4] as number),
        (edges[index * 4 + 3] as number) - (edges[index * 4 + 1] as number),
      ),
  }
}

const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c

/**
 * Reads the polygons of a GeoJSON text that holds multipolygons, byte by byte: parsed as JSON the same file makes
 * millions of short-lived arrays.
 */
export function readMultiPolygons(text: Buffer): Shapes {
  const builder = buildShapes()
  let at = text.indexOf('"coordinates"')
  while (at >= 0) {
    at = readCoordinates(text, text.indexOf('[', at), builder)
    at = text.indexOf('"coordinates"', at)
  }
  return builder.build()
}

/** Depth 1 holds areas, 2 rings, 3 positions, 4 numbers. */
function readCoordinates(text: Buffer, start: number, builder: ShapesBuilder): number {
  let depth = 0
  let numberStart = start
  let x = 0
  for (let at = start; at < text.length; at++) {
    const byte = text[at]
    if (byte === OPEN) {
      depth++
      numberStart = at + 1
    } else if (byte === COMMA && depth === 4) {
      x = Number(text.toString('latin1', numberStart, at))
      numberStart = at + 1
    } else if (byte === CLOSE) {
      if (depth === 4) builder.addPoint(x, Number(text.toString('latin1', numberStart, at)))
      if (depth === 3) builder.endRing()
      if (depth === 2) builder.endArea()
      depth--
      if (depth === 0) return at
    }
  }
  return text.length
}
