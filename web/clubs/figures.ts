// Figures, rows and addresses of a ranking, as readers see them.
import type { RankingRow, Season } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format } from '../language/texts.ts'
import { namePlace } from '../parts/format.ts'
import { rankingWords as words } from './words.ts'

export type Ranking = Season['rankings'][number]

export interface SeasonProps {
  season: Season
  onChange: () => Promise<void>
}

/** With all decimals of the rule: equal sums look equal. */
export function writeFigure({ figure }: Pick<RankingRule, 'figure'>, value: number): string {
  const write = (shown: number) => format.number(shown, figure.decimals)
  if (figure.of === 'km') return `${write(format.convert('distance', value))} ${format.unit('distance')}`
  if (figure.of === 'flights') return words.flights(value)
  return figure.of === 'hours' ? `${write(value)} h` : words.points(write(value))
}

export function nameRow({ group }: RankingRule, { key, name }: RankingRow): string {
  if (group.by === 'day') return format.longDay(key)
  if (name === null) return words.gone
  return group.by === 'takeoff' ? namePlace(name) : name
}

export const writePeriod = ({ terms }: Season) => `${format.day(terms.from)} – ${format.day(terms.to)}`
export const rankingPath = ({ id }: Pick<Season, 'id'>, ranking: Pick<Ranking, 'id'>) =>
  `/app/seasons/${id}/rankings/${ranking.id}`
