// Runs as a process of its own (see picture.ts): an SVG on standard input, a PNG on standard output.
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

// On a shared machine the service itself comes first.
setPriority(10)
sharp.concurrency(1)
process.stdout.write(
  await sharp(await buffer(process.stdin))
    .png({ palette: true, effort: 3 })
    .toBuffer(),
)
