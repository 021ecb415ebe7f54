// The photos of a flight as small squares, and one of them large.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Photo } from '#contract/logbook/photo.ts'
import { texts } from '../../language/texts.ts'
import { type AddressOf, PhotoDialog } from './photo-dialog.tsx'
import './photos.css'

export function PhotoGrid({
  photos,
  addressOf,
  tools,
}: {
  photos: readonly Photo[]
  addressOf: AddressOf
  /** Shown in the dialog below the picture. */
  tools?: (photo: Photo) => ComponentChildren
}) {
  const [open, setOpen] = useState<string>()
  const place = photos.findIndex(({ id }) => id === open)
  return (
    <>
      <ul class="photo-grid">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <button
              class="photo"
              aria-label={nameOf(photo, index, photos.length)}
              onClick={() => setOpen(photo.id)}
            >
              <img src={addressOf(photo, 'small')} alt="" width={96} height={96} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {place >= 0 && (
        <PhotoDialog
          title={nameOf(photos[place]!, place, photos.length)}
          photo={photos[place]!}
          addressOf={addressOf}
          onStep={
            photos.length > 1 ? (by) => setOpen(photos.at((place + by) % photos.length)?.id) : undefined
          }
          onClose={() => setOpen(undefined)}
        >
          {tools?.(photos[place]!)}
        </PhotoDialog>
      )}
    </>
  )
}

function nameOf({ caption }: Photo, index: number, count: number): string {
  return caption ?? texts.photos.numbered(index + 1, count)
}
