// One archive: how far it is, and what became of each file in it.
import { texts } from '../language/texts.ts'
import type { Import } from '#contract/imports.ts'
import { useAction } from '../parts/load.ts'
import { OutcomeRow, summarise } from './outcome-row.tsx'
import { isRunning } from './use-imports.ts'

export function ImportCard({ archive, dismiss }: { archive: Import; dismiss: () => Promise<void> }) {
  const { isBusy, problem, run } = useAction()
  const taken = archive.entries.filter(({ status }) => status !== 'skipped')
  // Photos come with their flights: only what is wrong with one is worth a row.
  const rows = taken.filter(
    ({ kind, status }) => kind === 'flight' || status === 'refused' || status === 'failed',
  )
  const skipped = archive.entries.filter(({ status }) => status === 'skipped')
  const done = taken.length - archive.counts.waiting
  const headingId = `import-${archive.id}`
  return (
    <section class="card list-card" aria-labelledby={headingId}>
      <div class="list-head">
        <h2 id={headingId}>{archive.fileName}</h2>
        <p class="soft small" role="status">
          {summarise(archive.counts) || texts.upload.emptyArchive}
        </p>
      </div>
      {isRunning(archive) && (
        <progress max={taken.length} value={done} aria-label={texts.upload.processedOf(archive.fileName)} />
      )}
      <ul class="files">
        {rows.map((entry, index) => (
          <EntryRow key={index} entry={entry} />
        ))}
      </ul>
      {skipped.length > 0 && (
        <details class="skipped">
          <summary>{texts.upload.skipped(skipped.length)}</summary>
          <ul class="files">
            {skipped.map((entry, index) => (
              <EntryRow key={index} entry={entry} />
            ))}
          </ul>
        </details>
      )}
      <div class="list-foot">
        <span class={problem ? 'bad' : 'soft small'} role={problem ? 'alert' : undefined}>
          {problem?.message ?? (isRunning(archive) ? texts.upload.mayLeave : '')}
        </span>
        {!isRunning(archive) && (
          <button class="secondary" disabled={isBusy} onClick={() => void run(dismiss)}>
            {texts.upload.dismiss}
          </button>
        )}
      </div>
    </section>
  )
}

function EntryRow({ entry: { name, status, flightId, reason } }: { entry: Import['entries'][number] }) {
  return <OutcomeRow outcome={status} name={name} flightId={flightId} reason={reason} />
}
