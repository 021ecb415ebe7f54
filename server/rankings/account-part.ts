// Rankings in an account's export and at its end: a running season loses the pilot, a closed one keeps place and sum unnamed.
import type { Sql } from '#server/platform/database/database.ts'
import type { Undoers } from '#server/access/widening.ts'
import { listStepsOfUser } from './entries-store.ts'
import { leaveSeason } from './participation.ts'
import { removePilot } from './rerank.ts'
import type { Services } from '#server/platform/services.ts'
import { deletePilot, holdSeason, listPilots } from './store.ts'

export function createRankingsPart(services: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const seasons = await services.db.sql`
        select s.name, p.takes, p.shown_as as "shownAs", p.band, p.sex, p.team, p.entered_at as "enteredAt"
        from season_pilots p join seasons s on s.id = p.season_id where p.user_id = ${id} order by p.id`
      yield { path: 'rankings.json', content: Buffer.from(JSON.stringify(seasons, null, 2)) }
      const steps = await listStepsOfUser(services.db.sql, id)
      yield { path: 'ranking-decisions.json', content: Buffer.from(JSON.stringify(steps, null, 2)) }
    },
    async beginErasure(sql: Sql, { id }: { id: string }) {
      for (const pilot of await listPilots(sql, { userId: id })) {
        const season = await holdSeason(sql, pilot.seasonId)
        // At once: the flights are about to go, and that must not be ranked in a season that is closed.
        if (season?.closedAt === null) await removePilot(services, sql, pilot)
        else await deletePilot(sql, pilot.id)
      }
    },
    undoes: {
      seasonEntered: (userId, seasonId: string) => leaveSeason(services, userId, seasonId),
    } satisfies Undoers,
  }
}
