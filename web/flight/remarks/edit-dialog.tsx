// The form for a flight's title, notes, glider, take-off and launch.
import { useState } from 'preact/hooks'
import type { Flight, FlightCorrection } from '#contract/flight.ts'
import { type LaunchType, launchTypes } from '#contract/launch-types.ts'
import { MAX_NOTES_LENGTH, MAX_TAKEOFF_NAME_LENGTH, MAX_TITLE_LENGTH } from '#contract/logbook/lengths.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import type { TakeoffNamed } from '#contract/logbook/takeoff-names.ts'
import { texts } from '../../language/texts.ts'
import { get, request } from '../../parts/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, Choose, Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { namePlace, nameTakeoff } from '../../parts/format.ts'
import { forgetFlights, useData } from '../../parts/load.ts'
import { type OwnProps, saveCorrection } from '../../recordings/save.ts'

interface Takeoff {
  name: string
  isForNearby: boolean
  isSuggested: boolean
  /** The name that the service gives it. */
  isPlain: boolean
}

export function EditDialog(props: OwnProps & { onClose: () => void }) {
  const { flight, onClose } = props
  const { title = '', notes = '', ownGlider, ownTakeoff } = flight.flightInfo.metadata
  const { launch_type, is_tandem } = flight
  const stored = { title, notes, gliderId: ownGlider?.id ?? '', launch_type, is_tandem }
  const [form, setForm] = useState(stored)
  const set = (change: Partial<typeof stored>) => setForm({ ...form, ...change })
  const isForNearby = ownTakeoff?.isForNearby ?? true
  const name = namePlace(flight.flightInfo.takeoff.name)
  const [takeoff, setTakeoff] = useState<Takeoff>({ name, isForNearby, isSuggested: true, isPlain: false })
  const [said, setSaid] = useState('')
  const save = async () => {
    const { gliderId, ...change } = listChanges(stored, form)
    const correction: FlightCorrection = {
      ...change,
      ...(gliderId !== undefined && { gliderId: gliderId || null }),
    }
    if (Object.keys(correction).length > 0) await saveCorrection(props, correction)
    const outcome = isRenamed(flight, takeoff) ? await nameIt(props, takeoff) : ''
    if (outcome) setSaid(outcome)
    else onClose()
  }
  if (said)
    return (
      <Dialog title={texts.flight.edit} onClose={onClose}>
        <p role="status">{said}</p>
      </Dialog>
    )
  return (
    <FormDialog title={texts.flight.edit} submit={save} onClose={onClose} label={texts.flight.save}>
      <Field
        id="flight-title"
        label={texts.flight.title}
        value={form.title}
        maxLength={MAX_TITLE_LENGTH}
        placeholder={nameTakeoff(flight)}
        change={(text) => set({ title: text })}
      />
      <div class="field">
        <label for="notes">{texts.flight.notes}</label>
        <textarea
          id="notes"
          aria-describedby="notes-hint"
          rows={Math.min(12, Math.max(3, form.notes.split('\n').length + 1))}
          maxLength={MAX_NOTES_LENGTH}
          placeholder={texts.flight.notesPlaceholder}
          value={form.notes}
          onInput={(event) => set({ notes: event.currentTarget.value })}
        />
        <span id="notes-hint" class="hint">
          {texts.flight.notesHint}
        </span>
      </div>
      <GliderChoice flight={flight} chosen={form.gliderId} choose={(id) => set({ gliderId: id })} />
      <TakeoffFields flight={flight} takeoff={takeoff} change={setTakeoff} />
      <Choose<LaunchType>
        label={texts.flight.launch}
        names={Object.fromEntries(launchTypes.map((type) => [type, texts.flight.launches[type]]))}
        value={form.launch_type}
        change={(type) => set({ launch_type: type })}
      />
      <Choice
        label={texts.flight.tandemFlight}
        isChosen={form.is_tandem}
        choose={(isTandem) => set({ is_tandem: isTandem })}
      />
    </FormDialog>
  )
}

function listChanges<Values extends object>(stored: Values, form: Values): Partial<Values> {
  const changed = Object.entries(form).filter(([name, value]) => stored[name as keyof Values] !== value)
  return Object.fromEntries(changed) as Partial<Values>
}

function isRenamed(flight: Flight, { name, isPlain }: Takeoff): boolean {
  return isPlain || (name.trim() !== '' && name.trim() !== namePlace(flight.flightInfo.takeoff.name))
}

/** Says what came of it, where that does not show on the page. */
async function nameIt(
  { flight, onChange }: OwnProps,
  { name, isForNearby, isSuggested, isPlain }: Takeoff,
): Promise<string> {
  const wanted = isPlain ? { name: null, isForNearby } : { name, isForNearby, isSuggested }
  const path = `/flights/${flight.id}/takeoff`
  const { changed, isSuggested: waits } = (await request<{ data: TakeoffNamed }>('PUT', path, wanted)).data
  // Not those of this flight, which the page is showing.
  forgetFlights('lists and sums')
  onChange((await get<{ data: Flight }>(`/flights/${flight.id}`)).data)
  const { own } = texts
  const suggestion = waits ? own.waitsForOperator : isSuggested && !isPlain ? own.notSuggested : ''
  return changed > 1 || suggestion ? `${own.named(changed)} ${suggestion}` : ''
}

function GliderChoice({
  flight,
  chosen,
  choose,
}: {
  flight: Flight
  chosen: string
  choose: (id: string) => void
}) {
  const { own } = texts
  const { glider: header } = flight.flightInfo.metadata as { glider?: string | null }
  const gliders = useData<Glider[]>('/gliders')
  const offered = (gliders.value ?? []).filter(({ id, isRetired }) => !isRetired || id === chosen)
  return (
    <div class="field">
      <label for="own-glider">{own.glider}</label>
      <select id="own-glider" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{own.noGlider}</option>
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span class="hint">
        {header ? `${own.fileSays(header)} ` : ''}
        <a href="/app/logbook/gliders">{own.glidersLink}</a>
      </span>
    </div>
  )
}

function TakeoffFields({
  flight,
  takeoff,
  change,
}: {
  flight: Flight
  takeoff: Takeoff
  change: (takeoff: Takeoff) => void
}) {
  const { own } = texts
  const set = (some: Partial<Takeoff>) => change({ ...takeoff, ...some })
  return (
    <div>
      <Field
        id="takeoff-name"
        label={own.takeoffName}
        maxLength={MAX_TAKEOFF_NAME_LENGTH}
        value={takeoff.name}
        change={(name) => set({ name, isPlain: false })}
      />
      {flight.flightInfo.metadata.ownTakeoff && (
        <Choice label={own.plainName} isChosen={takeoff.isPlain} choose={(isPlain) => set({ isPlain })} />
      )}
      {isRenamed(flight, takeoff) && !takeoff.isPlain && (
        <>
          <Choice
            label={own.isForNearby}
            isChosen={takeoff.isForNearby}
            choose={(isForNearby) => set({ isForNearby })}
          />
          <Choice
            label={own.suggestIt}
            isChosen={takeoff.isSuggested}
            choose={(isSuggested) => set({ isSuggested })}
          />
          <p class="small soft">{own.suggestAbout}</p>
        </>
      )}
    </div>
  )
}
