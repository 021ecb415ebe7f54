// Ranks pilots whose flights have changed, soon after the change and outside its transaction.
import { createSignal } from '#server/platform/concurrency/signal.ts'
import type { Job } from '#server/platform/jobs.ts'
import { DAY_MS, SECOND_MS } from '#server/platform/time.ts'
import {
  hashCertificate,
  listByOthers,
  listMissing,
  type MissingScores,
  nameScored,
  toFigures,
} from './entries.ts'
import * as entries from './entries-store.ts'
import type { Checks, Computed, ComputedFigures, ComputedScore } from './entries-store.ts'
import { sealChanged } from './proofs.ts'
import { rerankPilot, rerankWithin } from './rerank.ts'
import type { LeagueScore, RankingServices } from './sources.ts'
import { countChangedPilots, listChangedPilots, listUnscored } from './store.ts'
import * as store from './store.ts'
import { listInFiles, listUnchecked, type Unchecked } from './triggers.ts'

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
            await changed.wait(POLL_MS, signal)
          }
        } finally {
          unsubscribe()
        }
      },
    },
    {
      // Apart from the others: scoring a whole season takes long, and a changed flight is ranked meanwhile.
      name: 'ranking-scores',
      everyMs: POLL_MS,
      count: async () => ({ waiting: (await listUnscored(db.sql)).length, oldestAt: null }),
      run: async (signal, pace) => pace.count(await scoreWaiting(services, signal)),
    },
    {
      name: 'ranking-checks',
      everyMs: DAY_MS,
      run: () => lookAgain(services),
    },
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

// Entered flights by the leagues of rankings, and findings in their files: outside the upload and outside any transaction.

/** Each pilot who waits, once; how many flights. */
export async function scoreWaiting(services: RankingServices, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const { id } of await store.listUnscored(services.db.sql)) {
    if (signal?.aborted) return count
    count += await scorePilot(services, id, signal)
  }
  return count
}

/** Stopped in between, the pilot goes on waiting with what is left. */
async function scorePilot(services: RankingServices, pilotId: string, signal?: AbortSignal): Promise<number> {
  const { sql } = services.db
  const pilot = await store.findPilotById(sql, pilotId)
  const season = pilot && (await store.findSeason(sql, pilot.seasonId))
  if (!season) return 0
  const rankings = await store.listRankings(sql, season.id)
  const held = await entries.listEntries(sql, pilotId)
  const seen = { season, pilot, rankings }
  const missing = listMissing(services, seen, held)
  for (const one of missing) {
    if (signal?.aborted) return 0
    const computed = await scoreEntry(services, pilot.userId, one)
    await entries.putComputed(sql, one.entry.id, { ...one.entry.computed, ...computed })
  }
  const data = listInFiles(season).length > 0 ? await services.rankable.openChecks() : undefined
  const unchecked = listUnchecked(services, seen, held, data)
  for (const one of unchecked) {
    if (signal?.aborted) return 0
    const checks = await checkEntry(services, pilot.userId, one)
    await entries.putChecks(sql, one.entry.id, { ...one.entry.checks, ...checks })
  }
  await services.db.transaction(async (sql) => {
    await store.holdSeason(sql, season.id)
    await store.setUnscored(sql, { pilotId }, false)
    await rerankWithin(services, sql, pilotId)
    // A score that moves no row belongs into the proof, too.
    if (missing.length > 0) await sealChanged(services, sql, season)
  })
  return missing.length + unchecked.length
}

async function scoreEntry(
  { rankable, log, now }: RankingServices,
  userId: string,
  { entry, leagues }: MissingScores,
): Promise<Computed> {
  const label = (toScore: (league: string, index: number) => ComputedScore): Computed =>
    Object.fromEntries(leagues.map((league, index) => [league, toScore(league, index)]))
  try {
    const found = await rankable.score(userId, entry.flightId, leagues)
    if (!found) return {}
    const of = nameScored({ file: found.hash, date: found.date })
    return label((league, index) => ({
      of,
      by: rankable.scoreVersions.get(league)!,
      figures: toComputed(found.scores[index] ?? null),
    }))
  } catch (error) {
    log.warn({ err: error, flight: entry.flightId, leagues }, 'a flight of a ranking cannot be scored yet')
    // Figures of an earlier version stay until then.
    return label((league) => ({ of: '', by: '', ...entry.computed[league], failedAt: now() }))
  }
}

/** One that cannot be read now is as it was, and tried again later. */
async function checkEntry(
  { rankable, log, now }: RankingServices,
  userId: string,
  { entry, triggers }: Unchecked,
): Promise<Checks> {
  try {
    const found = await rankable.check(userId, entry.flightId, triggers)
    if (!found) return {}
    const of = nameScored({ file: found.hash, date: found.date })
    return Object.fromEntries(triggers.map((trigger) => [trigger, { of, ...found.checks[trigger] }]))
  } catch (error) {
    log.warn({ err: error, flight: entry.flightId, triggers }, 'a flight of a ranking cannot be checked yet')
    const failed = (trigger: Unchecked['triggers'][number]) => ({
      of: '',
      ...entry.checks[trigger],
      failedAt: now(),
    })
    return Object.fromEntries(triggers.map((trigger) => [trigger, failed(trigger)]))
  }
}

function toComputed(score: LeagueScore | null): ComputedFigures | null {
  if (!score) return null
  const figures = toFigures(score.certificate, score)
  if (!score.isRefused) return { ...figures, certificate: hashCertificate(score.certificate) }
  const none = (of: 'points' | 'km') => ({ ...figures[of], units: 0 })
  return { ...figures, type: 'None', points: none('points'), km: none('km'), certificate: null }
}

/**
 * After a change of the program, of its leagues or of the operator's data, and for what has failed: pilots of seasons that are
 * open are looked at again.
 */
export async function lookAgain(services: RankingServices): Promise<void> {
  const { sql } = services.db
  for (const id of await store.listOpenSeasons(sql)) {
    const season = await store.findSeason(sql, id)
    const isOfFiles = season !== undefined && listInFiles(season).length > 0
    if (isOfFiles || listByOthers(services, await store.listRankings(sql, id)).length > 0)
      await store.setUnscored(sql, { seasonId: id }, true)
  }
}
