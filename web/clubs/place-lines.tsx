// The first rows of a ranking, a line each.
import type { RankingRow } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { Avatar } from '../parts/menu/avatar.tsx'
import { findImage, nameRow, writeFigure } from './figures.ts'
import { rankingWords as words } from './words.ts'

export function PlaceLines({
  rule,
  rows,
  isLarge = false,
}: {
  rule: RankingRule
  rows: readonly RankingRow[] | undefined
  isLarge?: boolean
}) {
  if (rows?.length === 0) return <p class="soft">{words.noPlaces}</p>
  return (
    <ol class="podium">
      {rows?.map((row) => {
        const name = nameRow(rule, row)
        return (
          <li key={row.key}>
            <span class="place">{row.place ?? '–'}</span>
            {rule.group.by === 'pilot' ? (
              <Avatar name={name} image={findImage(row)} isLarge={isLarge} />
            ) : (
              <span />
            )}
            <span class="name">
              {row.profile ? <a href={new URL(row.profile).pathname}>{name}</a> : name}
            </span>
            <span class="number">{writeFigure(rule, row.sum)}</span>
          </li>
        )
      })}
    </ol>
  )
}
