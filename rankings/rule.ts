// Checks rules and seasons: what a schema cannot say, in a sentence for each mistake.
import { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { hashCanonical } from './canonical.ts'
import { countStates } from './choose.ts'
import { isDay, isTimeZone } from './days.ts'
import { readDecimal } from './measure.ts'
import { findShapeMistakes } from './shape.ts'

/** A choice by caps and floors then takes some 50 ms at most, whatever the logbook; the leagues that we know need 16. */
export const MAX_STATES = 2_000
const MAX_FACTOR_DECIMALS = 4

export function findRuleMistakes(rule: unknown): string[] {
  const mistakes = findShapeMistakes(RankingRule, rule, 'the rule')
  return mistakes.length > 0 ? mistakes : checkRule(rule as RankingRule)
}

export function findSeasonMistakes(season: unknown): string[] {
  const mistakes = findShapeMistakes(SeasonTerms, season, 'the season')
  if (mistakes.length > 0) return mistakes
  const { from, to, closing, timeZone } = season as SeasonTerms
  return tell([
    [!isDay(from), 'from of the season must be a day of the calendar.'],
    [!isDay(to), 'to of the season must be a day of the calendar.'],
    [to < from, 'to of the season must not be before from.'],
    [closing !== undefined && !isDay(closing), 'closing of the season must be a day of the calendar.'],
    [closing !== undefined && closing < from, 'closing of the season must not be before from.'],
    [!isTimeZone(timeZone), `timeZone of the season must be one that is known, not "${timeZone}".`],
  ])
}

type Check = readonly [isWrong: boolean, sentence: string]
const tell = (checks: readonly Check[]) =>
  checks.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))

function checkRule(rule: RankingRule): string[] {
  const { measure, minimum, factors = [], group } = rule
  const isScored = measure.kind === 'points' || measure.kind === 'km'
  return [
    ...tell([
      [
        isScored !== (measure.league !== undefined),
        'measure.league of the rule is for points and km, which need it.',
      ],
      [measure.kind === 'flights' && measure.decimals > 0, 'measure.decimals of flights must be 0.'],
      [
        minimum !== undefined && readDecimal(minimum).decimals > measure.decimals,
        `minimum of the rule must have at most ${measure.decimals} decimals.`,
      ],
      [
        factors.some(({ times }) => readDecimal(times).decimals > MAX_FACTOR_DECIMALS),
        `times of a factor must have at most ${MAX_FACTOR_DECIMALS} decimals.`,
      ],
      [
        factors.some(({ classes, bands, types }) => !classes && !bands && !types),
        'A factor must say for which classes, bands or types it is.',
      ],
      [
        group.members !== undefined && group.flights !== undefined,
        'group of the rule must have members or flights, not both.',
      ],
    ]),
    ...checkChoice(rule),
  ]
}

function checkChoice({ choice }: RankingRule): string[] {
  const { best, caps = [], floors = [], apart } = choice
  const hasQuota = caps.length + floors.length > 0
  const kinds = [...new Set(floors.map(({ kind }) => kind))]
  const valuesOf = (kind: string) =>
    floors.filter((floor) => floor.kind === kind).flatMap(({ values }) => values)
  const leastOf = (kind: string) =>
    floors.filter((floor) => floor.kind === kind).reduce((sum, { least }) => sum + least, 0)
  return tell([
    [
      best === undefined && (hasQuota || apart !== undefined),
      'best of the choice is needed for caps, floors and apart.',
    ],
    [hasQuota && apart !== undefined, 'apart of the choice cannot be combined with caps or floors.'],
    [caps.filter(({ values }) => !values).length > 1, 'Only one cap of the choice may be for each value.'],
    [
      kinds.some((kind) => new Set(valuesOf(kind)).size < valuesOf(kind).length),
      'A value may be in one floor of its kind only.',
    ],
    [
      kinds.some((kind) => leastOf(kind) > (best ?? 0)),
      'The floors of a kind must leave room: their sum is above best.',
    ],
    [apart !== undefined && best === 1, 'apart of the choice needs a best of 2 or more.'],
    [
      countStates(choice) > MAX_STATES,
      'The caps and floors have too many combinations: lower best, least or most.',
    ],
  ])
}

/** Lists whose order means nothing are sorted, so rules that mean the same have the same hash. */
export function toCanonicalRule(rule: RankingRule): RankingRule {
  return sortSets(rule) as RankingRule
}

function sortSets(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortSets(item))
    const isSet = name !== 'ties' && items.every((item) => typeof item !== 'object')
    return isSet ? [...new Set(items)].sort() : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, sortSets(member, key)]))
}

export function hashRule(rule: RankingRule): Promise<string> {
  return hashCanonical(toCanonicalRule(rule))
}
