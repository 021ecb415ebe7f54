// A row of a ranking, opened: the flights that count as the logbook shows them, below them what does not, with the reason.
import type { RankedFlight, RowDetails } from '#contract/clubs/api.ts'
import type { PublicFlight } from '#dashboard/sharing.ts'
import { format, texts } from '../language/texts.ts'
import { formatDuration, namePlace, nameRegion } from '../parts/format.ts'
import { comparePath } from '../parts/router.ts'
import { useData } from '../parts/load.ts'
import { Wait } from '../parts/notices.tsx'
import { TrackShape } from '../parts/tracks/track-shape.tsx'
import { TypeTag } from '../parts/type-tag.tsx'
import { nameRow, type Ranking, sayNeeded, writeFigure } from './figures.ts'
import { WayOut } from './way-out.tsx'
import { rankingWords as words } from './words.ts'

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
  const loaded = useData<RowDetails>(`/rankings/${id}/rows/${key}`)
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

/** The best flights of a day, side by side. */
function CompareDay({ flights }: { flights: readonly { flightId: string | null }[] }) {
  const ids = flights.flatMap(({ flightId }) => flightId ?? [])
  if (ids.length < 2) return null
  return (
    <p>
      <a class="button secondary" href={comparePath(ids)}>
        {words.compareDay}
      </a>
    </p>
  )
}

export function RankedFlights({
  ranking,
  flights,
  isOwn = false,
}: {
  ranking: Ranking
  flights: readonly RankedFlight[]
  isOwn?: boolean
}) {
  const counting = flights.filter(({ reason }) => reason === 'counts')
  const others = flights.filter(({ reason }) => reason !== 'counts')
  // The row of a pilot has the name already.
  const isNamed = ranking.rule.group.by !== 'pilot'
  return (
    <>
      <FlightRows rule={ranking.rule} flights={counting} isNamed={isNamed} />
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

function FlightDay({ flightId, date, isOwn }: Pick<RankedFlight, 'flightId' | 'date'> & { isOwn: boolean }) {
  const day = format.day(date)
  return flightId ? <a href={isOwn ? `/app/flights/${flightId}` : `/f/${flightId}`}>{day}</a> : <>{day}</>
}

const MAX_SHOWN = 30

/** By their ids, those that everyone may see; undefined while they load. */
export function useFlights(
  flights: readonly Pick<RankedFlight, 'flightId'>[],
): ReadonlyMap<string, PublicFlight> | undefined {
  const ids = [...new Set(flights.flatMap(({ flightId }) => flightId ?? []))].slice(0, MAX_SHOWN)
  // Without any, what is at hand is asked for.
  const { value } = useData<PublicFlight[]>(
    ids.length > 0 ? `/public-flights?ids=${ids.join(',')}` : '/clubs?mine=true',
  )
  return ids.length > 0 ? value && new Map(value.map((flight) => [flight.id, flight])) : new Map()
}

interface ShownFlights extends Partial<Pick<Ranking, 'rule'>> {
  flights: readonly Pick<RankedFlight, 'flightId' | 'date' | 'value' | 'name'>[]
  isNamed?: boolean
}

/** Flights that everyone may see, a line each. What was withdrawn since has its day and its value alone. */
export function FlightRows({ rule, flights, isNamed = true }: ShownFlights) {
  const known = useFlights(flights)
  return (
    <ul class="flights ranked">
      {flights.map(({ flightId, date, value, name }, at) => {
        const Row = flightId ? 'a' : 'span'
        const flight = known?.get(flightId ?? '')
        const place = flight?.takeoff ? namePlace(flight.takeoff.name) : texts.flight.unknownTakeoff
        const line = (
          <>
            {flight ? <TrackShape shape={flight.shape} /> : <span class="shape" />}
            <span class="where">
              <strong>{flight ? (flight.title ?? place) : format.day(date)}</strong>
              <span class="soft">
                {[isNamed && name, flight?.title && place, flight && format.day(date), flight?.glider]
                  .filter(Boolean)
                  .join(' · ')}
                {flight?.takeoff && nameRegion(flight.takeoff.country, ' · ')}
              </span>
            </span>
            <span class="kind">{flight && <TypeTag type={flight.type} />}</span>
            <span class="number duration">{flight && formatDuration(flight.durationSeconds)}</span>
            <span class="number distance">{flight && format.quantity('distance', flight.distanceKm)}</span>
            <span class="number points">{rule && value !== null && writeFigure(rule, value)}</span>
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

export function ReasonTags({ reason, isNext }: Pick<RankedFlight, 'reason' | 'isNext'>) {
  return (
    <>
      <span class={reason === 'counts' ? 'tag good' : 'tag plain'}>{words.reasons[reason]}</span>{' '}
      {isNext && <span class="tag sun">{words.next}</span>}
    </>
  )
}
