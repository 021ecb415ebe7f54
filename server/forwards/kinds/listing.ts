// Limits of a folder that is watched, and which of its files are flights.
import { hash } from 'node:crypto'
import type { Answer, ListedFile, Listing } from './kind.ts'
import { type Element, readXml, TooMuchXml } from './xml.ts'

/** Of all its answers. */
const MAX_LISTING_BYTES = 8 * 1024 * 1024
/** Each is remembered. */
const MAX_LISTED = 2000
const MAX_PATH_LENGTH = 1000

/** A folder that is not listed as a whole would be watched in part: its pilot is asked instead. */
export const tooLarge: Listing = {
  outcome: {
    result: 'credential',
    words: 'There are too many files or folders here for a folder that is watched: name one below it.',
  },
  files: [],
}

const notUnderstood: Listing = {
  outcome: { result: 'unknown', words: 'The list of the folder is cut off, or is not what it should be.' },
  files: [],
}

/** Reads the answers that a folder is listed in, as far as they are not too much together. */
export function createListReader() {
  let left = MAX_LISTING_BYTES
  return {
    /** For the next answer. */
    maxBytes: () => left,
    /** Its list, or the listing that there is instead. */
    read({ bytes = new Uint8Array() }: Answer, root: string): { xml: Element } | { instead: Listing } {
      left -= bytes.length
      try {
        const xml = left > 0 ? readXml(Buffer.from(bytes).toString()) : undefined
        if (xml?.name === root) return { xml }
        return { instead: left > 0 ? notUnderstood : tooLarge }
      } catch (error) {
        if (error instanceof TooMuchXml) return { instead: tooLarge }
        throw error
      }
    },
  }
}

export function toListing(files: readonly ListedFile[]): Listing {
  const flights = files
    .filter(({ path }) => isFlight(path))
    .map((file) => [file.path, { ...file, mark: toMark(file.mark) }] as const)
  // A service may name a file twice.
  const byPath = new Map(flights)
  return byPath.size > MAX_LISTED
    ? tooLarge
    : { outcome: { result: 'delivered' }, files: [...byPath.values()] }
}

/** Not hidden, and fit to be stored. */
function isFlight(path: string): boolean {
  return (
    /\.igc$/i.test(path) &&
    isInside(path) &&
    !/(?:^|\/)\.|\p{Cc}/u.test(path) &&
    path.length <= MAX_PATH_LENGTH
  )
}

/** Leads to no folder above, on any system, and is text. */
export const isInside = (path: string) =>
  !/(?:^|\/)\.{1,2}(?:\/|$)|[\\\ufffd]/u.test(path) && path.isWellFormed()

const MAX_MARK_LENGTH = 200

/** As it is where it can be stored. */
const toMark = (mark: string) =>
  mark.length > MAX_MARK_LENGTH || /[\p{Cc}\ufffd]/u.test(mark) ? hash('sha256', mark) : mark

export const readSize = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)
