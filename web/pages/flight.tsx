// One flight: title and score, map and barogram, and a panel with all else.
import { comparePath } from '../parts/router.ts'
import { texts } from '../language/texts.ts'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { Account } from '#dashboard/account.ts'
import type { FlightGround, StoredTrack } from '#dashboard/flights.ts'
import { readUtcOffset } from '#language/utc-offset.ts'
import type { Flight } from '#contract/flight.ts'
import { get, remove } from '../parts/api.ts'
import { createCursor } from '../flight/cursor.ts'
import { Confirm } from '../parts/confirm.tsx'
import { FileFigures, FlightFigures } from '../flight/flight-figures.tsx'
import { FlightView } from '../flight/flight-view.tsx'
import { Course, ScoreStrip } from '../flight/score/score-strip.tsx'
import { findShading } from '../flight/map/ground.ts'
import { readTrack } from '../flight/map/flight-columns.ts'
import type { InsightCards } from '../flight/insights/insights.tsx'
import { MarksNotice } from '../flight/marks.tsx'
import { formatDay, formatLongDay, nameCountry, nameFlight, nameTakeoff } from '../parts/format.ts'
import { CountingNotice, LeaveOut } from '../recordings/counting.tsx'
import '../flight/remarks/own.css'
import { NotesCard } from '../flight/remarks/notes-card.tsx'
import { PhotosCard } from '../flight/photos/photos-card.tsx'
import type { OwnProps } from '../recordings/save.ts'
import { Icon } from '../parts/icons.tsx'
import { forgetFlights, useData, useLoad } from '../parts/load.ts'
import { Menu } from '../parts/menu/menu.tsx'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { AfterFirstPaint } from '../flight/after-first-paint.tsx'
import { navigate, type PageProps } from '../parts/router.ts'
import { type TabPanel, TabPanels } from '../parts/menu/tab-panels.tsx'

