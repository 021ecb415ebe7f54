// Seasons and rankings at the doors of the API.
import { type Static, Type } from 'typebox'
import { id, idParams, oneOf, orNull } from '../values.ts'
import { day, RankedFigure, RankingRule, SeasonTerms } from './rule.ts'
import { ageBands, entryReasons, sexes } from './words.ts'

const closed = { additionalProperties: false }
const name = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[^\\p{Cc}\\p{Cf}]+$',
  'x-must-be': 'text of 1 to 80 characters',
  description: 'Its name.',
  examples: ['Thermal cup 2026'],
})
const club = { ...id('A club.'), examples: ['68f0a1b2c3d4e5f6a7b8c9d2'] }

export const SeasonParams = idParams('The season.')
export const RankingParams = idParams('The ranking.')
export const RankingPilotParams = Type.Object({
  id: id('The ranking.'),
  pilotId: Type.String({
    pattern: '^(?:me|[a-f0-9]{24})$',
    'x-must-be': 'me, or the key of a row',
    description: 'The pilot: key of a row, or me for the user.',
    examples: ['me'],
  }),
})

export const RankingDefinition = Type.Object(
  { name, rule: RankingRule },
  { ...closed, title: 'RankingDefinition' },
)
export type RankingDefinition = Static<typeof RankingDefinition>

export const SeasonDefinition = Type.Object(
  {
    club: Type.Optional({
      ...club,
      description: 'The club whose season it is; without one, the operator’s.',
    }),
    name,
    terms: SeasonTerms,
  },
  { ...closed, title: 'SeasonDefinition' },
)
export type SeasonDefinition = Static<typeof SeasonDefinition>

export const SeasonEntry = Type.Object(
  {
    takes: oneOf(
      ['all', 'chosen', 'none'],
      'all flights; chosen: those in flights; none for the time being.',
    ),
    flights: Type.Optional(
      Type.Array(id('A flight.'), { maxItems: 500, description: 'Those that are chosen.', examples: [[]] }),
    ),
    shownAs: oneOf(['initial', 'full', 'handle'], 'How the pilot is named; below 16 always by initials.'),
    band: Type.Optional(oneOf(ageBands, 'Band of age in the season; rankings by age need it.')),
    sex: Type.Optional(oneOf(sexes, 'Rankings by sex need it.')),
    team: Type.Optional(
      Type.String({
        pattern: '^[\\w-]{1,40}$',
        'x-must-be': '1 to 40 letters, digits, - and _',
        description: 'The team: flights count for it from today on.',
        examples: ['eagles'],
      }),
    ),
  },
  { ...closed, title: 'SeasonEntry', description: 'Consent to be ranked; it ends by leaving.' },
)
export type SeasonEntry = Static<typeof SeasonEntry>

export const RankingSummary = Type.Object(
  {
    id: id('The ranking.'),
    name,
    rule: RankingRule,
    ruleHash: Type.String({
      description: 'SHA-256 of the rule’s canonical JSON.',
      examples: ['2c26b46b68ffc68f'],
    }),
    version: Type.Integer({ description: 'Of the rule.', examples: [1] }),
  },
  { title: 'RankingSummary' },
)
export type RankingSummary = Static<typeof RankingSummary>

export const Season = Type.Object(
  {
    id: id('The season.'),
    club: orNull(club, 'Null: the operator’s.'),
    name,
    terms: SeasonTerms,
    isClosed: Type.Boolean({ description: 'Whether its proofs are kept.', examples: [false] }),
    rankings: Type.Array(RankingSummary, { description: 'Those that the user may see.' }),
    entry: orNull(
      Type.Omit(SeasonEntry, ['flights'], { title: 'OwnSeasonEntry', additionalProperties: true }),
      'Of the user; null when not entered.',
    ),
  },
  { title: 'Season' },
)
export type Season = Static<typeof Season>
export const SeasonResult = Type.Object({ data: Season }, { title: 'SeasonResult' })
export const SeasonList = Type.Object({ data: Type.Array(Season) }, { title: 'SeasonList' })
export const SeasonListQuery = Type.Object({
  club: Type.Optional({ ...club, description: 'Only seasons of this club.' }),
})
export const RankingResult = Type.Object({ data: RankingSummary }, { title: 'RankingSummaryResult' })

export const figure = (description: string) => Type.Number({ description, examples: [165.47] })

