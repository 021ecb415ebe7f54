// Runs as a separate process (see picture.ts): an SVG on standard input, a PNG on standard output.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

sharp.concurrency(1)
process.stdout.write(
  await sharp(await buffer(process.stdin))
    .png({ palette: true, effort: 3 })
    .toBuffer(),
)
