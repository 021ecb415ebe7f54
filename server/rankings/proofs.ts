// Proofs: as of now, and those that are kept since a season was closed.
import type { RankingEntry, RankingProof, SealedProof } from '#contract/rankings/proof.ts'
import { listChanges, seal } from '#rankings/proof.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { toEntry, toState } from './entries.ts'
import * as entries from './entries-store.ts'
import * as store from './store.ts'
import type { Season, StoredRanking } from './store.ts'

/** Only what was entered, and of a public ranking only public flights: a proof tells of nothing else. */
export async function prove(
  sql: Sql,
  season: Season,
  { id, rule }: StoredRanking,
  { until, previous = null }: { until?: string | undefined; previous?: string | null } = {},
): Promise<SealedProof> {
  const pilots = new Map(
    (await store.listPilots(sql, { seasonId: season.id })).map((pilot) => [pilot.id, pilot]),
  )
  const none = new Map<string, never>()
  const shown = (await entries.listSeasonEntries(sql, season.id)).flatMap((held): RankingEntry[] => {
    const pilot = pilots.get(held.pilotId)!
    const entry = toEntry(rule, held, pilot)
    const isOpen = rule.audience === 'members' || entry.isPublic
    const isKnown = until === undefined || entry.uploadedAt <= until
    return isOpen && isKnown && toState(held, pilot, none) === 'entered' ? [entry] : []
  })
  const ids = new Set(shown.map((entry) => entry.id))
  const decisions = (await entries.listDecisions(sql, { seasonId: season.id })).filter(
    ({ entry, at }) => ids.has(entry) && (until === undefined || at <= until),
  )
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
export async function sealChanged({ now }: Pick<Services, 'now'>, sql: Sql, { id }: Season): Promise<void> {
  const season = await store.findSeason(sql, id)
  if (!season || season.closedAt === null) return
  for (const ranking of await store.listRankings(sql, id)) {
    const last = await findKept(sql, ranking.id)
    const sealed = await prove(sql, season, ranking, { previous: last?.sha256 ?? null })
    const before = last && (JSON.parse(last.proof) as RankingProof)
    const changes = before ? listChanges(before, sealed.proof) : []
    if (before && changes.length === 0) continue
    await sql`
      insert into ranking_proofs (id, ranking_id, number, sha256, changes, proof, created_at)
      values (${createId(now())}, ${ranking.id}, ${(last?.number ?? 0) + 1}, ${sealed.sha256},
        ${JSON.stringify(changes)}, ${JSON.stringify(sealed.proof)}, ${now()})`
  }
}
