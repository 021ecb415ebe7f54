// Seals a ranking as a proof, and checks one: everything that follows from something else in it is computed again.
import { type RankingProof, SealedProof } from '#contract/clubs/proof.ts'
import { compareTexts } from './candidate.ts'
import { hashCanonical, toCanonicalJson } from './canonical.ts'
import { findStates, rank, toResult } from './rank.ts'
import { findRuleMistakes, findSeasonMistakes, hashRule, toCanonicalRule } from './rule.ts'
import { findShapeMistakes } from './shape.ts'

/** Decisions are from the first to the last. */
export type Ranked = Omit<RankingProof, 'format' | 'ruleHash' | 'result'>

const compute = ({ rule, season, entries, decisions }: Ranked) =>
  toResult(rule, rank(rule, season, entries, findStates(decisions)))

export async function seal(given: Ranked): Promise<SealedProof> {
  const rule = toCanonicalRule(given.rule)
  const entries = given.entries.toSorted((a, b) => compareTexts(a.id, b.id))
  const ranked = { ...given, rule, entries }
  const [ruleHash, result] = [await hashRule(rule), compute(ranked)]
  const proof: RankingProof = { ...ranked, format: 'cloudstreet-ranking-1', ruleHash, result }
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

function findResultFalsehood(proof: RankingProof): string | undefined {
  const { entries, result } = proof
  const computed = compute(proof)
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
  const old = new Map(before.entries.map((entry) => [entry.id, toCanonicalJson(entry)]))
  const now = new Map(after.entries.map((entry) => [entry.id, toCanonicalJson(entry)]))
  const places = new Map(before.result.rows.map(({ key, place }) => [key, place]))
  const decisions = [before, after].map((proof) => proof.decisions.length)
  const counts = {
    'Entries added': [...now.keys()].filter((id) => !old.has(id)).length,
    'Entries gone': [...old.keys()].filter((id) => !now.has(id)).length,
    'Entries changed': [...now].filter(([id, entry]) => (old.get(id) ?? entry) !== entry).length,
    'Rows with another place': after.result.rows.filter(({ key, place }) => places.get(key) !== place).length,
  }
  return [
    ...(before.ruleHash === after.ruleHash ? [] : ['The rule has changed.']),
    ...Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}.`] : [])),
    ...(decisions[0] === decisions[1] ? [] : [`Decisions: ${decisions[0]} before, ${decisions[1]} now.`]),
  ]
}
