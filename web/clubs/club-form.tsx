// Creates a club, or changes its settings.
import { useState } from 'preact/hooks'
import type { Club, ClubRegistration } from '#contract/clubs/clubs.ts'
import { patch, post } from '../parts/api.ts'
import { Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { Choose } from '../parts/form/choose.tsx'
import { words } from './words.ts'

/** Written as they are stored. */
const fields = [
  ['name', 80, (text: string) => text],
  ['handle', 40, (text: string) => text.toLowerCase()],
  ['country', 2, (text: string) => text.toUpperCase()],
] as const

export function ClubForm({
  club,
  onDone,
  onClose,
}: {
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
      isReady={fields.every(([name]) => wanted[name].trim() !== '')}
      submit={submit}
      onClose={onClose}
    >
      {fields.map(([name, maxLength, write]) => (
        <Field
          key={name}
          id={`club-${name}`}
          label={words[name]}
          {...(name === 'handle' && { hint: words.handleHint })}
          maxLength={maxLength}
          autoFocus={name === 'name'}
          value={wanted[name]}
          change={(text) => change({ [name]: write(text) })}
        />
      ))}
      <Choose
        label={words.joining}
        names={words.joins}
        value={wanted.join}
        change={(join) => change({ join })}
      />
      <Choose
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
