// Seasons and rankings at the doors of the API and the dashboard, and proofs for everyone.
import * as contract from '#contract/clubs/api.ts'
import * as reviewing from '#contract/clubs/reviews.ts'
import { SealedProof } from '#contract/clubs/proof.ts'
import { ErrorBody } from '#contract/errors.ts'
import { FlightReference } from '#contract/flight.ts'
import { noContent } from '#contract/values.ts'
import { presets } from '#rankings/presets.ts'
import { type Caller, type Operation, operation } from '#server/access/operations/operation.ts'
import { byApplication, byUser } from '#server/access/security-log/security-log.ts'
import { notFound } from '#server/platform/errors.ts'
import { declareManagement, refusals, tags, writing } from './management.ts'
import { enterSeason, leaveSeason } from './participation.ts'
import { findKept, prove } from './proofs.ts'
import { listPlaces, showRowFlights, writeCsv } from './reading/places.ts'
import { listFlightRankings, noSuchFlight, showPilot } from './reading/reasons.ts'
import * as reviews from './review.ts'
import * as seasons from './season.ts'
import type { RankingServices } from './sources.ts'
import { listSeasons, type Season, type StoredRanking } from './store.ts'

const reading = { api: 'clubs:read', dashboard: 'session' } as const

/** Without the right to read flights, pilots are told of themselves what others are. */
const toReader = ({ userId, credential }: Caller) => ({
  userId,
  maySeeFlights: credential?.scopes.includes('flights:read') ?? true,
})

export function declareRankings(services: RankingServices): Operation[] {
  return [
    ...declareSeasons(services),
    ...declareParticipation(services),
    ...declareReviews(services),
    ...declareManagement(services),
    ...declarePlaces(services),
    ...declareProofs(services),
  ]
}

function declareSeasons(services: RankingServices): Operation[] {
  const show = async (userId: string, id: string) =>
    seasons.showSeason(services, userId, await seasons.requireSeason(services, userId, id))
  return [
    operation({
      route: 'GET /seasons',
      doors: reading,
      schema: {
        operationId: 'listSeasons',
        tags,
        summary: 'List seasons, the latest first',
        description: 'Those of the operator, of public clubs and of the user’s clubs.',
        querystring: contract.SeasonListQuery,
        response: { 200: contract.SeasonList, 400: ErrorBody },
      },
      handle: async ({ userId }, { query }) => {
        const found = await listSeasons(services.db.sql, userId, { clubId: query.club })
        return { data: await Promise.all(found.map(({ id }) => show(userId, id))) }
      },
    }),
    operation({
      route: 'GET /seasons/:id',
      doors: reading,
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'getSeason',
        tags,
        summary: 'Get a season and its rankings',
        params: contract.SeasonParams,
        response: { 200: contract.SeasonResult, 404: ErrorBody },
      },
      handle: async ({ userId }, { params }) => ({ data: await show(userId, params.id) }),
    }),
    operation({
      route: 'GET /ranking-presets',
      doors: reading,
      schema: {
        operationId: 'listRankingPresets',
        tags,
        summary: 'List the rankings of leagues to begin from',
        response: { 200: contract.PresetList },
      },
      handle: () => ({
        data: presets.map(({ id, name, rankings, notes }) => ({ id, name, rankings: [...rankings], notes })),
      }),
    }),
  ]
}

function declareParticipation(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'PUT /seasons/:id/entry',
      doors: writing,
      widens: ({ body }) => body.takes !== 'none',
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'enterSeason',
        tags,
        summary: 'Enter a season, or change what it takes',
        description:
          'Public rankings take public flights alone; those of a club’s members private ones, too, as figures. Class, club and team are those of the day of each flight.',
        params: contract.SeasonParams,
        body: contract.SeasonEntry,
        response: { 200: contract.SeasonResult, ...refusals },
      },
      handle: async ({ userId, credential }, request) => {
        const seen = await seasons.requireSeason(services, userId, request.params.id)
        const by = credential?.kind === 'access_token' ? byApplication(request) : byUser(request)
        await enterSeason(services, userId, seen, request.body, by)
        return { data: await seasons.showSeason(services, userId, seen) }
      },
    }),
    operation({
      route: 'DELETE /seasons/:id/entry',
      doors: writing,
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'leaveSeason',
        tags,
        summary: 'Leave a season',
        description: 'Its rankings lose the flights. A proof that was kept when the season was closed stays.',
        params: contract.SeasonParams,
        response: { 204: noContent('The user is not entered.'), 404: ErrorBody },
      },
      handle: async ({ userId }, { params }, reply) => {
        await seasons.requireSeason(services, userId, params.id)
        await leaveSeason(services, userId, params.id)
        return reply.code(204).send()
      },
    }),
  ]
}

