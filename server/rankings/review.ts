// Reviews: pilots answer, reviewers decide. Every step is kept, and the last decision holds.
import type { DecisionRequest, EntryReview, ReviewListQuery } from '#contract/clubs/reviews.ts'
import { writeUnits } from '#rankings/figure.ts'
import { findStates } from '#rankings/rank.ts'
import { ApiError, notFound } from '#server/platform/errors.ts'
import { isEntered } from './entries.ts'
import * as entries from './entries-store.ts'
import { sealChanged } from './proofs.ts'
import { rerankWithin } from './rerank.ts'
import { listNames } from './results-store.ts'
import { isReviewer, requireReviewer, requireSeason, type SeenSeason } from './season.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import { tellDecisions } from './tell.ts'
import { isReviewed } from './triggers.ts'

const MAX_ANSWERS = 20
const DEFAULT_PAGE_SIZE = 25

export const noSuchEntry = () => notFound('There is no such entry.')
const conflict = (sentence: string) => new ApiError(409, 'invalid_request', sentence)

async function requireEntry(services: RankingServices, userId: string, entryId: string) {
  const { sql } = services.db
  const entry = await entries.findEntry(sql, entryId)
  const pilot = entry && (await store.findPilotById(sql, entry.pilotId))
  if (!pilot) throw noSuchEntry()
  const seen = await requireSeason(services, userId, entry.seasonId).catch(() => {
    throw noSuchEntry()
  })
  return { entry, pilot, seen }
}

/** Pilots do not decide about their own. */
export async function decide(
  services: RankingServices,
  userId: string,
  entryId: string,
  { state, reason }: DecisionRequest,
): Promise<void> {
  const { entry, seen } = await requireEntry(services, userId, entryId)
  requireReviewer(seen)
  await services.db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, entry.seasonId)
    const pilot = season && (await store.findPilotById(sql, entry.pilotId))
    if (!pilot) throw noSuchEntry()
    if (pilot.userId === userId)
      throw new ApiError(403, 'insufficient_role', 'Another reviewer decides about your own flights.')
    const step = { entry: entryId, at: services.now(), state, text: reason, triggers: null } as const
    await entries.insertStep(sql, pilot, entry, { ...step, by: userId })
    await tellDecisions(services, sql, { season, pilot }, [entry], [step])
    await rerankWithin(services, sql, pilot.id)
    // A decision that moves no row belongs into the proof, too.
    await sealChanged(services, sql, season)
  })
}

/** Words of the pilot for the reviewers: of the season, and no one else. */
export async function answer(
  services: RankingServices,
  userId: string,
  entryId: string,
  text: string,
): Promise<void> {
  const { entry, pilot } = await requireEntry(services, userId, entryId)
  if (pilot.userId !== userId) throw noSuchEntry()
  await services.db.transaction(async (sql) => {
    await store.holdSeason(sql, pilot.seasonId)
    const steps = await entries.listSteps(sql, [entryId])
    if (steps.length === 0) throw conflict('Nothing was asked about this flight.')
    if (steps.filter(({ state }) => state === 'answer').length >= MAX_ANSWERS)
      throw conflict(`You have answered ${MAX_ANSWERS} times, the most there may be.`)
    const step = { entry: entryId, at: services.now(), state: 'answer', text, triggers: null } as const
    await entries.insertStep(sql, pilot, entry, { ...step, by: userId })
  })
}

/** For its pilot, and for reviewers where a ranking takes it. */
export async function showReview(
  services: RankingServices,
  { userId, maySeeFlights }: { userId: string; maySeeFlights: boolean },
  entryId: string,
): Promise<EntryReview> {
  const { entry, pilot, seen } = await requireEntry(services, userId, entryId)
  const isOwn = pilot.userId === userId && maySeeFlights
  const rankings = await store.listRankings(services.db.sql, entry.seasonId)
  if (!isOwn && !(isReviewer(seen) && isEntered(entry, pilot) && isReviewed(entry, rankings)))
    throw noSuchEntry()
  const [review] = await showAll(services, [entry], isOwn)
  return review!
}

/** The latest first. Flights that have become private since are left out where no ranking takes them. */
export async function listReviews(
  services: RankingServices,
  seen: SeenSeason,
  { state = 'review', after, limit = DEFAULT_PAGE_SIZE }: ReviewListQuery,
): Promise<{ data: EntryReview[]; next: string | null }> {
  requireReviewer(seen)
  const { sql } = services.db
  const { id } = seen.season
  const found = await entries.listInState(sql, id, { state, after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const rankings = await store.listRankings(sql, id)
  const data = await showAll(
    services,
    page.filter((entry) => isReviewed(entry, rankings)),
  )
  return { data, next: found.length > limit ? page.at(-1)!.id : null }
}

async function showAll(
  { db }: RankingServices,
  shown: readonly entries.EntryOfPilot[],
  isOwn = false,
): Promise<EntryReview[]> {
  const steps = await entries.listSteps(
    db.sql,
    shown.map(({ id }) => id),
  )
  const stepsOf = Map.groupBy(steps, ({ entry }) => entry)
  const names = await listNames(
    db.sql,
    shown.map(({ pilotId }) => pilotId),
  )
  return shown.map(({ id, seasonId, pilotId, flightId, facts }) => {
    const own = stepsOf.get(id) ?? []
    // By the league that the installation had when the flight was read.
    const { points, km } = Object.values(facts.scores)[0]!
    const state = findStates(entries.toDecisions(own)).get(id) ?? 'entered'
    return {
      id,
      season: seasonId,
      pilot: { key: pilotId, name: names.get(pilotId) ?? null },
      flight: isOwn || facts.isPublic ? flightId : null,
      date: facts.date,
      uploadedAt: facts.uploadedAt,
      seconds: facts.seconds,
      km: Number(writeUnits(km.units, km.decimals)),
      points: Number(writeUnits(points.units, points.decimals)),
      signature: facts.signature,
      state: state as EntryReview['state'],
      steps: own.map(showStep),
    }
  })
}

function showStep({ at, state, text, triggers }: entries.Step): EntryReview['steps'][number] {
  const by = state === 'answer' ? 'pilot' : triggers === null ? 'reviewer' : 'service'
  return { at: new Date(at).toISOString(), by, state, text, triggers: [...(triggers ?? [])] }
}
