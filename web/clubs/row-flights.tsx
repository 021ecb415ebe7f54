// A row of a ranking, opened: the flights that count as the logbook shows them, below them what does not, with the reason.
import type { FlightOfRow, PilotRow, RowFlights } from '#contract/clubs/api.ts'
import type { PublicFlight } from '#dashboard/sharing.ts'
import { format, texts } from '../language/texts.ts'
import { formatDuration, namePlace, nameRegion } from '../parts/format.ts'
import { useData } from '../parts/load.ts'
import { Wait } from '../parts/notices.tsx'
import { TrackShape } from '../parts/track-shape.tsx'
import { TypeTag } from '../parts/type-tag.tsx'
import { nameRow, type Ranking, sayNeeded, writeFigure } from './figures.ts'
import { WayOut } from './way-out.tsx'
import { rankingWords as words } from './words.ts'

type Reasoned = PilotRow['flights'][number]
type Counting = Pick<FlightOfRow, 'flightId' | 'date'> & { value: number | null; name?: string | null }

export function OpenedRow({
  ranking,
  row: key,
  isTitled = false,
  isOwn = false,
}: {
  ranking: Ranking
  row: string
  /** Where the list does not name it. */
  isTitled?: boolean
  isOwn?: boolean
}) {
  const { id, rule } = ranking
  const kind = rule.group.by === 'pilot' ? 'pilots' : 'rows'
  const loaded = useData<PilotRow | RowFlights>(`/rankings/${id}/${kind}/${key}`)
  if (!loaded.value) return <Wait loaded={loaded} height="bars" />
  const { row, flights } = loaded.value
  return (
    <div class="opened">
      {isTitled && row && (
        <h2 class="row-title">
          {row.place ?? '–'} · {nameRow(rule, row)} · {writeFigure(rule, row.sum)}
        </h2>
      )}
      {rule.group.by === 'day' && <CompareDay flights={flights} />}
      <RankedFlights ranking={ranking} flights={flights} isOwn={isOwn} />
    </div>
  )
}

const MAX_COMPARED = 5

/** The best flights of a day, side by side. */
function CompareDay({ flights }: { flights: readonly { flightId: string | null }[] }) {
  const ids = flights.flatMap(({ flightId }) => flightId ?? []).slice(0, MAX_COMPARED)
  if (ids.length < 2) return null
  return (
    <p>
      <a class="button secondary" href={`/app/compare?flights=${ids.join(',')}`}>
        {words.compareDay}
      </a>
    </p>
  )
}

const isReasoned = (flight: Reasoned | FlightOfRow): flight is Reasoned => 'reason' in flight

export function RankedFlights({
  ranking,
  flights,
  isOwn = false,
}: {
  ranking: Ranking
  flights: readonly (Reasoned | FlightOfRow)[]
  isOwn?: boolean
}) {
  const [counting, others] = [
    flights.filter((flight) => !isReasoned(flight) || flight.reason === 'counts'),
    flights.filter(isReasoned).filter(({ reason }) => reason !== 'counts'),
  ]
  return (
    <>
      <FlightRows rule={ranking.rule} flights={counting} />
      {others.length > 0 && <p class="ranked-head">{words.notCounting(others.length)}</p>}
      <ul class="ranked-flights">
        {others
          .toSorted((a, b) => Number(b.isNext) - Number(a.isNext))
          .map((flight, at) => (
            <li key={at}>
              <span>
                <FlightDay {...flight} isOwn={isOwn} /> <ReasonTags {...flight} />{' '}
                <span class="soft small">{sayNeeded(ranking.rule, flight)}</span>
              </span>
              <span class="number">{flight.value !== null && writeFigure(ranking.rule, flight.value)}</span>
              {isOwn && <WayOut season={ranking.seasonId} flight={flight} />}
            </li>
          ))}
      </ul>
    </>
  )
}

function FlightDay({ flightId, date, isOwn }: Pick<Reasoned, 'flightId' | 'date'> & { isOwn: boolean }) {
  const day = format.day(date)
  return flightId ? <a href={isOwn ? `/app/flights/${flightId}` : `/f/${flightId}`}>{day}</a> : <>{day}</>
}

const MAX_SHOWN = 30

/** Flights that everyone may see, a line each. What was withdrawn since has its day and its value alone. */
export function FlightRows({ rule, flights }: Pick<Ranking, 'rule'> & { flights: readonly Counting[] }) {
  const ids = flights.flatMap(({ flightId }) => flightId ?? []).slice(0, MAX_SHOWN)
  return ids.length > 0 ? (
    <Described rule={rule} flights={flights} ids={ids} />
  ) : (
    <FlightList rule={rule} flights={flights} />
  )
}

function Described({
  ids,
  ...shown
}: Pick<Ranking, 'rule'> & { flights: readonly Counting[]; ids: readonly string[] }) {
  const { value = [] } = useData<PublicFlight[]>(`/public-flights?ids=${ids.join(',')}`)
  return <FlightList {...shown} known={new Map(value.map((flight) => [flight.id, flight]))} />
}

function FlightList({
  rule,
  flights,
  known = new Map(),
}: Pick<Ranking, 'rule'> & { flights: readonly Counting[]; known?: ReadonlyMap<string, PublicFlight> }) {
  return (
    <ul class="flights ranked">
      {flights.map(({ flightId, date, value, name }, at) => {
        const Row = flightId ? 'a' : 'span'
        const flight = known.get(flightId ?? '')
        const place = flight?.takeoff ? namePlace(flight.takeoff.name) : texts.flight.unknownTakeoff
        const line = (
          <>
            {flight ? <TrackShape shape={flight.shape} /> : <span class="shape" />}
            <span class="where">
              <strong>{flight ? (flight.title ?? place) : format.day(date)}</strong>
              <span class="soft">
                {[name, flight?.title && place, flight && format.day(date), flight?.glider]
                  .filter(Boolean)
                  .join(' · ')}
                {flight?.takeoff && nameRegion(flight.takeoff.country, ' · ')}
              </span>
            </span>
            <span class="kind">{flight && <TypeTag type={flight.type} />}</span>
            <span class="number duration">{flight && formatDuration(flight.durationSeconds)}</span>
            <span class="number distance">{flight && format.quantity('distance', flight.distanceKm)}</span>
            <span class="number points">{value !== null && writeFigure(rule, value)}</span>
          </>
        )
        return (
          <li key={flightId ?? at}>
            <Row class="flight-row" {...(flightId && { href: `/f/${flightId}` })}>
              {line}
            </Row>
          </li>
        )
      })}
    </ul>
  )
}

export function ReasonTags({ reason, isNext }: Pick<Reasoned, 'reason' | 'isNext'>) {
  return (
    <>
      <span class={reason === 'counts' ? 'tag good' : 'tag plain'}>{words.reasons[reason]}</span>{' '}
      {isNext && <span class="tag sun">{words.next}</span>}
    </>
  )
}