function declareReviews(services: RankingServices): Operation[] {
  const about = { doors: writing, noSuch: reviews.noSuchEntry } as const
  return [
    operation({
      route: 'GET /seasons/:id/reviews',
      doors: reading,
      noSuch: seasons.noSuchSeason,
      schema: {
        operationId: 'listReviews',
        tags,
        summary: 'List the entries of a season that wait for a decision',
        description:
          'For reviewers. Entries that were decided are listed by their state. Of a private flight in a ranking for members, figures and findings are shown alone.',
        params: contract.SeasonParams,
        querystring: reviewing.ReviewListQuery,
        response: { 200: reviewing.EntryReviewList, ...refusals },
      },
      handle: async ({ userId }, { params, query }) =>
        reviews.listReviews(services, await seasons.requireSeason(services, userId, params.id), query),
    }),
    operation({
      route: 'GET /entries/:id',
      doors: reading,
      noSuch: reviews.noSuchEntry,
      schema: {
        operationId: 'getEntry',
        tags,
        summary: 'Read the review of an entry',
        description: 'For its pilot, whose credential needs flights:read, and for reviewers of the season.',
        params: reviewing.EntryParams,
        response: { 200: reviewing.EntryReviewResult, 404: ErrorBody },
      },
      handle: async (caller, { params }) => ({
        data: await reviews.showReview(services, toReader(caller), params.id),
      }),
    }),
    operation({
      ...about,
      route: 'POST /entries/:id/answers',
      schema: {
        operationId: 'answerReview',
        tags,
        summary: 'Answer about an own entry',
        description: 'By its pilot, once anything was decided about it; reviewers of the season read it.',
        params: reviewing.EntryParams,
        body: reviewing.EntryAnswer,
        response: { 204: noContent('The answer is kept.'), 409: ErrorBody, ...refusals },
      },
      handle: async ({ userId }, { params, body }) => reviews.answer(services, userId, params.id, body.text),
    }),
    operation({
      ...about,
      route: 'POST /entries/:id/decisions',
      schema: {
        operationId: 'decideEntry',
        tags,
        summary: 'Decide about an entry',
        description:
          'By reviewers of the club, about flights of others. Nothing is deleted: every decision is kept, the last one holds, and the pilot is told.',
        params: reviewing.EntryParams,
        body: reviewing.DecisionRequest,
        response: { 204: noContent('The entry was decided.'), ...refusals },
      },
      handle: async ({ userId }, { params, body }) => reviews.decide(services, userId, params.id, body),
    }),
  ]
}