export default function FlightPage({ id = '' }: PageProps) {
  const loaded = useData<Flight>(`/flights/${id}`)
  const track = useLoad<StoredTrack>(`/flights/${id}/steps`)
  const columns = useMemo(() => track.value && readTrack(track.value), [track.value])
  const cursor = useMemo(createCursor, [id])
  const [isDeleting, setDeleting] = useState(false)
  /** Loaded with the first click. */
  const [Opened, setOpened] = useState<ComponentType<OwnProps & { onClose: () => void }>>()
  const flight = loaded.value

  useEffect(() => {
    if (flight) document.title = `${nameFlight(flight)}, ${formatDay(flight.flight_date)} · Cloudstreet`
  }, [flight])

  // What the server wrote goes when there is something in its place.
  useLayoutEffect(() => {
    if (flight || loaded.problem) document.querySelector('#first')?.remove()
  }, [flight, loaded.problem])

  if (loaded.problem?.status === 404) return <NotFound />
  if (!flight) {
    return loaded.problem ? (
      <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
    ) : (
      <Skeleton height="page" />
    )
  }
  const { takeoff, metadata } = flight.flightInfo
  // The track brings it, but for one kept by an earlier release.
  const utcOffsetSeconds =
    track.value || track.problem ? (track.value?.utcOffsetSeconds ?? readUtcOffset(metadata)) : undefined
  const change = loaded.set
  return (
    <div class="flight">
      <header class="flight-head">
        <a class="back" href="/app/logbook">
          <Icon name="back" size={16} /> {texts.frame.logbook}
        </a>
        <div class="flight-title">
          <h1>{nameFlight(flight)}</h1>
          <button
            class="quiet"
            aria-label={texts.flight.edit}
            title={texts.flight.edit}
            onClick={() =>
              void import('../flight/remarks/edit-dialog.tsx').then(({ EditDialog }) =>
                setOpened(() => EditDialog),
              )
            }
          >
            <Icon name="pen" size={18} />
          </button>
        </div>
        <p>
          {metadata.title !== undefined && `${nameTakeoff(flight)} · `}
          {formatLongDay(flight.flight_date)}
          {nameCountry(flight, ' · ')}
        </p>
        <ScoreStrip flight={flight} />
        <div class="actions">
          <button
            aria-label={texts.flight.share}
            onClick={() =>
              void import('../sharing/share-dialog.tsx').then(({ ShareDialog }) =>
                setOpened(() => ShareDialog),
              )
            }
          >
            <Icon name="share" /> <span>{texts.flight.share}</span>
          </button>
          <FlightMenu flight={flight} onChange={change} onDelete={() => setDeleting(true)} />
        </div>
        <Course flight={flight} cursor={cursor} />
        <MarksNotice flight={flight} />
        <CountingNotice key={`counting ${id}`} flight={flight} onChange={change} />
      </header>
      <FlightView
        flight={flight}
        utcOffsetSeconds={utcOffsetSeconds ?? 0}
        track={columns}
        failure={track.problem && <ProblemNotice problem={track.problem} retry={track.reload} />}
        cursor={cursor}
        picture={`/app/api/flights/${id}/first.svg`}
        readGround={() => get<FlightGround>(`/flights/${id}/ground`)}
        panel={(insights) => (
          <AfterFirstPaint>
            <TabPanels
              key={id}
              label={texts.flight.panel}
              panels={listTabs(flight, utcOffsetSeconds, insights, change)}
            />
          </AfterFirstPaint>
        )}
      />
      {Opened && <Opened flight={flight} onChange={change} onClose={() => setOpened(undefined)} />}
      {isDeleting && <DeleteDialog id={id} name={takeoff.name} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function listTabs(
  flight: Flight,
  utcOffsetSeconds: number | undefined,
  { phases, airspace, wind, leagues, rankings, airspaceFiles, forwards }: Partial<InsightCards>,
  onChange: OwnProps['onChange'],
): TabPanel[] {
  const first = (
    <>
      <FlightFigures flight={flight} utcOffsetSeconds={utcOffsetSeconds} />
      <NotesCard flight={flight} />
      {leagues}
      {rankings}
      <PhotosCard flight={flight} onChange={onChange} />
      <NoHeights />
    </>
  )
  const { tabs } = texts.flight
  return [
    { name: tabs.flight, content: first },
    { name: texts.flight.phases, content: [phases, airspace] },
    { name: texts.flight.wind, content: wind },
    { name: texts.flight.file, content: [<FileFigures flight={flight} />, forwards, airspaceFiles] },
  ]
}

/** Tells the operator how relief comes. */
function NoHeights() {
  const { value: account } = useLoad<Account>('/account')
  if (!account?.isOperator || findShading() !== undefined) return null
  return (
    <p class="soft small">
      {texts.flight.noHeights} <a href="/app/admin">{texts.flight.fetchHeights}</a>
    </p>
  )
}

function FlightMenu({ flight, onChange, onDelete }: OwnProps & { onDelete: () => void }) {
  return (
    <Menu label={texts.flight.moreActions} icon="more">
      {(close) => (
        <>
          <a href={`/app/api/flights/${flight.id}/igc`} download={flight.original_file_name} onClick={close}>
            <Icon name="download" /> {texts.flight.downloadIgc}
          </a>
          <a href={comparePath([flight.id])}>
            <Icon name="compare" /> {texts.compare.withOthers}
          </a>
          <LeaveOut flight={flight} onChange={onChange} onDone={close} />
          <button
            class="danger"
            onClick={() => {
              close()
              onDelete()
            }}
          >
            <Icon name="trash" /> {texts.flight.delete}
          </button>
        </>
      )}
    </Menu>
  )
}

function NotFound() {
  return (
    <div class="empty">
      <h1>{texts.flight.notFound}</h1>
      <p>{texts.flight.notFoundWhy}</p>
      <a class="button" href="/app/logbook">
        {texts.shell.openLogbook}
      </a>
    </div>
  )
}

function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <Confirm
      title={texts.flight.deleteQuestion}
      action={texts.flight.deleteFlight}
      cancel={texts.flight.keepFlight}
      run={async () => {
        await remove(`/flights/${id}`)
        forgetFlights()
        navigate('/app/logbook')
      }}
      onClose={onClose}
    >
      <p>{texts.flight.deleteWhat(name || texts.flight.thisTakeoff)}</p>
    </Confirm>
  )
}
