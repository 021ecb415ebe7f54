// Figures, rows and addresses of a ranking, as readers see them.
import type { RankedFlight, RankingRow, Season } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format, preferences, texts } from '../language/texts.ts'
import { namePlace, nameRegion } from '../parts/format.ts'
import { nameType } from '../parts/type-tag.tsx'
import { rankingWords as words } from './words.ts'

export type Ranking = Season['rankings'][number]

export interface SeasonProps {
  season: Season
  onChange: () => Promise<void>
}

/** With all decimals of the rule: equal sums look equal. */
export function writeFigure(
  { measure }: Pick<RankingRule, 'measure'>,
  value: number,
  decimals = measure.decimals,
): string {
  const write = (shown: number) => format.number(shown, decimals)
  if (measure.kind === 'km') return `${write(format.convert('distance', value))} ${format.unit('distance')}`
  if (measure.kind === 'flights') return words.flights(value)
  return measure.kind === 'hours' ? `${write(value)} h` : words.points(write(value))
}

/** What a rule asks for: 25 points, and not 25.00. */
export const writeLimit = (rule: Pick<RankingRule, 'measure'>, value: number) =>
  writeFigure(rule, value, Number.isInteger(value) ? 0 : undefined)

export function nameRow({ group }: RankingRule, { key, name }: RankingRow): string {
  if (group.by === 'day') return format.longDay(key)
  if (name === null) return words.gone
  return group.by === 'takeoff' ? namePlace(name) : name
}

export const writePeriod = ({ terms }: Pick<Season, 'terms'>) =>
  `${format.day(terms.from)} – ${format.day(terms.to)}`
export const rankingPath = ({ id }: Pick<Season, 'id'>, ranking: Pick<Ranking, 'id'>) =>
  `/app/seasons/${id}/rankings/${ranking.id}`

/** Flights that wait for a reviewer, or of another state. */
export const reviewsPath = (season: string, state = 'review') =>
  `/seasons/${season}/reviews?limit=100&state=${state}`

/** What a condition of a rule takes, in the reader's words. */
const sayAllowed: Partial<Record<RankedFlight['reason'], (value: string) => string>> = {
  'another-type': nameType,
  'another-class': nameClass,
  'another-band': (band) => words.bands[band as keyof typeof words.bands],
  'another-country': (country) => nameRegion(country),
  'another-weekday': (number) => nameWeekday(number),
}

export function nameClass(name: string): string {
  return (texts.own.classes as Record<string, string>)[name] ?? name
}

export const nameWeekday = (number: string | number) => format.weekday(Number(number))

/** What would have to change for a flight to count; empty where the reason says it. */
export function sayNeeded(
  rule: RankingRule,
  { reason, needed }: Pick<RankedFlight, 'reason' | 'needed'>,
): string {
  if (!needed) return ''
  const { allowed, from, to, uploadedBy, minimum } = needed
  const say = sayAllowed[reason]
  return [
    allowed && say && words.wanted(allowed.map(say).join(', ')),
    minimum !== undefined && words.atLeast(writeLimit(rule, minimum)),
    uploadedBy && words.uploadedBy(format.day(uploadedBy)),
    from && to && `${format.day(from)} – ${format.day(to)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether a season is being flown on this day. */
export const isRunning = ({ terms, closedAt }: Pick<Season, 'terms' | 'closedAt'>) => {
  const today = new Date().toISOString().slice(0, 10)
  return !closedAt && terms.from <= today && today <= terms.to
}

/** Of a pilot who shows one. */
export const findImage = ({ image }: Pick<RankingRow, 'image'>) => image && new URL(image).pathname

export const isByPilot = ({ rule }: Ranking) => rule.group.by === 'pilot'

/** The ranking that stands for its season. */
export const findMain = ({ rankings }: Pick<Season, 'rankings'>) => rankings.find(isByPilot) ?? rankings[0]

/** Code -> name, by name: the letters that Intl knows as a country of today. */
export function listCountries(): Record<string, string> {
  const names = new Intl.DisplayNames(preferences.language, { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const found = codes.flatMap((code) => {
    const isToday = new Intl.Locale(`und-${code}`).region === code && !noCountries.has(code)
    const name = isToday ? names.of(code) : undefined
    return name ? [[code, name] as const] : []
  })
  return Object.fromEntries(found.sort(([, a], [, b]) => a.localeCompare(b, preferences.language)))
}

/** Groups of countries, letters kept for tests, and islands without people. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA'])
