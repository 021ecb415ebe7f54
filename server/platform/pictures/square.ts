// Turns a picture that somebody uploads of themselves or of a club into a square WebP of 256 px, without metadata such as where it was taken.
import { createHash } from 'node:crypto'
import { invalidRequest, payloadTooLarge } from '../errors.ts'
import { ConversionError, createConverter, sentPictures } from './converter.ts'
import { requirePixels } from './pixels.ts'
import { SECOND_MS } from '../time.ts'
import { EXIT_TOO_MANY_PIXELS, EXIT_UNREADABLE, MAX_IMAGE_PIXELS } from './square-limits.ts'

export const MAX_IMAGE_BYTES = 1_000_000

export interface SquarePicture {
  /** SHA-256 of the bytes, hexadecimal: the picture's file name. */
  hash: string
  bytes: Uint8Array
}

const convert = createConverter({
  program: new URL('./square-process.ts', import.meta.url),
  turns: sentPictures,
  maxMs: 30 * SECOND_MS,
})

export async function makeSquarePicture(userId: string, bytes: Uint8Array): Promise<SquarePicture> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw tooLarge()
  if (!hasImageSignature(bytes)) throw unreadable()
  requirePixels(bytes, MAX_IMAGE_PIXELS, tooManyPixels)
  const webp = await convert(userId, { read: () => bytes }).catch((error: unknown) => {
    throw error instanceof ConversionError ? explain(error) : error
  })
  return { hash: createHash('sha256').update(webp).digest('hex'), bytes: webp }
}

function explain({ exitCode, cause }: ConversionError): unknown {
  if (exitCode === EXIT_TOO_MANY_PIXELS) return tooManyPixels()
  // Ended from outside: it took too long or too much memory, or has broken the decoder.
  return exitCode === EXIT_UNREADABLE || exitCode === null ? unreadable() : cause
}

export const tooLarge = () => payloadTooLarge('The picture is larger than 1 MB.')
const tooManyPixels = () => invalidRequest('The picture has more than 16 megapixels. Make it smaller first.')
const unreadable = () =>
  invalidRequest('This file cannot be read as a picture. Use a JPEG, PNG, WebP, GIF or AVIF.')

/** Checks the first bytes: an SVG, which could refer to other files, is never opened. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  return /^(\xFF\xD8\xFF|\x89PNG\r\n|GIF8[79]a|RIFF....WEBP|....ftypavi[fs])/s.test(start)
}
