// What others see by default: new flights, the public profile, and the places they must not find.
import { texts } from '../../language/texts.ts'
import { useEffect, useState } from 'preact/hooks'
import type { Account } from '#dashboard/account.ts'
import type { PrivacyZone, Sharing, VisibilityChanged } from '#dashboard/sharing.ts'
import type { Visibility } from '#contract/sharing/visibility-names.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Buttons, Form } from '../../parts/form/form.tsx'
import { forgetAnswers, type Loaded, useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { accountTabs, Tabs } from '../../parts/tabs.tsx'
import { VisibilityChoice } from '../../sharing/visibility-choice.tsx'

export default function SharingPage() {
  const sharing = useLoad<Sharing>('/sharing')
  const account = useLoad<Account>('/account')
  useEffect(() => {
    document.title = 'Sharing · Cloudstreet'
  }, [])
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Sharing</h1>
          <p>Your flights are private until you say otherwise.</p>
        </div>
      </div>
      <Tabs tabs={accountTabs()} label={texts.account.title} current="/app/account/sharing" />
      <ProblemNotice problem={sharing.problem} retry={sharing.reload} />
      {sharing.value && account.value ? (
        <div class="two-columns">
          <div class="stack">
            <DefaultCard sharing={sharing.value} onChange={sharing.set} />
            <ProfileCard sharing={sharing.value} onChange={sharing.set} account={account} />
          </div>
          <ZonesCard zones={sharing.value.zones} onChange={sharing.renew} />
        </div>
      ) : (
        !sharing.problem && <Skeleton height="card" />
      )}
    </>
  )
}

interface CardProps {
  sharing: Sharing
  onChange: (sharing: Sharing) => void
}

function DefaultCard({ sharing, onChange }: CardProps) {
  const action = useAction()
  const [isChangingAll, setChangingAll] = useState(false)
  const [changed, setChanged] = useState<number>()
  const { defaultVisibility } = sharing
  const choose = (visibility: Visibility) =>
    action.run(async () => onChange(await patch<Sharing>('/sharing', { defaultVisibility: visibility })))
  return (
    <section class="card">
      <h2>Flights</h2>
      <VisibilityChoice
        legend="New flights are"
        value={defaultVisibility}
        isBusy={action.isBusy}
        choose={(visibility) => void choose(visibility)}
      />
      <p class="row below">
        <button class="secondary" type="button" onClick={() => setChangingAll(true)}>
          Make all my flights {defaultVisibility}
        </button>
        <span class="soft small" role="status">
          {changed !== undefined && (changed === 1 ? '1 flight changed.' : `${changed} flights changed.`)}
        </span>
      </p>
      <ProblemNotice problem={action.problem} />
      {isChangingAll && (
        <Confirm
          title={`Make all your flights ${defaultVisibility}?`}
          action={`Make them ${defaultVisibility}`}
          run={async () => {
            const answer = await post<VisibilityChanged>('/flights/visibility', {
              visibility: defaultVisibility,
            })
            forgetAnswers('/flights')
            setChanged(answer.changed)
            setChangingAll(false)
          }}
          onClose={() => setChangingAll(false)}
        >
          <p>
            {defaultVisibility === 'private'
              ? 'Links that you have given away stop working. Shared again, a flight gets a new link.'
              : 'Your connected apps are notified of each flight that changes.'}
          </p>
        </Confirm>
      )}
    </section>
  )
}

function ProfileCard({ sharing, onChange, account }: CardProps & { account: Loaded<Account> }) {
  const [handle, setHandle] = useState(sharing.handle ?? '')
  const action = useAction()
  /** Shown while it is being saved. */
  const [wanted, setWanted] = useState<boolean>()
  const isPublic = wanted ?? account.value?.publicProfile ?? false
  const address = `${location.origin}/p/${sharing.handle ?? handle}`
  const save = async () => onChange(await patch<Sharing>('/sharing', { handle: handle.trim() || null }))
  const setPublic = async (publicProfile: boolean) => {
    setWanted(publicProfile)
    await action.run(async () => account.set(await patch<Account>('/account', { publicProfile })))
    setWanted(undefined)
  }
  return (
    <section class="card">
      <h2>Public profile</h2>
      <p class="small soft">Your name, picture, club, public flights and their totals, for everyone.</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={isPublic}
          disabled={action.isBusy}
          onChange={(event) => void setPublic(event.currentTarget.checked)}
        />
        My profile is public
      </label>
      <Form
        action={action}
        submit={save}
        foot={
          <Buttons action={action} label="Save address" isReady={handle.trim() !== (sharing.handle ?? '')} />
        }
      >
        <Field
          id="handle"
          label="Address"
          hint="2 to 30 lower-case letters, digits and hyphens."
          maxLength={30}
          autoComplete="off"
          value={handle}
          change={(text) => setHandle(text.toLowerCase())}
        />
      </Form>
      {sharing.handle && isPublic ? (
        <p class="small">
          <a href={`/p/${sharing.handle}`}>{address}</a>
        </p>
      ) : (
        <p class="small soft">There is no public page until the profile is public and has an address.</p>
      )}
    </section>
  )
}

function ZonesCard({ zones, onChange }: { zones: PrivacyZone[]; onChange: () => Promise<void> }) {
  const action = useAction()
  return (
    <section class="card">
      <h2>Privacy zones</h2>
      <p class="small soft">
        What you fly inside a zone is hidden from everyone else, in all of your flights and in every figure of
        them. The part that is hidden is larger than the zone and not centred on it, so that nobody can work
        out where it is. You always see your whole flights.
      </p>
      {zones.length > 0 && (
        <ul class="plain zones">
          {zones.map((zone) => (
            <li key={zone.id} class="row">
              <span>
                {zone.name}
                <span class="hint block">
                  {zone.latitude.toFixed(4)}, {zone.longitude.toFixed(4)} · {zone.radiusM} m
                </span>
              </span>
              <button
                class="quiet small"
                type="button"
                disabled={action.isBusy}
                aria-label={`Remove ${zone.name}`}
                onClick={() =>
                  void action.run(async () => {
                    await remove(`/sharing/zones/${zone.id}`)
                    await onChange()
                  })
                }
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <ProblemNotice problem={action.problem} />
      <div class="below">
        <NewZone onChange={onChange} />
      </div>
    </section>
  )
}

function NewZone({ onChange }: { onChange: () => Promise<void> }) {
  const action = useAction()
  const [name, setName] = useState('Home')
  const [place, setPlace] = useState('')
  const [radiusM, setRadius] = useState('500')
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(place) ?? []
  const add = async () => {
    await post('/sharing/zones', {
      name: name.trim(),
      latitude: Number(latitude),
      longitude: Number(longitude),
      radiusM: Math.round(Number(radiusM)),
    })
    setPlace('')
    await onChange()
  }
  return (
    <Form
      action={action}
      submit={add}
      foot={
        <Buttons action={action} label="Add zone" isReady={longitude !== undefined && name.trim() !== ''} />
      }
    >
      <Field id="zone-name" label="Name" maxLength={60} value={name} change={setName} />
      <Field
        id="zone-place"
        label="Latitude, longitude"
        hint="In degrees, such as 46.6820, 8.0850. The share dialog of a flight takes its landing or take-off."
        value={place}
        change={setPlace}
      />
      <Field
        id="zone-radius"
        label="Radius in metres"
        type="number"
        min={300}
        max={2000}
        step={50}
        value={radiusM}
        change={setRadius}
      />
    </Form>
  )
}
