// Runs as a separate process (see image.ts): a picture on standard input, a square WebP on standard output.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { EXIT_TOO_MANY_PIXELS, EXIT_UNREADABLE, MAX_IMAGE_PIXELS, SIDE_PX } from './image-limits.ts'

sharp.concurrency(1)

try {
  const bytes = await buffer(process.stdin)
  // Read from the header, before anything is decoded.
  const { width, height } = await sharp(bytes).metadata()
  if (width * height > MAX_IMAGE_PIXELS) process.exit(EXIT_TOO_MANY_PIXELS)
  const webp = await sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
    .rotate()
    .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
  process.stdout.write(webp)
} catch {
  process.exitCode = EXIT_UNREADABLE
}
