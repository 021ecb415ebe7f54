// One instrument: where its pilot types what, the four lines to type, and the wait for its first flight.
import { texts } from '../language/texts.ts'
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { useEffect, useState } from 'preact/hooks'
import type { CreatedDevice, DeviceSummary } from '#dashboard/devices.ts'
import { findInstrument, findRecorder, type Instrument } from '#dashboard/instruments.ts'
import { get, post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { Form } from '../parts/form/form.tsx'
import { Icon } from '../parts/icons.tsx'
import { useAction } from '../parts/load.ts'
import type { PageProps } from '../parts/router.ts'
import { CopyField, OnceNotice } from '../developers/copy-field.tsx'
import { PageHead } from '../parts/menu/page-head.tsx'

const ASK_EVERY_MS = 3000

export default function AddDevice({ id = '' }: PageProps) {
  const instrument = findInstrument(id) ?? findInstrument('other')!
  const recorder = findRecorder(id)
  const { name, steps } = texts.instruments[recorder ?? instrument.id]
  const [created, setCreated] = useState<CreatedDevice>()
  return (
    <>
      <PageHead title={name} back={{ path: '/app/upload/automatic', name: texts.upload.tabs.automatic }} />
      <div class="stack">
        <section class="card" aria-labelledby="steps">
          <h2 id="steps">{texts.devices.onInstrument}</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <section class="card" aria-labelledby="lines">
          <h2 id="lines">{instrument.isPaired || recorder ? texts.devices.here : texts.devices.settings}</h2>
          {recorder ? (
            <a class="button" href="/app/upload">
              {texts.logbook.uploadFlights}
            </a>
          ) : instrument.isPaired ? (
            <a class="button" href="/activate">
              {texts.devices.pair}
            </a>
          ) : created ? (
            <Lines created={created} />
          ) : (
            <NewDevice instrument={instrument} onCreated={setCreated} />
          )}
        </section>
      </div>
    </>
  )
}

function NewDevice({
  instrument,
  onCreated,
}: {
  instrument: Instrument
  onCreated: (created: CreatedDevice) => void
}) {
  const [name, setName] = useState('')
  const action = useAction()
  const create = async () =>
    onCreated(await post<CreatedDevice>('/devices', { name, instrument: instrument.id }))
  const foot = (
    <div>
      <button disabled={action.isBusy}>{texts.devices.createPassword}</button>
    </div>
  )
  return (
    <Form action={action} submit={create} foot={foot}>
      <Field
        id="device-name"
        label={texts.devices.name}
        hint={texts.devices.nameHint}
        required
        maxLength={MAX_NAME_LENGTH}
        placeholder={texts.devices.namePlaceholder}
        value={name}
        change={setName}
      />
    </Form>
  )
}

function Lines({ created }: { created: CreatedDevice }) {
  const lines: [string, string][] = [
    [texts.devices.address, created.address],
    [texts.devices.user, created.user],
    [texts.devices.password, created.password],
    [texts.devices.name, created.name],
  ]
  return (
    <div class="form">
      <OnceNotice>{texts.devices.shownOnce}</OnceNotice>
      {lines.map(([label, text]) => (
        <div class="field" key={label}>
          <span>{label}</span>
          <CopyField text={text} label={label} />
        </div>
      ))}
      <p class="hint">{texts.devices.shorterUser(created.login)}</p>
      <img src={created.picture} alt={texts.devices.picture} width="200" height="200" />
      <FirstFlight id={created.id} />
    </div>
  )
}

/** Asks until the first flight is there; an answer that does not come is asked for again. */
function FirstFlight({ id }: { id: string }) {
  const [flightId, setFlightId] = useState<string | null>(null)
  useEffect(() => {
    if (flightId !== null) return undefined
    const timer = setInterval(() => {
      get<DeviceSummary>(`/devices/${id}`).then(
        ({ firstFlightId }) => setFlightId(firstFlightId),
        () => undefined,
      )
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [id, flightId])
  return (
    <div role="status" class={flightId === null ? 'notice' : 'notice good'}>
      <Icon name={flightId === null ? 'upload' : 'check'} />
      <div>
        {flightId === null
          ? texts.devices.waiting
          : texts.devices.arrived((words) => <a href={`/app/flights/${flightId}`}>{words}</a>)}
      </div>
    </div>
  )
}
