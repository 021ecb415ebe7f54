// Reviews of entered flights: findings, decisions and answers.
import { type Static, Type } from 'typebox'
import {
  answerOf,
  bodyOf,
  id,
  listOf,
  moment,
  objectOf,
  oneOf,
  pageQuery,
  text,
  textOrNull,
} from '../values.ts'
import { day } from './rule.ts'
import { decidedStates, reviewTriggers } from './words.ts'

const MAX_DECIDED = 100

export const ReviewParams = Type.Object({ id: id('The season.'), flightId: id('The flight.') })

export const DecisionRequest = bodyOf('DecisionRequest', {
  flightIds: Type.Array(id('A flight.'), {
    minItems: 1,
    maxItems: MAX_DECIDED,
    description: 'Flights that are entered into the season.',
  }),
  state: oneOf(decidedStates, 'accepted and rejected end a review; each may be followed by another.'),
  reason: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'A sentence that pilots see, too.',
    examples: ['Clearance was shown.'],
  }),
})
export type DecisionRequest = Static<typeof DecisionRequest>

export const ReviewAnswer = bodyOf('ReviewAnswer', {
  text: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'A sentence for the reviewers.',
    examples: ['The tower had cleared me.'],
  }),
})

const ReviewStep = objectOf('ReviewStep', {
  happenedAt: moment('When it happened.'),
  by: oneOf(['service', 'reviewer', 'pilot'], 'By a finding of the service, a reviewer or the pilot.'),
  state: oneOf([...decidedStates, 'answer'], 'The decision; answer: words of the pilot.'),
  text: text('The reason, or the answer.', 'Clearance was shown.'),
  findings: Type.Array(oneOf(reviewTriggers, 'A finding.'), {
    description: 'Findings of the service; empty for people.',
  }),
})

export const FlightReview = objectOf('FlightReview', {
  flightId: id('The flight: its page is /f/{flightId}.'),
  pilot: objectOf('ReviewedPilot', {
    id: id('Names the pilot in the season.'),
    name: textOrNull('As chosen.', 'Ada T.'),
  }),
  date: day('Local date of take-off.'),
  state: oneOf(['entered', ...decidedStates], 'entered: without any decision.'),
  steps: Type.Array(ReviewStep, { description: 'From the first to the last; none is ever changed.' }),
})
export type FlightReview = Static<typeof FlightReview>
export const FlightReviewResult = answerOf('FlightReviewResult', FlightReview)
export const FlightReviewList = listOf('FlightReviewList', FlightReview, 'The latest first.')
export const ReviewListQuery = Type.Object({
  state: Type.Optional(
    oneOf(decidedStates, 'Flights in this state: review, unless others are asked for, waits for a decision.'),
  ),
  ...pageQuery(),
})
export type ReviewListQuery = Static<typeof ReviewListQuery>
