// A new privacy zone: a circle on the map, above a flight of the pilot as others will see it.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Flight } from '#contract/flight.ts'
import type { FlightTrack, LogbookPage } from '#dashboard/flights.ts'
import type { NewPrivacyZone, PrivacyZone, ZonePlace, ZonePreview } from '#dashboard/sharing.ts'
import { MAX_ZONE_RADIUS_M, MIN_ZONE_RADIUS_M } from '#dashboard/limits.ts'
import { format, texts } from '../../language/texts.ts'
import { get, post } from '../../parts/api.ts'
import { Field } from '../../parts/form/field.tsx'
import { FormDialog } from '../../parts/form/form-dialog.tsx'
import { nameFlight } from '../../parts/format.ts'
import { useLoad } from '../../parts/load.ts'
import { readTrack, type TrackColumns } from '../map/flight-columns.ts'
import { PlaceSearch } from './place-search.tsx'
import type { ZoneMap, ZoneView } from './zone-map.ts'

/** For a pilot without flights. */
const ALPS: ZonePlace = { latitude: 46.5, longitude: 8, radiusM: MIN_ZONE_RADIUS_M }
/** A circle that is being dragged is not asked about. */
const PAUSE_MS = 300
const RADIUS_STEP_M = 10
const MAX_LATITUDE = 85
const COORDINATES = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/

interface Ends {
  launch?: { lat: number; lng: number }
  landing?: { lat: number; lng: number }
}

export default function ZoneDialog({
  zones,
  name: firstName,
  onAdded,
  onClose,
}: {
  zones: readonly PrivacyZone[]
  name: string
  onAdded: () => Promise<void>
  onClose: () => void
}) {
  const logbook = useLoad<LogbookPage>('/logbook?page=1')
  const flights = logbook.value?.data
  const [name, setName] = useState(firstName)
  const [flightId, setFlightId] = useState<string>()
  const [place, setPlace] = useState<ZonePlace>()
  const map = useRef<ZoneMap | undefined>(undefined)
  const flight = flights?.find(({ id }) => id === flightId) ?? flights?.[0]
  const ends = (flight?.flightInfo.metadata ?? {}) as Ends
  const put = (next: Partial<ZonePlace>, isNear = true) => {
    const moved = { ...(place ?? ALPS), ...next }
    setPlace(moved)
    map.current?.put(moved, isNear)
  }
  const putAt = (spot: { lat: number; lng: number } | undefined) =>
    spot && put({ latitude: spot.lat, longitude: spot.lng })
  useEffect(() => {
    if (place || (!flights && !logbook.problem)) return
    putAt(ends.landing ?? { lat: ALPS.latitude, lng: ALPS.longitude })
  }, [flights, logbook.problem])
  const preview = usePreview(flight, place)
  useEffect(() => map.current?.show(preview), [preview.whole, preview.answer])
  const submit = async () => {
    await post('/sharing/zones', { name: name.trim(), ...place! } satisfies NewPrivacyZone)
    await onAdded()
  }
  return (
    <FormDialog
      title={texts.sharing.hideAPlace}
      label={texts.sharing.addZone}
      isReady={place !== undefined && name.trim() !== ''}
      submit={submit}
      onClose={onClose}
    >
      <div class="form zone-form">
        <PlaceSearch choose={putAt} />
        {flight && (
          <p class="row">
            <button class="secondary small" type="button" onClick={() => putAt(ends.landing)}>
              {texts.sharing.whereILanded}
            </button>
            <button class="secondary small" type="button" onClick={() => putAt(ends.launch)}>
              {texts.sharing.whereITookOff}
            </button>
          </p>
        )}
        {place && (
          <MapOfZone
            start={place}
            others={zones}
            onChange={setPlace}
            onReady={(shown) => {
              map.current = shown
              shown.show(preview)
            }}
          />
        )}
        {flight && <Verdict preview={preview.answer} />}
        {place && <RadiusField radiusM={place.radiusM} change={(radiusM) => put({ radiusM }, false)} />}
        {flight && <FlightChoice flights={flights ?? []} chosen={flight.id} choose={setFlightId} />}
        <Field id="zone-name" label={texts.sharing.zoneName} maxLength={60} value={name} change={setName} />
        <details>
          <summary>{texts.sharing.typeCoordinates}</summary>
          <Coordinates place={place} put={put} />
        </details>
      </div>
    </FormDialog>
  )
}

