// A row of a ranking, opened: of a pilot every flight with its reason, of all else the flights that count with their pilots.
import type { PilotRow, RankingRow, RowFlights } from '#contract/clubs/api.ts'
import { format } from '../language/texts.ts'
import { useData } from '../parts/load.ts'
import { ProblemNotice, Skeleton } from '../parts/notices.tsx'
import { nameRow, type Ranking, writeFigure } from './figures.ts'
import type { ClubTexts } from './words.ts'

interface Opened {
  words: ClubTexts
  ranking: Ranking
  row: string
  /** Where the list does not name it. */
  isTitled?: boolean
}

export const OpenedRow = (opened: Opened) =>
  opened.ranking.rule.group.by === 'pilot' ? <FlightsOfPilot {...opened} /> : <FlightsOfGroup {...opened} />

function Title({ words, ranking, isTitled, row }: Omit<Opened, 'row'> & { row: RankingRow | null }) {
  if (!isTitled || !row) return null
  return (
    <h2 class="row-title">
      {row.place ?? '–'} · {nameRow(words, ranking.rule, row)} · {writeFigure(words, ranking.rule, row.sum)}
    </h2>
  )
}

function FlightsOfPilot({ row, ...opened }: Opened) {
  const { words, ranking } = opened
  const { value, problem, reload } = useData<PilotRow>(`/rankings/${ranking.id}/pilots/${row}`)
  if (!value) return problem ? <ProblemNotice problem={problem} retry={reload} /> : <Skeleton height="bars" />
  return (
    <>
      <Title {...opened} row={value.row} />
      <ReasonList words={words} ranking={ranking} flights={value.flights} />
    </>
  )
}

type Flight = PilotRow['flights'][number]

const orderOf = ({ reason, isNext }: Flight) => (reason === 'counts' ? 0 : isNext ? 1 : 2)

/** Those that count, the next that would, and every other. */
export function ReasonList({
  words,
  ranking,
  flights,
}: {
  words: ClubTexts
  ranking: Ranking
  flights: readonly Flight[]
}) {
  return (
    <ul class="ranked-flights">
      {flights
        .toSorted((a, b) => orderOf(a) - orderOf(b))
        .map((flight) => (
          <li key={flight.entry}>
            <span>
              {flight.flight ? (
                <a href={`/app/flights/${flight.flight}`}>{format.day(flight.date)}</a>
              ) : (
                format.day(flight.date)
              )}{' '}
              <span class={flight.reason === 'counts' ? 'tag good' : 'tag plain'}>
                {words.ranking.reasons[flight.reason]}
              </span>{' '}
              {flight.isNext && <span class="tag sun">{words.ranking.next}</span>}
            </span>
            <span class="number">
              {flight.figure !== null && writeFigure(words, ranking.rule, flight.figure)}
            </span>
          </li>
        ))}
    </ul>
  )
}

function FlightsOfGroup({ row, ...opened }: Opened) {
  const { words, ranking } = opened
  const { value, problem, reload } = useData<RowFlights>(`/rankings/${ranking.id}/rows/${row}`)
  if (!value) return problem ? <ProblemNotice problem={problem} retry={reload} /> : <Skeleton height="bars" />
  return (
    <>
      <Title {...opened} row={value.row} />
      <ul class="ranked-flights">
        {value.flights.map(({ pilot, name, date, figure }, index) => (
          <li key={`${pilot} ${index}`}>
            <span>
              {name ?? words.ranking.gone} <span class="soft small">{format.day(date)}</span>
            </span>
            <span class="number">{writeFigure(words, ranking.rule, figure)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
