// Seals a ranking as a proof, and checks one: everything that follows from something else in it is computed again.
import {
  type EntryDecision,
  type RankingEntry,
  type RankingProof,
  SealedProof,
} from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { compareTexts } from './candidate.ts'
import { hashCanonical, toCanonicalJson } from './canonical.ts'
import { findStates, rank, toResult } from './rank.ts'
import { findRuleMistakes, findSeasonMistakes, hashRule, toCanonicalRule } from './rule.ts'
import { findShapeMistakes } from './shape.ts'

export interface Ranked {
  readonly ranking: string
  readonly season: SeasonTerms
  readonly rule: RankingRule
  readonly entries: readonly RankingEntry[]
  /** From the first to the last. */
  readonly decisions: readonly EntryDecision[]
  readonly previous: string | null
}

export async function seal(ranked: Ranked): Promise<SealedProof> {
  const { ranking, season, previous } = ranked
  const rule = toCanonicalRule(ranked.rule)
  const entries = ranked.entries.toSorted((a, b) => compareTexts(a.id, b.id))
  const decisions = [...ranked.decisions]
  const result = toResult(rule, rank(rule, season, entries, findStates(decisions)))
  const proof: RankingProof = {
    format: 'cloudstreet-ranking-1',
    ranking,
    season,
    rule,
    ruleHash: await hashRule(rule),
    entries,
    decisions,
    result,
    previous,
  }
  return { sha256: await hashCanonical(proof), proof }
}

/** Undefined when all of it holds; else the first difference, in a sentence. */
export async function findFalsehood(sealed: unknown): Promise<string | undefined> {
  const [misshapen] = findShapeMistakes(SealedProof, sealed, 'the proof')
  if (misshapen !== undefined) return misshapen
  const { sha256, proof } = sealed as SealedProof
  const hash = await hashCanonical(proof)
  if (hash !== sha256) return `The hash is ${hash}, not ${sha256} as the proof says.`
  return (await findRuleFalsehood(proof)) ?? findEntryFalsehood(proof) ?? findResultFalsehood(proof)
}

async function findRuleFalsehood({ rule, ruleHash, season }: RankingProof): Promise<string | undefined> {
  const [mistake] = [...findRuleMistakes(rule), ...findSeasonMistakes(season)]
  if (mistake !== undefined) return mistake
  const hash = await hashRule(rule)
  return hash === ruleHash ? undefined : `The hash of the rule is ${hash}, not ${ruleHash}.`
}

function findEntryFalsehood({ entries, decisions }: RankingProof): string | undefined {
  const known = new Set<string>()
  for (const { id } of entries) {
    if (known.has(id)) return `The entry ${id} is there twice.`
    known.add(id)
  }
  const decision = decisions.find(({ entry }) => !known.has(entry))
  if (decision) return `A decision is about ${decision.entry}, which is no entry.`
  const isOrdered = decisions.every(({ at }, index) => index === 0 || decisions[index - 1]!.at <= at)
  return isOrdered ? undefined : 'The decisions are not in the order of their times.'
}

function findResultFalsehood({ rule, season, entries, decisions, result }: RankingProof): string | undefined {
  const computed = toResult(rule, rank(rule, season, entries, findStates(decisions)))
  for (const [index, row] of computed.rows.entries()) {
    const given = result.rows[index]
    if (toCanonicalJson(given ?? null) === toCanonicalJson(row)) continue
    return `Row ${index + 1} should be ${toCanonicalJson(row)}, and is ${toCanonicalJson(given ?? null)}.`
  }
  if (result.rows.length > computed.rows.length)
    return `There should be ${computed.rows.length} rows, and are ${result.rows.length}.`
  const at = computed.entries.findIndex(
    (judged, index) => toCanonicalJson(judged) !== toCanonicalJson(result.entries[index] ?? null),
  )
  if (at !== -1)
    return `Of entry ${entries[at]!.id} should be said ${toCanonicalJson(computed.entries[at])}, and ${toCanonicalJson(result.entries[at] ?? null)} is.`
  return result.entries.length === entries.length
    ? undefined
    : 'The result speaks of entries that are not there.'
}

/** For the change from one proof to the next. */
export function listChanges(before: RankingProof, after: RankingProof): string[] {
  const changes: string[] = []
  if (before.ruleHash !== after.ruleHash) changes.push('The rule has changed.')
  const [old, now] = [before, after].map(({ entries }) => new Map(entries.map((entry) => [entry.id, entry])))
  const gone = [...old!.keys()].filter((id) => !now!.has(id)).length
  const added = [...now!.keys()].filter((id) => !old!.has(id)).length
  const changed = [...now!].filter(
    ([id, entry]) => old!.has(id) && toCanonicalJson(old!.get(id)) !== toCanonicalJson(entry),
  ).length
  if (added > 0) changes.push(`Entries added: ${added}.`)
  if (gone > 0) changes.push(`Entries gone: ${gone}.`)
  if (changed > 0) changes.push(`Entries changed: ${changed}.`)
  if (after.decisions.length !== before.decisions.length)
    changes.push(`Decisions: ${before.decisions.length} before, ${after.decisions.length} now.`)
  const places = new Map(before.result.rows.map(({ key, place }) => [key, place]))
  const moved = after.result.rows.filter(({ key, place }) => places.get(key) !== place).length
  if (moved > 0) changes.push(`Rows with another place: ${moved}.`)
  return changes
}
