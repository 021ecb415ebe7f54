// Files that another app shares with this one. They are uploaded when the pilot says so: a page of another site could
// send some as well.
import { useEffect, useState } from 'preact/hooks'
import { takeSharedFiles } from '../parts/files/shared-files.ts'

export function SharedFiles({ add }: { add: (files: File[]) => void }) {
  const [files, setFiles] = useState<File[]>([])
  useEffect(() => {
    // Where nobody is signed in they wait, and this page is opened again.
    takeSharedFiles().then(setFiles, () => undefined)
  }, [])
  if (files.length === 0) return null
  const upload = () => {
    add(files)
    setFiles([])
  }
  return (
    <section class="card form" aria-labelledby="shared-files">
      <h2 id="shared-files">{files.length === 1 ? 'A shared file' : `${files.length} shared files`}</h2>
      <p>{`Another app shares ${files.map(({ name }) => name).join(', ')} with your logbook.`}</p>
      <div class="actions">
        <button onClick={upload}>Upload</button>
        <button class="secondary" onClick={() => setFiles([])}>
          Discard
        </button>
      </div>
    </section>
  )
}
