// Figures and rows of a ranking in words.
import type { RankingRow, Season } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format } from '../language/texts.ts'
import { namePlace } from '../parts/format.ts'
import type { ClubTexts } from './words.ts'

export type Ranking = Season['rankings'][number]

/** With all decimals of the rule: equal sums look equal. */
export function writeFigure({ ranking }: ClubTexts, { figure }: RankingRule, value: number): string {
  const write = (shown: number) => format.number(shown, figure.decimals)
  if (figure.of === 'km') return `${write(format.convert('distance', value))} ${format.unit('distance')}`
  if (figure.of === 'flights') return ranking.flights(value)
  return figure.of === 'hours' ? `${write(value)} h` : ranking.points(write(value))
}

export function nameRow(
  { ranking }: ClubTexts,
  { group }: RankingRule,
  { key, name }: Pick<RankingRow, 'key' | 'name'>,
): string {
  if (group.by === 'day') return format.longDay(key)
  if (name === null) return ranking.gone
  return group.by === 'takeoff' ? namePlace(name) : name
}

export const writePeriod = ({ terms }: Season) => `${format.day(terms.from)} – ${format.day(terms.to)}`
export const rankingPath = ({ id }: Season, ranking: Ranking) => `/app/seasons/${id}/rankings/${ranking.id}`
