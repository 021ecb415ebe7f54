// The glider that a flight was flown with, and what its pilot calls the take-off.
import { useState } from 'preact/hooks'
import { MAX_TAKEOFF_NAME_LENGTH } from '#contract/logbook/lengths.ts'
import type { Flight } from '#contract/flight.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import type { TakeoffName, TakeoffNamed } from '#contract/logbook/takeoff-names.ts'
import { texts } from '../../language/texts.ts'
import { get, request } from '../../parts/api.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { forgetFlights, useAction, useData } from '../../parts/load.ts'
import { ProblemNotice } from '../../parts/notices.tsx'
import { type OwnProps, saveCorrection } from '../../recordings/save.ts'

export function OwnCard(props: OwnProps) {
  return (
    <section class="card own" aria-label={`${texts.own.glider}, ${texts.own.takeoffName}`}>
      <GliderChoice {...props} />
      <TakeoffForm {...props} />
    </section>
  )
}

function GliderChoice(props: OwnProps) {
  const { own } = texts
  const { ownGlider, ...metadata } = props.flight.flightInfo.metadata
  const { glider: header } = metadata as { glider?: string | null }
  const gliders = useData<Glider[]>('/gliders')
  const action = useAction()
  const [isSaved, setSaved] = useState(false)
  const offered = (gliders.value ?? []).filter(({ id, isRetired }) => !isRetired || id === ownGlider?.id)
  const choose = async (id: string) => {
    setSaved(false)
    setSaved(await action.run(() => saveCorrection(props, { glider_id: id || null })))
    gliders.reload()
  }
  return (
    <div class="field">
      <label for="own-glider">{own.glider}</label>
      <select
        id="own-glider"
        value={ownGlider?.id ?? ''}
        disabled={action.isBusy}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        <option value="">{own.noGlider}</option>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span class="hint" role="status">
        {isSaved ? `${own.saved} ` : header ? `${own.fileSays(header)} ` : ''}
        <a href="/app/account/gliders">{own.glidersLink}</a>
      </span>
      <ProblemNotice problem={action.problem} />
    </div>
  )
}

function TakeoffForm({ flight, onChange }: OwnProps) {
  const { own } = texts
  const { ownTakeoff } = flight.flightInfo.metadata
  const [name, setName] = useState<string>()
  const [isForNearby, setNearby] = useState(true)
  const [isSuggested, setSuggested] = useState(true)
  const [said, setSaid] = useState('')
  const action = useAction()
  const shown = name ?? flight.flightInfo.takeoff.name
  const save = async (wanted: TakeoffName) => {
    const path = `/flights/${flight.id}/takeoff`
    const { changed, isSuggested: waits } = (await request<{ data: TakeoffNamed }>('PUT', path, wanted)).data
    // Not those of this flight, which the page is showing.
    forgetFlights('lists and sums')
    onChange((await get<{ data: Flight }>(`/flights/${flight.id}`)).data)
    setName(undefined)
    const outcome = waits ? own.waitsForOperator : wanted.isSuggested ? own.notSuggested : ''
    setSaid(`${own.named(changed)} ${outcome}`)
  }
  const isChanged = shown.trim() !== '' && shown.trim() !== flight.flightInfo.takeoff.name
  return (
    <Form
      action={action}
      submit={() => save({ name: shown, isForNearby, isSuggested })}
      foot={
        <div class="row">
          <button class="secondary" disabled={!isChanged || action.isBusy}>
            {own.saveName}
          </button>
          {ownTakeoff && (
            <button
              class="quiet"
              type="button"
              disabled={action.isBusy}
              onClick={() => void action.run(() => save({ name: null, isForNearby: ownTakeoff.isForNearby }))}
            >
              {own.plainName}
            </button>
          )}
          <span class="small soft" role="status">
            {said}
          </span>
        </div>
      }
    >
      <Field
        id="takeoff-name"
        label={own.takeoffName}
        maxLength={MAX_TAKEOFF_NAME_LENGTH}
        value={shown}
        change={(text) => (setSaid(''), setName(text))}
      />
      {isChanged && (
        <>
          <label class="choice">
            <input
              type="checkbox"
              checked={isForNearby}
              onChange={(event) => setNearby(event.currentTarget.checked)}
            />
            {own.isForNearby}
          </label>
          <label class="choice">
            <input
              type="checkbox"
              checked={isSuggested}
              onChange={(event) => setSuggested(event.currentTarget.checked)}
            />
            <span>
              {own.suggestIt}
              <span class="hint block">{own.suggestAbout}</span>
            </span>
          </label>
        </>
      )}
    </Form>
  )
}
