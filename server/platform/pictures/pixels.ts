// The pixels that a picture's header declares, read without decoding: what has too many is refused before its turn.
import { invalidRequest } from '../errors.ts'

const MEGAPIXEL = 1_000_000
/** A camera's JPEG has at most 170: a picture with more is nearly empty, and costs the time of a full one. */
const MAX_PIXELS_PER_BYTE = 200
const MAX_SMALL_PIXELS = 4 * MEGAPIXEL

/** Throws for more than the most allowed, and for a large picture of next to no bytes. */
export function requirePixels(bytes: Uint8Array, most: number, tooMany: () => Error): void {
  const pixels = findPixels(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (pixels === undefined) return
  if (pixels > most) throw tooMany()
  if (pixels > MAX_SMALL_PIXELS && pixels > MAX_PIXELS_PER_BYTE * bytes.length) throw tooEmpty(pixels)
}

export function findPixels(bytes: Buffer): number | undefined {
  if (bytes.length < 30) return undefined
  if (bytes[0] === 0x89) return bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  if (bytes[0] === 0xff) return findJpegPixels(bytes)
  if (bytes.toString('latin1', 0, 3) === 'GIF') return bytes.readUInt16LE(6) * bytes.readUInt16LE(8)
  return bytes.toString('latin1', 8, 12) === 'WEBP' ? readWebpPixels(bytes) : undefined
}

/** The first frame header; segments before it, such as Exif, are stepped over. */
function findJpegPixels(bytes: Buffer): number | undefined {
  const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

function readWebpPixels(bytes: Buffer): number | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3))
  if (kind === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return undefined
  const sides = bytes.readUInt32LE(21)
  return (1 + (sides & 0x3fff)) * (1 + ((sides >>> 14) & 0x3fff))
}

const tooEmpty = (pixels: number) =>
  invalidRequest(
    `The picture has ${Math.round(pixels / MEGAPIXEL)} megapixels, and nearly nothing in them. Make it smaller first.`,
  )
