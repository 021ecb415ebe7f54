// One file and its outcome.
import { formatBytes } from '../parts/format.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import type { Entry, State } from './use-uploads.ts'

const looks: Record<State, { icon: IconName; look: string; text: string }> = {
  waiting: { icon: 'upload', look: '', text: 'Waiting' },
  reading: { icon: 'book', look: '', text: 'Checking' },
  sending: { icon: 'upload', look: '', text: 'Uploading' },
  scoring: { icon: 'chart', look: '', text: 'Scoring' },
  new: { icon: 'check', look: 'good', text: 'New flight' },
  duplicate: { icon: 'copy', look: 'sun', text: 'Already uploaded' },
  refused: { icon: 'warning', look: 'bad', text: 'Rejected' },
  failed: { icon: 'warning', look: 'bad', text: 'Failed' },
}

export function FileRow({ entry, retry }: { entry: Entry; retry: () => void }) {
  const { icon, look, text } = looks[entry.state]
  return (
    <li>
      <span class={`mark ${look}`}>
        <Icon name={icon} size={16} />
      </span>
      <span>
        <strong>{entry.file.name}</strong> <span class="soft small">{formatBytes(entry.file.size)}</span>
      </span>
      <span class="row">
        <span class={`tag ${look}`}>{text}</span>
        {entry.flightId && (
          <a class="button secondary small" href={`/app/flights/${entry.flightId}`}>
            Open
          </a>
        )}
        {entry.state === 'failed' && (
          <button class="secondary small" onClick={retry}>
            Try again
          </button>
        )}
      </span>
      {entry.state === 'sending' && (
        <span class="details">
          <progress max={1} value={entry.share} aria-label={`Uploading ${entry.file.name}`} />
        </span>
      )}
      {entry.message && (
        <span class={`details ${look === 'bad' ? 'bad' : ''}`}>
          {entry.message} {entry.hint}
        </span>
      )}
    </li>
  )
}
