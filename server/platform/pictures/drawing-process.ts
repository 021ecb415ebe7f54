// Runs as a separate process (see drawing.ts): an SVG on standard input, a PNG on standard output.
import sharp from 'sharp'
import { convertInput, type PictureProgram } from './program.ts'

sharp.concurrency(1)

export const program: PictureProgram = {
  convert: (drawing) => sharp(drawing).png({ palette: true, effort: 3 }).toBuffer(),
  faultExitCode: 1,
}

if (import.meta.main) await convertInput(program)
