// For a pilot: each flight with its reason, the next that would count, and what a better flight would have to bring.
import type { EntryReason } from '#contract/clubs/words.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { addFigures, type Candidate } from './candidate.ts'
import { choose } from './choose.ts'
import { toUnits } from './figure.ts'
import type { Judgement } from './judge.ts'
import { combine, findReason, type Member, toFlight } from './rank.ts'

export interface Explanation {
  readonly entries: readonly { id: string; figure: number | null; reason: EntryReason; isNext: boolean }[]
  /** The least figure with which a new flight would raise the sum, if it is of a kind that is still wanted. */
  readonly neededToCount: number
  /** The least with which it would bring more than the sum of the row above; null without one. */
  readonly neededToPass: number | null
}

/**
 * Of one member: all entries of a pilot with what was judged, and the members of the row. `above` is the sum to pass, of a
 * row that adds up this pilot's flights alone.
 */
export function explain(
  rule: RankingRule,
  key: string,
  judgements: readonly Judgement[],
  members: readonly Member[],
  above: number | null,
): Explanation {
  const pilot = judgements[0]?.entry.pilot
  const member = members.find((candidate) => candidate.pilot === pilot)
  const counted = new Set(combine(rule, key, members).flights.map(({ id }) => id))
  const own = judgements
    .filter((judgement) => judgement.reason === null && judgement.key === key)
    .map(toFlight)
  const chosen = choose(own, rule.choice)
  const next = findNext(rule, own, chosen)
  const kept = addFigures(choose(own, rule.choice, 1))
  const least = Math.max(1, toUnits(rule.minimum ?? 0, rule.figure.decimals))
  return {
    entries: judgements.map((judgement) => ({
      id: judgement.entry.id,
      figure: judgement.figure,
      reason: findReason(rule, judgement, member, counted),
      isNext: judgement.entry.id === next,
    })),
    neededToCount: Math.max(least, addFigures(chosen) - kept + 1),
    neededToPass: above === null ? null : Math.max(least, above - kept + 1),
  }
}

/** The flight that would take a place if the weakest that counts were gone. */
function findNext(
  { choice }: RankingRule,
  own: readonly Candidate[],
  chosen: readonly Candidate[],
): string | undefined {
  const weakest = chosen.at(-1)
  if (!weakest || own.length === chosen.length) return undefined
  const without = choose(
    own.filter(({ id }) => id !== weakest.id),
    choice,
  )
  return without.find(({ id }) => !chosen.some((flight) => flight.id === id))?.id
}
