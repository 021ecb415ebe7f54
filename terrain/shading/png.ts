// Pictures with up to 256 colours as PNG. Written here since sharp takes no indexed pixels: it would be given four times the
// bytes, and look for the palette that is known.
import { crc32, deflateSync } from 'node:zlib'

export interface Palette {
  /** Red, green and blue of each colour. */
  readonly colours: Uint8Array
  /** The opacity of each. */
  readonly alphas: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3
const BITS = 8

/** One byte a pixel: the number of its colour. */
export function writePng(pixels: Uint8Array, side: number, { colours, alphas }: Palette): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([BITS, INDEXED, 0, 0, 0], 8)
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((side + 1) * side)
  for (let row = 0; row < side; row++)
    rows.set(pixels.subarray(row * side, (row + 1) * side), row * (side + 1) + 1)
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('tRNS', alphas),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', new Uint8Array()),
  ]
  return Buffer.concat([SIGNATURE, ...parts])
}

function chunk(name: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(name, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8)
  return bytes
}