const RankingRow = Type.Object(
  {
    key: Type.String({
      description: 'The pilot, club, team, take-off or day.',
      examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
    }),
    name: orNull(Type.String({ examples: ['Ada T.'] }), 'As chosen; null for a pilot whose account is gone.'),
    place: orNull(Type.Integer({ examples: [1] }), 'Shared by equal rows; null while there are too few.'),
    sum: figure('Of the flights that count.'),
    flights: Type.Integer({ description: 'How many count.', examples: [3] }),
  },
  { title: 'RankingRow' },
)
export type RankingRow = Static<typeof RankingRow>

export const PlacesQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 1,
      description: 'The number of the page, starting at 1.',
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many rows a page has.' }),
  ),
  club: Type.Optional({
    ...club,
    description: 'Only pilots who are members of this club now; places are those among all.',
  }),
  format: Type.Optional(oneOf(['json', 'csv'], 'csv: a table of the same rows.')),
})
export type PlacesQuery = Static<typeof PlacesQuery>

export const Places = Type.Object(
  {
    data: Type.Array(RankingRow, { description: 'The best first.' }),
    rows: Type.Integer({ description: 'How many rows the ranking has.', examples: [84] }),
  },
  { title: 'RankingPlaces' },
)
export type Places = Static<typeof Places>

const told = {
  figure: orNull(figure('After factors.'), 'Null where there is none.'),
  reason: oneOf(entryReasons, 'Why it counts or does not.'),
  isNext: Type.Boolean({ description: 'Whether it is the next that would count.', examples: [false] }),
}

export const PilotRow = Type.Object(
  {
    data: Type.Object(
      {
        row: orNull(RankingRow, 'Null while none of the flights counts.'),
        flights: Type.Array(
          Type.Object(
            {
              entry: id('The entry.'),
              flight: orNull(id('The flight.'), 'For its pilot alone.'),
              date: day('Local date of take-off.'),
              ...told,
            },
            { title: 'RankedFlight' },
          ),
        ),
        neededToCount: figure('The least that a new flight of a kind still wanted has to bring to count.'),
        neededToPass: orNull(
          figure('The least that it has to bring to pass the row above.'),
          'Null without one.',
        ),
      },
      { title: 'PilotRowDetails' },
    ),
  },
  { title: 'PilotRow' },
)
export type PilotRow = Static<typeof PilotRow>['data']

export const FlightRankings = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: id('The season.'),
          name,
          club: orNull(club, 'Null: the operator’s.'),
          rankings: Type.Array(
            Type.Object(
              { id: id('The ranking.'), name, addsUp: RankedFigure, ...told },
              { title: 'FlightRanking' },
            ),
            { description: 'Those that the pilot may see.' },
          ),
        },
        { title: 'FlightSeason' },
      ),
      { description: 'The latest first.' },
    ),
  },
  { title: 'FlightRankings' },
)
export type FlightSeason = Static<typeof FlightRankings>['data'][number]

export const RankingRowParams = Type.Object({
  id: id('The ranking.'),
  key: Type.String({
    pattern: '^[\\w-]{1,40}$',
    'x-must-be': 'the key of a row',
    description: 'Key of a row: a club, team, take-off or day.',
    examples: ['2026-05-17'],
  }),
})

export const RowFlights = Type.Object(
  {
    data: Type.Object(
      {
        row: RankingRow,
        flights: Type.Array(
          Type.Object(
            {
              pilot: Type.String({ description: 'Of the season.', examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
              name: orNull(
                Type.String({ examples: ['Ada T.'] }),
                'As chosen; null when the account is gone.',
              ),
              date: day('Local date of take-off.'),
              figure: figure('After factors.'),
            },
            { title: 'FlightOfRow' },
          ),
          { description: 'Those that count, the best first.' },
        ),
      },
      { title: 'RowFlightsDetails' },
    ),
  },
  { title: 'RowFlights' },
)
export type RowFlights = Static<typeof RowFlights>['data']

/** Of the page for a frame on another site. */
export const EmbedQuery = Type.Object({
  rows: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How many places; 25 at most unless told.' }),
  ),
  lang: Type.Optional(oneOf(['en', 'de', 'fr', 'it', 'es'], 'The language; else as the browser asks.')),
})

export const ProofQuery = Type.Object({
  number: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'A proof that was kept, 1 for the first; else that of now.',
    }),
  ),
})

export const PresetList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Names it.', examples: ['dhv'] }),
          name: Type.String({ description: 'The league.', examples: ['DHV-XC'] }),
          rankings: Type.Array(RankingDefinition, { description: 'Rules to begin from.' }),
          notes: orNull(
            Type.String({ examples: ['The days to upload are those of 2006.'] }),
            'What is not established.',
          ),
        },
        { title: 'RankingPreset' },
      ),
    ),
  },
  { title: 'RankingPresetList' },
)
