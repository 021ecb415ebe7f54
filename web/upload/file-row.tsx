// One file and its outcome.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import { Field } from '../parts/form/field.tsx'
import { formatBytes } from '../parts/format.ts'
import { OutcomeRow } from './outcome-row.tsx'
import type { Entry } from './use-uploads.ts'

/** The year of the first IGC files: an earlier date is a slip, such as a year of two digits. */
const FIRST_DATE = '1995-01-01'
/** How far the clocks of the easternmost islands are ahead of UTC. */
const MAX_UTC_OFFSET_MS = 14 * 3_600_000

export function FileRow({ entry, retry }: { entry: Entry; retry: (flightDate?: string) => void }) {
  const { file, state, flightId, message = '', hint = '' } = entry
  const tryAgain = (
    <button class="secondary small" onClick={() => retry()}>
      {texts.shell.tryAgain}
    </button>
  )
  return (
    <OutcomeRow
      outcome={state}
      name={file.name}
      note={formatBytes(file.size)}
      flightId={flightId}
      actions={(state === 'failed' || state === 'queued') && tryAgain}
      reason={`${message} ${hint}`.trim()}
    >
      {state === 'sending' && (
        <span class="details">
          <progress max={1} value={entry.share} aria-label={texts.upload.uploading(file.name)} />
        </span>
      )}
      {entry.lacksDate && <DateForm entry={entry} send={retry} />}
    </OutcomeRow>
  )
}

function DateForm({ entry: { key, file }, send }: { entry: Entry; send: (flightDate: string) => void }) {
  const [date, setDate] = useState('')
  return (
    <form
      class="details inline-form"
      aria-label={texts.upload.dateOf(file.name)}
      onSubmit={(event) => {
        event.preventDefault()
        send(date)
      }}
    >
      <Field
        id={`date-${key}`}
        label={texts.upload.date}
        type="date"
        required
        min={FIRST_DATE}
        max={new Date(Date.now() + MAX_UTC_OFFSET_MS).toISOString().slice(0, 10)}
        value={date}
        change={setDate}
      />
      <button class="secondary">{texts.upload.uploadWithDate}</button>
    </form>
  )
}