function declarePlaces(services: RankingServices): Operation[] {
  const { sql } = services.db
  return [
    operation({
      route: 'GET /rankings/:id',
      doors: reading,
      noSuch: seasons.noSuchRanking,
      schema: {
        operationId: 'listPlaces',
        tags,
        summary: 'List the places of a ranking',
        description: 'By page, of a club’s members, or as CSV.',
        params: contract.RankingParams,
        querystring: contract.PlacesQuery,
        response: { 200: contract.Places, 400: ErrorBody, 404: ErrorBody },
      },
      handle: async ({ userId }, { params, query }, reply) => {
        const { ranking } = await seasons.requireRanking(services, userId, params.id)
        const places = await listPlaces(sql, ranking, query)
        if (query.format !== 'csv') return places
        // As bytes: the schema of the answer is that of the JSON.
        return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeCsv(places)))
      },
    }),
    operation({
      route: 'GET /rankings/:id/pilots/:pilotId',
      doors: reading,
      noSuch: seasons.noSuchRanking,
      schema: {
        operationId: 'getRankingPilot',
        tags,
        summary: 'Get a pilot’s row with the reason of every flight',
        description:
          'The flights that count, the next that would, every other with the reason, and what a better flight would have to bring. Own flights that are private or not entered are told to credentials with flights:read alone.',
        params: contract.RankingPilotParams,
        response: { 200: contract.PilotRow, 404: ErrorBody },
      },
      handle: async (caller, { params }) => {
        const { season, ranking } = await seasons.requireRanking(services, caller.userId, params.id)
        return { data: await showPilot(sql, season, ranking, toReader(caller), params.pilotId) }
      },
    }),
    operation({
      route: 'GET /flights/:id/rankings',
      doors: { api: ['clubs:read', 'flights:read'], dashboard: 'session' },
      noSuch: noSuchFlight,
      schema: {
        operationId: 'listFlightRankings',
        tags,
        summary: 'List the rankings that an own flight counts in, or why it does not',
        description:
          'In each ranking of the seasons of its day, its figure and the reason, as in the pilot’s row: seasons that the pilot has entered, and open ones of the operator and of the pilot’s clubs, where it is not-entered. A flight that does not count in the logbook is in none. Right after the upload it is not-scored.',
        params: FlightReference,
        response: { 200: contract.FlightRankings },
      },
      handle: async ({ userId }, { params }) => ({
        data: await listFlightRankings(services, userId, params.id),
      }),
    }),
    operation({
      route: 'GET /rankings/:id/rows/:key',
      doors: reading,
      noSuch: seasons.noSuchRanking,
      schema: {
        operationId: 'getRankingRow',
        tags,
        summary: 'Get a row with the flights that count',
        description: 'Of a club, team, take-off or day: each flight with its pilot, the best first.',
        params: contract.RankingRowParams,
        response: { 200: contract.RowFlights, 404: ErrorBody },
      },
      handle: async ({ userId }, { params }) => {
        const { ranking } = await seasons.requireRanking(services, userId, params.id)
        return { data: await showRowFlights(sql, ranking, params.key) }
      },
    }),
  ]
}

function declareProofs(services: RankingServices): Operation[] {
  const { sql } = services.db
  const find = async (
    season: Season,
    ranking: StoredRanking,
    number: number | undefined,
  ): Promise<SealedProof> => {
    // Of a closed season the last one that was kept is that of now, and names the one before it.
    const kept =
      number === undefined && season.closedAt === null ? undefined : await findKept(sql, ranking.id, number)
    if (kept)
      return {
        sha256: kept.sha256,
        proof: JSON.parse(kept.proof) as SealedProof['proof'],
        number: kept.number,
        changes: JSON.parse(kept.changes) as string[],
      }
    if (number !== undefined) throw notFound('There is no such proof.')
    return prove(sql, season, ranking)
  }
  return [
    operation({
      route: 'GET /rankings/:id/proof',
      doors: reading,
      noSuch: seasons.noSuchRanking,
      schema: {
        operationId: 'getRankingProof',
        tags,
        summary: 'Get the proof of a ranking',
        description:
          'Everything that the places follow from, as canonical JSON with its SHA-256; `cloudstreet verify-ranking` computes them again. Public rankings have theirs at /rankings/{id}/proof.json for everyone.',
        params: contract.RankingParams,
        querystring: contract.ProofQuery,
        response: { 200: SealedProof, 400: ErrorBody, 404: ErrorBody },
      },
      handle: async ({ userId }, { params, query }) => {
        const { season, ranking } = await seasons.requireRanking(services, userId, params.id)
        return find(season, ranking, query.number)
      },
    }),
    operation({
      route: 'GET /rankings/:id/proof.json',
      doors: { public: 'address' },
      noSuch: seasons.noSuchRanking,
      schema: { params: contract.RankingParams, querystring: contract.ProofQuery },
      respond: async ({ params, query }, reply) => {
        const { season, ranking } = await seasons.requirePublicRanking(services, params.id)
        return reply.header('cache-control', 'no-cache').send(await find(season, ranking, query.number))
      },
    }),
  ]
}
