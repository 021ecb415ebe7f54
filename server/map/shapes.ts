// Areas or lines of the world in a file: their bounds are held in memory, their points are read when a view needs them.
import { openSync, readSync, writeFileSync } from 'node:fs'
import { type Bounds, measureBounds } from './clip.ts'
import type { PlainShapes } from './plain-shapes.ts'

export interface Shapes {
  /** Areas; each has one ring or more: the outline, then its holes. A line is an area of one ring. */
  readonly length: number
  /** The first ring of an area; for the area after the last one, the end of the list. */
  firstRing(area: number): number
  ring(ring: number): Float32Array
  /** Whether a ring's bounds overlap these. */
  touches(ring: number, bounds: Bounds): boolean
  /** The longer side of a ring's bounds, in degrees. */
  size(ring: number): number
}

const WORD = 4

/** How many ends of areas and of rings; both lists; the bounds of each ring; all points. In words of 4 bytes. */
export function writeShapes(path: string, { points, ringEnds, areaEnds }: PlainShapes): void {
  const edges = new Float32Array((ringEnds.length - 1) * 4)
  for (let index = 0; index < ringEnds.length - 1; index++) {
    const { west, south, east, north } = measureBounds(points.subarray(ringEnds[index], ringEnds[index + 1]))
    edges.set([west, south, east, north], index * 4)
  }
  const head = Uint32Array.of(areaEnds.length, ringEnds.length)
  const parts = [head, areaEnds, ringEnds, edges, points]
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part.buffer, 0, part.byteLength))))
}

/** The file stays open. */
export function openShapes(path: string): Shapes {
  const file = openSync(path, 'r')
  const read = (word: number, words: number) => {
    const bytes = new Uint8Array(words * WORD)
    const count = readSync(file, bytes, 0, bytes.length, word * WORD)
    if (count !== bytes.length) throw new Error(`${path} is cut off`)
    return bytes.buffer
  }
  const [areas = 0, rings = 0] = new Uint32Array(read(0, 2))
  const ends = new Uint32Array(read(2, areas + rings))
  const [areaEnds, ringEnds] = [ends.subarray(0, areas), ends.subarray(areas)]
  const firstEdge = 2 + areas + rings
  const edges = new Float32Array(read(firstEdge, (rings - 1) * 4))
  const firstPoint = firstEdge + (rings - 1) * 4
  return {
    length: areas - 1,
    firstRing: (area) => areaEnds[area] as number,
    ring: (index) => {
      const [start, end] = [ringEnds[index] as number, ringEnds[index + 1] as number]
      return new Float32Array(read(firstPoint + start, end - start))
    },
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
