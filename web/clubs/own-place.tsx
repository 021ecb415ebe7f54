// The pilot's own place, and what a better flight would have to bring.
import type { RowDetails, Season } from '#contract/clubs/api.ts'
import { useData } from '../parts/load.ts'
import { type Ranking, rankingPath, writeFigure } from './figures.ts'
import { RankedFlights } from './row-flights.tsx'
import { rankingWords as words } from './words.ts'

/** In the address of a ranking: the row of whoever reads it. */
export const OWN = 'me'

export function OwnPlace({
  season,
  ranking,
  isHere = false,
}: {
  season: Pick<Season, 'id' | 'name'>
  ranking: Ranking
  /** On the page of the ranking itself. */
  isHere?: boolean
}) {
  const { value } = useData<RowDetails>(`/rankings/${ranking.id}/rows/${OWN}`)
  if (!value) return null
  const write = (figure: number) => writeFigure(ranking.rule, figure)
  const { row, flights, neededToCount, neededToPass } = value
  const others = flights.filter(({ reason }) => reason !== 'counts').length
  const path = `${rankingPath(season, ranking)}?row=${OWN}`
  const isByPilot = ranking.rule.group.by === 'pilot'
  return (
    <article class="card own-place" aria-label={`${words.yourPlace}: ${ranking.name}`}>
      {isByPilot && (
        <a class="own-figure" href={path}>
          <strong>{row?.place ?? '–'}</strong>
          <span>
            {isHere ? words.yourPlace : `${season.name} · ${ranking.name}`}
            <small>{row ? write(row.sum) : words.noneCounts}</small>
          </span>
        </a>
      )}
      {isByPilot && neededToCount !== null && (
        <dl class="needed">
          <div>
            <dt>{words.countsFrom}</dt>
            <dd>{write(neededToCount)}</dd>
          </div>
          {neededToPass !== null && (
            <div>
              <dt>{words.passesFrom}</dt>
              <dd>{write(neededToPass)}</dd>
            </div>
          )}
        </dl>
      )}
      {isHere ? (
        <details open={location.search === `?row=${OWN}`}>
          <summary>{words.ownFlights(flights.length)}</summary>
          <RankedFlights ranking={ranking} flights={flights} isOwn />
        </details>
      ) : (
        others > 0 && <a href={path}>{words.notCounting(others)}</a>
      )}
    </article>
  )
}
