// For a pilot: each flight with its reason, what would have to change, the next that would count, and what a better flight would
// have to bring.
import type { Needed } from '#contract/clubs/api.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { RankingReason } from '#contract/clubs/words.ts'
import { addValues, type Candidate } from './candidate.ts'
import { choose } from './choose.ts'
import { addDays } from './days.ts'
import type { Judgement } from './judge.ts'
import { toUnits } from './measure.ts'
import { toFlight } from './rank.ts'

/**
 * Of a pilot's eligible flights: those that would count next, one for each row; for the row `key`, the least value with which a new
 * flight of a kind that is still wanted would raise the sum, and the least with which it would bring more than `above`.
 */
export function explain(
  rule: RankingRule,
  key: string,
  eligible: readonly Judgement[],
  above: number | null,
) {
  const rows = Map.groupBy(eligible, (judgement) => judgement.key!)
  const next = [...rows.values()].flatMap((row) => findNext(rule, row.map(toFlight)) ?? [])
  const own = rows.get(key)?.map(toFlight) ?? []
  const kept = addValues(choose(own, rule.choice, 1))
  const least = Math.max(1, toUnits(rule.minimum ?? 0, rule.measure.decimals))
  return {
    next: new Set(next),
    neededToCount: Math.max(least, addValues(choose(own, rule.choice)) - kept + 1),
    neededToPass: above === null ? null : Math.max(least, above - kept + 1),
  }
}

/** The flight that would take a place if the weakest that counts were gone. */
function findNext({ choice }: RankingRule, own: readonly Candidate[]): string | undefined {
  const chosen = choose(own, choice)
  const weakest = chosen.at(-1)
  if (!weakest || own.length === chosen.length) return undefined
  const without = choose(
    own.filter(({ id }) => id !== weakest.id),
    choice,
  )
  return without.find(({ id }) => !chosen.some((flight) => flight.id === id))?.id
}

type Explain = (rule: RankingRule, season: SeasonTerms, date: string) => Needed

const allow =
  (list: (filter: NonNullable<RankingRule['filter']>) => readonly (string | number)[] | undefined): Explain =>
  ({ filter = {} }) => ({ allowed: (list(filter) ?? []).map(String) })
const classes = allow((filter) => filter.classes)

const explanations: Partial<Record<RankingReason, Explain>> = {
  'outside-season': (_rule, { from, to }) => ({ from, to }),
  'too-late': (_rule, { uploadDays, closing }, date) => ({
    uploadedBy: lastUploadDay(date, uploadDays, closing),
  }),
  'another-type': allow((filter) => filter.types),
  'no-glider': classes,
  'another-class': classes,
  'another-band': allow((filter) => filter.bands),
  'another-sex': allow(({ sex }) => sex && [sex]),
  'another-country': allow((filter) => filter.countries),
  'another-weekday': allow((filter) => filter.weekdays),
  'another-launch': allow((filter) => filter.launchTypes),
  'another-signature': allow((filter) => filter.signatures),
  'below-minimum': ({ minimum = 0 }) => ({ minimum }),
}

/** What would have to change; null where the reason says all there is. */
export function findNeeded(
  rule: RankingRule,
  season: SeasonTerms,
  { reason, date }: { reason: RankingReason; date: string },
): Needed | null {
  return explanations[reason]?.(rule, season, date) ?? null
}

function lastUploadDay(date: string, uploadDays: number | undefined, closing: string | undefined): string {
  const ofFlight = uploadDays === undefined ? undefined : addDays(date, uploadDays)
  return [ofFlight, closing].filter((day) => day !== undefined).sort()[0]!
}
