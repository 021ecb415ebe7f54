// Reviews at the doors of the API and the dashboard.
import * as contract from '#contract/clubs/reviews.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent } from '#contract/values.ts'
import type { Operation } from '#server/access/operations/operation.ts'
import { noSuchFlight } from '../problems.ts'
import { onSeason, requireReviewer, toReader } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import { answer, decide, listReviews, showReview } from './review.ts'

export function declareReviews(services: RankingServices): Operation[] {
  return [
    onSeason(services, 'GET /seasons/:id/reviews', {
      by: requireReviewer,
      operationId: 'listReviews',
      summary: 'List the flights of a season awaiting a decision',
      description: 'Only reviewers can list them. Decided flights are listed by state.',
      querystring: contract.ReviewListQuery,
      response: { 200: contract.FlightReviewList },
      work: ({ season }, { query }) => listReviews(services, season, query),
    }),
    onSeason(services, 'POST /seasons/:id/decisions', {
      by: requireReviewer,
      operationId: 'decideFlights',
      summary: 'Decide about flights of a season',
      description:
        'By reviewers, about flights of others. Nothing is deleted: every decision is kept, the last one holds, and the pilots are told.',
      body: contract.DecisionRequest,
      response: { 204: noContent('The flights were decided about.'), 409: ErrorBody },
      work: ({ season }, { body }, { userId }) => decide(services, userId, season.id, body),
    }),
    onSeason(services, 'GET /seasons/:id/reviews/:flightId', {
      noSuch: noSuchFlight,
      operationId: 'getReview',
      summary: 'Read the review of a flight',
      description:
        'Visible to the pilot, whose credential needs flights:read, and to reviewers of the season.',
      params: contract.ReviewParams,
      response: { 200: contract.FlightReviewResult },
      work: async (seen, { params }, caller) => ({
        data: await showReview(services, toReader(caller), seen, params.flightId),
      }),
    }),
    onSeason(services, 'POST /seasons/:id/reviews/:flightId/answers', {
      noSuch: noSuchFlight,
      operationId: 'answerReview',
      summary: 'Answer the reviewers about a flight',
      description:
        'The pilot can answer once a decision has been made; reviewers of the season read the answer.',
      params: contract.ReviewParams,
      body: contract.ReviewAnswer,
      response: { 204: noContent('The answer is kept.'), 409: ErrorBody },
      work: (seen, { params, body }, { userId }) =>
        answer(services, userId, seen, params.flightId, body.text),
    }),
  ]
}
