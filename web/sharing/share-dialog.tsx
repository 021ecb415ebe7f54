// Visibility of a flight, its link, and the parts that others do not see.
import { texts } from '../language/texts.ts'
import './share-dialog.css'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { NewPrivacyZone, Sharing } from '#dashboard/sharing.ts'
import type { Visibility } from '#contract/sharing/visibility-names.ts'
import type { Flight } from '#contract/flight.ts'
import type { FlightSharing } from '#contract/sharing/shared-flight.ts'
import { CopyField } from '../developers/copy-field.tsx'
import { patch, post } from '../parts/api.ts'
import { Dialog } from '../parts/dialog.tsx'
import { nameFlight } from '../parts/format.ts'
import { forgetAnswers, forgetFlights, useAction, useData, useLoad } from '../parts/load.ts'
import { hasSheet, ShareButton } from '../parts/menu/share-button.tsx'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { VisibilityChoice } from './visibility-choice.tsx'

const ZONE_RADIUS_M = 300

export function ShareDialog({
  flight,
  onChange,
  onClose,
}: {
  flight: Flight
  onChange: (flight: Flight) => void
  onClose: () => void
}) {
  const path = `/flights/${flight.id}/sharing`
  const sharing = useData<FlightSharing>(path)
  const action = useAction()
  const choose = (visibility: Visibility) =>
    action.run(async () => {
      const { data } = await patch<{ data: Flight }>(`/flights/${flight.id}`, { visibility })
      onChange(data)
      forgetFlights('lists')
      await sharing.renew()
    })
  const replace = () =>
    action.run(async () => sharing.set((await post<{ data: FlightSharing }>(`${path}/link`)).data))
  const { value } = sharing
  return (
    <Dialog title={texts.sharing.shareFlight} onClose={onClose}>
      <ProblemNotice problem={sharing.problem ?? action.problem} />
      {!value && !sharing.problem && <Skeleton height="card" />}
      {value && (
        <div class="form">
          <VisibilityChoice
            legend={texts.sharing.whoMaySee}
            value={value.visibility}
            isBusy={action.isBusy}
            choose={(visibility) => void choose(visibility)}
          />
          {value.url && value.hidden !== 'all' && (
            <div>
              <Preview sharing={value} url={value.url} />
              <CopyField text={value.url} label={texts.sharing.link} />
              <p class="row below">
                {hasSheet() && <ShareButton url={value.url} title={nameFlight(flight)} />}
                <a class="button secondary" href={value.url} target="_blank" rel="noopener">
                  {texts.sharing.seeAsOthers}
                </a>
                {value.visibility === 'unlisted' && (
                  <button
                    class="quiet small"
                    type="button"
                    disabled={action.isBusy}
                    onClick={() => void replace()}
                  >
                    {texts.sharing.replaceLink}
                  </button>
                )}
              </p>
              {value.visibility === 'unlisted' && <p class="hint">{texts.sharing.replaceHint}</p>}
              <EmbedCode url={value.url} />
              <OfferFiles />
            </div>
          )}
          {value.hidden === 'part' && <p class="small">{texts.sharing.hiddenPart}</p>}
          {value.isGuessable && <p class="notice sun small">{texts.sharing.guessable}</p>}
          {value.hiddenPhotos > 0 && <p class="small">{texts.sharing.hiddenPhotos(value.hiddenPhotos)}</p>}
          {value.hidden === 'all' && <p class="small">{texts.sharing.hiddenAll}</p>}
          <HidePlaces flight={flight} onChange={sharing.renew} />
        </div>
      )}
    </Dialog>
  )
}

/** As chats and networks show the link. Another one after each change: what it showed may be hidden now. */
function Preview({ sharing, url }: { sharing: FlightSharing; url: string }) {
  const version = useMemo(() => Date.now(), [sharing])
  const src = `${new URL(url).pathname}/picture.png?${version}`
  return <img class="share-picture" src={src} alt={texts.sharing.picture} width="1200" height="630" />
}

/** Asked for when it is unfolded: the service itself says how a page shows a link. */
function EmbedCode({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState<string>()
  useEffect(() => {
    setCode(undefined)
    if (!isOpen) return
    void fetch(`/oembed?url=${encodeURIComponent(url)}`)
      .then((response) => response.json() as Promise<{ html?: string }>)
      .then(({ html }) => setCode(html))
      // The link itself is there all the same.
      .catch(() => setOpen(false))
  }, [isOpen, url])
  return (
    <details class="share-embed" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.sharing.embed}</summary>
      {isOpen && code !== undefined && <CopyField isBlock text={code} label={texts.sharing.embedCode} />}
    </details>
  )
}

function OfferFiles() {
  const sharing = useLoad<Sharing>('/sharing')
  const action = useAction()
  /** Shown while it is being saved. */
  const [wanted, setWanted] = useState<boolean>()
  const offer = async (offersTrackFiles: boolean) => {
    setWanted(offersTrackFiles)
    await action.run(async () => sharing.set(await patch<Sharing>('/sharing', { offersTrackFiles })))
    setWanted(undefined)
  }
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={wanted ?? sharing.value?.offersTrackFiles ?? true}
          disabled={action.isBusy || !sharing.value}
          onChange={(event) => void offer(event.currentTarget.checked)}
        />
        {texts.sharing.offerFiles}
      </label>
      <ProblemNotice problem={action.problem} />
    </>
  )
}

interface Places {
  launch?: { lat: number; lng: number }
  landing?: { lat: number; lng: number }
}

function HidePlaces({ flight, onChange }: { flight: Flight; onChange: () => Promise<void> }) {
  const { launch, landing } = flight.flightInfo.metadata as Places
  const action = useAction()
  const [added, setAdded] = useState<string>()
  const hide = (name: string, place: { lat: number; lng: number }) =>
    action.run(async () => {
      const zone: NewPrivacyZone = {
        name,
        latitude: place.lat,
        longitude: place.lng,
        radiusM: ZONE_RADIUS_M,
      }
      await post('/sharing/zones', zone)
      forgetAnswers('/sharing')
      setAdded(name)
      await onChange()
    })
  return (
    <section>
      <h3>{texts.sharing.hidePlace}</h3>
      <p class="hint">
        {texts.sharing.hidePlaceWhat((words) => (
          <a href="/app/settings/sharing">{words}</a>
        ))}
      </p>
      <p class="row">
        {landing && (
          <button
            class="secondary small"
            type="button"
            disabled={action.isBusy}
            onClick={() => void hide(texts.sharing.landing, landing)}
          >
            {texts.sharing.hideLanding}
          </button>
        )}
        {launch && (
          <button
            class="secondary small"
            type="button"
            disabled={action.isBusy}
            onClick={() => void hide(texts.sharing.takeoff, launch)}
          >
            {texts.sharing.hideTakeoff}
          </button>
        )}
      </p>
      <p class="small" role="status">
        {added && texts.sharing.hiddenFromNow(added)}
      </p>
      <ProblemNotice problem={action.problem} />
    </section>
  )
}
