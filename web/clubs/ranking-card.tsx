// A ranking in short: its rule, the first three, and the way to the rest.
import type { ComponentChildren } from 'preact'
import type { RankingRows, Season } from '#contract/clubs/api.ts'
import { useLoad } from '../parts/load.ts'
import { Avatar } from '../parts/menu/avatar.tsx'
import { findImage, nameRow, type Ranking, rankingPath, writeFigure } from './figures.ts'
import { sayRule } from './rule/sentence.ts'
import { rankingWords as words } from './words.ts'

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
      {value?.data.length === 0 && <p class="soft">{words.noPlaces}</p>}
      <ol class="podium">
        {value?.data.map((row) => (
          <li key={row.key}>
            <span class="place">{row.place ?? '–'}</span>
            {rule.group.by === 'pilot' ? (
              <Avatar name={nameRow(rule, row)} image={findImage(row)} isLarge={isMain} />
            ) : (
              <span />
            )}
            <span class="name">
              {row.profile ? (
                <a href={new URL(row.profile).pathname}>{nameRow(rule, row)}</a>
              ) : (
                nameRow(rule, row)
              )}
            </span>
            <span class="number">{writeFigure(rule, row.sum)}</span>
          </li>
        ))}
      </ol>
      {children}
    </article>
  )
}
