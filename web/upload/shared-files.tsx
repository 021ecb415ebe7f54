// Files that another app shares with this one. They are uploaded when the pilot says so: a page of another site could
// send some as well.
import { texts } from '../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import { takeSharedFiles } from '../parts/files/shared-files.ts'

export function SharedFiles({ add }: { add: (files: File[]) => void }) {
  const [files, setFiles] = useState<File[]>([])
  useEffect(() => {
    // When signed out they wait, and this page is opened again.
    takeSharedFiles().then(setFiles, () => undefined)
  }, [])
  if (files.length === 0) return null
  const upload = () => {
    add(files)
    setFiles([])
  }
  return (
    <section class="card form" aria-labelledby="shared-files">
      <h2 id="shared-files">{texts.upload.sharedFiles(files.length)}</h2>
      <p>{texts.upload.anotherAppShares(files.map(({ name }) => name).join(', '))}</p>
      <div class="actions">
        <button onClick={upload}>{texts.upload.upload}</button>
        <button class="secondary" onClick={() => setFiles([])}>
          {texts.upload.discard}
        </button>
      </div>
    </section>
  )
}
