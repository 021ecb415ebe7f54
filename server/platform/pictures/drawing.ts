// Turns a drawing into the PNG that link previews show. One at a time, and the last ones are kept.
import { fileURLToPath } from 'node:url'
import { createRecent } from '../concurrency/recent.ts'
import { createConverter, createPictureTurns } from './converter.ts'
import { SECOND_MS } from '../time.ts'

/** Some 60 kB each. */
const MAX_RECENT = 100

// Our own: a bare machine has none, and letters would be empty boxes. librsvg reads neither WOFF nor WOFF2.
const fonts = fileURLToPath(new URL('../../../assets/fonts/pictures/fonts.conf', import.meta.url))

export interface Pictures {
  /** `key` names everything that the drawing depends on; the owner is whose turn it is. */
  draw(ownerId: string, key: string, draw: () => Promise<string>): Promise<Buffer>
}

export function createPictures(): Pictures {
  const recall = createRecent<Buffer>(MAX_RECENT)
  const convert = createConverter({
    program: new URL('./drawing-process.ts', import.meta.url),
    env: { FONTCONFIG_FILE: fonts },
    // Separate ones: a preview that somebody else asks for holds up no pilot's picture.
    turns: createPictureTurns(),
    maxMs: 60 * SECOND_MS,
  })
  return { draw: (ownerId, key, draw) => recall(key, () => convert(ownerId, { read: draw })) }
}