/** The code of the map is loaded with it. */
function MapOfZone({
  start,
  others,
  onChange,
  onReady,
}: {
  start: ZonePlace
  others: readonly ZonePlace[]
  onChange: (place: ZonePlace) => void
  onReady: (map: ZoneMap) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef({ start, onReady })
  latest.current = { start, onReady }
  useEffect(() => {
    let shown: ZoneMap | undefined
    let isGone = false
    const show = async () => {
      const { showZoneMap } = await import('../map/flight-map.ts')
      if (isGone || !element.current) return
      shown = showZoneMap(element.current, latest.current.start, others, onChange)
      latest.current.onReady(shown)
    }
    void show()
    return () => {
      isGone = true
      shown?.remove()
    }
  }, [])
  return (
    <div class="map-frame zone-map">
      <div ref={element} />
    </div>
  )
}

interface Preview extends ZoneView {
  answer: ZonePreview | undefined
}

/** The flight, and what is left of it for others, asked for again after each move. */
function usePreview(flight: Flight | undefined, place: ZonePlace | undefined): Preview {
  const [whole, setWhole] = useState<TrackColumns>()
  const [answer, setAnswer] = useState<{ preview: ZonePreview; seen: TrackColumns | undefined }>()
  const path = flight && `/flights/${flight.id}`
  useEffect(() => {
    setWhole(undefined)
    let isCurrent = true
    if (path)
      get<FlightTrack>(`${path}/steps`).then(
        (track) => isCurrent && setWhole(readTrack(track)),
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [path])
  useEffect(() => {
    // A cut of before the move would not be the truth.
    setAnswer(undefined)
    if (!path || !place) return undefined
    let isCurrent = true
    const ask = async () => {
      const preview = await post<ZonePreview>(`${path}/sharing/preview`, place)
      if (isCurrent) setAnswer({ preview, seen: preview.track ? readTrack(preview.track) : undefined })
    }
    const timer = setTimeout(() => void ask().catch(() => undefined), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [path, place?.latitude, place?.longitude, place?.radiusM])
  return { answer: answer?.preview, whole, seen: answer?.seen, disc: answer?.preview.disc }
}

function RadiusField({ radiusM, change }: { radiusM: number; change: (radiusM: number) => void }) {
  return (
    <div class="field">
      <label for="zone-radius">{texts.sharing.zoneRadius(format.quantity('altitude', radiusM))}</label>
      <input
        id="zone-radius"
        type="range"
        min={MIN_ZONE_RADIUS_M}
        max={MAX_ZONE_RADIUS_M}
        step={RADIUS_STEP_M}
        value={radiusM}
        aria-valuetext={format.quantity('altitude', radiusM)}
        onInput={(event) => change(Number(event.currentTarget.value))}
      />
    </div>
  )
}

function FlightChoice({
  flights,
  chosen,
  choose,
}: {
  flights: readonly Flight[]
  chosen: string
  choose: (id: string) => void
}) {
  return (
    <div class="field">
      <label for="zone-flight">{texts.sharing.flightAsOthers}</label>
      <select id="zone-flight" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {flights.map((flight) => (
          <option key={flight.id} value={flight.id}>
            {format.day(flight.flight_date)}, {nameFlight(flight)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Verdict({ preview }: { preview: ZonePreview | undefined }) {
  const { hiddenNothing, hiddenPart, hiddenAll } = texts.sharing
  return (
    <div>
      <p class="small">
        <span class="zone-key" />
        {texts.sharing.othersSeeIt} <span class="zone-key whole" />
        {texts.sharing.onlyYouSeeIt} <span class="zone-key disc" />
        {texts.sharing.hiddenFromOthers}
      </p>
      <p class="small" role="status">
        {preview && { nothing: hiddenNothing, part: hiddenPart, all: hiddenAll }[preview.hidden]}
      </p>
      {preview?.isGuessable && <p class="notice sun small">{texts.sharing.guessable}</p>}
    </div>
  )
}

function Coordinates({
  place,
  put,
}: {
  place: ZonePlace | undefined
  put: (next: Partial<ZonePlace>) => void
}) {
  const [typed, setTyped] = useState<string>()
  const shown = place ? `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}` : ''
  const take = (text: string) => {
    setTyped(text)
    const [, latitude, longitude] = COORDINATES.exec(text) ?? []
    if (Math.abs(Number(latitude)) <= MAX_LATITUDE && Math.abs(Number(longitude)) <= 180)
      put({ latitude: Number(latitude), longitude: Number(longitude) })
  }
  return (
    // Typed words stay as they are until the field is left.
    <div onFocusOut={() => setTyped(undefined)}>
      <Field
        id="zone-place"
        label={texts.sharing.zonePlace}
        hint={texts.sharing.zonePlaceHint}
        value={typed ?? shown}
        change={take}
      />
    </div>
  )
}
