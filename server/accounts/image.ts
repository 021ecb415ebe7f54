// A profile picture: whatever comes becomes a square WebP of 256 px, without the camera's notes about time and place.
import { createHash } from 'node:crypto'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'

export const IMAGE_MAXIMUM_BYTES = 1_000_000
const SIDE_PX = 256
const PIXELS_MAXIMUM = 50_000_000

export interface ProfileImage {
  /** SHA-256 of the bytes, hexadecimal: the picture's address. */
  hash: string
  bytes: Uint8Array
}

export async function makeProfileImage(bytes: Uint8Array): Promise<ProfileImage> {
  if (bytes.byteLength > IMAGE_MAXIMUM_BYTES) throw tooLarge()
  if (!isPicture(bytes)) throw noPicture()
  // Loaded by the first picture: it brings a native library.
  const { default: sharp } = await import('sharp')
  try {
    const webp = await sharp(bytes, { limitInputPixels: PIXELS_MAXIMUM, failOn: 'error' })
      .rotate()
      .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
    return { hash: createHash('sha256').update(webp).digest('hex'), bytes: webp }
  } catch {
    throw noPicture()
  }
}

export const tooLarge = () => payloadTooLarge('The picture is larger than 1 MB.')
const noPicture = () =>
  invalidRequest('This is not a picture that can be read: send a JPEG, PNG, WebP, GIF or AVIF.')

/** By its first bytes: a vector drawing, which could ask for other files, is never opened. */
function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s.test(start)
}
