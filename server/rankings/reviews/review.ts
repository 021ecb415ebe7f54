// Reviews: pilots answer, reviewers decide. Every step is kept, and the last decision holds.
import type { DecisionRequest, FlightReview, ReviewListQuery } from '#contract/clubs/reviews.ts'
import { DEFAULT_LIMIT } from '#contract/values.ts'
import { toPage } from '#server/access/operations/pages.ts'
import { createGiveWay } from '#server/platform/concurrency/give-way.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { ApiError, conflict } from '#server/platform/errors.ts'
import { findState, indexSteps, insertStep, listSteps, type Step } from '../decisions-store.ts'
import { listVisible } from '../facts.ts'
import { listNames } from '../names.ts'
import { noSuchFlight, noSuchSeason } from '../problems.ts'
import { isReviewer, type Reader, type SeenSeason } from '../season.ts'
import type { RankableFlight } from '#server/events/pilots-flights.ts'
import type { RankingServices } from '../sources.ts'
import * as store from '../store.ts'
import type { Entry, Season } from '../store.ts'
import { type DecidedFlight, tellDecisions } from '../tell.ts'

const MAX_ANSWERS = 20
const giveWay = createGiveWay(10)

interface Entered {
  readonly entry: Entry
  readonly flight: RankableFlight
}

/** Flights that take part, as far as everyone may see them: reviewers see no others. */
async function listEntered(
  services: Pick<RankingServices, 'rankable'>,
  sql: Sql,
  { id, terms }: Season,
  which: Fragment,
): Promise<Entered[]> {
  const entered: Entered[] = []
  for (const entry of await store.listEntries(sql, fragment`${store.ofSeason(id)} and ${which}`)) {
    await giveWay()
    for (const flight of await listVisible(services, sql, entry.userId, terms))
      if (!entry.excluded.includes(flight.id)) entered.push({ entry, flight })
  }
  return entered
}

const hasFlown = (flightIds: readonly string[]) => fragment`e.user_id in (
  select owner_id from flights where id in (${paddedList(flightIds)}))`
const hasSteps = fragment`exists (
  select 1 from entry_decisions d where d.season_id = e.season_id and d.user_id = e.user_id)`

/** Pilots do not decide about their own. */
export async function decide(
  services: RankingServices,
  userId: string,
  seasonId: string,
  { flightIds, state, reason }: DecisionRequest,
): Promise<void> {
  const wanted = new Set(flightIds)
  await services.db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, seasonId)
    if (!season) throw noSuchSeason()
    if (season.closedAt !== null) throw conflict('The season is closed: its owner has to reopen it first.')
    const entered = await listEntered(services, sql, season, hasFlown(flightIds))
    const found = entered.filter(({ flight }) => wanted.has(flight.id))
    if (found.length < wanted.size) throw noSuchFlight()
    if (found.some(({ entry }) => entry.userId === userId))
      throw new ApiError(403, 'insufficient_role', 'Another reviewer decides about your own flights.')
    const step: Step = { happenedAt: services.now(), state, text: reason, findings: null }
    const byPilot = new Map<Entry, DecidedFlight[]>()
    for (const { entry, flight } of found) {
      await insertStep(sql, entry, flight, { ...step, by: userId })
      byPilot.set(entry, [...(byPilot.get(entry) ?? []), { flight, step }])
    }
    for (const [entry, decided] of byPilot) await tellDecisions(services, sql, season, entry, decided)
    await store.countUp(sql, season.id)
  })
}

/** Words of the pilot for the reviewers: of the season, and no one else. */
export async function answer(
  services: RankingServices,
  userId: string,
  { season }: SeenSeason,
  flightId: string,
  text: string,
): Promise<void> {
  const { flight, entry } = await requireEntered(services, season, flightId)
  if (entry.userId !== userId) throw noSuchFlight()
  await services.db.transaction(async (sql) => {
    await store.holdSeason(sql, season.id)
    const steps = indexSteps(await listSteps(sql, season.id, userId))(flight)
    if (steps.length === 0) throw conflict('Nothing was asked about this flight.')
    if (steps.filter(({ state }) => state === 'answer').length >= MAX_ANSWERS)
      throw conflict(`You have answered ${MAX_ANSWERS} times, the most there may be.`)
    const step = { happenedAt: services.now(), state: 'answer', text, findings: null } as const
    await insertStep(sql, entry, flight, { ...step, by: userId })
  })
}

async function requireEntered(services: RankingServices, season: Season, flightId: string): Promise<Entered> {
  const entered = await listEntered(services, services.db.sql, season, hasFlown([flightId]))
  const found = entered.find(({ flight }) => flight.id === flightId)
  if (!found) throw noSuchFlight()
  return found
}

/** For its pilot, and for reviewers. */
export async function showReview(
  services: RankingServices,
  { userId, maySeeFlights }: Reader,
  seen: SeenSeason,
  flightId: string,
): Promise<FlightReview> {
  const found = await requireEntered(services, seen.season, flightId)
  const isOwn = found.entry.userId === userId && maySeeFlights
  if (!isOwn && !isReviewer(seen)) throw noSuchFlight()
  const [review] = await showAll(services, seen.season, [found])
  return review!
}

/** The latest upload first. */
export async function listReviews(
  services: RankingServices,
  season: Season,
  { state = 'review', after, limit = DEFAULT_LIMIT }: ReviewListQuery,
) {
  const { sql } = services.db
  const findSteps = indexSteps(await listSteps(sql, season.id))
  const found = (await listEntered(services, sql, season, hasSteps))
    .filter(({ flight }) => findState(findSteps(flight)) === state)
    .filter(({ flight }) => after === undefined || flight.id < after)
    .sort((a, b) => (a.flight.id < b.flight.id ? 1 : -1))
  const shown = await showAll(services, season, found.slice(0, limit + 1))
  return toPage(shown, limit, ({ flightId }) => flightId)
}

async function showAll(
  { db }: RankingServices,
  season: Season,
  shown: readonly Entered[],
): Promise<FlightReview[]> {
  const findSteps = indexSteps(await listSteps(db.sql, season.id))
  const names = await listNames(
    db.sql,
    season,
    shown.map(({ entry }) => entry.id),
  )
  return shown.map(({ entry, flight }) => {
    const steps = findSteps(flight)
    return {
      flightId: flight.id,
      pilot: { id: entry.id, name: names.get(entry.id) ?? null },
      date: flight.date,
      state: findState(steps),
      steps: steps.map(showStep),
    }
  })
}

function showStep({ happenedAt, state, text, findings }: Step): FlightReview['steps'][number] {
  const by = state === 'answer' ? 'pilot' : findings === null ? 'reviewer' : 'service'
  return { happenedAt: new Date(happenedAt).toISOString(), by, state, text, findings: [...(findings ?? [])] }
}
