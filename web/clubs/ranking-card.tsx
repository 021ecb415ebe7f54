// A ranking in short: its rule, the first three, and the way to the rest.
import type { ComponentChildren } from 'preact'
import type { RankingRows, Season } from '#contract/clubs/api.ts'
import { useLoad } from '../parts/load.ts'
import { type Ranking, rankingPath } from './figures.ts'
import { PlaceLines } from './place-lines.tsx'
import { sayRule } from './rule/sentence.ts'

export function RankingCard({
  season,
  ranking,
  isMain = false,
  children,
}: {
  season: Pick<Season, 'id'>
  ranking: Ranking
  /** Its first three stand on a podium. */
  isMain?: boolean
  /** For those who manage it. */
  children?: ComponentChildren
}) {
  const { value } = useLoad<RankingRows>(`/rankings/${ranking.id}/rows?limit=3`)
  const { rule } = ranking
  return (
    <article class={isMain ? 'card main' : 'card'} aria-label={ranking.name}>
      <h2>
        <a href={rankingPath(season, ranking)}>{ranking.name}</a>
      </h2>
      <p class="soft small">{sayRule(rule)}</p>
      <PlaceLines rule={rule} rows={value?.data} isLarge={isMain} />
      {children}
    </article>
  )
}
