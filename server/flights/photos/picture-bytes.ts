// What the bytes of a picture tell before a decoder sees them.
import { MAX_KEPT_BYTES } from './limits.ts'

/** By the first bytes: an SVG, which could refer to other files, is never opened. */
export function hasPhotoSignature(bytes: Uint8Array): boolean {
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|RIFF....WEBP)/s.test(startOf(bytes))
}

/** What phones take when nobody tells them otherwise. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^....ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/s.test(startOf(bytes))
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 16)).toString('latin1')

/**
 * A WebP as this service writes it: one frame of pixels that fills the file, and no chunk that could hold anything else. It
 * is kept byte for byte, so that a photo survives any number of exports and imports.
 */
export function isKeptForm(bytes: Uint8Array): boolean {
  const RIFF_HEAD = 12
  const CHUNK_HEAD = 8
  if (bytes.length < RIFF_HEAD + CHUNK_HEAD || bytes.length > MAX_KEPT_BYTES) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'WEBP' || nameAt(RIFF_HEAD) !== 'VP8 ') return false
  const pixels = view.getUint32(RIFF_HEAD + 4, true)
  // A chunk of an odd length is followed by a zero.
  const end = RIFF_HEAD + CHUNK_HEAD + pixels + (pixels % 2)
  const isPadded = pixels % 2 === 0 || bytes.at(-1) === 0
  return end === bytes.length && view.getUint32(4, true) === end - CHUNK_HEAD && isPadded
}

/** The decoder would show the first picture alone. */
export function isAnimatedPng(bytes: Buffer): boolean {
  const [SIGNATURE, CHUNK_FRAME] = [8, 12]
  if (bytes[0] !== 0x89) return false
  for (let at = SIGNATURE; at + CHUNK_FRAME <= bytes.length; at += CHUNK_FRAME + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}
