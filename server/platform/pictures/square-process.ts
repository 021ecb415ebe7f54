// Runs as a separate process (see square.ts): a picture on standard input, a square WebP on standard output.
import sharp from 'sharp'
import { convertInput, PictureRefusal, type PictureProgram } from './program.ts'
import { EXIT_TOO_MANY_PIXELS, EXIT_UNREADABLE, MAX_IMAGE_PIXELS, SIDE_PX } from './square-limits.ts'

sharp.concurrency(1)

async function convert(bytes: Buffer): Promise<Buffer> {
  // Read from the header, before anything is decoded.
  const { width, height } = await sharp(bytes).metadata()
  if (width * height > MAX_IMAGE_PIXELS) throw new PictureRefusal(EXIT_TOO_MANY_PIXELS)
  return sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
    .rotate()
    .resize(SIDE_PX, SIDE_PX, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer()
}

export const program: PictureProgram = { convert, faultExitCode: EXIT_UNREADABLE }

if (import.meta.main) await convertInput(program)
