// Reviews of entries at the doors of the API: findings, answers of pilots, decisions.
import { type Static, Type } from 'typebox'
import { id, idParams, moment, oneOf, orNull } from '../values.ts'
import { figure } from './api.ts'
import { day } from './rule.ts'
import { decidedStates, reviewTriggers, signatures } from './words.ts'

const closed = { additionalProperties: false }

export const EntryParams = idParams('The entry.')

export const DecisionRequest = Type.Object(
  {
    state: oneOf(decidedStates, 'accepted and rejected end a review; each may be followed by another.'),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'For the pilot, too.',
      examples: ['Clearance was shown.'],
    }),
  },
  { ...closed, title: 'DecisionRequest' },
)
export type DecisionRequest = Static<typeof DecisionRequest>

export const EntryAnswer = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'For the reviewers.',
      examples: ['The tower had cleared me.'],
    }),
  },
  { ...closed, title: 'EntryAnswer' },
)

const ReviewStep = Type.Object(
  {
    at: moment('When it happened.'),
    by: oneOf(['service', 'reviewer', 'pilot'], 'By a finding of the service, a reviewer or the pilot.'),
    state: oneOf([...decidedStates, 'answer'], 'The decision; answer: words of the pilot.'),
    text: Type.String({ description: 'The reason, or the answer.', examples: ['Clearance was shown.'] }),
    triggers: Type.Array(oneOf(reviewTriggers, 'A finding.'), {
      description: 'Findings of the service; empty for people.',
    }),
  },
  { title: 'ReviewStep' },
)

export const EntryReview = Type.Object(
  {
    id: id('The entry.'),
    season: id('The season.'),
    pilot: Type.Object(
      {
        key: id('Names the pilot in the season.'),
        name: orNull(Type.String({ examples: ['Ada T.'] }), 'As chosen.'),
      },
      { title: 'ReviewedPilot' },
    ),
    flight: orNull(
      id('The flight.'),
      'For its pilot, and for reviewers of a public one: its page is /f/{flight}. Else figures alone are shown.',
    ),
    date: day('Local date of take-off.'),
    uploadedAt: moment('When it was uploaded.'),
    seconds: Type.Integer({ description: 'Time from take-off to landing.', examples: [14_520] }),
    km: figure('By the league of the installation.'),
    points: figure('By the league of the installation.'),
    signature: oneOf(signatures, 'What is known of the file’s signature.'),
    state: oneOf(['entered', ...decidedStates], 'entered: without any decision.'),
    steps: Type.Array(ReviewStep, { description: 'From the first to the last; none is ever changed.' }),
  },
  { title: 'EntryReview' },
)
export type EntryReview = Static<typeof EntryReview>
export const EntryReviewResult = Type.Object({ data: EntryReview }, { title: 'EntryReviewResult' })
export const EntryReviewList = Type.Object(
  {
    data: Type.Array(EntryReview, { description: 'By entry, the latest first.' }),
    next: orNull(id('The last entry of this page.'), 'Send it as after for the next page; null at the end.'),
  },
  { title: 'EntryReviewList' },
)
export const ReviewListQuery = Type.Object({
  state: Type.Optional(
    oneOf(decidedStates, 'Entries in this state: review, unless others are asked for, waits for a decision.'),
  ),
  after: Type.Optional(id('The last entry of the page before.')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many a page has.' }),
  ),
})
export type ReviewListQuery = Static<typeof ReviewListQuery>
