// The outcome of a file, in its row: the flight with a small picture, faults of the file, and special cases.
import { texts } from '../language/texts.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FlightShape } from '#dashboard/flights.ts'
import type { Flight } from '#contract/flight.ts'
import type { Statistics } from '#contract/logbook/statistics.ts'
import { Choices, explainCounting } from '../recordings/counting.tsx'
import { findOther, SameFlight } from '../recordings/same-flight.tsx'
import { TrackShape } from '../parts/tracks/track-shape.tsx'
import { get } from '../parts/api.ts'
import { formatDay, formatDistance, formatPoints, nameTakeoff } from '../parts/format.ts'
import { NotCountedTag, TypeTag } from '../parts/type-tag.tsx'

interface Found {
  flight: Flight
  shape: number[]
  isSeasonBest: boolean
  asksForName: boolean
}

/** The flight whose row asks for the name of a take-off, by the take-off: one asks, however many are from there. */
const askedIn = new Map<string, string>()
/** Rows, each to be loaded again when their take-off has a name. */
const rows = new Set<(takeoffId: string) => Promise<void>>()

/** `isNew` is false for a file that was there before: it is not celebrated. */
export function StoredFlight({ id, isNew }: { id: string; isNew: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const [found, setFound] = useState<Found>()
  const [question, setQuestion] = useState<typeof import('./takeoff-question.tsx')>()
  useEffect(() => {
    let isGone = false
    let takeoffId = ''
    const load = async () => {
      // Without it the row is shorter; the flight is stored all the same.
      const loaded = await findFlight(id, isNew).catch(() => undefined)
      if (isGone) return
      setFound(loaded)
      takeoffId = loaded?.flight.flightInfo.takeoff.id ?? ''
      if (loaded?.asksForName && isFirstToAsk(takeoffId, id))
        void import('./takeoff-question.tsx').then(setQuestion, () => undefined)
    }
    const onNamed = async (named: string) => (named === takeoffId ? load() : undefined)
    rows.add(onNamed)
    // An archive may have thousands of rows: only those within a screen of what is seen ask.
    const watch = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void load()
    }
    const seen = new IntersectionObserver(watch, { rootMargin: '100% 0px' })
    if (place.current) seen.observe(place.current)
    return () => {
      isGone = true
      rows.delete(onNamed)
      seen.disconnect()
    }
  }, [id, isNew])
  return (
    <>
      <span class="details stored" ref={place}>
        {found && <Summary {...found} onChange={(flight) => setFound({ ...found, flight })} />}
      </span>
      {question && found && (
        <question.TakeoffQuestion flight={found.flight} onNamed={() => tellRows(found)} />
      )}
    </>
  )
}

function isFirstToAsk(takeoffId: string, flightId: string): boolean {
  if (!askedIn.has(takeoffId)) askedIn.set(takeoffId, flightId)
  return askedIn.get(takeoffId) === flightId
}

async function tellRows({ flight }: Found): Promise<void> {
  await Promise.all([...rows].map((load) => load(flight.flightInfo.takeoff.id)))
}

function Summary({ flight, shape, isSeasonBest, onChange }: Found & { onChange: (flight: Flight) => void }) {
  const { scoring, flightInfo } = flight
  const { warnings = [] } = flightInfo.metadata
  const has = (sought: string) => warnings.some(({ code }) => code === sought)
  return (
    <>
      <TrackShape shape={shape} />
      <span class="stored-words">
        <span>
          {[
            nameTakeoff(flight),
            formatDay(flight.flight_date),
            formatDistance(scoring.distance),
            texts.upload.points(formatPoints(scoring.score)),
          ].join(' · ')}{' '}
          <TypeTag type={scoring.type} /> <NotCountedTag flight={flight} />
        </span>
        {isSeasonBest && <span class="season-best">{texts.upload.seasonBest(String(flight.season))}</span>}
        {has('no-flight') && <span class="warning">{texts.upload.noFlight}</span>}
        {has('cut-short') && <span class="warning">{explainCounting(flight)}</span>}
        {findOther(flight) !== undefined && (
          <>
            <span class="warning">
              <SameFlight flight={flight} />
            </span>
            <Choices flight={flight} onChange={onChange} />
          </>
        )}
        {warnings
          .filter(({ code }) => code !== 'no-flight' && code !== 'cut-short')
          .map(({ message }) => (
            <span key={message} class="warning">
              {message}
            </span>
          ))}
      </span>
    </>
  )
}

async function findFlight(id: string, isNew: boolean): Promise<Found> {
  const path = `/flights/${id}`
  const [{ data: flight }, { shape, asksForName }] = await Promise.all([
    get<{ data: Flight }>(path),
    get<FlightShape>(`${path}/shape`),
  ])
  if (!isNew) return { flight, shape, isSeasonBest: false, asksForName: false }
  const { data } = await get<{ data: Statistics }>(`/flights/statistics?season=${flight.season}`)
  const { warnings = [] } = flight.flightInfo.metadata
  return {
    flight,
    shape,
    // The first flight of a season is its best without a contest.
    isSeasonBest: data.records.score?.flightId === id && data.flights > 1,
    asksForName: asksForName && !warnings.some(({ code }) => code === 'no-flight'),
  }
}
