// On a flight: the rankings that it counts in and why it does not in the others, in the words of their rows.
import type { ComponentChildren } from 'preact'
import type { FlightSeason } from '#contract/clubs/api.ts'
import { rankingPath, writeFigure } from './figures.ts'
import './rankings.css'
import { ReasonTags } from './row-flights.tsx'
import { loadWords, rankingWords as words } from './words.ts'

export async function openCard(seasons: readonly FlightSeason[]): Promise<ComponentChildren> {
  await loadWords()
  return <FlightCard seasons={seasons} />
}

function FlightCard({ seasons }: { seasons: readonly FlightSeason[] }) {
  return (
    <section class="card" aria-labelledby="counts-in">
      <h2 id="counts-in">{words.countsIn}</h2>
      {seasons.map((season) => (
        <div key={season.id}>
          <p>
            <a href={`/app/seasons/${season.id}`}>
              <strong>{season.name}</strong>
            </a>
          </p>
          <ul class="ranked-flights">
            {season.rankings.map((ranking) => (
              <li key={ranking.id}>
                <span>
                  <a href={rankingPath(season, ranking)}>{ranking.name}</a> <ReasonTags {...ranking} />
                </span>
                <span class="number">{ranking.value !== null && writeFigure(ranking, ranking.value)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
