// A ranking in short: its rule, the first three, and the way to the rest.
import type { ComponentChildren } from 'preact'
import type { RankingRows, Season } from '#contract/clubs/api.ts'
import { useLoad } from '../parts/load.ts'
import { nameRow, type Ranking, rankingPath, writeFigure } from './figures.ts'
import { Face } from './page.tsx'
import { sayRule } from './rule/sentence.ts'
import { rankingWords as words } from './words.ts'

export function RankingCard({
  season,
  ranking,
  children,
}: {
  season: Pick<Season, 'id'>
  ranking: Ranking
  /** For those who manage it. */
  children?: ComponentChildren
}) {
  const { value } = useLoad<RankingRows>(`/rankings/${ranking.id}/rows?limit=3`)
  const { rule } = ranking
  return (
    <article class="card" aria-label={ranking.name}>
      <h2>
        <a href={rankingPath(season, ranking)}>{ranking.name}</a>
      </h2>
      <p class="soft small">{sayRule(rule)}</p>
      {value?.data.length === 0 && <p class="soft">{words.noPlaces}</p>}
      <ol class="podium">
        {value?.data.map((row) => (
          <li key={row.key}>
            <span class="place">{row.place ?? '–'}</span>
            {rule.group.by === 'pilot' ? <Face name={nameRow(rule, row)} image={row.image} /> : <span />}
            <span class="name">{nameRow(rule, row)}</span>
            <span class="number">{writeFigure(rule, row.sum)}</span>
          </li>
        ))}
      </ol>
      {children}
    </article>
  )
}
