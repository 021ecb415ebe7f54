// Lists of flights: by page, by cursor, and what has changed.
import { type Static, type TSchema, Type } from 'typebox'
import { scoringTypes } from './certificate.ts'
import { Flight, HASH_PATTERN } from './flight.ts'
import { countingOf, LeftOut } from './logbook/counting.ts'
import { CursorPagination, FeedPagination, hash, id, limitOf, moment, orNull } from './values.ts'

export const DEFAULT_PAGE_SIZE = 25

const CURSOR_EXAMPLE = 'WyJkYXRlIGRlc2MiLCIyMDI2LTA1LTE3Il0'

/** Everything but the metadata, which holds the certificate of the score. */
export const LIGHT_FIELDS = 'light'

const fields = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      'Which members of a flight to return: light for all but flightInfo.metadata (the certificate of the score and all else that the file says: most of a flight), or names separated by commas, such as id,flight_date,scoring,flightInfo.takeoff.',
    examples: ['light'],
  }),
)

export const FlightListQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'The number of the page, starting at 1.',
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_PAGE_SIZE,
      description: 'How many flights a page has.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only flights with this flight_date or a later one.',
      examples: ['2026-04-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only flights with this flight_date or an earlier one.',
      examples: ['2026-05-31'],
    }),
  ),
  season: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 9999,
      description: 'Only flights of this season.',
      'x-must-be': 'a year such as 2026',
      examples: [2026],
    }),
  ),
  updatedSince: Type.Optional(
    moment('Only flights that were uploaded, corrected or scored again at this time or later.'),
  ),
  hash: Type.Optional(
    Type.String({
      pattern: HASH_PATTERN,
      'x-must-be': '64 lowercase hexadecimal characters',
      description: 'Only the flight with this hash: the SHA-256 of its file.',
      examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
    }),
  ),
  takeoffId: Type.Optional(id('Only flights from the take-off with this id.')),
  gliderId: Type.Optional(id('Only flights with this glider of the pilot’s list.')),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      'x-must-be': 'a country of two letters such as CH (ISO 3166-1 alpha-2)',
      description: 'Only flights from take-offs in this country: ISO 3166-1 alpha-2.',
      examples: ['CH'],
    }),
  ),
  type: Type.Optional(
    Type.Enum(scoringTypes, { type: 'string', description: 'Only flights whose score is of this type.' }),
  ),
  counting: countingOf('all'),
  minScore: Type.Optional(
    Type.Number({ minimum: 0, description: 'Only flights with this many points or more.', examples: [100] }),
  ),
  bbox: Type.Optional(
    Type.String({
      description:
        'Only flights that began in this box: west,south,east,north in WGS84 degrees. If west is greater than east, the box crosses the antimeridian.',
      examples: ['5.9,45.8,10.5,47.8'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Only flights in which every one of these words, up to 5, is part of the title, the notes, the glider (of the file, or of the pilot’s list) or the name of the take-off. Case and accents do not matter.',
      examples: ['grimsel alpina'],
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['date', 'score', 'distance', 'duration'], {
      type: 'string',
      default: 'date',
      description:
        'What the list is sorted by: flight_date (then date_created, then id), or scoring.score, scoring.distance or track.duration (then id).',
    }),
  ),
  order: Type.Optional(
    Type.Enum(['desc', 'asc'], {
      type: 'string',
      default: 'desc',
      description: 'desc: newest, highest or longest first; asc: the other way round.',
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A page by cursor instead of number: pagination.next of the page before, with the same sort and order. Flights that arrive or go meanwhile neither repeat nor skip others.',
      examples: [CURSOR_EXAMPLE],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_PAGE_SIZE,
      description: 'How many flights a page by cursor has. Without after, it asks for the first one.',
    }),
  ),
  fields,
})
export type FlightListQuery = Static<typeof FlightListQuery>

