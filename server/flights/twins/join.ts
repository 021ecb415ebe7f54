// One flight from two recordings: nothing that its pilot wrote is lost, or nothing is merged.
import { MAX_NOTES_LENGTH, MAX_PHOTOS } from '#contract/logbook/lengths.ts'
import type { Photo } from '#contract/logbook/photo.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Remarks } from '../record/text/remarks.ts'

/** The title of the other becomes a line of the notes where both have one. */
export function joinRemarks(kept: Remarks, other: Remarks): Remarks {
  const title = kept.title ?? other.title
  const added = [other.title === title ? null : other.title, other.notes].filter(
    (text) => text !== null && !(kept.notes ?? '').includes(text),
  )
  const notes = [kept.notes, ...added].filter((text) => text !== null).join('\n\n') || null
  if (Array.from(notes ?? '').length > MAX_NOTES_LENGTH)
    throw conflict(
      `Together the notes are longer than ${MAX_NOTES_LENGTH} characters. Shorten one of them first.`,
    )
  return { title, notes }
}

/** With the hash of its picture. */
export type HashedPhoto = Photo & { hash: string | undefined }

export interface JoinedPhotos {
  photos: Photo[]
  /** Photos that come from the other. */
  moved: Photo[]
}

/** The same picture once, with the caption of either. */
export function joinPhotos(kept: readonly HashedPhoto[], other: readonly HashedPhoto[]): JoinedPhotos {
  const same = (one: HashedPhoto) => other.find(({ hash }) => hash === one.hash)
  const stay = kept.map((photo) => ({ ...photo, caption: photo.caption ?? same(photo)?.caption ?? null }))
  const come = other.filter((photo) => !kept.some(({ hash }) => hash === photo.hash))
  const excess = stay.length + come.length - MAX_PHOTOS
  if (excess > 0)
    throw conflict(
      `Together they have ${stay.length + come.length} photos, and a flight can have ${MAX_PHOTOS}. Delete ${excess} first.`,
    )
  const listed = ({ hash: _hash, ...photo }: HashedPhoto): Photo => photo
  return { photos: [...stay, ...come].map(listed), moved: come.map(listed) }
}

/** No flight is shown, and no link ends, unless the pilot has said so. */
export function joinVisibility(
  kept: Visibility,
  other: Visibility,
  wanted: Visibility | undefined,
): Visibility {
  if (wanted === undefined && kept !== other)
    throw conflict(`One of them is ${kept}, the other ${other}. Say with visibility who may see the flight.`)
  return wanted ?? kept
}

export const conflict = (sentence: string) => new ApiError(409, 'conflict', `${sentence} Nothing was merged.`)
