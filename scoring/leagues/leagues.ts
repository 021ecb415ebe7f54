// The leagues that ship with the program. A league whose rules are not established is not here.
import { ccc, cpp, dhv, ffvl, xccup } from './europe.ts'
import { fai } from './fai.ts'
import type { League, LeagueRules } from './league.ts'
import { leonardo, leonardoFai, pgxc, wxc } from './leonardo.ts'
import { ukClub, ukNational, ukOverseas } from './uk.ts'
import { israel, norway, norwayStraight, paramotor, xcontest } from './xcontest.ts'

export const builtInLeagues: readonly League[] = [
  xcontest,
  ffvl,
  ukClub,
  ukNational,
  ukOverseas,
  dhv,
  ccc,
  cpp,
  xccup,
  norway,
  norwayStraight,
  israel,
  leonardo,
  leonardoFai,
  pgxc,
  wxc,
  paramotor,
  ...fai,
]

/** By which an installation scores unless told otherwise. */
export const XCONTEST = newestRules(xcontest)

export function newestRules({ rules }: League): LeagueRules {
  return rules.at(-1)!
}
