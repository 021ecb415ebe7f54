// One photo in its large size. Arrow keys, a swipe and two buttons lead to its neighbours.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Photo } from '#contract/logbook/photo.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { texts } from '../../language/texts.ts'

/** Where a photo is read in one of its sizes. */
export type AddressOf = (photo: Photo, size: 'small' | 'large') => string

/** A finger that moves less has only touched the picture. */
const SWIPE_PX = 40

interface PhotoDialogProps {
  title: string
  photo: Photo
  addressOf: AddressOf
  /** Undefined when there is no other. */
  onStep: ((by: 1 | -1) => void) | undefined
  onClose: () => void
  children: ComponentChildren
}

export function PhotoDialog({ title, photo, addressOf, onStep, onClose, children }: PhotoDialogProps) {
  const startX = useRef<number | undefined>(undefined)
  useArrowKeys(onStep)
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="photo-large">
        <img
          key={photo.id}
          src={addressOf(photo, 'large')}
          alt={photo.caption ?? ''}
          width={photo.width}
          height={photo.height}
          draggable={false}
          onPointerDown={(event) => (startX.current = event.clientX)}
          onPointerUp={(event) => {
            const moved = event.clientX - (startX.current ?? event.clientX)
            if (Math.abs(moved) >= SWIPE_PX) onStep?.(moved < 0 ? 1 : -1)
          }}
        />
        {onStep && (
          <>
            <button class="secondary previous" aria-label={texts.photos.previous} onClick={() => onStep(-1)}>
              <Icon name="back" />
            </button>
            <button class="secondary next" aria-label={texts.photos.next} onClick={() => onStep(1)}>
              <Icon name="back" />
            </button>
          </>
        )}
      </div>
      {children}
    </Dialog>
  )
}

/** From the moment that a photo is shown: a key that is pressed at once leads on from it, not from the one before. */
function useArrowKeys(onStep: PhotoDialogProps['onStep']): void {
  useLayoutEffect(() => {
    const step = (event: KeyboardEvent) => {
      // In a text they move the caret.
      if (event.target instanceof HTMLInputElement) return
      if (event.key === 'ArrowRight') onStep?.(1)
      if (event.key === 'ArrowLeft') onStep?.(-1)
    }
    addEventListener('keydown', step)
    return () => removeEventListener('keydown', step)
  }, [onStep])
}
