// Rule sets that hold the solver to everything a league may ask for.
import { ccc, ffvl } from '#scoring/leagues/europe.ts'
import { straight, startAndReturn } from '#scoring/leagues/categories.ts'
import { fai } from '#scoring/leagues/fai.ts'
import { newestRules, XCONTEST } from '#scoring/leagues/leagues.ts'
import { ukClub, ukOverseas } from '#scoring/leagues/uk.ts'
import { paramotor } from '#scoring/leagues/xcontest.ts'
import type { Rules } from '#scoring/rules.ts'

/** Each shape alone, and among others: shares, fixed gaps, free ones, tiers, minimums. */
export const rulesOfEachShape: readonly Rules[] = [
  XCONTEST,
  newestRules(ffvl),
  newestRules(ukClub),
  newestRules(ukOverseas),
  newestRules(paramotor),
  ccc.rules[0]!,
  ...fai.map(newestRules),
  {
    ...XCONTEST,
    name: 'minimums for pairs',
    categories: [straight(1.3, 7), { ...startAndReturn(1.1, 2.5), minimumKm: 5 }],
  },
]
