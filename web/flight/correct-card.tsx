// What the file cannot tell and the pilot can correct: launch type and tandem.
import { useState } from 'preact/hooks'
import type { Flight, FlightCorrection } from '#sdk/types/flight.ts'
import { type LaunchType, launchTypes } from '#contract/launch-types.ts'
import type { FlightRow } from '#dashboard/flights.ts'
import { patch } from '../parts/api.ts'
import { forgetAnswers, useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

const launchNames: Record<LaunchType, string> = {
  Self: 'On foot',
  Towed: 'Towed',
  Powered: 'Powered',
  Driving: 'From a vehicle',
}

export function CorrectCard({ flight, onChange }: { flight: Flight; onChange: (flight: Flight) => void }) {
  const action = useAction()
  const [isSaved, setSaved] = useState(false)
  /** Shown while it is being saved; if that fails, the stored value returns. */
  const [pending, setPending] = useState<FlightCorrection>({})
  const shown = { ...flight, ...pending }
  const save = async (change: FlightCorrection) => {
    setSaved(false)
    setPending(change)
    const isDone = await action.run(async () => {
      const row = await patch<FlightRow>(`/flights/${flight.id}`, change)
      onChange(row.flight)
      forgetAnswers('/flights?')
    })
    setPending({})
    setSaved(isDone)
  }
  return (
    <section class="card correct" aria-labelledby="correct">
      <h2 id="correct">Edit flight</h2>
      <div class="field">
        <label for="launch-type">Launch</label>
        <select
          id="launch-type"
          value={shown.launch_type}
          disabled={action.isBusy}
          onChange={(event) => void save({ launch_type: event.currentTarget.value as LaunchType })}
        >
          {launchTypes.map((type) => (
            <option key={type} value={type}>
              {launchNames[type]}
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
        Tandem flight
      </label>
      <span class="small soft" role="status">
        {isSaved ? 'Saved.' : 'Changes are saved automatically.'}
      </span>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
