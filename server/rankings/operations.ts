// Seasons and rankings at the doors of the API and the dashboard, and proofs for everyone.
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/clubs/api.ts'
import { SealedProof } from '#contract/clubs/proof.ts'
import { ErrorBody } from '#contract/errors.ts'
import { FlightReference } from '#contract/flight.ts'
import { noContent, ShortListQuery } from '#contract/values.ts'
import { presets } from '#rankings/presets.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { byCaller } from '#server/access/security-log/security-log.ts'
import { answerIfKnown } from '#server/platform/http/answers.ts'
import { declareManagement } from './management.ts'
import { enterSeason, leaveSeason } from './participation.ts'
import { noSuchFlight, noSuchRanking, noSuchSeason } from './problems.ts'
import { listFlightRankings } from './reading/flight-rankings.ts'
import { listNewest, showRow } from './reading/row-flights.ts'
import { listRows, writeCsv } from './reading/rows.ts'
import { declareReviews } from './reviews/operations.ts'
import * as seasons from './season.ts'
import { onRanking, onSeason, reading, tags, writing } from './season.ts'
import type { RankingServices } from './sources.ts'

export function declareRankings(services: RankingServices): Operation[] {
  return [
    ...declareSeasons(services),
    ...declareParticipation(services),
    ...declareReviews(services),
    ...declareManagement(services),
    ...declareRows(services),
    ...declareFlights(services),
    ...declareProofs(services),
  ]
}

function declareSeasons(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'GET /seasons',
      doors: reading,
      schema: {
        operationId: 'listSeasons',
        tags,
        summary: 'List seasons',
        description: 'Returns seasons of the operator, of public clubs and of the user’s clubs.',
        querystring: contract.SeasonListQuery,
        response: { 200: contract.SeasonList },
      },
      handle: ({ userId }, { query }) => seasons.listShownSeasons(services, userId, query),
    }),
    onSeason(services, 'GET /seasons/:id', {
      operationId: 'getSeason',
      summary: 'Get a season and its rankings',
      description: 'Without the rankings that the pilot may not read.',
      response: { 200: contract.SeasonResult },
      work: async (seen) => ({ data: await seasons.showSeason(services, seen) }),
    }),
    operation({
      route: 'GET /ranking-presets',
      doors: reading,
      schema: {
        operationId: 'listRankingPresets',
        tags,
        summary: 'List ranking presets',
        description: 'Each preset is a rule that a ranking accepts.',
        querystring: ShortListQuery,
        response: { 200: contract.PresetList },
      },
      handle: (_caller, { query }) => {
        const { data, pagination } = pageOf(presets, query, ({ id }) => id)
        return { data: data.map((preset) => ({ ...preset, rankings: [...preset.rankings] })), pagination }
      },
    }),
  ]
}

function declareParticipation(services: RankingServices): Operation[] {
  return [
    onSeason(services, 'PUT /seasons/:id/entry', {
      widens: () => true,
      operationId: 'enterSeason',
      summary: 'Enter a season, or change the entry',
      description:
        'One consent: the public flights of the season’s days are ranked, under this name. Class, club and team are those of the day of each flight.',
      body: contract.SeasonEntry,
      response: { 200: contract.SeasonResult, 409: ErrorBody },
      work: async (seen, request, { userId }) => {
        await enterSeason(services, userId, seen, request.body, byCaller(request as FastifyRequest))
        return seasons.showAgain(services, userId, seen.season.id)
      },
    }),
    operation({
      route: 'DELETE /seasons/:id/entry',
      doors: writing,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'leaveSeason',
        tags,
        summary: 'Leave a season',
        description:
          'Its rankings lose the flights, whether the user still sees the season or not. In a closed season place and sum stay, without name and flights.',
        params: contract.SeasonParams,
        response: { 204: noContent('The user is not entered.') },
      },
      handle: async ({ userId }, { params }) => {
        const wasEntered = await leaveSeason(services, userId, params.id)
        if (!wasEntered) await seasons.requireSeason(services, userId, params.id)
      },
    }),
  ]
}

