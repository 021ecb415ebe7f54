// The photos of a flight, as its row lists them.
import type { Photo } from '#contract/logbook/photo.ts'
import { MAX_CAPTION_LENGTH } from '#contract/logbook/lengths.ts'
import { cleanTitle, cut } from './text/remarks.ts'

export function readPhotoList(text: string | null): Photo[] {
  return text === null ? [] : (JSON.parse(text) as Photo[])
}

/** Null: none, as for a flight that never had one. */
export function writePhotoList(photos: readonly Photo[]): string | null {
  return photos.length === 0 ? null : JSON.stringify(photos)
}

/** One line, as a title; null when nothing is left. */
export const cleanCaption = cleanTitle

/** As an export of this service has it. */
export function readCaption(caption: unknown): string | null {
  return typeof caption === 'string' ? cleanCaption(cut(caption, MAX_CAPTION_LENGTH)) : null
}
