// Creates a club, or changes its settings.
import { useState } from 'preact/hooks'
import type { Club, ClubRegistration } from '#contract/clubs/clubs.ts'
import { patch, post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import type { ClubTexts } from './words.ts'

export function ClubForm({
  words,
  club,
  onDone,
  onClose,
}: {
  words: ClubTexts
  /** Undefined: a new one. */
  club?: Club
  onDone: (club: Club) => void
  onClose: () => void
}) {
  const [wanted, setWanted] = useState<ClubRegistration>({
    name: club?.name ?? '',
    handle: club?.handle ?? '',
    country: club?.country ?? '',
    join: club?.join ?? 'request',
    visible: club?.visible ?? 'public',
  })
  const change = (part: Partial<ClubRegistration>) => setWanted({ ...wanted, ...part })
  const submit = async () => {
    const { data } = club
      ? await patch<{ data: Club }>(`/clubs/${club.id}`, findChanges(club, wanted))
      : await post<{ data: Club }>('/clubs', wanted)
    onDone(data)
  }
  return (
    <FormDialog
      title={club ? words.settings : words.create}
      label={words.save}
      isReady={wanted.name.trim() !== '' && wanted.handle !== '' && wanted.country !== ''}
      submit={submit}
      onClose={onClose}
    >
      <Field
        id="club-name"
        label={words.name}
        maxLength={80}
        autoFocus
        value={wanted.name}
        change={(name) => change({ name })}
      />
      <Field
        id="club-handle"
        label={words.handle}
        hint={words.handleHint}
        maxLength={40}
        value={wanted.handle}
        change={(handle) => change({ handle: handle.toLowerCase() })}
      />
      <Field
        id="club-country"
        label={words.country}
        maxLength={2}
        value={wanted.country}
        change={(country) => change({ country: country.toUpperCase() })}
      />
      <Choose
        id="club-join"
        label={words.joining}
        names={words.joins}
        value={wanted.join}
        change={(join) => change({ join })}
      />
      <Choose
        id="club-visible"
        label={words.seenBy}
        names={words.visibilities}
        value={wanted.visible}
        change={(visible) => change({ visible })}
      />
    </FormDialog>
  )
}

/** Only what is new: a club that is public already is not made public again, which would ask for a proof. */
function findChanges(club: Club, wanted: ClubRegistration): Partial<ClubRegistration> {
  const changed = Object.entries(wanted).filter(([name, value]) => club[name as 'name'] !== value)
  return changed.length > 0 ? Object.fromEntries(changed) : { name: wanted.name }
}

export function Choose<Value extends string>({
  id,
  label,
  names,
  value,
  change,
}: {
  id: string
  label: string
  names: Record<Value, string>
  value: Value
  change: (value: Value) => void
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value as Value)}>
        {(Object.entries(names) as [Value, string][]).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
