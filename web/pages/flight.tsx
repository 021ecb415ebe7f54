// One flight: map, barogram, score with its proof, details.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { FlightRow, FlightTrack } from '#dashboard/flights.ts'
import { remove } from '../parts/api.ts'
import { CorrectCard } from '../flight/correct-card.tsx'
import { createCursor } from '../flight/cursor.ts'
import { Confirm } from '../parts/confirm.tsx'
import { FlightFigures } from '../flight/flight-figures.tsx'
import { FlightView } from '../flight/flight-view.tsx'
import { formatDay, formatLongDay } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { forgetAnswers, useLoad } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { AfterFirstPaint } from '../flight/after-first-paint.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { navigate, type PageProps } from '../parts/router.ts'

export default function FlightPage({ id = '' }: PageProps) {
  const loaded = useLoad<FlightRow>(`/flights/${id}`)
  const track = useLoad<FlightTrack>(`/flights/${id}/track`)
  const cursor = useMemo(createCursor, [id])
  const [isDeleting, setDeleting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const flight = loaded.value?.flight

  useEffect(() => {
    if (flight)
      document.title = `${flight.flightInfo.takeoff.name}, ${formatDay(flight.flight_date)} · Cloudstreet`
  }, [flight])

  if (loaded.problem?.status === 404) return <NotFound />
  if (!flight || !loaded.value) {
    return loaded.problem ? (
      <ProblemNotice problem={loaded.problem} retry={loaded.reload} />
    ) : (
      <Skeleton height="page" />
    )
  }
  const { countryName, utcOffsetSeconds } = loaded.value
  const { takeoff } = flight.flightInfo
  return (
    <div class="flight">
      <div class="page-head">
        <div>
          <a class="back" href="/app/logbook">
            <Icon name="back" size={16} /> Logbook
          </a>
          <h1>{takeoff.name || 'Unknown take-off'}</h1>
          <p>
            {formatLongDay(flight.flight_date)}
            {countryName && ` · ${countryName}`}
          </p>
        </div>
        <div class="actions">
          <button onClick={() => setSharing(true)}>
            <Icon name="external" /> Share
          </button>
          <a
            class="button secondary"
            href={`/app/api/flights/${id}/igc`}
            download={flight.original_file_name}
          >
            <Icon name="download" /> Download IGC file
          </a>
          <button class="danger" onClick={() => setDeleting(true)}>
            <Icon name="trash" /> Delete
          </button>
        </div>
      </div>
      <div class="flight-columns">
        <div class="flight-main">
          <ProblemNotice problem={track.problem} retry={track.reload} />
          {!track.problem && (
            <FlightView
              flight={flight}
              utcOffsetSeconds={utcOffsetSeconds}
              track={track.value}
              cursor={cursor}
            />
          )}
          <AfterFirstPaint>
            <CorrectCard
              flight={flight}
              onChange={(changed) => loaded.set({ ...loaded.value!, flight: changed })}
            />
          </AfterFirstPaint>
        </div>
        <AfterFirstPaint>
          <FlightFigures flight={flight} utcOffsetSeconds={utcOffsetSeconds} />
        </AfterFirstPaint>
      </div>
      {isSharing && (
        <ShareDialog
          flight={flight}
          onChange={(changed) => loaded.set({ ...loaded.value!, flight: changed })}
          onClose={() => setSharing(false)}
        />
      )}
      {isDeleting && <DeleteDialog id={id} name={takeoff.name} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function NotFound() {
  return (
    <div class="empty">
      <h1>Flight not found</h1>
      <p>It may have been deleted, or it may belong to another account.</p>
      <a class="button" href="/app/logbook">
        Open the logbook
      </a>
    </div>
  )
}

function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <Confirm
      title="Delete this flight?"
      action="Delete flight"
      cancel="Keep flight"
      run={async () => {
        await remove(`/flights/${id}`)
        forgetAnswers('/flights')
        navigate('/app/logbook')
      }}
      onClose={onClose}
    >
      <p>
        The flight from {name || 'this take-off'} is deleted permanently, with its file and its score. Your
        connected apps are notified.
      </p>
    </Confirm>
  )
}
