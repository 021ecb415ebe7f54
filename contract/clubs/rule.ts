// A ranking is a row of rules, never a program: everything that leagues choose by is a field here.
import { type Static, type TSchema, Type } from 'typebox'
import { scoringTypes } from '../certificate.ts'
import { launchTypes } from '../launch-types.ts'
import { LEAGUE_PATTERN } from '../leagues.ts'
import { gliderClasses } from '../logbook/glider-classes.ts'
import { bodyOf, id, oneOf } from '../values.ts'
import * as words from './words.ts'

const listOf = <Item extends TSchema>(item: Item, maxItems: number, description: string) =>
  Type.Array(item, { minItems: 1, maxItems, description })
const wholeNumber = (minimum: number, maximum: number, description: string, example: number) =>
  Type.Integer({ minimum, maximum, description, examples: [example] })

export const value = (description: string) => Type.Number({ description, examples: [165.47] })

export const day = (description: string) =>
  Type.String({
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
    'x-must-be': 'a day such as 2026-10-01',
    description,
    examples: ['2026-10-01'],
  })
const country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.', examples: ['DE'] })
const classList = listOf(oneOf(gliderClasses, 'A class of gliders.'), 10, 'Classes of the glider flown.')
const bandList = listOf(oneOf(words.ageBands, 'A band of age.'), 4, 'Bands of age on the day of the flight.')
const typeList = listOf(
  oneOf(scoringTypes, 'A type of flight.'),
  8,
  'Types of flights by the league’s rules.',
)

export const SeasonTerms = bodyOf(
  'SeasonTerms',
  {
    from: day('The first day; a flight is of the day on which it took off, local time.'),
    to: day('The last day.'),
    timeZone: Type.String({
      pattern: '^[A-Za-z0-9_+/-]{1,64}$',
      description: 'IANA name of the time zone in which days to upload are counted.',
      examples: ['Europe/Berlin'],
    }),
    uploadDays: Type.Optional(
      wholeNumber(0, 400, 'Days after that of the flight until whose end it can be uploaded.', 14),
    ),
    closing: Type.Optional(day('The last day on which a flight can be uploaded, whatever its date.')),
    review: Type.Optional(
      Type.Array(oneOf(words.reviewTriggers, 'A finding.'), {
        maxItems: words.reviewTriggers.length,
        description:
          'Findings that set a flight aside until a reviewer has looked at it. invalid-signature, unchecked-signature: that of the file does not match, or cannot be checked. same-track: another pilot of the season has published it, too. airspace: inside a restrictive airspace of the operator’s data. start-in-air: the recording begins 250 m above the ground or more. These two are refused where the operator has no airspaces, or no heights of the ground. Left out: invalid-signature and same-track.',
        examples: [['airspace', 'same-track']],
      }),
    ),
  },
  { examples: [{ from: '2025-10-01', to: '2026-09-30', timeZone: 'Europe/Zurich', uploadDays: 14 }] },
)
export type SeasonTerms = Static<typeof SeasonTerms>

export const RankingMeasure = bodyOf('RankingMeasure', {
  kind: oneOf(words.measures, 'Added up: points or kilometres by a league’s rules, hours, or flights.'),
  league: Type.Optional(
    Type.String({
      pattern: LEAGUE_PATTERN,
      'x-must-be': 'the id of a league',
      description:
        'The league by whose rules points and kilometres are; needed for both. Any that GET /leagues lists; flights are scored by others than the service’s own after the upload.',
      examples: ['xcontest'],
    }),
  ),
  decimals: wholeNumber(0, 4, 'To which a flight’s value is rounded, once, after all factors.', 2),
})

const degrees = (maximum: number, example: number) => {
  const description = 'WGS84 degrees of the centre of the circle.'
  return Type.Number({ minimum: -maximum, maximum, description, examples: [example] })
}
const Circle = bodyOf('TakeoffCircle', {
  latitude: degrees(90, 47.7),
  longitude: degrees(180, 11.8),
  radiusKm: Type.Number({ exclusiveMinimum: 0, maximum: 2000, description: 'In km.', examples: [3] }),
})

