// The places that a rule would give, before it is that of a ranking: by the season's own flights, or else by those of the one
// before. For those who manage it.
import type { Ranking } from '#contract/clubs/api.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import type { RankingPreview } from '#dashboard/sharing.ts'
import { readPreview } from '../current.ts'
import { requireRule } from '../managing.ts'
import type { SeenSeason } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import { listSeasons } from '../store.ts'
import { createShowRow } from './rows.ts'

const MAX_ROWS = 5
const notScored = /"reason":"not-scored"/g

export async function previewRule(
  services: RankingServices,
  userId: string,
  seen: SeenSeason,
  rule: RankingRule,
): Promise<RankingPreview> {
  requireRule(services, rule)
  const { season } = seen
  const own = await show(services, seen, rule)
  if (own.rows.length > 0 || season.clubId === null) return own
  const page = { clubId: season.clubId, after: undefined, limit: 40 }
  const others = await listSeasons(services.db.sql, userId, page)
  const last = others.find(({ terms }) => terms.to < season.terms.to)
  return last ? show(services, { ...seen, season: last }, rule) : own
}

async function show(services: RankingServices, seen: SeenSeason, rule: RankingRule): Promise<RankingPreview> {
  const { season } = seen
  const ranking: Ranking = { id: season.id, seasonId: season.id, name: season.name, rule }
  const current = await readPreview(services, season, ranking)
  const rows = current.rows.slice(0, MAX_ROWS)
  const keys = rows.map(({ key }) => key)
  const showRow = await createShowRow(services, { ...seen, ranking }, current, keys)
  const waiting = [...current.byPilot.values()].map((flights) => flights.match(notScored)?.length ?? 0)
  return {
    season: season.name,
    rows: rows.map(showRow),
    total: current.rows.length,
    unscored: waiting.reduce((sum, flights) => sum + flights, 0),
  }
}
