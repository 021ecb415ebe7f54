// Corrections by the pilot that the file cannot tell: launch type and tandem.
import { texts } from '../language/texts.ts'
import { useState } from 'preact/hooks'
import type { FlightCorrection } from '#contract/flight.ts'
import { type LaunchType, launchTypes } from '#contract/launch-types.ts'
import { useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'
import { type OwnProps, saveCorrection } from '../recordings/save.ts'

export function CorrectCard({ flight, onChange }: OwnProps) {
  const action = useAction()
  const [isSaved, setSaved] = useState(false)
  /** Shown while it is being saved; if that fails, the stored value returns. */
  const [pending, setPending] = useState<FlightCorrection>({})
  const shown = { ...flight, ...pending }
  const save = async (change: FlightCorrection) => {
    setSaved(false)
    setPending(change)
    const isDone = await action.run(() => saveCorrection({ flight, onChange }, change))
    setPending({})
    setSaved(isDone)
  }
  return (
    <section class="card correct" aria-labelledby="correct">
      <h2 id="correct">{texts.flight.edit}</h2>
      <div class="field">
        <label for="launch-type">{texts.flight.launch}</label>
        <select
          id="launch-type"
          value={shown.launch_type}
          disabled={action.isBusy}
          onChange={(event) => void save({ launch_type: event.currentTarget.value as LaunchType })}
        >
          {launchTypes.map((type) => (
            <option key={type} value={type}>
              {texts.flight.launches[type]}
            </option>
          ))}
        </select>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={shown.is_tandem}
          disabled={action.isBusy}
          onChange={(event) => void save({ is_tandem: event.currentTarget.checked })}
        />
        {texts.flight.tandemFlight}
      </label>
      <span class="small soft" role="status">
        {isSaved ? texts.flight.saved : texts.flight.savedAutomatically}
      </span>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
