// Proves the scores that an upload had not the time to prove: one flight at a time, of all nodes together, in a thread to
// which the machine prefers every other, and only while no upload waits.
//   turn (lease, renewed while the node lives) -> the flight that has been tried least -> its next budget -> stored
//   the node dies -> the lease runs out -> another node tries the same flight again
import { takeTurn } from '#server/platform/database/leases.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import { type Pace, unpaced } from '#server/platform/background/watch.ts'
import { readFile } from '../files/files.ts'
import type { LeagueServices } from '../leagues/scores.ts'
import { nameScorer } from '../record/metadata.ts'
import { keepFindings } from './rescore.ts'
import {
  countUnproven,
  findScored,
  findUnproven,
  markScored,
  renameScorer,
  type ScoredFlight,
} from './store.ts'
import { chooseTry, listUnprovenNames, nameGivenUp, nameUnproven, type Try } from './tries.ts'

export const PROVE_EVERY_MS = 2 * SECOND_MS
const RETRIED_AT_ONCE = 500
export const turn = { id: 'proofs', leaseMs: MINUTE_MS }

/** True when there may be more to do. */
export async function proveNext(
  services: LeagueServices,
  signal: AbortSignal,
  pace: Pace = unpaced,
): Promise<boolean> {
  const { db, leagues, scorer } = services
  const names = listUnprovenNames(leagues.rules)
  if (scorer.queue().waiting > 0 || !(await findUnproven(db.sql, names))) return false
  const hasMore = await takeTurn(services, turn, signal, async (abort) => {
    // The node that had the turn before may have done it.
    const flight = await findUnproven(db.sql, names)
    const next = flight && chooseTry(flight.scoredBy, leagues.rules)
    if (!next) return false
    await prove(services, flight, next, abort)
    pace.count(1)
    return !abort.aborted
  })
  return hasMore ?? false
}

/** Failed are those for which no budget is left. */
export async function countProofs({ db, leagues: { rules } }: LeagueServices): Promise<Backlog> {
  const waiting = await countUnproven(db.sql, listUnprovenNames(rules))
  return { waiting, failed: await countUnproven(db.sql, [nameGivenUp(rules)]) }
}

/** They are tried with the largest budget once more. */
export async function retryProofs({ db, leagues: { rules } }: LeagueServices): Promise<number> {
  const before = listUnprovenNames(rules).at(-1)!
  for (let count = 0; ;) {
    const marked = await renameScorer(db.sql, nameGivenUp(rules), before, RETRIED_AT_ONCE)
    count += marked
    if (marked < RETRIED_AT_ONCE) return count
  }
}

async function prove(
  services: LeagueServices,
  flight: ScoredFlight,
  { budgetMs, tries }: Try,
  abort: AbortSignal,
): Promise<void> {
  const { db, leagues, log, scorer } = services
  const flightId = flight.id
  const compressed = await readFile(services, { ...flight, flightId })
  const findings = await scorer.prove({ ...flight, compressed }, budgetMs, abort).catch((error: unknown) => {
    if (!abort.aborted) log.warn({ err: error, flightId, budgetMs }, 'a score could not be proven')
    return undefined
  })
  if (abort.aborted) return
  if (!findings) {
    await markScored(db.sql, flight, nameUnproven(leagues.rules, tries))
    return
  }
  // Minutes may have passed.
  const now = await findScored(db.sql, flight)
  const scoredBy = nameScorer(findings.score, tries)
  if (!now || !(await keepFindings(services, now, findings, scoredBy))) return
  const left = await countUnproven(db.sql, listUnprovenNames(leagues.rules))
  const { score, upperBound, proven } = findings.score
  const text = proven ? 'a score is proven' : 'a score is not proven yet'
  log.info({ flightId, budgetMs, score, upperBound, left }, text)
}
