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

/** Ids that say nothing once a flight is withdrawn, in the order of the flights' own. */
export function numberFlights<Flight extends { readonly id: string }>(flights: readonly Flight[]) {
  const sorted = flights.toSorted((a, b) => compareTexts(a.id, b.id))
  const numbers = new Map(sorted.map(({ id }, at) => [id, String(at + 1).padStart(NUMBER_LENGTH, '0')]))
  return { sorted, numbers }
}

export const seal = async (given: Ranked): Promise<SealedProof> => reseal(await prove(given))

export async function prove(given: Ranked): Promise<RankingProof> {
  const rule = toCanonicalRule(given.rule)
  const { sorted, numbers } = numberFlights(given.flights)
  const numberOf = (id: string) => numbers.get(id)!
  const { season, decisions } = given
  const ranking = rank(rule, season, sorted, findStates(decisions))
  const { rows, flights: judged } = toResult(rule, ranking)
  return {
    format: 'cloudstreet-ranking-2',
    ranking: given.ranking,
    season,
    rule,
    ruleHash: await hashRule(rule),
    flights: sorted.map((flight) => ({ ...flight, id: numberOf(flight.id) })),
    decisions: decisions.map((decision) => ({ ...decision, flight: numberOf(decision.flight) })),
    result: {
      rows: rows.map((row) => ({ ...row, flights: row.flights.map(numberOf) })),
      flights: judged
        .map((told) => ({ ...told, flight: numberOf(told.flight) }))
        .sort((a, b) => compareTexts(a.flight, b.flight)),
    },
  }
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
  for (const [index, row] of computed.rows.entries()) {
    const given = result.rows[index]
    if (toCanonicalJson(given ?? null) === toCanonicalJson(row)) continue
    return `Row ${index + 1} should be ${toCanonicalJson(row)}, and is ${toCanonicalJson(given ?? null)}.`
  }
  if (result.rows.length > computed.rows.length)
    return `There should be ${computed.rows.length} rows, and are ${result.rows.length}.`
  const at = computed.flights.findIndex(
    (judged, index) => toCanonicalJson(judged) !== toCanonicalJson(result.flights[index] ?? null),
  )
  if (at !== -1)
    return `Of flight ${flights[at]!.id} should be said ${toCanonicalJson(computed.flights[at])}, and ${toCanonicalJson(result.flights[at] ?? null)} is.`
  return result.flights.length === flights.length
    ? undefined
    : 'The result speaks of flights that are not there.'
}
