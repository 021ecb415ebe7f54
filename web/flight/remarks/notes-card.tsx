// The pilot's notes on a flight: private, also where the flight is shared.
import { texts } from '../../language/texts.ts'
import { useState } from 'preact/hooks'
import { MAX_NOTES_LENGTH } from '#contract/logbook/lengths.ts'
import { useAction } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { type OwnProps, saveCorrection } from '../../recordings/save.ts'

export function NotesCard(props: OwnProps) {
  const stored = props.flight.flightInfo.metadata.notes ?? ''
  /** Undefined: as it is stored. */
  const [text, setText] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const action = useAction()
  const shown = text ?? stored
  const isChanged = shown !== stored
  const save = async () => {
    const isDone = await action.run(() => saveCorrection(props, { notes: shown }))
    setSaved(isDone)
    // Text typed while it was being saved stays.
    if (isDone) setText((now) => (now === shown ? undefined : now))
  }
  return (
    <section class="card notes" aria-labelledby="notes">
      <h2 id="notes">{texts.flight.notes}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <textarea
          aria-labelledby="notes"
          aria-describedby="notes-hint"
          rows={Math.min(16, Math.max(3, shown.split('\n').length + 1))}
          maxLength={MAX_NOTES_LENGTH}
          placeholder={texts.flight.notesPlaceholder}
          value={shown}
          onInput={(event) => (setSaved(false), setText(event.currentTarget.value))}
        />
        <div class="notes-foot">
          <span id="notes-hint" class="small soft" role="status">
            {isSaved && !isChanged ? texts.flight.saved : texts.flight.notesHint}
          </span>
          <button class="secondary" disabled={!isChanged || action.isBusy}>
            {texts.flight.saveNotes}
          </button>
        </div>
        <ProblemNotice problem={action.problem} />
      </form>
    </section>
  )
}
