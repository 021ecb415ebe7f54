// Reviews at the doors of the API and the dashboard.
import { SeasonParams } from '#contract/clubs/api.ts'
import * as contract from '#contract/clubs/reviews.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { noSuchFlight, noSuchSeason } from '../problems.ts'
import { answer, decide, listReviews, showReview } from './review.ts'
import { requireSeason, toReader } from '../season.ts'
import type { RankingServices } from '../sources.ts'

const tags = ['Rankings']
const reading = { api: 'clubs:read', dashboard: 'session' } as const
const writing = { api: 'clubs:manage', dashboard: 'session' } as const
const refusals = { 400: ErrorBody, 403: ErrorBody, 404: ErrorBody, 409: ErrorBody }

export function declareReviews(services: RankingServices): Operation[] {
  return [
    operation({
      route: 'GET /seasons/:id/reviews',
      doors: reading,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'listReviews',
        tags,
        summary: 'List the flights of a season that wait for a decision',
        description: 'For reviewers. Flights that were decided about are listed by their state.',
        params: SeasonParams,
        querystring: contract.ReviewListQuery,
        response: { 200: contract.FlightReviewList, 400: ErrorBody, 403: ErrorBody, 404: ErrorBody },
      },
      handle: async ({ userId }, { params, query }) =>
        listReviews(services, await requireSeason(services, userId, params.id), query),
    }),
    operation({
      route: 'POST /seasons/:id/decisions',
      doors: writing,
      noSuch: noSuchSeason,
      schema: {
        operationId: 'decideFlights',
        tags,
        summary: 'Decide about flights of a season',
        description:
          'By reviewers, about flights of others. Nothing is deleted: every decision is kept, the last one holds, and the pilots are told.',
        params: SeasonParams,
        body: contract.DecisionRequest,
        response: { 204: noContent('The flights were decided about.'), ...refusals },
      },
      handle: async ({ userId }, { params, body }) =>
        decide(services, userId, await requireSeason(services, userId, params.id), body),
    }),
    operation({
      route: 'GET /seasons/:id/reviews/:flightId',
      doors: reading,
      noSuch: noSuchFlight,
      schema: {
        operationId: 'getReview',
        tags,
        summary: 'Read the review of a flight',
        description: 'For its pilot, whose credential needs flights:read, and for reviewers of the season.',
        params: contract.ReviewParams,
        response: { 200: contract.FlightReviewResult, 404: ErrorBody },
      },
      handle: async (caller, { params }) => {
        const seen = await requireSeason(services, caller.userId, params.id)
        return { data: await showReview(services, toReader(caller), seen, params.flightId) }
      },
    }),
    operation({
      route: 'POST /seasons/:id/reviews/:flightId/answers',
      doors: writing,
      noSuch: noSuchFlight,
      schema: {
        operationId: 'answerReview',
        tags,
        summary: 'Answer about an own flight',
        description: 'By its pilot, once anything was decided about it; reviewers of the season read it.',
        params: contract.ReviewParams,
        body: contract.ReviewAnswer,
        response: { 204: noContent('The answer is kept.'), ...refusals },
      },
      handle: async ({ userId }, { params, body }) => {
        const seen = await requireSeason(services, userId, params.id)
        return answer(services, userId, seen, params.flightId, body.text)
      },
    }),
  ]
}
