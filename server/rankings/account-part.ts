// Rankings in an account's export and at its end: a running season loses the pilot, a closed one keeps place and sum unnamed.
import type { Sql } from '#server/platform/database/database.ts'
import type { Undoers } from '#server/access/widening.ts'
import { listStepsOfUser } from './decisions-store.ts'
import { leaveSeason, type NamedBefore, undoName } from './participation.ts'
import type { RankingServices } from './sources.ts'
import { deleteEntry, holdSeason, listEntries, ofUser } from './store.ts'

export function createRankingsPart(services: Pick<RankingServices, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const seasons = await services.db.sql`
        select s.name, e.display_name as "displayName", e.band, e.sex, e.team, e.club_id as "clubId", e.excluded as "excludedFlightIds",
          e.entered_at as "enteredAt"
        from ranking_entries e join seasons s on s.id = e.season_id where e.user_id = ${id} order by e.id`
      yield { path: 'rankings.json', content: Buffer.from(JSON.stringify(seasons, null, 2)) }
      const steps = await listStepsOfUser(services.db.sql, id)
      yield { path: 'ranking-decisions.json', content: Buffer.from(JSON.stringify(steps, null, 2)) }
    },
    /** At once: documents of closed seasons lose the name before they are read again. */
    async beginErasure(sql: Sql, { id }: { id: string }) {
      for (const entry of await listEntries(sql, ofUser(id))) {
        await holdSeason(sql, entry.seasonId)
        await deleteEntry(sql, entry)
      }
    },
    undoes: {
      seasonNameShown: (userId, named: NamedBefore) => undoName(services, userId, named),
      seasonEntered: async (userId, seasonId: string) => void (await leaveSeason(services, userId, seasonId)),
    } satisfies Undoers,
  }
}
