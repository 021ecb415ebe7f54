// A modal dialog. Escape and the close button close it.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../language/texts.ts'
import { Icon } from './icons.tsx'

export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before it is painted: a key pressed meanwhile would go to the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} aria-labelledby={id} onCancel={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button class="quiet" type="button" aria-label={texts.shell.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
