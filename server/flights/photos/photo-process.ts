// Runs as a separate process (see make-photo.ts): a picture on standard input; a large and a small WebP on standard
// output, behind their sizes. They have pixels and nothing else: no place, time, camera or profile.
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import {
  EXIT_ANIMATED,
  EXIT_TOO_MANY_PIXELS,
  EXIT_UNREADABLE,
  HEAD_BYTES,
  KEEPS_BYTES,
  LARGE_PX,
  MAX_PHOTO_PIXELS,
  SMALL_PX,
} from './limits.ts'
import { isAnimatedPng } from './picture-bytes.ts'

sharp.concurrency(1)
// Whatever a file claims to be, no other decoder sees it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })

const fit = (picture: Sharp, side: number) =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#fff' })

async function makePhoto(bytes: Buffer): Promise<Buffer> {
  // Read from the header, before anything is decoded.
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (pages > 1 || isAnimatedPng(bytes)) process.exit(EXIT_ANIMATED)
  if (width * height > MAX_PHOTO_PIXELS) process.exit(EXIT_TOO_MANY_PIXELS)
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
  return Buffer.concat([head, large.data, small])
}

try {
  process.stdout.write(await makePhoto(await buffer(process.stdin)))
} catch {
  process.exitCode = EXIT_UNREADABLE
}
