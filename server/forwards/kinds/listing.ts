// Limits of a folder that is watched, and which of its files are flights.
import type { ListedFile, Listing } from './kind.ts'

/** Of one answer. */
export const MAX_LISTING_BYTES = 4 * 1024 * 1024
export const MAX_LISTED = 5000
const MAX_PATH_LENGTH = 1000

/** A folder that is not listed as a whole would be watched in part: its pilot is asked instead. */
export const tooLarge: Listing = {
  outcome: {
    result: 'credential',
    words: 'There are too many files or folders here for a folder that is watched: name one below it.',
  },
  files: [],
}

export const notUnderstood: Listing = {
  outcome: { result: 'unknown', words: 'The list of the folder is cut off, or is not what it should be.' },
  files: [],
}

export function toListing(files: readonly ListedFile[]): Listing {
  const flights = files.filter(({ path }) => isFlight(path))
  return flights.length > MAX_LISTED ? tooLarge : { outcome: { result: 'delivered' }, files: flights }
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

export const readSize = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null)
