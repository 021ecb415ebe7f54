// Areas from the text of a GeoJSON file.
import { buildShapes, type PlainShapes, type ShapesBuilder } from './plain-shapes.ts'

const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c

/**
 * Reads the polygons of a GeoJSON text that holds multipolygons, byte by byte: parsed as JSON the same file makes
 * millions of short-lived arrays.
 */
export function readMultiPolygons(text: Buffer): PlainShapes {
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
