// Adds, changes or deletes a glider, and chooses it for flights of some days.
import { useState } from 'preact/hooks'
import { MAX_GLIDER_NAME_LENGTH } from '#contract/logbook/lengths.ts'
import type { Glider, GliderRegistration } from '#contract/logbook/gliders.ts'
import { texts } from '../language/texts.ts'
import { patch, post, remove } from '../parts/api.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Choice, Choose, Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { forgetFlights } from '../parts/load.ts'

export function GliderDialog({
  glider,
  onDone,
  onClose,
}: {
  /** Undefined: a new one. */
  glider?: Glider
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const { own } = texts
  const [wanted, setWanted] = useState<GliderRegistration>({
    name: glider?.name ?? '',
    class: glider?.class ?? 'B',
    isDefault: glider?.isDefault ?? false,
    isRetired: glider?.isRetired ?? false,
    inspectedOn: glider?.inspectedOn ?? null,
  })
  const change = (part: Partial<GliderRegistration>) => setWanted({ ...wanted, ...part })
  const submit = async () => {
    if (glider) await patch(`/gliders/${glider.id}`, wanted)
    else await post('/gliders', wanted)
    forgetFlights()
    await onDone()
  }
  return (
    <FormDialog
      title={glider ? own.editGlider : own.addGlider}
      label={own.save}
      isReady={wanted.name.trim() !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Field
        id="glider-name"
        label={own.gliderName}
        maxLength={MAX_GLIDER_NAME_LENGTH}
        autoFocus
        value={wanted.name}
        change={(name) => change({ name })}
      />
      <Choose
        label={own.gliderClass}
        names={own.classes}
        value={wanted.class}
        change={(name) => change({ class: name })}
      />
      <Field
        id="glider-inspected"
        label={own.inspectedOn}
        type="date"
        value={wanted.inspectedOn ?? ''}
        change={(day) => change({ inspectedOn: day || null })}
      />
      <Choice
        label={own.isDefault}
        isChosen={wanted.isDefault === true}
        choose={(isDefault) => change({ isDefault, ...(isDefault && { isRetired: false }) })}
      />
      <Choice
        label={own.isRetired}
        isChosen={wanted.isRetired === true}
        choose={(isRetired) => change({ isRetired, ...(isRetired && { isDefault: false }) })}
      />
    </FormDialog>
  )
}

export function DeleteGlider({
  glider,
  onDone,
  onClose,
}: {
  glider: Glider
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const { own } = texts
  const run = async () => {
    await remove(`/gliders/${glider.id}`)
    await onDone()
  }
  return (
    <Confirm title={`${own.deleteGlider(glider.name)}?`} action={own.remove} run={run} onClose={onClose}>
      {null}
    </Confirm>
  )
}

export function GliderFlightsDialog({
  glider,
  onDone,
  onClose,
}: {
  glider: Glider
  onDone: () => Promise<void>
  onClose: () => void
}) {
  const { own } = texts
  const [days, setDays] = useState({ from: '', to: '' })
  const [changed, setChanged] = useState<number>()
  const submit = async () => {
    const body = { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }
    const answer = await post<{ data: { changed: number } }>(`/gliders/${glider.id}/flights`, body)
    forgetFlights()
    setChanged(answer.data.changed)
    await onDone()
  }
  return (
    <FormDialog
      title={own.chooseFlightsFor(glider.name)}
      label={own.chooseFlights}
      submit={submit}
      onClose={onClose}
    >
      <p>{own.chooseFlightsAbout}</p>
      <Field
        id="glider-from"
        label={own.from}
        type="date"
        value={days.from}
        change={(from) => setDays({ ...days, from })}
      />
      <Field
        id="glider-to"
        label={own.to}
        type="date"
        value={days.to}
        change={(to) => setDays({ ...days, to })}
      />
      <p role="status">{changed !== undefined && own.flightsChanged(changed)}</p>
    </FormDialog>
  )
}
