// The rule of a ranking as a sentence.
import type { RankingRule } from '#contract/clubs/rule.ts'
import { format } from '../../language/texts.ts'
import { nameRegion } from '../../parts/format.ts'
import { nameType } from '../../parts/type-tag.tsx'
import { nameClass, nameWeekday, writeLimit } from '../figures.ts'
import { rankingWords as words, words as clubWords } from '../words.ts'

/** What counts, then each condition. */
export function sayRule(rule: RankingRule): string {
  const { measure, filter = {}, choice, group, minimum, factors, leastRows } = rule
  const { sentence } = words
  const list = (values: readonly (string | number)[] | undefined, say: (value: never) => string) =>
    values && values.map((value) => say(value as never)).join(', ')
  const perDay = choice.caps?.find(({ kind, values }) => kind === 'day' && !values)
  return [
    `${sentence.best(choice.best)} ${sentence.per[group.by]}`,
    measure.league
      ? sentence.by(sentence.measures[measure.kind], nameLeague(measure.league))
      : sentence.measures[measure.kind],
    minimum !== undefined && words.atLeast(writeLimit(rule, minimum)),
    list(filter.types, nameType),
    list(filter.classes, nameClass),
    list(filter.countries, (country: string) => nameRegion(country)),
    list(filter.weekdays, nameWeekday),
    list(filter.bands, (band: keyof typeof words.bands) => words.bands[band]),
    filter.sex && words.sexes[filter.sex],
    list(filter.launchTypes, (launch: string) => sentence.launches[launch as never] ?? launch),
    filter.newcomers && words.reasons['no-newcomer'],
    (filter.takeoffs || filter.circles) && sentence.places,
    perDay && sentence.perDay(perDay.most),
    (choice.floors || (choice.caps?.length ?? 0) > (perDay ? 1 : 0) || choice.apart) && sentence.quotas,
    group.members !== undefined && sentence.members(group.members),
    group.flights !== undefined && sentence.flights(group.flights),
    factors && sentence.factors,
    leastRows !== undefined && sentence.leastRows(format.number(leastRows)),
    rule.audience === 'members' && clubWords.visibilities.members,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** An id such as xcontest. */
export const nameLeague = (league: string) => leagueNames[league] ?? league
const leagueNames: Record<string, string> = {
  xcontest: 'XContest',
  dhv: 'DHV-XC',
  xccup: 'XCCup',
  ffvl: 'FFVL',
  norway: 'Distanseligaen',
  israel: 'Israel XC League',
}
