// For a pilot: each flight with its reason, the next that would count, and what a better flight would have to bring.
import type { RankingResult } from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { addFigures, type Candidate } from './candidate.ts'
import { choose } from './choose.ts'
import { toUnits } from './figure.ts'
import type { Judgement } from './judge.ts'
import { listReasons, type Member, toFlight } from './rank.ts'

export interface Explanation {
  readonly entries: readonly (RankingResult['entries'][number] & { isNext: boolean })[]
  /** The least figure with which a new flight would raise the sum, if it is of a kind that is still wanted. */
  readonly neededToCount: number
  /** The least with which it would bring more than the sum of the row above; null without one. */
  readonly neededToPass: number | null
}

/**
 * Of a pilot: all entries with what was judged, and all members of the rows that they may count for. The needed figures are of the
 * row `key`; `above` is the sum to pass, of a row that adds up this pilot's flights alone.
 */
export function explain(
  rule: RankingRule,
  key: string,
  judgements: readonly Judgement[],
  members: readonly Member[],
  above: number | null,
): Explanation {
  const eligible = judgements.filter(({ reason }) => reason === null)
  const rows = Map.groupBy(eligible, (judgement) => judgement.key!)
  const next = new Set([...rows.values()].map((row) => findNext(rule, row.map(toFlight))))
  const own = rows.get(key)?.map(toFlight) ?? []
  const kept = addFigures(choose(own, rule.choice, 1))
  const least = Math.max(1, toUnits(rule.minimum ?? 0, rule.figure.decimals))
  return {
    entries: listReasons(rule, judgements, members).map((told) => ({
      ...told,
      isNext: next.has(told.entry),
    })),
    neededToCount: Math.max(least, addFigures(choose(own, rule.choice)) - kept + 1),
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