function declareRows(services: RankingServices): Operation[] {
  return [
    onRanking(services, 'GET /rankings/:id', {
      operationId: 'getRanking',
      summary: 'Get a ranking and its rule',
      description: 'Places are computed by the rule.',
      response: { 200: contract.RankingResult },
      work: async ({ ranking }) => ({ data: ranking }),
    }),
    onRanking(services, 'GET /rankings/:id/rows', {
      operationId: 'listRankingRows',
      summary: 'List the rows of a ranking, with their places',
      description: 'Page by page; with clubId only members of a club, and with format=csv as a file.',
      querystring: contract.RankingRowsQuery,
      response: { 200: contract.RankingRows },
      work: async (seen, { query }, { userId }, reply) => {
        const rows = await listRows(services, userId, seen, query)
        if (query.format !== 'csv') return rows
        // As bytes: the schema of the answer is that of the JSON.
        return reply.type('text/csv; charset=utf-8').send(Buffer.from(writeCsv(rows)))
      },
    }),
    onRanking(services, 'GET /rankings/:id/rows/:key', {
      operationId: 'getRankingRow',
      summary: 'Get a row with its flights, and why they count or do not',
      description:
        'Of a club, team, take-off or day the flights that count, with their pilots. Of a pilot all: those that count, the next that would, every other with the reason and what would have to change, and what a better flight would have to bring. Own flights that are kept out are told to credentials with flights:read alone.',
      params: contract.RankingRowParams,
      response: { 200: contract.RowDetails },
      work: async (seen, { params }, caller) => ({
        data: await showRow(services, seasons.toReader(caller), seen, params.key),
      }),
    }),
    onRanking(services, 'GET /rankings/:id/newest', {
      operationId: 'listNewestRankedFlights',
      summary: 'List the newest flights that count',
      description: 'Each flight comes with its pilot, under the name that the pilot has chosen.',
      querystring: ShortListQuery,
      response: { 200: contract.NewestFlights },
      work: async (seen, { query }) => {
        const newest = await listNewest(services, seen)
        // Flights that are withdrawn have no id.
        return pageOf(newest, query, (flight) => String(newest.indexOf(flight)))
      },
    }),
  ]
}

function declareFlights(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'GET /flights/:id/rankings',
      doors: { api: ['clubs:read', 'flights:read'], dashboard: 'session' },
      noSuch: noSuchFlight,
      schema: {
        operationId: 'listFlightRankings',
        tags,
        summary: 'List the rankings a flight counts in, with the reason where it does not',
        description:
          'In each ranking of the seasons of its day, its value and the reason, as in the pilot’s row: seasons that the pilot has entered, and open ones of the operator and of the pilot’s clubs, where it is not-entered. A private flight is ranked nowhere: publishing it would change that.',
        params: FlightReference,
        querystring: ShortListQuery,
        response: { 200: contract.FlightRankings },
      },
      handle: async ({ userId }, { params, query }) =>
        pageOf(await listFlightRankings(services, userId, params.id), query, ({ id }) => id),
    }),
  ]
}

/** The same bytes at both addresses, from memory. */
function declareProofs(services: RankingServices): Operation[] {
  const send = async (seen: seasons.SeenRanking, request: FastifyRequest, reply: FastifyReply) => {
    const { proof, sha256 } = await seasons.requireStandings(services, seen)
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache')
    if (answerIfKnown(request, reply, `"${sha256}"`)) return reply
    return reply.send(proof)
  }
  return [
    onRanking(services, 'GET /rankings/:id/proof', {
      operationId: 'getRankingProof',
      summary: 'Get the proof of a ranking',
      description:
        'Everything that the places follow from, as canonical JSON with its SHA-256; `cloudstreet verify-ranking` computes them again. Of a closed season, the document of its closing. Public rankings have theirs at /rankings/{id}/proof.json for everyone.',
      response: { 200: SealedProof },
      work: (seen, request, _caller, reply) => send(seen, request as FastifyRequest, reply),
    }),
    operation({
      route: 'GET /rankings/:id/proof.json',
      doors: { public: 'address' },
      noSuch: noSuchRanking,
      schema: { params: contract.RankingParams },
      respond: async (request, reply) => {
        const seen = await seasons.requirePublicRanking(services, request.params.id)
        return send(seen, request as FastifyRequest, reply)
      },
    }),
  ]
}
