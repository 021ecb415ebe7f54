// How much CPU goes into the proof of one score. `scored_by` of a flight says what has been tried:
//
//   …                the score is proven
//   … / unproven 0   the deadline of the upload (SCORING_DEADLINE_MS) did not suffice
//   … / unproven 1   nor did 20 s
//   … / unproven 2   nor did 200 s: it is left at that, until another release or the operator scores it again
import { SOLVER_VERSION } from '#scoring/certificate.ts'
import type { Rules } from '#scoring/score.ts'
import { nameScorer, UNPROVEN } from '../record/metadata.ts'
import { PROOF_MS } from '../scorer/scorer.ts'

const BUDGETS_MS = [PROOF_MS, 10 * PROOF_MS] as const

export interface Try {
  /** Milliseconds of CPU. */
  budgetMs: number
  /** After it. */
  tries: number
}

/** This release's name for a flight that it has scored by these rules, and proven. */
export const nameProven = (rules: Rules) => nameScorer({ rules, solverVersion: SOLVER_VERSION, proven: true })

export const nameUnproven = (rules: Rules, tries: number) =>
  nameScorer({ rules, solverVersion: SOLVER_VERSION, proven: false }, tries)

/** Names of flights for which there is a budget left. */
export const listUnprovenNames = (rules: Rules) => BUDGETS_MS.map((_, tries) => nameUnproven(rules, tries))

/** The name of a flight for which none is left. */
export const nameGivenUp = (rules: Rules) => nameUnproven(rules, BUDGETS_MS.length)

/** The next try at a flight without a proof, the last one again when there is none; undefined when another release has scored it. */
export function chooseTry(scoredBy: string, rules: Rules): Try | undefined {
  const [name, count] = scoredBy.split(UNPROVEN)
  if (name !== nameProven(rules)) return undefined
  const tries = Number(count ?? 0)
  const budgetMs = BUDGETS_MS[tries] ?? BUDGETS_MS.at(-1)!
  return { budgetMs, tries: Math.min(tries + 1, BUDGETS_MS.length) }
}
