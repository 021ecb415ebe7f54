// Leagues and their rules, and what a flight scores under them.
import { type Static, Type } from 'typebox'
import { Certificate, ScoringType } from './certificate.ts'
import { Refuses } from './logbook/marks.ts'
import { listOf, MAX_LIMIT, orNull, pageQuery } from './values.ts'

export const LEAGUE_PATTERN = '^[a-z0-9][a-z0-9-]{0,39}$'

const leagueId = Type.String({ description: 'The id of the league.', examples: ['xcontest'] })
const leagueName = Type.String({ description: 'Its name.', examples: ['XContest'] })
const day = (description: string, example: string) =>
  orNull(Type.String({ format: 'date', examples: [example] }), description)
const kilometres = (description: string, example: number) =>
  Type.Number({ description: `${description} In kilometres.`, examples: [example] })
const share = (description: string, example: number) => Type.Number({ description, examples: [example] })
const countries = (description: string) =>
  orNull(Type.Array(Type.String({ examples: ['CH'] })), `${description} ISO 3166-1 alpha-2.`)

const LeagueCategory = Type.Object(
  {
    type: ScoringType,
    shape: Type.Enum(['open', 'straight', 'triangle', 'out-and-return', 'start-and-return'], {
      type: 'string',
      description:
        'open: start, up to three turnpoints, finish. straight: start and finish. triangle: three turnpoints. out-and-return: twice the leg between two turnpoints. start-and-return: twice the leg from the start to a turnpoint.',
      examples: ['triangle'],
    }),
    multiplier: Type.Number({ description: 'Points per kilometre.', examples: [1.6] }),
    minimumKm: kilometres('The least scored distance.', 0),
    minimumSideShare: share('Share of the perimeter that no side of a triangle may fall below.', 0.28),
    maximumSideShare: share('Share of the perimeter that no side of a triangle may exceed.', 1),
    closing: orNull(
      Type.Object(
        {
          share: share('Of the length of the course.', 0.05),
          fixedKm: kilometres('Allowed whatever the length; the larger of both counts.', 0),
          freeKm: kilometres('Up to this nothing is deducted; beyond it the whole gap is.', 0),
        },
        { title: 'ClosingRule' },
      ),
      'How near the finish must come to the start; null for flights that need not close.',
    ),
  },
  { title: 'LeagueCategory' },
)

export const LeagueRules = Type.Object(
  {
    version: Type.String({ description: 'Names the rules among those of the league.', examples: ['2019'] }),
    validFrom: day('The first day for which they are known to hold.', '2018-10-01'),
    validTo: day('The last day for which they are known to hold; null when they still do.', '2025-09-30'),
    countries: countries('Take-off must be in one of these; null: anywhere.'),
    exceptCountries: countries('Take-off must not be in one of these.'),
    categories: Type.Array(LeagueCategory, {
      description: 'A flight scores the best that any of them gives.',
    }),
    distanceDecimals: Type.Integer({
      description: 'Decimals of a kilometre to which the distance is rounded before it is multiplied.',
      examples: [2],
    }),
    scoreDecimals: Type.Integer({ description: 'Decimals to which points are rounded.', examples: [2] }),
    minimumPoints: orNull(
      Type.Number({ examples: [25] }),
      'Points that a flight needs to count in the ranking; the score does not depend on it.',
    ),
    refuses: Refuses,
    wingFactors: orNull(
      Type.Unsafe<Record<string, number>>({
        type: 'object',
        title: 'WingFactors',
        additionalProperties: { type: 'number' },
        examples: [{ A: 1.1, B: 1.05 }],
      }),
      'By certification class of the wing: what the score is multiplied by.',
    ),
    basis: Type.Enum(['regulation', 'program', 'operator'], {
      type: 'string',
      description:
        'How well they are known. regulation: the league’s own page or regulation was read. program: a program that implements the league. operator: added by the operator of this installation.',
      examples: ['regulation'],
    }),
    sources: Type.Array(Type.String({ examples: ['https://www.xcontest.org/world/en/rules/'] }), {
      description: 'The source of the rules.',
    }),
    notes: orNull(
      Type.String({ examples: ['How it rounds is not established.'] }),
      'What else to know of them.',
    ),
  },
  { title: 'LeagueRules' },
)
export type LeagueRules = Static<typeof LeagueRules>

export const League = Type.Object(
  {
    id: leagueId,
    name: leagueName,
    isDefault: Type.Boolean({
      description:
        'Whether the scoring of flights is by this league, by its latest rules whatever their date.',
      examples: [true],
    }),
    seasonStart: orNull(
      Type.String({ examples: ['10-01'] }),
      'The first day of its season, month and day; null when it changes or is not known.',
    ),
    rules: Type.Array(LeagueRules, { description: 'From the earliest to the latest.' }),
  },
  { title: 'League' },
)
export type League = Static<typeof League>

export const LeagueList = listOf('LeagueList', League)
export type LeagueList = Static<typeof LeagueList>

export const ScoresQuery = Type.Object({
  league: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9-]+(,[a-z0-9-]+)*$',
      maxLength: 2050,
      'x-must-be': 'ids of leagues separated by commas, or all',
      description: 'League ids separated by commas, or all. Defaults to the service’s own league.',
      examples: ['xcontest,ffvl'],
    }),
  ),
  wing: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      description: 'The certification class of the wing, for leagues with wing factors.',
      examples: ['B'],
    }),
  ),
  ...pageQuery(MAX_LIMIT),
})
export type ScoresQuery = Static<typeof ScoresQuery>

export const LeagueScore = Type.Object(
  {
    league: leagueId,
    name: leagueName,
    certificate: orNull(
      Certificate,
      'The score and its proof; null when the league has no rules for the flight, or gives it no points for one of its marks.',
    ),
    wing: orNull(
      Type.Object(
        {
          class: Type.String({ description: 'The class that was requested.', examples: ['B'] }),
          factor: Type.Number({ description: 'Its factor.', examples: [1.05] }),
          score: Type.Number({ description: 'Points: the score times the factor.', examples: [173.74] }),
        },
        { title: 'WingScore' },
      ),
      'With the wing’s factor; null when the rules have none for the class, or none was asked for.',
    ),
    reason: orNull(
      Type.String({ examples: ['DHV-XC has no rules for a flight of 2026-05-17 from CH.'] }),
      'Why there is no certificate, in a sentence; null when there is one.',
    ),
  },
  { title: 'LeagueScore' },
)
export type LeagueScore = Static<typeof LeagueScore>

export const FlightScores = listOf(
  'FlightScores',
  LeagueScore,
  'In the order asked for; of all, those that have rules for the flight.',
)
export type FlightScores = Static<typeof FlightScores>
