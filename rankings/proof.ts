// Seals a ranking as a proof, and checks one: everything that follows from something else in it is computed again.
import {
  type FlightDecision,
  type RankingFlight,
  type RankingProof,
  SealedProof,
} from '#contract/clubs/proof.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { compareTexts } from './candidate.ts'
import { hashCanonical, toCanonicalJson } from './canonical.ts'
import { findStates, rank, toResult } from './rank.ts'
import { findRuleMistakes, findSeasonMistakes, hashRule, toCanonicalRule } from './rule.ts'
import { findShapeMistakes } from './shape.ts'

/** Decisions are from the first to the last. */
export interface Ranked extends Pick<RankingProof, 'ranking' | 'season' | 'rule'> {
  readonly flights: readonly RankingFlight[]
  readonly decisions: readonly FlightDecision[]
}

const NUMBER_LENGTH = 6

export const seal = async (given: Ranked): Promise<SealedProof> => reseal(await prove(given))

/** Flights have ids that say nothing once they are withdrawn, in the order of their own. */
export async function prove(given: Ranked): Promise<RankingProof> {
  const { ranking, season } = given
  const rule = toCanonicalRule(given.rule)
  const sorted = given.flights.toSorted((a, b) => compareTexts(a.id, b.id))
  const numbers = new Map(sorted.map(({ id }, at) => [id, String(at + 1).padStart(NUMBER_LENGTH, '0')]))
  const flights = sorted.map((flight) => ({ ...flight, id: numbers.get(flight.id)! }))
  const decisions = given.decisions.map((one) => ({ ...one, flight: numbers.get(one.flight)! }))
  const result = toResult(rule, rank(rule, season, flights, findStates(decisions)))
  const ruleHash = await hashRule(rule)
  return { format: 'cloudstreet-ranking-2', ranking, season, rule, ruleHash, flights, decisions, result }
}

export const reseal = async (proof: RankingProof): Promise<SealedProof> => ({
  sha256: await hashCanonical(proof),
  proof,
})

/** Takes from a kept proof what must go: place and value stay. */
export function withdraw(
  { sha256, proof }: SealedProof,
  isGone: (flight: RankingFlight) => boolean,
  withdrawnAt: string,
  closedAt: string,
): RankingProof {
  return {
    ...proof,
    closed: proof.closed ?? { closedAt, sha256 },
    flights: proof.flights.map((flight) =>
      flight.withdrawnAt === undefined && isGone(flight)
        ? { ...flight, address: null, file: null, takeoff: null, withdrawnAt }
        : flight,
    ),
  }
}

/** Whether the places follow from what a proof still has: what was withdrawn has no take-off any more. */
export function isComputable({ rule, flights }: Pick<RankingProof, 'rule' | 'flights'>): boolean {
  return !needsTakeoffs(rule) || flights.every(({ withdrawnAt }) => withdrawnAt === undefined)
}

function needsTakeoffs({ filter, choice, group }: RankingRule): boolean {
  const quotas = [...(choice.caps ?? []), ...(choice.floors ?? [])]
  return (
    group.by === 'takeoff' ||
    choice.apart !== undefined ||
    filter?.takeoffs !== undefined ||
    filter?.circles !== undefined ||
    quotas.some(({ kind }) => kind === 'takeoff')
  )
}

/** Undefined when all of it holds; else the first difference, in a sentence. */
export async function findFalsehood(sealed: unknown): Promise<string | undefined> {
  const [misshapen] = findShapeMistakes(SealedProof, sealed, 'the proof')
  if (misshapen !== undefined) return misshapen
  const { sha256, proof } = sealed as SealedProof
  const hash = await hashCanonical(proof)
  if (hash !== sha256) return `The hash is ${hash}, not ${sha256} as the proof says.`
  return (await findRuleFalsehood(proof)) ?? findFlightFalsehood(proof) ?? findResultFalsehood(proof)
}

async function findRuleFalsehood({ rule, ruleHash, season }: RankingProof): Promise<string | undefined> {
  const [mistake] = [...findRuleMistakes(rule), ...findSeasonMistakes(season)]
  if (mistake !== undefined) return mistake
  const hash = await hashRule(rule)
  return hash === ruleHash ? undefined : `The hash of the rule is ${hash}, not ${ruleHash}.`
}

function findFlightFalsehood({ flights, decisions }: RankingProof): string | undefined {
  const known = new Set<string>()
  for (const { id } of flights) {
    if (known.has(id)) return `The flight ${id} is there twice.`
    known.add(id)
  }
  const decision = decisions.find(({ flight }) => !known.has(flight))
  if (decision) return `A decision is about ${decision.flight}, which is no flight of the proof.`
  const isOrdered = decisions.every(
    ({ decidedAt }, index) => index === 0 || decisions[index - 1]!.decidedAt <= decidedAt,
  )
  return isOrdered ? undefined : 'The decisions are not in the order of their times.'
}

function findResultFalsehood(proof: RankingProof): string | undefined {
  if (!isComputable(proof)) return undefined
  const { rule, season, flights, decisions, result } = proof
  const computed = toResult(rule, rank(rule, season, flights, findStates(decisions)))
  if (result.rows.length > computed.rows.length)
    return `There should be ${computed.rows.length} rows, and are ${result.rows.length}.`
  if (result.flights.length !== flights.length) return 'The result speaks of flights that are not there.'
  const row = findDifference(computed.rows, result.rows)
  if (row) return `Row ${row.at + 1} should be ${row.right}, and is ${row.given}.`
  const flight = findDifference(computed.flights, result.flights)
  return (
    flight && `Of flight ${flights[flight.at]!.id} should be said ${flight.right}, and ${flight.given} is.`
  )
}

function findDifference(computed: readonly object[], given: readonly object[]) {
  const texts = computed.map(
    (right, at) => [toCanonicalJson(right), toCanonicalJson(given[at] ?? null)] as const,
  )
  const at = texts.findIndex(([right, other]) => right !== other)
  return at === -1 ? undefined : { at, right: texts[at]![0], given: texts[at]![1] }
}
