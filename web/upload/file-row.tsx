// One file and its outcome.
import { formatBytes } from '../parts/format.ts'
import { OutcomeRow } from './outcome-row.tsx'
import type { Entry } from './use-uploads.ts'

export function FileRow({ entry, retry }: { entry: Entry; retry: () => void }) {
  const { file, state, flightId, message = '', hint = '' } = entry
  const tryAgain = (
    <button class="secondary small" onClick={retry}>
      Try again
    </button>
  )
  return (
    <OutcomeRow
      outcome={state}
      name={file.name}
      note={formatBytes(file.size)}
      flightId={flightId}
      actions={state === 'failed' && tryAgain}
      reason={`${message} ${hint}`.trim()}
    >
      {state === 'sending' && (
        <span class="details">
          <progress max={1} value={entry.share} aria-label={`Uploading ${file.name}`} />
        </span>
      )}
    </OutcomeRow>
  )
}
