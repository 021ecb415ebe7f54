// Flights next to each other in motion: /app/compare?flights=id,id, own ones or by the reference of a share link. The address
// holds what is seen: flights, by what they are compared, and the moment.
import type { ComponentType } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { FlightAnalysis } from '#contract/analysis.ts'
import type { LogbookPage, StoredTrack } from '#dashboard/flights.ts'
import type { Flight, TrackColumns as SharedColumns } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import '../flight/compare/compare.css'
import { alignFlights, type AlignBy, alignments } from '../flight/compare/align.ts'
import { MAX_COMPARED } from '../parts/router.ts'
import type { Compared, ComparedProps } from '../flight/compare/compared.ts'
import { ComparedTable } from '../flight/compare/compared-table.tsx'
import { prepareColumns, readTrack, toColumns } from '../flight/map/flight-columns.ts'
import { createWatched } from '../flight/watched.ts'
import { texts } from '../language/texts.ts'
import { get, isVisitor, Problem } from '../parts/api.ts'
import { formatDay, nameFlight } from '../parts/format.ts'
import { SearchField } from '../logbook/search-field.tsx'
import { useLoad } from '../parts/load.ts'
import { Empty, ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { loadShared, toFlight, trackPath } from '../shared/load-shared.ts'

export default function Compare() {
  const [asked] = useState(readAddress)
  const [references, setReferences] = useState(asked.references)
  const [by, align] = useState(asked.by)
  const [moment] = useState(() => createWatched<number>())
  const { flights, problem } = useFlights(references)
  const [View, setView] = useState<ComponentType<ComparedProps>>()
  useEffect(() => {
    document.title = `${texts.compare.title} · Cloudstreet`
    moment.set(asked.at)
    void import('../flight/compare/compared-view.tsx').then((view) => setView(() => view.default))
  }, [])
  const aligned = useMemo(
    () =>
      alignFlights(
        by,
        flights.map(({ columns, utcOffsetSeconds }) => ({ columns, utcOffsetSeconds })),
      ),
    [by, flights],
  )
  useEffect(() => keepAddress(references, by, moment.value), [references, by])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = moment.listen((at) => {
      clearTimeout(timer)
      timer = setTimeout(() => keepAddress(references, by, at), SETTLED_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [references, by])
  const alignOtherwise = (next: AlignBy) => {
    moment.set(undefined)
    align(next)
  }
  const isReady = flights.length > 1 && View
  return (
    <div class="stack">
      <div class="page-head">
        <h1>{texts.compare.title}</h1>
        {!isVisitor() && references.length < MAX_COMPARED && (
          <Adding
            references={references}
            add={(reference) => setReferences([...new Set([...references, reference])])}
          />
        )}
      </div>
      <ProblemNotice problem={problem} />
      {references.length < 2 && (
        <Empty title={texts.compare.chooseTwo}>
          <p>{texts.compare.about(MAX_COMPARED)}</p>
        </Empty>
      )}
      {references.length > 1 && !isReady && !problem && <Skeleton height="page" />}
      {references.length > 1 && isReady && (
        <View
          key={flights.map(({ reference }) => reference).join()}
          {...{ flights, by, align: alignOtherwise, aligned, moment }}
        />
      )}
      {flights.length > 0 && (
        <ComparedTable
          {...{ flights, aligned, moment }}
          leaveOut={(reference) => setReferences(references.filter((other) => other !== reference))}
        />
      )}
    </div>
  )
}

/** The moment is not written into the address while it moves. */
const SETTLED_MS = 400

interface Address {
  references: string[]
  by: AlignBy
  at: number | undefined
}

function readAddress(): Address {
  const search = new URLSearchParams(location.search)
  const references = [...new Set((search.get('flights') ?? '').split(',').filter(Boolean))]
  const at = Number(search.get('at') ?? Number.NaN)
  return {
    references: references.slice(0, MAX_COMPARED),
    by: alignments.find((one) => one === search.get('by')) ?? 'time',
    at: Number.isFinite(at) ? at : undefined,
  }
}

function keepAddress(references: readonly string[], by: AlignBy, at: number | undefined): void {
  const parts = [
    references.length > 0 && `flights=${references.join(',')}`,
    by !== 'time' && `by=${by}`,
    at !== undefined && `at=${Math.round(10 * at) / 10}`,
  ].filter(Boolean)
  history.replaceState(null, '', `/app/compare${parts.length > 0 ? `?${parts.join('&')}` : ''}`)
}

function useFlights(references: readonly string[]): {
  flights: readonly Compared[]
  problem: Problem | undefined
} {
  const [flights, setFlights] = useState<readonly Compared[]>([])
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    let isGone = false
    const known = new Map(flights.map((flight) => [flight.reference, flight]))
    Promise.all(references.map(async (reference) => known.get(reference) ?? load(reference))).then(
      (loaded) => isGone || (setFlights(loaded), setProblem(undefined)),
      (error) => isGone || setProblem(error as Problem),
    )
    return () => {
      isGone = true
    }
  }, [references])
  return { flights, problem }
}

/** An own flight, or else one that is shared. */
async function load(reference: string): Promise<Compared> {
  try {
    if (!isVisitor()) return await loadOwn(reference)
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 400)) throw error
  }
  return loadOthers(reference)
}

async function loadOwn(reference: string): Promise<Compared> {
  const path = `/flights/${encodeURIComponent(reference)}`
  const { data: flight } = await get<{ data: Flight }>(path)
  const [track, { data: analysis }] = await Promise.all([
    get<StoredTrack>(`${path}/steps`),
    get<{ data: FlightAnalysis | null }>(`${path}/analysis`),
  ])
  const columns = await prepareColumns(readTrack(track))
  return { reference, flight, pilot: null, utcOffsetSeconds: track.utcOffsetSeconds, columns, analysis }
}

async function loadOthers(reference: string): Promise<Compared> {
  const name = encodeURIComponent(reference)
  const [shared, track] = await Promise.all([
    requireShared<SharedFlight>(name),
    requireShared<SharedColumns>(trackPath(name)),
  ])
  const { analysis, utcOffsetSeconds, pilot } = shared
  const columns = await prepareColumns(toColumns(track))
  const flight = toFlight(reference, shared)
  return { reference, flight, pilot: pilot.name ?? nameFlight(flight), utcOffsetSeconds, columns, analysis }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the path answers
async function requireShared<Value>(path: string): Promise<Value> {
  const answer = await loadShared<Value>(path)
  if ('value' in answer) return answer.value
  throw new Problem(404, 'not_found', texts.compare.notFound)
}

/** By a search of the logbook, or by the link of a shared flight. */
function Adding({ references, add }: { references: readonly string[]; add: (reference: string) => void }) {
  const [words, setWords] = useState('')
  const query = words && `&q=${encodeURIComponent(words)}`
  const offered = (useLoad<LogbookPage>(`/logbook?page=1${query}`).value?.data ?? []).filter(
    ({ id }) => !references.includes(id),
  )
  const find = (typed: string) => {
    const [, shared] = /\/f\/([\w-]+)/.exec(typed) ?? []
    setWords(shared ? '' : typed)
    if (shared) add(shared)
  }
  return (
    <div class="compared-adding">
      <SearchField key={references.length} text={words} search={find} />
      <select aria-label={texts.compare.add} value="" onChange={(event) => add(event.currentTarget.value)}>
        <option value="">{texts.compare.add}</option>
        {offered.map((flight) => (
          <option key={flight.id} value={flight.id}>
            {`${formatDay(flight.flight_date)}, ${nameFlight(flight)}`}
          </option>
        ))}
      </select>
    </div>
  )
}
