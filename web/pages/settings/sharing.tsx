// Defaults of sharing: new flights, the public profile, and the places that others must not find.
import { format, texts } from '../../language/texts.ts'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Account } from '#dashboard/account.ts'
import { HANDLE_PATTERN } from '#dashboard/limits.ts'
import type { PrivacyZone, Sharing, VisibilityChanged } from '#dashboard/sharing.ts'
import type { Visibility } from '#contract/sharing/visibility-names.ts'
import { patch, post, remove } from '../../parts/api.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/form/field.tsx'
import { Buttons, Form } from '../../parts/form/form.tsx'
import { forgetFlights, type Loaded, useAction, useLoad } from '../../parts/load.ts'
import { ProblemNotice, Skeleton } from '../../parts/notices.tsx'
import { VisibilityChoice } from '../../sharing/visibility-choice.tsx'
import { SettingsPage } from '../../parts/menu/settings-page.tsx'

export default function SharingPage() {
  const sharing = useLoad<Sharing>('/sharing')
  const account = useLoad<Account>('/account')
  return (
    <SettingsPage about={texts.sharing.intro}>
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
    </SettingsPage>
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
      <h2>{texts.sharing.flights}</h2>
      <VisibilityChoice
        legend={texts.sharing.newFlightsAre}
        value={defaultVisibility}
        isBusy={action.isBusy}
        choose={(visibility) => void choose(visibility)}
      />
      <p class="row below">
        <button class="secondary" type="button" onClick={() => setChangingAll(true)}>
          {texts.sharing.makeAll[defaultVisibility]}
        </button>
        <span class="soft small" role="status">
          {changed !== undefined && texts.sharing.changed(changed)}
        </span>
      </p>
      <ProblemNotice problem={action.problem} />
      {isChangingAll && (
        <Confirm
          title={texts.sharing.makeAllQuestion[defaultVisibility]}
          action={texts.sharing.makeThem[defaultVisibility]}
          run={async () => {
            const answer = await post<VisibilityChanged>('/flights/visibility', {
              visibility: defaultVisibility,
            })
            forgetFlights()
            setChanged(answer.changed)
            setChangingAll(false)
          }}
          onClose={() => setChangingAll(false)}
        >
          <p>{defaultVisibility === 'private' ? texts.sharing.linksEnd : texts.sharing.appsNotified}</p>
          {defaultVisibility !== 'private' && sharing.zones.length > 0 && (
            <p>{texts.sharing.straightFlights}</p>
          )}
        </Confirm>
      )}
    </section>
  )
}

function ProfileCard({ sharing, onChange, account }: CardProps & { account: Loaded<Account> }) {
  const [handle, setHandle] = useState(sharing.handle ?? '')
  const isWrong = handle !== '' && !new RegExp(HANDLE_PATTERN).test(handle)
  const action = useAction()
  /** Shown while it is being saved. */
  const [wanted, setWanted] = useState<boolean>()
  const isPublic = wanted ?? account.value?.publicProfile ?? false
  const address = `${location.origin}/p/${sharing.handle ?? handle}`
  const save = async () => onChange(await patch<Sharing>('/sharing', { handle: handle || null }))
  const setPublic = async (publicProfile: boolean) => {
    setWanted(publicProfile)
    await action.run(async () => account.set(await patch<Account>('/account', { publicProfile })))
    setWanted(undefined)
  }
  return (
    <section class="card">
      <h2>{texts.sharing.publicProfile}</h2>
      <p class="small soft">{texts.sharing.publicProfileWhat}</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={isPublic}
          disabled={action.isBusy}
          onChange={(event) => void setPublic(event.currentTarget.checked)}
        />
        {texts.account.isPublic}
      </label>
      <Form
        action={action}
        submit={save}
        foot={
          <Buttons
            action={action}
            label={texts.sharing.saveAddress}
            isReady={!isWrong && handle !== (sharing.handle ?? '')}
          />
        }
      >
        <Field
          id="handle"
          label={texts.sharing.address}
          hint={texts.sharing.addressHint}
          isWrong={isWrong}
          maxLength={30}
          autoComplete="off"
          value={handle}
          change={(text) => setHandle(text.trim().toLowerCase())}
        />
      </Form>
      {sharing.handle && isPublic ? (
        <p class="small">
          <a href={`/p/${sharing.handle}`}>{address}</a>
        </p>
      ) : (
        <p class="small soft">{texts.sharing.noPage}</p>
      )}
    </section>
  )
}

function ZonesCard({ zones, onChange }: { zones: PrivacyZone[]; onChange: () => Promise<void> }) {
  const action = useAction()
  /** The name of a zone that is being placed. */
  const [added, setAdded] = useState<string>()
  /** One whose smaller disc is being looked at. */
  const [wide, setWide] = useState<PrivacyZone>()
  return (
    <section class="card">
      <h2>{texts.sharing.zones}</h2>
      <p class="small soft">{texts.sharing.zonesWhat}</p>
      {zones.length > 0 && (
        <ul class="plain zones">
          {zones.map((zone) => (
            <li key={zone.id} class="row">
              <span>
                {zone.name}
                <span class="hint block">
                  {zone.latitude.toFixed(4)}, {zone.longitude.toFixed(4)} ·{' '}
                  {format.quantity('altitude', zone.radiusM)}
                </span>
              </span>
              {zone.discs && (
                <button
                  class="secondary small"
                  type="button"
                  aria-label={texts.sharing.hideLessNamed(zone.name)}
                  onClick={() => setWide(zone)}
                >
                  {texts.sharing.hideLess}
                </button>
              )}
              <button
                class="quiet small"
                type="button"
                disabled={action.isBusy}
                aria-label={texts.sharing.removeNamed(zone.name)}
                onClick={() =>
                  void action.run(async () => {
                    await remove(`/sharing/zones/${zone.id}`)
                    await onChange()
                  })
                }
              >
                {texts.sharing.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ProblemNotice problem={action.problem} />
      <p class="row below">
        <button type="button" onClick={() => setAdded(texts.sharing.landing)}>
          {texts.sharing.hideLanding}
        </button>
        <button class="secondary" type="button" onClick={() => setAdded(texts.sharing.home)}>
          {texts.sharing.hideAnother}
        </button>
      </p>
      {added !== undefined && (
        <LoadedDialog
          load={loadZoneDialog}
          zones={zones}
          name={added}
          onAdded={async () => {
            setAdded(undefined)
            await onChange()
          }}
          onClose={() => setAdded(undefined)}
        />
      )}
      {wide?.discs && (
        <LoadedDialog
          load={loadSmallerDialog}
          zone={wide}
          discs={wide.discs}
          onTaken={async () => {
            setWide(undefined)
            await onChange()
          }}
          onClose={() => setWide(undefined)}
        />
      )}
    </section>
  )
}

const loadZoneDialog = () => import('../../flight/zone/zone-dialog.tsx')
const loadSmallerDialog = () => import('../../flight/zone/smaller-dialog.tsx')

/** A dialog that is loaded, with its map, when it is asked for. */
function LoadedDialog<Props extends object>({
  load,
  ...props
}: Props & { load: () => Promise<{ default: ComponentType<Props> }> }) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  useEffect(() => {
    void load().then((loaded) => setDialog(() => loaded.default))
  }, [])
  return Dialog ? <Dialog {...(props as unknown as Props)} /> : null
}
