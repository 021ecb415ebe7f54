// The rivers of the world, from rivers.br: Natural Earth 1:10m (public domain), its centrelines by scale rank with the
// supplements of Europe and North America, without lakes and without rivers that fall dry, to 0.001 degrees.
import { brotliDecompressSync } from 'node:zlib'
import { buildShapes, type PlainShapes } from './plain-shapes.ts'

/** The largest rivers first; each class ends with this scale rank of Natural Earth. */
const CLASSES = [6, 8, 12] as const
const GRID = 1000

/** Lines of each class. A line is its rank, how many points it has, and the steps from point to point, as varints. */
export function readRivers(file: Uint8Array): PlainShapes[] {
  const bytes = brotliDecompressSync(file)
  const builders = CLASSES.map(buildShapes)
  let at = 0
  const readStep = () => {
    let value = 0
    for (let weight = 1; ; weight *= 128) {
      const byte = bytes[at++]!
      value += (byte & 127) * weight
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    }
  }
  let [x, y] = [0, 0]
  while (at < bytes.length) {
    const rank = bytes[at++]!
    const builder = builders[CLASSES.findIndex((last) => rank <= last)]!
    for (let left = readStep(); left > 0; left--) {
      x += readStep()
      y += readStep()
      builder.addPoint(x / GRID, y / GRID)
    }
    builder.endRing()
    builder.endArea()
  }
  return builders.map((builder) => builder.build())
}