const RankingFilter = bodyOf(
  'RankingFilter',
  {
    types: Type.Optional(typeList),
    classes: Type.Optional(classList),
    bands: Type.Optional(bandList),
    sex: Type.Optional(oneOf(words.sexes, 'As the pilot has given it.')),
    countries: Type.Optional(listOf(country, 60, 'Countries of take-off.')),
    takeoffs: Type.Optional(listOf(id('A take-off.'), 100, 'Take-offs.')),
    circles: Type.Optional(listOf(Circle, 20, 'Take-off must be in one of these circles.')),
    weekdays: Type.Optional(
      listOf(wholeNumber(1, 7, 'A day of the week, 1 for Monday.', 6), 7, 'Days of the week.'),
    ),
    launchTypes: Type.Optional(listOf(oneOf(launchTypes, 'A way to launch.'), 4, 'Ways to launch.')),
    signatures: Type.Optional(
      listOf(oneOf(words.signatures, 'What is known of a signature.'), 4, 'Signatures.'),
    ),
    newcomers: Type.Optional(
      Type.Literal(true, {
        description: 'Pilots who had entered no earlier season of the same club when they entered this one.',
        examples: [true],
      }),
    ),
  },
  { description: 'Flights that are ranked; all of what is given must hold.' },
)
export type RankingFilter = Static<typeof RankingFilter>

const Factor = bodyOf(
  'RankingFactor',
  {
    classes: Type.Optional(classList),
    bands: Type.Optional(bandList),
    types: Type.Optional(typeList),
    times: Type.Number({
      exclusiveMinimum: 0,
      maximum: 100,
      description: 'A decimal fraction of at most four decimals, by which the value is multiplied exactly.',
      examples: [1.05],
    }),
  },
  { description: 'A factor for the flights that match its conditions.' },
)

const quotaKind = oneOf(words.quotaKinds, 'What is counted.')
const quotaValues = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['Free Flight'] }), {
  minItems: 1,
  maxItems: 30,
  description: 'Values of the kind, counted together.',
})
const Cap = bodyOf('RankingCap', {
  kind: quotaKind,
  values: Type.Optional(quotaValues),
  most: wholeNumber(1, 50, 'The most flights of these values; without values, of each value.', 2),
})
const Floor = bodyOf('RankingFloor', {
  kind: quotaKind,
  values: quotaValues,
  least: wholeNumber(1, 10, 'So many places are kept for them, and stay empty where there are none.', 1),
})
const Apart = bodyOf('RankingApart', {
  km: Type.Number({
    minimum: 0.1,
    maximum: 20000,
    description: 'Two take-offs at least this far from each other; else a place stays empty.',
    examples: [2],
  }),
})

const RankingChoice = bodyOf(
  'RankingChoice',
  {
    best: Type.Optional(wholeNumber(1, 100, 'How many flights of a pilot count; all when left out.', 3)),
    caps: Type.Optional(listOf(Cap, 3, 'Upper limits by kind.')),
    floors: Type.Optional(listOf(Floor, 3, 'Lower limits by kind.')),
    apart: Type.Optional(Apart),
  },
  { description: 'The flights of each pilot that add up to the greatest sum.' },
)
export type RankingChoice = Static<typeof RankingChoice>

const RankingGroup = bodyOf('RankingGroup', {
  by: oneOf(words.groupKinds, 'Each row of the ranking is one of these; club and team are those of the day.'),
  members: Type.Optional(wholeNumber(1, 100, 'Only the sums of so many best pilots are added.', 4)),
  flights: Type.Optional(wholeNumber(1, 1000, 'Only so many best of its pilots’ flights are added.', 30)),
})

export const RankingRule = bodyOf(
  'RankingRule',
  {
    audience: oneOf(
      ['public', 'members'],
      'Who reads it: everyone who sees the season, or the members of the club alone. Public flights count in both.',
    ),
    measure: RankingMeasure,
    filter: Type.Optional(RankingFilter),
    factors: Type.Optional(listOf(Factor, 60, 'Every one that describes a flight multiplies its value.')),
    minimum: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e6,
        description: 'The minimum value of a flight.',
        examples: [25],
      }),
    ),
    choice: RankingChoice,
    group: RankingGroup,
    leastRows: Type.Optional(wholeNumber(2, 1000, 'Places are given from so many rows on.', 10)),
    ties: Type.Optional(
      listOf(
        oneOf(words.tieKeys, 'Decides between equal sums.'),
        3,
        'In this order; what stays equal shares a place.',
      ),
    ),
  },
  {
    examples: [
      {
        audience: 'public',
        measure: { kind: 'points', league: 'xcontest', decimals: 2 },
        minimum: 25,
        choice: { best: 3, floors: [{ kind: 'country', values: ['DE'], least: 1 }] },
        group: { by: 'pilot' },
      },
    ],
  },
)
export type RankingRule = Static<typeof RankingRule>
