// Turns a picture into the two sizes that are kept of it.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { MAX_PHOTO_BYTES } from '#contract/logbook/lengths.ts'
import { invalidRequest, payloadTooLarge } from '#server/platform/errors.ts'
import { ConversionError, createConverter, sentPictures } from '#server/platform/pictures/converter.ts'
import { requirePixels } from '#server/platform/pictures/pixels.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import {
  EXIT_ANIMATED,
  EXIT_TOO_MANY_PIXELS,
  EXIT_UNREADABLE,
  HEAD_BYTES,
  KEEPS_BYTES,
  MAX_PHOTO_PIXELS,
  SIZES_BYTES,
} from './limits.ts'
import { hasPhotoSignature, isHeic } from './picture-bytes.ts'
import type { Taken } from './read-exif.ts'

const compress = promisify(zstdCompress)

const program = new URL('./photo-process.ts', import.meta.url)
const options = { program, turns: sentPictures, maxMs: 30 * SECOND_MS }
const convert = createConverter(options)
const convertKept = createConverter({ ...options, env: { [KEEPS_BYTES]: '1' } })

export interface MadePhoto {
  width: number
  height: number
  /** SHA-256 of the large picture. */
  hash: string
  byteLength: number
  /** The large one as it is stored, and the SHA-256 of that. */
  compressed: Uint8Array
  storedHash: string
  small: Uint8Array
  taken: Taken
}

export interface PhotoToMake {
  bytes: Uint8Array
  /** The bytes are those of a photo that was made here: the large size keeps them. */
  isKept: boolean
  signal?: AbortSignal | undefined
}

export async function makePhoto(ownerId: string, { bytes, isKept, signal }: PhotoToMake): Promise<MadePhoto> {
  if (bytes.byteLength > MAX_PHOTO_BYTES) throw photoTooLarge()
  if (isHeic(bytes)) throw heic()
  if (!hasPhotoSignature(bytes)) throw unreadable()
  requirePixels(bytes, MAX_PHOTO_PIXELS, tooManyPixels)
  const picture = { read: () => bytes, signal }
  const made = await (isKept ? convertKept : convert)(ownerId, picture).catch((error: unknown) => {
    throw error instanceof ConversionError ? explain(error) : error
  })
  const largeEnd = HEAD_BYTES + made.readUInt32BE(8)
  const large = made.subarray(HEAD_BYTES, largeEnd)
  const compressed = await compress(large)
  return {
    width: made.readUInt32BE(0),
    height: made.readUInt32BE(4),
    hash: hash('sha256', large),
    byteLength: large.length,
    compressed,
    storedHash: hash('sha256', compressed),
    small: made.subarray(largeEnd),
    taken: readTaken(made),
  }
}

function readTaken(made: Buffer): Taken {
  const read = (at: number) => made.readDoubleBE(SIZES_BYTES + 8 * at)
  return { atSeconds: read(0), localSeconds: read(1), latitude: read(2), longitude: read(3) }
}

function explain({ exitCode, cause }: ConversionError): unknown {
  if (exitCode === EXIT_TOO_MANY_PIXELS) return tooManyPixels()
  if (exitCode === EXIT_ANIMATED) return animated()
  // Ended from outside: it took too long or too much memory, or has broken the decoder.
  return exitCode === EXIT_UNREADABLE || exitCode === null ? unreadable() : cause
}

const TYPES = 'JPEG, PNG or WebP'
export const photoTooLarge = () =>
  payloadTooLarge(`The photo is larger than ${MAX_PHOTO_BYTES / 1_000_000} MB.`)
const tooManyPixels = () =>
  invalidRequest(`The photo has more than ${MAX_PHOTO_PIXELS / 1_000_000} megapixels. Make it smaller first.`)
const animated = () => invalidRequest(`This picture is animated. Send a still one, as ${TYPES}.`)
const heic = () => invalidRequest(`Photos in HEIC cannot be read here. Save it as ${TYPES} first.`)
const unreadable = () =>
  invalidRequest(`This file cannot be read as a photo, or it is cut off. Use a ${TYPES}.`)
