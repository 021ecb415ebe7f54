// Ranks pilots whose flights have changed, soon after the change and outside its transaction; compares with a rebuild once a day.
import { createSignal } from '#server/platform/concurrency/signal.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import { countDifferences, rebuildRanking, rerankPilot } from './rerank.ts'
import type { RankingServices } from './sources.ts'
import {
  countChangedPilots,
  findSeason,
  hasChanged,
  holdSeason,
  listChangedPilots,
  listRankings,
  takeChanged,
} from './store.ts'
import { listManagers, tell } from './tell.ts'

/** Changes of this node are told by the signal; those of others are found by polling. */
const POLL_MS = 2 * SECOND_MS
const BATCH = 50

export function listRankingJobs(services: RankingServices): Job[] {
  const { db } = services
  return [
    {
      name: 'rankings',
      everyMs: POLL_MS,
      count: async () => ({ waiting: await countChangedPilots(db.sql), oldestAt: null }),
      async run(signal, pace) {
        const changed = createSignal()
        const unsubscribe = services.eventSignal.subscribe(changed.notify)
        try {
          while (!signal.aborted) {
            pace.count(await rerankChanged(services, signal))
            await announceChanged(services)
            await changed.wait(POLL_MS, signal)
          }
        } finally {
          unsubscribe()
        }
      },
    },
    { name: 'ranking-checks', everyMs: DAY_MS, run: (signal) => compareAll(services, signal) },
  ]
}

/** Until none is left; how many. */
export async function rerankChanged(services: RankingServices, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    const pilots = await listChangedPilots(services.db.sql, BATCH)
    for (const { id } of pilots) {
      if (signal?.aborted) return count
      await rerankPilot(services, id)
      count++
    }
    if (pilots.length < BATCH) return count
  }
}

/** Of the last minute together: a day of flying is not a message for each flight. */
const ANNOUNCE_AFTER_MS = MINUTE_MS

export async function announceChanged(services: RankingServices): Promise<void> {
  const { db, now } = services
  const before = now() - ANNOUNCE_AFTER_MS
  if (!(await hasChanged(db.sql, before))) return
  await db.transaction(async (sql) => {
    for (const { id, seasonId } of await takeChanged(sql, before)) {
      const season = (await findSeason(sql, seasonId))!
      const managers = await listManagers(services, sql, season)
      await tell(services, sql, season, managers, { event: 'ranking.changed', ranking: { id } })
    }
  })
}

/** A difference is a fault: it is logged, and the rebuild is kept. How many rows differed. */
export async function compareAll({ db, log }: RankingServices, signal?: AbortSignal): Promise<void> {
  for (const { id } of await db.sql<{
    id: string
  }>`select id from seasons where closed_at is null order by id`) {
    if (signal?.aborted) return
    const season = await findSeason(db.sql, id)
    if (!season) continue
    for (const ranking of await listRankings(db.sql, id))
      await db.transaction(async (sql: Sql) => {
        await holdSeason(sql, id)
        const differences = await countDifferences(sql, season, ranking)
        if (differences === 0) return
        log.error(
          { ranking: ranking.id, differences },
          'a ranking is not as its rebuild: the rebuild is kept',
        )
        await rebuildRanking(sql, season, ranking)
      })
  }
}
