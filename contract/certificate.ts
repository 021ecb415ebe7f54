// The certificate of a score, in flightInfo.metadata.scoring: the fixes that give the score, for anyone to measure
// again, and the bound that no other choice of fixes exceeds.
import { type Static, Type } from 'typebox'
import { moment, orNull } from './values.ts'

export const scoringTypes = [
  'Free Flight',
  'Straight Distance',
  'Free Triangle',
  'FAI Triangle',
  'Closed Free Triangle',
  'Closed FAI Triangle',
  'Out and Return',
  'None',
] as const

export const ScoringType = Type.String({
  title: 'ScoringType',
  description: `One of: ${scoringTypes.join(', ')}. By the rules of XContest there is no Straight Distance and no Out and Return.`,
  examples: ['Closed FAI Triangle'],
})

export const ScoredPoint = Type.Object(
  {
    index: Type.Integer({ description: 'Position among the fixes of the file, from 0.', examples: [1284] }),
    time: moment('When the fix was recorded, UTC.'),
    latitude: Type.Number({ description: 'WGS84 degrees.', examples: [46.682] }),
    longitude: Type.Number({ description: 'WGS84 degrees.', examples: [8.085] }),
  },
  { title: 'ScoredPoint', description: 'A fix of the track.' },
)
export type ScoredPoint = Static<typeof ScoredPoint>

const points = (description: string) => Type.Number({ description, examples: [165.47] })

export const Certificate = Type.Object(
  {
    type: ScoringType,
    score: points('Points, rounded as the rule set says.'),
    distanceKm: Type.Number({
      description:
        'The kilometres that count, rounded as the rule set says: the sum of the legs; for a triangle, less the closing distance where that is deducted.',
      examples: [103.42],
    }),
    multiplier: Type.Number({
      description: 'Points per kilometre for this type of flight.',
      examples: [1.6],
    }),
    start: orNull(ScoredPoint, 'Where the scored flight begins; null when there is nothing to score.'),
    turnpoints: Type.Array(ScoredPoint, {
      description:
        'The turnpoints in the order flown: three for a triangle, otherwise up to three; none for a straight distance.',
    }),
    finish: orNull(ScoredPoint, 'Where the scored flight ends; null when there is nothing to score.'),
    legsKm: Type.Array(Type.Number(), {
      description:
        'Length of each leg in kilometres, rounded to the metre. Free flight: from start to finish via the turnpoints. Circuit: from turnpoint to turnpoint, and back to the first; of an out and return with one turnpoint, from the start to it and back.',
      examples: [[34.512, 36.204, 34.907]],
    }),
    closingKm: Type.Number({
      description: 'Closing distance: kilometres from finish to start, rounded to the metre.',
      examples: [1.204],
    }),
    upperBound: points(
      'Proven upper bound in points: no choice of fixes scores more. Equal to score when proven is true.',
    ),
    proven: Type.Boolean({
      description:
        'Whether score is proven to be the optimum. If the search reached its deadline, this is false: score is the best that was found, and the optimum is at most upperBound. The score of a stored flight is then proven in the background, with up to 200 seconds of CPU, and flight.updated is sent when its certificate has changed.',
      examples: [true],
    }),
    longestSilenceSeconds: Type.Optional(
      Type.Number({
        description:
          'The longest time between two fixes from start to finish, in seconds. Absent of flights that an earlier release has scored.',
        examples: [5],
      }),
    ),
    unrecordedShare: Type.Optional(
      Type.Number({
        description:
          'Share of the distance, 0 to 1, over which the file has no fixes: the distance between the ends of each silence of more than 45 seconds, from start to finish, to the sum of the legs.',
        examples: [0],
      }),
    ),
    rules: Type.Object(
      {
        name: Type.String({ description: 'The name of the rule set.', examples: ['XContest'] }),
        version: Type.String({ description: 'The season since which it applies.', examples: ['2019'] }),
      },
      { title: 'RuleSet', description: 'The rule set and its version.' },
    ),
    solverVersion: Type.String({
      description: 'Changes whenever the same track and rules may give a different result.',
      examples: ['1'],
    }),
    elapsedMs: Type.Number({ description: 'How long the search took, in milliseconds.', examples: [41.3] }),
  },
  {
    title: 'Certificate',
    description: 'The certificate of the score. Distances are measured on the FAI sphere (R = 6371.0 km).',
    additionalProperties: true,
  },
)
export type Certificate = Static<typeof Certificate>
