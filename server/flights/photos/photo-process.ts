// Runs as a separate process (see make-photo.ts): a picture on standard input; a large and a small WebP on standard
// output, behind their sizes. They have pixels and nothing else: no place, time, camera or profile.
import sharp, { type Sharp } from 'sharp'
import { convertInput, PictureRefusal, type PictureProgram } from '#server/platform/pictures/program.ts'
import {
  EXIT_ANIMATED,
  EXIT_TOO_MANY_PIXELS,
  EXIT_UNREADABLE,
  HEAD_BYTES,
  KEEPS_BYTES,
  LARGE_PX,
  MAX_PHOTO_PIXELS,
  SIZES_BYTES,
  SMALL_PX,
} from './limits.ts'
import { isAnimatedPng } from './picture-bytes.ts'
import { readExif } from './read-exif.ts'

sharp.concurrency(1)
// Whatever a file claims to be, no other decoder sees it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const fit = (picture: Sharp, side: number) =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' })

async function makePhoto(bytes: Buffer): Promise<Buffer> {
  // Read from the header, before anything is decoded.
  const { width, height, pages = 1, exif } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (pages > 1 || isAnimatedPng(bytes)) throw new PictureRefusal(EXIT_ANIMATED)
  if (width * height > MAX_PHOTO_PIXELS) throw new PictureRefusal(EXIT_TOO_MANY_PIXELS)
  const open = () =>
    sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()
  const isKept = process.env[KEEPS_BYTES] !== undefined
  const large = isKept
    ? { data: bytes, info: { width, height } }
    : await fit(open(), LARGE_PX).webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
  // For one that is kept this also proves that it can be decoded to its end.
  const small = await fit(isKept ? open() : sharp(large.data), SMALL_PX)
    .webp({ quality: 75 })
    .toBuffer()
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(large.info.width, 0)
  head.writeUInt32BE(large.info.height, 4)
  head.writeUInt32BE(large.data.length, 8)
  const { atSeconds, localSeconds, latitude, longitude } = readExif(exif)
  for (const [at, value] of [atSeconds, localSeconds, latitude, longitude].entries())
    head.writeDoubleBE(value, SIZES_BYTES + 8 * at)
  return Buffer.concat([head, large.data, small])
}

export const program: PictureProgram = { convert: makePhoto, faultExitCode: EXIT_UNREADABLE }

if (import.meta.main) await convertInput(program)
