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
export function writeFigure({ measure }: Pick<RankingRule, 'measure'>, value: number): string {
  const write = (shown: number) => format.number(shown, measure.decimals)
  if (measure.kind === 'km') return `${write(format.convert('distance', value))} ${format.unit('distance')}`
  if (measure.kind === 'flights') return words.flights(value)
  return measure.kind === 'hours' ? `${write(value)} h` : words.points(write(value))
}

export function nameRow({ group }: RankingRule, { key, name }: RankingRow): string {
  if (group.by === 'day') return format.longDay(key)
  if (name === null) return words.gone
  return group.by === 'takeoff' ? namePlace(name) : name
}

export const writePeriod = ({ terms }: Pick<Season, 'terms'>) =>
  `${format.day(terms.from)} – ${format.day(terms.to)}`
export const rankingPath = ({ id }: Pick<Season, 'id'>, ranking: Pick<Ranking, 'id'>) =>
  `/app/seasons/${id}/rankings/${ranking.id}`
