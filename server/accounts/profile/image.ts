// Turns an uploaded picture into a square WebP of 256 px, without metadata such as where it was taken.
import { createHash } from 'node:crypto'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'

export const MAX_IMAGE_BYTES = 1_000_000
const MAX_IMAGE_PIXELS = 50_000_000
const SIDE_PX = 256

export interface ProfileImage {
  /** SHA-256 of the bytes, hexadecimal: the picture's file name. */
  hash: string
  bytes: Uint8Array
}

export async function makeProfileImage(bytes: Uint8Array): Promise<ProfileImage> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  if (!hasImageSignature(bytes)) throw unreadable()
  // Loaded with the first picture: it brings a native library.
  const { default: sharp } = await import('sharp')
  try {
    const webp = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
    return { hash: createHash('sha256').update(webp).digest('hex'), bytes: webp }
  } catch {
    throw unreadable()
  }
}

export const tooLarge = () => payloadTooLarge('The picture is larger than 1 MB.')
const unreadable = () =>
  invalidRequest('This file cannot be read as a picture. Use a JPEG, PNG, WebP, GIF or AVIF.')

/** Checks the first bytes, so that an SVG, which could refer to other files, is never opened. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s.test(start)
}
