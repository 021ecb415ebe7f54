// A row of a ranking, opened: of a pilot every flight with its reason, of all else the flights that count with their pilots.
import type { PilotRow, RowFlights } from '#contract/clubs/api.ts'
import { format } from '../language/texts.ts'
import { useData } from '../parts/load.ts'
import { Wait } from '../parts/notices.tsx'
import { nameRow, type Ranking, writeFigure } from './figures.ts'

import { rankingWords as words } from './words.ts'

type Reasoned = PilotRow['flights'][number]
type Flight = Reasoned | RowFlights['flights'][number]

export function OpenedRow({
  ranking,
  row: key,
  isTitled = false,
}: {
  ranking: Ranking
  row: string
  /** Where the list does not name it. */
  isTitled?: boolean
}) {
  const { id, rule } = ranking
  const kind = rule.group.by === 'pilot' ? 'pilots' : 'rows'
  const loaded = useData<PilotRow | RowFlights>(`/rankings/${id}/${kind}/${key}`)
  if (!loaded.value) return <Wait loaded={loaded} height="bars" />
  const { row, flights } = loaded.value
  return (
    <>
      {isTitled && row && (
        <h2 class="row-title">
          {row.place ?? '–'} · {nameRow(rule, row)} · {writeFigure(rule, row.sum)}
        </h2>
      )}
      <RankedFlights ranking={ranking} flights={flights} />
    </>
  )
}

const orderOf = ({ reason, isNext }: Partial<Reasoned>) => (reason === 'counts' ? 0 : isNext ? 1 : 2)

/** Those that count, the next that would, and every other. */
export function RankedFlights({ ranking, flights }: { ranking: Ranking; flights: readonly Flight[] }) {
  return (
    <ul class="ranked-flights">
      {flights
        .toSorted((a, b) => orderOf(a) - orderOf(b))
        .map((flight, at) => (
          <li key={at}>
            <span>
              {'reason' in flight ? <Reason {...flight} /> : (flight.name ?? words.gone)}{' '}
              {!('reason' in flight) && <span class="soft small">{format.day(flight.date)}</span>}
            </span>
            <span class="number">{flight.value !== null && writeFigure(ranking.rule, flight.value)}</span>
          </li>
        ))}
    </ul>
  )
}

function Reason({ flightId, date, reason, isNext }: Reasoned) {
  return (
    <>
      {flightId ? <a href={`/app/flights/${flightId}`}>{format.day(date)}</a> : format.day(date)}{' '}
      <ReasonTags reason={reason} isNext={isNext} />
    </>
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
