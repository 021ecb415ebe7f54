// One archive: how far it is, and what became of each file in it.
import type { EntryStatus, Import } from '#contract/imports.ts'
import { useAction } from '../parts/load.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { isRunning } from './use-imports.ts'

const looks: Record<EntryStatus, { icon: IconName; look: string; text: string }> = {
  waiting: { icon: 'upload', look: '', text: 'Waiting' },
  new: { icon: 'check', look: 'good', text: 'New flight' },
  duplicate: { icon: 'copy', look: 'sun', text: 'Already uploaded' },
  refused: { icon: 'warning', look: 'bad', text: 'Rejected' },
  failed: { icon: 'warning', look: 'bad', text: 'Failed' },
  skipped: { icon: 'book', look: '', text: 'Skipped' },
}

export function ImportCard({ archive, putAway }: { archive: Import; putAway: () => Promise<void> }) {
  const { isBusy, problem, run } = useAction()
  const flights = archive.entries.filter(({ status }) => status !== 'skipped')
  const skipped = archive.entries.filter(({ status }) => status === 'skipped')
  const done = flights.length - archive.counts.waiting
  const headingId = `import-${archive.id}`
  return (
    <section class="card list-card" aria-labelledby={headingId}>
      <div class="list-head">
        <h2 id={headingId}>{archive.fileName}</h2>
        <p class="soft small" role="status">
          {summarise(archive)}
        </p>
      </div>
      {isRunning(archive) && (
        <progress max={flights.length} value={done} aria-label={`Files of ${archive.fileName} processed`} />
      )}
      <ul class="files">
        {flights.map((entry, index) => (
          <EntryRow key={index} entry={entry} />
        ))}
      </ul>
      {skipped.length > 0 && (
        <details class="skipped">
          <summary>{skipped.length === 1 ? '1 file skipped' : `${skipped.length} files skipped`}</summary>
          <ul class="files">
            {skipped.map((entry, index) => (
              <EntryRow key={index} entry={entry} />
            ))}
          </ul>
        </details>
      )}
      <div class="list-foot">
        <span class={problem ? 'bad' : 'soft small'} role={problem ? 'alert' : undefined}>
          {problem?.message ??
            (isRunning(archive) ? 'You may leave this page: it goes on, and the result stays here.' : '')}
        </span>
        {!isRunning(archive) && (
          <button class="secondary" disabled={isBusy} onClick={() => void run(putAway)}>
            Put away
          </button>
        )}
      </div>
    </section>
  )
}

function EntryRow({ entry }: { entry: Import['entries'][number] }) {
  const { icon, look, text } = looks[entry.status]
  return (
    <li>
      <span class={`mark ${look}`}>
        <Icon name={icon} size={16} />
      </span>
      <strong>{entry.name}</strong>
      <span class="row">
        <span class={`tag ${look}`}>{text}</span>
        {entry.flightId && (
          <a class="button secondary small" href={`/app/flights/${entry.flightId}`}>
            Open
          </a>
        )}
      </span>
      {entry.reason && <span class={`details ${look === 'bad' ? 'bad' : ''}`}>{entry.reason}</span>}
    </li>
  )
}

function summarise({ counts }: Import): string {
  const parts: [number, string][] = [
    [counts.waiting, 'in progress'],
    [counts.new, 'new'],
    [counts.duplicate, 'already uploaded'],
    [counts.refused, 'rejected'],
    [counts.failed, 'failed'],
    [counts.skipped, 'skipped'],
  ]
  const named = parts.filter(([number]) => number > 0).map(([number, name]) => `${number} ${name}`)
  return named.join(', ') || 'The archive is empty'
}
