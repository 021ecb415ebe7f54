// Creates a club, or changes its settings and what it says of itself.
import { useState } from 'preact/hooks'
import type { Club, ClubRegistration } from '#contract/clubs/clubs.ts'
import { addressOf, get, patch, post, remove, request } from '../parts/api.ts'
import { Choose, Field } from '../parts/form/field.tsx'
import { FormDialog } from '../parts/form/form-dialog.tsx'
import { PictureField } from '../parts/form/picture-field.tsx'
import { listCountries } from './figures.ts'
import { Writing } from './page.tsx'
import { words } from './words.ts'

const isHandle = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/
const isWebsite = /^https:\/\/[^\s/?#@:]+\.[^\s/?#@:]+(?:[/?#]\S*)?$/

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
  const [wanted, setWanted] = useState<Required<ClubRegistration>>({
    name: club?.name ?? '',
    handle: club?.handle ?? '',
    country: club?.country ?? '',
    join: club?.join ?? 'request',
    visible: club?.visible ?? 'public',
    description: club?.description ?? null,
    website: club?.website ?? null,
  })
  const [picture, setPicture] = useState(club?.picture ?? null)
  const [taken, setTaken] = useState<string>()
  const change = (part: Partial<ClubRegistration>) => setWanted({ ...wanted, ...part })
  const { name, handle, country, website } = wanted
  const mayBeHandle = handle === '' || isHandle.test(handle)
  const mayBeWebsite = !website || isWebsite.test(website)
  const submit = async () => {
    const { data: same } = await get<{ data: Club[] }>(`/clubs?handle=${handle}`)
    if (same.some(({ id }) => id !== club?.id)) return setTaken(handle)
    const { data } = club
      ? await patch<{ data: Club }>(`/clubs/${club.id}`, findChanges(club, wanted))
      : await post<{ data: Club }>('/clubs', wanted)
    onDone(data)
  }
  const path = `/clubs/${club?.id}/picture`
  const show = async (answer: Promise<{ data: Club }>) => setPicture((await answer).data.picture)
  return (
    <FormDialog
      title={club ? words.settings : words.create}
      label={words.save}
      isReady={name.trim() !== '' && handle !== '' && country !== '' && mayBeHandle && mayBeWebsite}
      submit={submit}
      onClose={onClose}
    >
      {club && (
        <PictureField
          name={name}
          image={picture && addressOf(picture)}
          send={(file) => show(request('PUT', path, file))}
          drop={() => remove(path).then(() => setPicture(null))}
        />
      )}
      <Field
        id="club-name"
        label={words.name}
        maxLength={80}
        autoFocus
        value={name}
        change={(text) => change({ name: text })}
      />
      <Field
        id="club-handle"
        label={words.handle}
        hint={handle !== '' && taken === handle ? words.handleTaken : words.handleHint}
        isWrong={!mayBeHandle || (handle !== '' && taken === handle)}
        maxLength={40}
        value={handle}
        change={(text) => change({ handle: text.toLowerCase() })}
      />
      <Choose<string>
        label={words.country}
        names={{ ...(country === '' && { '': '' }), ...listCountries() }}
        value={country}
        change={(code) => change({ country: code })}
      />
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
      {club && (
        <>
          <Writing
            label={words.description}
            rows={4}
            maxLength={1000}
            value={wanted.description ?? ''}
            change={(text) => change({ description: text || null })}
          />
          <Field
            id="club-website"
            type="url"
            label={words.website}
            hint={mayBeWebsite ? 'https://…' : words.websiteHint}
            isWrong={!mayBeWebsite}
            maxLength={200}
            value={website ?? ''}
            change={(text) => change({ website: text.trim() || null })}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Only what is new: a club that is public already is not made public again, which would ask for a proof. */
function findChanges(club: Club, wanted: ClubRegistration): Partial<ClubRegistration> {
  const changed = Object.entries(wanted).filter(([name, value]) => club[name as 'name'] !== value)
  return changed.length > 0 ? Object.fromEntries(changed) : { name: wanted.name }
}
