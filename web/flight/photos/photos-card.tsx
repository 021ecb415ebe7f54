// The photos of a flight for its pilot: added by a button, by dropping or by pasting them; renamed and deleted in the dialog.
import { useEffect, useRef, useState } from 'preact/hooks'
import { MAX_CAPTION_LENGTH, MAX_PHOTOS } from '#contract/logbook/lengths.ts'
import type { Flight } from '#contract/flight.ts'
import type { Photo } from '#contract/logbook/photo.ts'
import { patch, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Icon } from '../../parts/icons.tsx'
import { texts } from '../../language/texts.ts'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import type { OwnProps } from '../../recordings/save.ts'
import { PhotoGrid } from './photo-grid.tsx'
import { type PhotoUpload, usePhotoUploads } from './use-photo-uploads.ts'

const TYPES = 'image/jpeg,image/png,image/webp'

export function PhotosCard({ flight, onChange }: OwnProps) {
  // The flight as stored while other photos are still on their way.
  const latest = useRef(flight)
  latest.current = flight
  const photos = photosOf(flight)
  const setPhotos = (edit: (photos: Photo[]) => Photo[]) => {
    latest.current = withPhotos(latest.current, edit(photosOf(latest.current)))
    onChange(latest.current)
  }
  const { uploads, add, dismiss } = usePhotoUploads(flight.id, (photo) => setPhotos((now) => [...now, photo]))
  const [isOver, setOver] = useState(false)
  usePastedPictures(add)
  const path = `/flights/${flight.id}/photos`
  return (
    <section
      class={isOver ? 'card photos is-over' : 'card photos'}
      aria-labelledby="photos"
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <div class="card-head">
        <h2 id="photos">{texts.photos.title}</h2>
        <AddButton isFull={photos.length >= MAX_PHOTOS} onFiles={add} />
      </div>
      <PhotoGrid
        photos={photos}
        addressOf={({ id }, size) => `/app/api${path}/${id}?size=${size}`}
        tools={(photo) => (
          <PhotoTools
            key={photo.id}
            photo={photo}
            path={`${path}/${photo.id}`}
            onChange={(changed) =>
              setPhotos((now) => now.map((each) => (each.id === photo.id ? changed : each)))
            }
            onDelete={() => setPhotos((now) => now.filter(({ id }) => id !== photo.id))}
          />
        )}
      />
      <ul class="photo-uploads" aria-live="polite">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
        ))}
      </ul>
      <p class="small soft">{describe(flight, photos.length)}</p>
    </section>
  )
}

const photosOf = (flight: Flight) => flight.flightInfo.metadata.photos ?? []

function withPhotos(flight: Flight, photos: Photo[]): Flight {
  const { flightInfo } = flight
  return { ...flight, flightInfo: { ...flightInfo, metadata: { ...flightInfo.metadata, photos } } }
}

function describe({ flightInfo }: Flight, count: number): string {
  const isPrivate = (flightInfo.metadata.visibility ?? 'private') === 'private'
  const { how, removed, onlyYou, shared } = texts.photos
  const sentences = [count < MAX_PHOTOS ? how(MAX_PHOTOS) : '', removed, isPrivate ? onlyYou : shared]
  return sentences.filter(Boolean).join(' ')
}

function AddButton({ isFull, onFiles }: { isFull: boolean; onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button class="secondary small" disabled={isFull} onClick={() => picker.current?.click()}>
        <Icon name="plus" size={16} /> {texts.photos.add}
      </button>
      <input
        ref={picker}
        class="unseen"
        type="file"
        multiple
        accept={TYPES}
        aria-label={texts.photos.title}
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}

function UploadRow({ upload, onDismiss }: { upload: PhotoUpload; onDismiss: () => void }) {
  const { name, share, problem } = upload
  return (
    <li class={problem === undefined ? undefined : 'is-refused'}>
      <span class="photo-name">{name}</span>
      {problem === undefined ? (
        <progress max={1} value={share} aria-label={texts.photos.uploading(name)} />
      ) : (
        <>
          <span>{problem}</span>
          <button class="quiet" aria-label={texts.photos.dismiss(name)} onClick={onDismiss}>
            <Icon name="close" size={16} />
          </button>
        </>
      )}
    </li>
  )
}

/** A paste into a text field is text: a picture cannot go there. */
function usePastedPictures(add: (files: File[]) => void): void {
  const take = useRef(add)
  take.current = add
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
      const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (files.length === 0 || isText) return
      event.preventDefault()
      take.current(files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}

function PhotoTools({
  photo,
  path,
  onChange,
  onDelete,
}: {
  photo: Photo
  path: string
  onChange: (photo: Photo) => void
  onDelete: () => void
}) {
  const [caption, setCaption] = useState(photo.caption ?? '')
  const [isDeleting, setDeleting] = useState(false)
  const action = useAction()
  return (
    <>
      <form
        class="photo-tools"
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(async () => onChange((await patch<{ data: Photo }>(path, { caption })).data))
        }}
      >
        <input
          aria-label={texts.photos.caption}
          placeholder={texts.photos.caption}
          maxLength={MAX_CAPTION_LENGTH}
          value={caption}
          onInput={(event) => setCaption(event.currentTarget.value)}
        />
        <button class="secondary" disabled={action.isBusy || caption === (photo.caption ?? '')}>
          {texts.photos.save}
        </button>
        <button class="danger" type="button" onClick={() => setDeleting(true)}>
          <Icon name="trash" /> {texts.photos.delete}
        </button>
        <ProblemNotice problem={action.problem} />
      </form>
      {isDeleting && (
        <Confirm
          title={texts.photos.deleteTitle}
          action={texts.photos.deleteIt}
          cancel={texts.photos.keepIt}
          run={async () => {
            await remove(path)
            onDelete()
          }}
          onClose={() => setDeleting(false)}
        >
          <p>{texts.photos.deleteWhy}</p>
        </Confirm>
      )}
    </>
  )
}
