// Asks what a take-off is called that has no name yet, in the row of the first flight from there.
import { useRef, useState } from 'preact/hooks'
import type { Flight } from '#contract/flight.ts'
import { MAX_TAKEOFF_NAME_LENGTH } from '#contract/logbook/lengths.ts'
import type { TakeoffName, TakeoffNamed } from '#contract/logbook/takeoff-names.ts'
import { texts } from '../language/texts.ts'
import { request } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { forgetFlights, useAction } from '../parts/load.ts'
import { ProblemNotice } from '../parts/notices.tsx'

export function TakeoffQuestion({ flight, onNamed }: { flight: Flight; onNamed: () => Promise<void> }) {
  const { askTakeoff, askTakeoffWhat, notNow } = texts.upload
  const [name, setName] = useState('')
  const [answer, setAnswer] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const action = useAction()
  const send = async (wanted: TakeoffName) =>
    (await request<{ data: TakeoffNamed }>('PUT', `/flights/${flight.id}/takeoff`, wanted)).data
  const end = (said: string) => {
    setAnswer(said)
    // The button that had it is gone.
    place.current?.focus()
  }
  const save = async () => {
    const { changed } = await send({ name, isForNearby: true })
    forgetFlights('lists and sums')
    await onNamed()
    end(texts.own.named(changed))
  }
  // The service's own name stays: that is an answer, too.
  const leave = async () => {
    await send({ name: null })
    end('')
  }
  return (
    <div class="details" ref={place} tabIndex={-1}>
      {answer === undefined && (
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault()
            void action.run(save)
          }}
        >
          <Field
            id={`takeoff-${flight.id}`}
            label={askTakeoff}
            maxLength={MAX_TAKEOFF_NAME_LENGTH}
            value={name}
            change={setName}
          />
          <button class="secondary" disabled={name.trim() === '' || action.isBusy}>
            {texts.own.saveName}
          </button>
          <button class="quiet" type="button" disabled={action.isBusy} onClick={() => void action.run(leave)}>
            {notNow}
          </button>
          <span class="hint">{askTakeoffWhat}</span>
        </form>
      )}
      <ProblemNotice problem={action.problem} />
      <span role="status">{answer}</span>
    </div>
  )
}
