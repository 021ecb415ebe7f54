// Seasons and rankings at the doors of the API.
import { type Static, Type } from 'typebox'
import {
  answerOf,
  bodyOf,
  count,
  CursorPagination,
  flag,
  id,
  idParams,
  LINE_PATTERN,
  listOf,
  moment,
  objectOf,
  oneOf,
  orNull,
  pageQuery,
  text,
  textOrNull,
} from '../values.ts'
import { day, RankingMeasure, RankingRule, SeasonTerms, value } from './rule.ts'
import { ageBands, rankingReasons, reviewTriggers, sexes } from './words.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: LINE_PATTERN,
  'x-text': 'all-visible',
  'x-must-be': 'text of 1 to 80 characters',
  description: 'Its name.',
  examples: ['Thermal cup 2026'],
})
const clubId = { ...id('A club.'), examples: ['68f0a1b2c3d4e5f6a7b8c9d2'] }
const clubOrNull = orNull(clubId, 'Null: the operator’s.')

export const SeasonParams = idParams('The season.')
export const RankingParams = idParams('The ranking.')
export const RankingRowParams = Type.Object({
  id: id('The ranking.'),
  key: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,40}$',
    'x-must-be': 'me, or the key of a row',
    description: 'Key of a row: a pilot, club, team, take-off or day; or me for the user.',
    examples: ['me'],
  }),
})

export const RankingDefinition = bodyOf('RankingDefinition', { name, rule: RankingRule })
export type RankingDefinition = Static<typeof RankingDefinition>
export const RankingChange = Type.Partial(RankingDefinition, {
  title: 'RankingChange',
  additionalProperties: false,
})
export type RankingChange = Static<typeof RankingChange>

export const SeasonDefinition = bodyOf('SeasonDefinition', {
  clubId: Type.Optional({
    ...clubId,
    description: 'The club whose season it is; without one, the operator’s.',
  }),
  name,
  terms: SeasonTerms,
})
export type SeasonDefinition = Static<typeof SeasonDefinition>
export const SeasonChange = Type.Partial(Type.Pick(SeasonDefinition, ['name', 'terms']), {
  title: 'SeasonChange',
  additionalProperties: false,
})
export type SeasonChange = Static<typeof SeasonChange>

export const SeasonEntry = bodyOf(
  'SeasonEntry',
  {
    displayName: oneOf(['initial', 'full', 'handle'], 'How the pilot is named; below 16 always by initials.'),
    band: Type.Optional(oneOf(ageBands, 'Band of age in the season; rankings by age need it.')),
    sex: Type.Optional(oneOf(sexes, 'Rankings by sex need it.')),
    team: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,40}$',
        'x-must-be': '1 to 40 letters, digits, - and _',
        description: 'The team: flights count for it from today on.',
        examples: ['eagles'],
      }),
    ),
    clubId: Type.Optional({
      ...clubId,
      description:
        'The club, one of the pilot’s: rankings by club need it. Flights count for it from the day on which it was joined or, in place of another, from today on.',
    }),
    excludedFlightIds: Type.Optional(
      Type.Array(id('A flight.'), {
        maxItems: 500,
        description: 'Public flights that the pilot leaves out; omitted, the list stays as it is.',
        examples: [[]],
      }),
    ),
  },
  {
    description:
      'Consent: the public flights of the season’s days are ranked, under this name, until the pilot leaves.',
  },
)
export type SeasonEntry = Static<typeof SeasonEntry>

const seasonFields = {
  id: id('The season.'),
  clubId: clubOrNull,
  name,
  terms: SeasonTerms,
  closedAt: orNull(moment('Since when its places are final.'), 'Null while it is open.'),
  entry: orNull(
    Type.Unsafe<SeasonEntry>({ ...SeasonEntry, title: 'OwnSeasonEntry', additionalProperties: true }),
    'Of the user; null when not entered.',
  ),
}
const rankingFields = { id: id('The ranking.'), name }
export const Ranking = objectOf('Ranking', {
  id: id('The ranking.'),
  seasonId: id('The season.'),
  name,
  rule: RankingRule,
})
export type Ranking = Static<typeof Ranking>
export const RankingResult = answerOf('RankingResult', Ranking)

const audience = oneOf(['public', 'members'], 'Who reads it.')
export const ListedSeason = objectOf('ListedSeason', {
  ...seasonFields,
  rankings: Type.Array(objectOf('ListedRanking', { ...rankingFields, audience }), {
    description: 'Those that the user may see; each with its rule is at /rankings/{id}.',
  }),
})
export type ListedSeason = Static<typeof ListedSeason>
export const Season = objectOf('Season', {
  ...seasonFields,
  rankings: Type.Array(Ranking, { description: 'Those that the user may see.' }),
})
export type Season = Static<typeof Season>
export const SeasonResult = answerOf('SeasonResult', Season)
export const SeasonList = listOf(
  'SeasonList',
  ListedSeason,
  'First those that the user has entered or that are of the user’s clubs, then the operator’s, the latest first; then those of other public clubs, in the order of their creation.',
)
export const SeasonListQuery = Type.Object({
  clubId: Type.Optional({ ...clubId, description: 'Only seasons of this club.' }),
  ...pageQuery(),
})
export type SeasonListQuery = Static<typeof SeasonListQuery>

const rankedId = orNull(id('The flight, which everyone may see.'), 'Null once it was withdrawn.')
const EXAMPLE_ID = '68f0a1b2c3d4e5f6a7b8c9d0'

