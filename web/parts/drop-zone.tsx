// An area to drop files on or to choose them from.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { texts } from '../language/texts.ts'
import { Icon } from './icons.tsx'

export function DropZone({
  title,
  children,
  compact = false,
  onFiles,
}: {
  title: string
  children?: ComponentChildren
  compact?: boolean
  onFiles: (files: File[]) => void
}) {
  const [isOver, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0) onFiles([...files])
  }
  return (
    <section
      class={`drop${compact ? ' compact' : ''}${isOver ? ' is-over' : ''}`}
      aria-label={texts.shell.uploadFiles}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <h2>{title}</h2>
      {children}
      <div class="row">
        <button onClick={() => picker.current?.click()}>
          <Icon name="upload" /> {texts.shell.chooseFiles}
        </button>
      </div>
      <input
        ref={picker}
        class="unseen"
        type="file"
        multiple
        accept=".igc,.IGC,.gz,.zip,application/octet-stream,text/plain"
        aria-label={texts.shell.igcFiles}
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}
