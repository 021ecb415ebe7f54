// Proofs: as of now, and those that are kept since a season was closed.
import type { EntryDecision, RankingEntry, RankingProof, SealedProof } from '#contract/clubs/proof.ts'
import { compareTexts } from '#rankings/candidate.ts'
import { listChanges, seal } from '#rankings/proof.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { toEntry, toState } from './entries.ts'
import * as entries from './entries-store.ts'
import * as store from './store.ts'
import type { Season, StoredRanking } from './store.ts'

export interface Frozen {
  readonly entries: readonly RankingEntry[]
  readonly decisions: readonly EntryDecision[]
}

/** Of pilots whose accounts are gone: a closed season has them in its last proof alone. */
export async function listFrozen(
  sql: Sql,
  { closedAt }: Season,
  { id, rule: { figure } }: StoredRanking,
  isThere: (pilotId: string) => boolean,
): Promise<Frozen> {
  const kept = closedAt === null ? undefined : await findKept(sql, id)
  if (!kept) return { entries: [], decisions: [] }
  const { rule, ...proof } = JSON.parse(kept.proof) as RankingProof
  // The flight is gone, so a rule by another figure finds none.
  const isSameFigure = rule.figure.of === figure.of && rule.figure.league === figure.league
  const entries = proof.entries
    .filter(({ pilot }) => !isThere(pilot))
    .map((entry) => (isSameFigure ? entry : { ...entry, figure: null }))
  const ids = new Set(entries.map((entry) => entry.id))
  return { entries, decisions: proof.decisions.filter(({ entry }) => ids.has(entry)) }
}

interface ProofTerms {
  readonly until?: string | undefined
  readonly previous?: string | null
  /** A pilot who is leaving. */
  readonly without?: string | undefined
}

/** Only what was entered, and of a public ranking only public flights: a proof tells of nothing else. */
export async function prove(
  sql: Sql,
  season: Season,
  ranking: StoredRanking,
  { until, previous = null, without }: ProofTerms = {},
): Promise<SealedProof> {
  const { id, rule } = ranking
  const pilots = new Map(
    (await store.listPilots(sql, { seasonId: season.id })).map((pilot) => [pilot.id, pilot]),
  )
  const none = new Map<string, never>()
  const held = await entries.listSeasonEntries(sql, season.id)
  const entered = held.flatMap((entry): RankingEntry[] => {
    const pilot = pilots.get(entry.pilotId)!
    return toState(entry, pilot, none) === 'entered' ? [toEntry(rule, entry, pilot)] : []
  })
  const frozen = await listFrozen(sql, season, ranking, (pilot) => pilots.has(pilot) || pilot === without)
  const shown = [...entered, ...frozen.entries].filter(
    ({ isPublic, uploadedAt }) =>
      (rule.audience === 'members' || isPublic) && (until === undefined || uploadedAt <= until),
  )
  const ids = new Set(shown.map((entry) => entry.id))
  const own = await entries.listDecisions(sql, { seasonId: season.id }, held)
  const decided = [...own, ...frozen.decisions]
  const decisions = decided
    .filter(({ entry, at }) => ids.has(entry) && (until === undefined || at <= until))
    .sort((a, b) => compareTexts(a.at, b.at))
  return seal({ ranking: id, season: season.terms, rule, entries: shown, decisions, previous })
}

interface KeptProof {
  number: number
  sha256: string
  changes: string
  proof: string
}

/** The last one that was kept, or that of a number. */
export async function findKept(sql: Sql, rankingId: string, number?: number): Promise<KeptProof | undefined> {
  const [row] = await sql<KeptProof>`
    select number, sha256, changes, proof from ranking_proofs
    where ranking_id = ${rankingId} and number = coalesce(${number ?? null},
      (select max(number) from ranking_proofs where ranking_id = ${rankingId}))`
  return row
}

/** Of a season that is closed: keeps the next proof of each ranking whose result is another. */
export async function sealChanged(
  { now }: Pick<Services, 'now'>,
  sql: Sql,
  { id }: Season,
  without?: string,
): Promise<void> {
  const season = await store.findSeason(sql, id)
  if (!season || season.closedAt === null) return
  for (const ranking of await store.listRankings(sql, id)) {
    const last = await findKept(sql, ranking.id)
    const sealed = await prove(sql, season, ranking, { previous: last?.sha256 ?? null, without })
    const before = last && (JSON.parse(last.proof) as RankingProof)
    const changes = before ? listChanges(before, sealed.proof) : []
    if (before && changes.length === 0) continue
    await sql`
      insert into ranking_proofs (id, ranking_id, number, sha256, changes, proof, created_at)
      values (${createId(now())}, ${ranking.id}, ${(last?.number ?? 0) + 1}, ${sealed.sha256},
        ${JSON.stringify(changes)}, ${JSON.stringify(sealed.proof)}, ${now()})`
  }
}