const RankingRow = objectOf('RankingRow', {
  key: text('The pilot, club, team, take-off or day.', EXAMPLE_ID),
  name: textOrNull('As chosen; null for a pilot who has withdrawn it from a closed season.', 'Ada T.'),
  place: orNull(Type.Integer({ examples: [1] }), 'Shared by equal rows; null while there are too few.'),
  sum: value('Of the flights that count.'),
  flightCount: count('The number of flights that count.', 3),
  best: Type.Array(objectOf('BestFlight', { flightId: rankedId, value: value('After factors.') }), {
    description: 'The best flights that count, six at most.',
  }),
  club: orNull(
    objectOf('ClubOfRow', { id: clubId, name }),
    'Of a pilot: the club of the entry, where everyone may see the club and the pilot in it; else null.',
  ),
  profile: textOrNull(
    'Of a pilot who is named in full or by handle: the address of the public profile; else null.',
    'https://cloudstreet.example/p/ada',
  ),
  image: textOrNull('The picture on that profile.', `https://cloudstreet.example/images/${EXAMPLE_ID}`),
})
export type RankingRow = Static<typeof RankingRow>

export const RankingRowsQuery = Type.Object({
  ...pageQuery(),
  clubId: Type.Optional({
    ...clubId,
    description: 'Only pilots who are members of this club now; places are those among all.',
  }),
  format: Type.Optional(oneOf(['json', 'csv'], 'csv: a table of the same rows.')),
})
export type RankingRowsQuery = Static<typeof RankingRowsQuery>

const asOf = moment('The rows are those of this moment; of a closed season, of its closing.')
export const RankingRows = objectOf('RankingRows', {
  data: Type.Array(RankingRow, { description: 'The best first.' }),
  pagination: objectOf('RowPagination', {
    ...CursorPagination.properties,
    totalCount: count('The number of rows in the ranking.', 84),
  }),
  asOf,
})
export type RankingRows = Static<typeof RankingRows>

/** What would have to change for a flight to count. */
const Needed = objectOf('NeededChange', {
  allowed: Type.Optional(
    Type.Array(Type.String({ examples: ['A'] }), {
      description: 'One of these types, classes, bands, countries or days of the week (1 to 7).',
    }),
  ),
  from: Type.Optional(day('Flown on this day or later.')),
  to: Type.Optional(day('Flown on this day or earlier.')),
  uploadedBy: Type.Optional(day('Uploaded by the end of this day.')),
  minimum: Type.Optional(value('This value at least.')),
  findings: Type.Optional(
    Type.Array(oneOf(reviewTriggers, 'A finding.'), {
      description: 'Findings that set a flight aside for a reviewer.',
    }),
  ),
})
export type Needed = Static<typeof Needed>

const told = {
  value: orNull(value('After factors.'), 'Null where there is none.'),
  reason: oneOf(rankingReasons, 'Why it counts or does not.'),
  needed: orNull(Needed, 'What would have to change, where the reason alone does not say it.'),
  isNext: flag('Whether it is the next that would count.'),
}

const RankedFlight = objectOf('RankedFlight', {
  flightId: rankedId,
  pilot: text('The pilot’s key in the season.', EXAMPLE_ID),
  name: textOrNull('As chosen; null when withdrawn.', 'Ada T.'),
  date: day('Local date of take-off.'),
  ...told,
})
export type RankedFlight = Static<typeof RankedFlight>

export const RowDetails = objectOf('RowDetailsResult', {
  data: objectOf('RowDetails', {
    row: orNull(RankingRow, 'Null while none of the flights counts.'),
    flights: Type.Array(RankedFlight, {
      description:
        'The best first: of a pilot all, of other rows those that count, 100 at most; of closed seasons those of the closing.',
    }),
    neededToCount: orNull(
      value('The least that a new flight of a kind still wanted has to bring to count.'),
      'Null where no new flight would: the season is closed, none of the classes that the pilot flies is taken, or the row is no pilot’s.',
    ),
    neededToPass: orNull(value('The least that it has to bring to pass the row above.'), 'Null without one.'),
    asOf,
  }),
})
export type RowDetails = Static<typeof RowDetails>['data']

export const NewestFlights = listOf('NewestRankedFlights', RankedFlight, 'The newest first; 20 at most.')

export const FlightRankings = listOf(
  'FlightRankings',
  objectOf('FlightSeason', {
    id: id('The season.'),
    name,
    clubId: clubOrNull,
    rankings: Type.Array(objectOf('FlightRanking', { ...rankingFields, measure: RankingMeasure, ...told }), {
      description: 'The rankings that the pilot may see.',
    }),
  }),
  'The latest first.',
)
export type FlightSeason = Static<typeof FlightRankings>['data'][number]

/** Of the page for a frame on another site. */
export const EmbedQuery = Type.Object({
  rows: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'The most places to return; 25 by default.' }),
  ),
  lang: Type.Optional(oneOf(['en', 'de', 'fr', 'it', 'es'], 'The language; else as the browser asks.')),
})

export const PresetList = listOf(
  'RankingPresetList',
  objectOf('RankingPreset', {
    id: text('Names it.', 'dhv'),
    name: text('The league.', 'DHV-XC'),
    rankings: Type.Array(RankingDefinition, { description: 'Rules to start from.' }),
    notes: textOrNull('What is not established.', 'The days to upload are those of 2006.'),
  }),
)
