// Up to five flights next to each other: /app/compare?flights=id,id, own ones or by the reference of a share link.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { FlightTrack, LogbookPage } from '#dashboard/flights.ts'
import type { Flight, TrackColumns as SharedColumns } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import '../flight/compare/compare.css'
import { COLOURS } from '../flight/compare/colours.ts'
import { readTrack, toColumns, type TrackColumns } from '../flight/map/flight-columns.ts'
import { texts } from '../language/texts.ts'
import { get, Problem } from '../parts/api.ts'
import { formatDay, nameFlight } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { SearchField } from '../logbook/search-field.tsx'
import { useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { toFlight, trackPath } from '../shared/load-shared.ts'

interface Compared {
  reference: string
  flight: Flight
  columns: TrackColumns
}

export default function Compare() {
  const [references, setReferences] = useState(readReferences)
  const [flights, setFlights] = useState<readonly Compared[]>()
  const [problem, setProblem] = useState<Problem>()
  const [View, setView] = useState<ComponentType<{ flights: readonly TrackColumns[] }>>()
  useEffect(() => {
    document.title = `${texts.compare.title} · Cloudstreet`
    void import('../flight/compare/compared-view.tsx').then((view) => setView(() => view.default))
  }, [])
  useEffect(() => {
    let isGone = false
    history.replaceState(
      null,
      '',
      `/app/compare${references.length > 0 ? `?flights=${references.join(',')}` : ''}`,
    )
    Promise.all(references.map(load)).then(
      (loaded) => isGone || (setFlights(loaded), setProblem(undefined)),
      (error) => isGone || setProblem(error as Problem),
    )
    return () => {
      isGone = true
    }
  }, [references])
  return (
    <div class="stack">
      <h1>{texts.compare.title}</h1>
      <Chosen flights={flights ?? []} choose={setReferences} references={references} />
      <ProblemNotice problem={problem} />
      {references.length < 2 ? (
        <Empty title={texts.compare.chooseTwo}>
          <p>{texts.compare.about}</p>
        </Empty>
      ) : flights && flights.length > 1 && View ? (
        <View
          key={flights.map(({ reference }) => reference).join()}
          flights={flights.map(({ columns }) => columns)}
        />
      ) : (
        !problem && <Skeleton height="page" />
      )}
    </div>
  )
}

const MAX_FLIGHTS = COLOURS.length

function readReferences(): string[] {
  const asked = new URLSearchParams(location.search).get('flights') ?? ''
  return [...new Set(asked.split(',').filter(Boolean))].slice(0, MAX_FLIGHTS)
}

/** An own flight, or else one that is shared. */
async function load(reference: string): Promise<Compared> {
  const name = encodeURIComponent(reference)
  try {
    const { data: flight } = await get<{ data: Flight }>(`/flights/${name}`)
    return { reference, flight, columns: readTrack(await get<FlightTrack>(`/flights/${name}/steps`)) }
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 400)) throw error
    const shared = await getShared<SharedFlight>(name)
    const columns = await getShared<SharedColumns>(trackPath(name))
    return { reference, flight: toFlight(reference, shared), columns: toColumns(columns) }
  }
}

async function getShared<Data>(path: string): Promise<Data> {
  const response = await fetch(`/api/v1/shared/${path}`)
  if (!response.ok) throw new Problem(response.status, 'not_found', texts.compare.notFound)
  return ((await response.json()) as { data: Data }).data
}

function Chosen({
  flights,
  references,
  choose,
}: {
  flights: readonly Compared[]
  references: readonly string[]
  choose: (references: string[]) => void
}) {
  const [words, setWords] = useState('')
  const query = words && `&q=${encodeURIComponent(words)}`
  const offered = (useLoad<LogbookPage>(`/logbook?page=1${query}`).value?.data ?? []).filter(
    ({ id }) => !references.includes(id),
  )
  const add = (reference: string) => choose([...new Set([...references, reference])])
  const find = (typed: string) => {
    const [, shared] = /\/f\/([\w-]+)/.exec(typed) ?? []
    setWords(shared ? '' : typed)
    if (shared) add(shared)
  }
  return (
    <div class="row">
      <ul class="compared-flights" aria-label={texts.compare.title}>
        {flights.map(({ reference, flight }, index) => (
          <li key={reference}>
            <svg class="swatch" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
              <circle cx="7" cy="7" r="7" fill={COLOURS[index]} />
            </svg>
            <span>
              {nameFlight(flight)}, {formatDay(flight.flight_date)}
            </span>
            <button
              class="quiet"
              aria-label={texts.compare.leaveOut(`${nameFlight(flight)}, ${formatDay(flight.flight_date)}`)}
              onClick={() => choose(references.filter((other) => other !== reference))}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {references.length < MAX_FLIGHTS && (
        <>
          <SearchField key={references.length} text={words} search={find} />
          <select
            aria-label={texts.compare.add}
            value=""
            onChange={(event) => add(event.currentTarget.value)}
          >
            <option value="">{texts.compare.add}</option>
            {offered.map((flight) => (
              <option key={flight.id} value={flight.id}>
                {`${formatDay(flight.flight_date)}, ${nameFlight(flight)}`}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  )
}