export const FlightChangesQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'pagination.next of the answer before. Without it: everything from the start.',
      examples: [CURSOR_EXAMPLE],
    }),
  ),
  limit: limitOf(100, 500),
  fields,
})
export type FlightChangesQuery = Static<typeof FlightChangesQuery>

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1, description: 'The number of this page, starting at 1.', examples: [1] }),
    pageSize: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many flights a page has.',
      examples: [25],
    }),
    totalCount: Type.Integer({ description: 'The number of flights on all pages.', examples: [312] }),
    totalPages: Type.Integer({ description: 'The number of pages.', examples: [13] }),
    ...CursorPagination.properties,
    uncountedFlights: Type.Optional(LeftOut),
  },
  { title: 'Pagination' },
)

export const FlightList = Type.Object(
  { data: Type.Array(Flight), pagination: Pagination },
  { title: 'FlightList' },
)
export type FlightList = Static<typeof FlightList>

export const FlightCursorList = Type.Object(
  { data: Type.Array(Flight), pagination: CursorPagination },
  { title: 'FlightCursorList', description: 'When the request has after or limit.' },
)
export type FlightCursorList = Static<typeof FlightCursorList>

const { flightInfo, ...otherMembers } = Flight.properties
const { metadata, ...lightInfo } = flightInfo.properties

/** A flight as `fields=light` shows it. */
export const LightFlight = Type.Object(
  { ...otherMembers, flightInfo: Type.Object(lightInfo, { title: 'LightFlightInfo' }) },
  { title: 'LightFlight', description: 'With fields=light: a flight without flightInfo.metadata.' },
)
export type LightFlight = Static<typeof LightFlight>

/** A flight as any other `fields` shows it. */
export const FlightSelection = Type.Partial(
  Type.Object({
    ...otherMembers,
    flightInfo: Type.Partial(Type.Object({ ...lightInfo, metadata }), { title: 'FlightInfoSelection' }),
  }),
  { title: 'FlightSelection', description: 'With fields=id,scoring,… only the members that are named.' },
)
export type FlightSelection = Static<typeof FlightSelection>

const anyPagination = Type.Union([Pagination, FlightCursorList.properties.pagination], {
  description: 'Either pages by number or pages by cursor.',
})

/** As it is asked for: by number or by cursor, with whole flights or with `fields`. */
export const FlightPage = Type.Union(
  [
    FlightList,
    FlightCursorList,
    Type.Object({ data: Type.Array(LightFlight), pagination: anyPagination }, { title: 'LightFlightPage' }),
    Type.Object(
      { data: Type.Array(FlightSelection), pagination: anyPagination },
      { title: 'FlightSelectionPage' },
    ),
  ],
  { title: 'FlightPage' },
)

const changeMembers = {
  change: Type.Enum(['created', 'updated', 'deleted'], {
    type: 'string',
    description:
      'created: uploaded, and not changed since; updated: corrected or scored again since its upload, which you may not have seen; deleted.',
    examples: ['created'],
  }),
  id: id('The id of the flight.'),
  hash: hash('SHA-256 of the uploaded bytes, in hexadecimal.'),
  changedAt: moment('When it was uploaded, last changed, or deleted.'),
}

const changeOf = <Shown extends TSchema>(shown: Shown, title: string) =>
  Type.Object(
    { ...changeMembers, flight: orNull(shown, 'The flight as it is now; null when it was deleted.') },
    { title },
  )

export const FlightChange = changeOf(Flight, 'FlightChange')
export type FlightChange = Static<typeof FlightChange>

const changesOf = <Change extends TSchema>(change: Change, title: string) =>
  Type.Object({ data: Type.Array(change), pagination: FeedPagination }, { title })

export const FlightChanges = changesOf(FlightChange, 'FlightChanges')
export type FlightChanges = Static<typeof FlightChanges>

/** As it is asked for: with whole flights, or with `fields`. */
export const FlightChangePage = Type.Union(
  [
    FlightChanges,
    changesOf(changeOf(LightFlight, 'LightFlightChange'), 'LightFlightChanges'),
    changesOf(changeOf(FlightSelection, 'FlightSelectionChange'), 'FlightSelectionChanges'),
  ],
  { title: 'FlightChangePage' },
)
