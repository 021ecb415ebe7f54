// Facts in the bytes of a picture, before a decoder sees them.

/** By the first bytes: an SVG, which could refer to other files, is never opened. */
export function hasPhotoSignature(bytes: Uint8Array): boolean {
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|RIFF....WEBP)/s.test(startOf(bytes))
}

/** The format in which phones take pictures by default. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^....ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/s.test(startOf(bytes))
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 16)).toString('latin1')

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
