// Uploads many files at once and shows what became of each.
import { texts } from '../language/texts.ts'
import { useEffect, useRef } from 'preact/hooks'
import { DropZone } from '../parts/drop-zone.tsx'
import { navigate } from '../parts/router.ts'
import { receiveFiles } from '../parts/files/upload-queue.ts'
import { takeWantedFile } from '../parts/files/kept-file.ts'
import { FileRow } from '../upload/file-row.tsx'
import { ImportCard } from '../upload/import-card.tsx'
import { SharedFiles } from '../upload/shared-files.tsx'
import { SignatureConsent } from '../upload/signature-consent.tsx'
import { summarise } from '../upload/outcome-row.tsx'
import { useImports } from '../upload/use-imports.ts'
import { type Entry, isDone, resume, type State, useUploads } from '../upload/use-uploads.ts'
import { UploadTabs } from '../parts/menu/upload-tabs.tsx'
import { PageHead } from '../parts/menu/page-head.tsx'

export { resume } from '../upload/use-uploads.ts'

export default function Upload() {
  const { entries, add, retry } = useUploads()
  const { imports, dismiss } = useImports()
  const isSampling = useRef(false)
  const addSample = async () => {
    const { makeSampleFile } = await import('../upload/sample-flight.ts')
    add([makeSampleFile()], { opensWhenStored: true })
  }
  useEffect(() => {
    void takeWantedFile().then((kept) => kept && add([kept], { opensWhenStored: true }))
    resume()
    if (new URLSearchParams(location.search).has('sample') && !isSampling.current) {
      isSampling.current = true
      navigate('/app/upload', { replace: true })
      void addSample()
    }
    return receiveFiles(add)
  }, [])
  const done = entries.filter((entry) => isDone(entry.state))
  return (
    <div class="stack">
      <div>
        <PageHead title={texts.upload.title} about={texts.upload.intro} />
        <UploadTabs current="/app/upload" />
      </div>
      <SharedFiles add={add} />
      <DropZone title={texts.upload.dropHere} compact={entries.length + imports.length > 0} onFiles={add}>
        {entries.length + imports.length === 0 && (
          <p>
            {texts.upload.dropWhat((words) => (
              <button class="link" onClick={() => void addSample()}>
                {words}
              </button>
            ))}
          </p>
        )}
      </DropZone>
      {entries.length > 0 && (
        <section class="card list-card" aria-labelledby="files">
          <div class="list-head">
            <h2 id="files">{texts.upload.files(entries.length)}</h2>
            <p class="soft small" role="status">
              {summarise(count(entries))}
            </p>
          </div>
          {done.length < entries.length && (
            <progress max={entries.length} value={done.length} aria-label={texts.upload.processed} />
          )}
          <ul class="files">
            {entries.map((entry) => (
              <FileRow key={entry.key} entry={entry} retry={(flightDate) => retry(entry, flightDate)} />
            ))}
          </ul>
          {done.length === entries.length && done.some((entry) => entry.state === 'new') && (
            <div class="list-foot">
              <span />
              <a class="button" href="/app/logbook">
                {texts.shell.openLogbook}
              </a>
            </div>
          )}
        </section>
      )}
      {imports.map((archive) => (
        <ImportCard key={archive.id} archive={archive} dismiss={() => dismiss(archive)} />
      ))}
      <SignatureConsent />
    </div>
  )
}

function count(entries: Entry[]): Partial<Record<State, number>> {
  const counts: Partial<Record<State, number>> = {}
  for (const { state } of entries) {
    const counted = isDone(state) ? state : 'waiting'
    counts[counted] = (counts[counted] ?? 0) + 1
  }
  return counts
}
