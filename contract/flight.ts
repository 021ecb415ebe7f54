import { type Static, Type } from 'typebox'
import { Certificate, ScoringType } from './certificate.ts'
import { launchTypes } from './launch-types.ts'
import { id, idParams, moment } from './values.ts'

const LaunchType = Type.Enum(launchTypes, {
  type: 'string',
  description: 'How the flight was launched.',
  examples: ['Self'],
})

export const Flight = Type.Object(
  {
    id: id('The flight.'),
    hash: Type.String({
      description: 'SHA-256 of the uploaded bytes, hexadecimal; the ETag of the IGC download.',
      examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
    }),
    flight_date: Type.String({
      format: 'date',
      description: 'Local date at take-off.',
      examples: ['2026-05-17'],
    }),
    date_created: moment('When the flight was uploaded, UTC.'),
    original_file_name: Type.String({ examples: ['2026-05-17-XCT-MMM-01.igc'] }),
    is_tandem: Type.Boolean(),
    launch_type: LaunchType,
    season: Type.Integer({
      description: 'XContest season, 1 October to 30 September, named after the year in which it ends.',
      examples: [2026],
    }),
    scoring: Type.Object(
      {
        distance: Type.Number({ description: 'Scored distance in kilometres, to 0.01.', examples: [103.42] }),
        score: Type.Number({ description: 'Points, to 0.01.', examples: [165.47] }),
        type: ScoringType,
      },
      { description: 'The proven best score; its certificate is in flightInfo.metadata.scoring.' },
    ),
    flightInfo: Type.Object({
      takeoff: Type.Object({
        id: Type.String(),
        lat: Type.Number({ description: 'WGS84 degrees.', examples: [46.682] }),
        lng: Type.Number({ description: 'WGS84 degrees.', examples: [8.085] }),
        name: Type.String({ examples: ['First'] }),
        country: Type.String({ description: 'ISO 3166-1 alpha-2, upper case.', examples: ['CH'] }),
      }),
      metadata: Type.Object(
        { scoring: Type.Optional(Certificate) },
        {
          additionalProperties: true,
          description:
            'Free-form: pilot, glider, recorder, time zone, landing, altitudes in metres, greatest climb and sink in metres a second, number of fixes, warnings of the reader with line numbers, other flights in the file, and the certificate of the score (scoring).',
        },
      ),
      track: Type.Object({
        duration: Type.Number({ description: 'Seconds from take-off to landing.', examples: [14_520] }),
        distance: Type.Number({
          description:
            'Length of the flown track from take-off to landing in kilometres, to 0.01. Measured between points at least 30 m apart, so that the noise of a receiver adds nothing.',
          examples: [187.31],
        }),
      }),
    }),
  },
  { title: 'Flight' },
)
export type Flight = Static<typeof Flight>

export const FlightParams = idParams('The flight.')

export const DEFAULT_PAGE_SIZE = 25

export const FlightListQuery = Type.Object({
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'The page, from 1.' }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: DEFAULT_PAGE_SIZE,
      description: 'The number of flights on a page.',
    }),
  ),
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only flights of this flight_date or later.',
      examples: ['2026-04-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'Only flights of this flight_date or earlier.',
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
    moment('Only flights uploaded, corrected or scored again at this time or later.'),
  ),
})
export type FlightListQuery = Static<typeof FlightListQuery>

export const Pagination = Type.Object({
  page: Type.Integer({ examples: [1] }),
  pageSize: Type.Integer({ examples: [25] }),
  totalCount: Type.Integer({ examples: [312] }),
  totalPages: Type.Integer({ examples: [13] }),
})

export const FlightList = Type.Object(
  { data: Type.Array(Flight), pagination: Pagination },
  { title: 'FlightList' },
)
export type FlightList = Static<typeof FlightList>

export const FlightDetail = Type.Object({ data: Flight }, { title: 'FlightDetail' })
export type FlightDetail = Static<typeof FlightDetail>

/** Query parameters of an upload, or text parts of its multipart body. */
export const UploadFields = Type.Object({
  filename: Type.Optional(Type.String({ description: 'Name of the file.', examples: ['2026-05-17.igc'] })),
  launch_type: Type.Optional(LaunchType),
  is_tandem: Type.Optional(
    Type.Boolean({ description: 'Whether a passenger flew along.', examples: [false] }),
  ),
  glider: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Make and model of the wing.',
      examples: ['Ozone Alpina 5'],
    }),
  ),
})
export type UploadFields = Static<typeof UploadFields>

export const UploadHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: String.raw`^[\x21-\x7e][\x20-\x7e]{0,254}$`,
      'x-must-be': '1 to 255 printable ASCII characters',
      description:
        'A key of your choice: for 24 hours the first answer to it is repeated, whatever has happened since.',
    }),
  ),
})

export const UploadResult = Type.Object(
  {
    data: Type.Object({
      hash: Type.String({ description: 'SHA-256 of the stored file.' }),
      fileName: Type.String({ examples: ['2026-05-17-XCT-MMM-01.igc'] }),
      isNew: Type.Boolean({ description: 'false when the flight was there already.' }),
    }),
  },
  { title: 'UploadResult' },
)
export type UploadResult = Static<typeof UploadResult>

export const FlightCorrection = Type.Object(
  {
    launch_type: Type.Optional(LaunchType),
    is_tandem: Type.Optional(Type.Boolean({ description: 'Whether a passenger flew along.' })),
  },
  {
    title: 'FlightCorrection',
    description: 'One of the two, or both.',
    additionalProperties: false,
    minProperties: 1,
  },
)
export type FlightCorrection = Static<typeof FlightCorrection>

export const Diagnosis = Type.Object(
  {
    line: Type.Integer({
      description: 'Line of the file, from 1; 0 when it concerns the whole file.',
      examples: [14],
    }),
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning')], {
      description: 'A file with an error is refused.',
    }),
    code: Type.String({ description: 'Fixed, for programs.', examples: ['fix-time'] }),
    message: Type.String({ examples: ['Line 14: the time 25:61:00 does not exist.'] }),
    hint: Type.String({ description: 'What to do about it, or what was done.' }),
  },
  { title: 'Diagnosis' },
)

export const Validation = Type.Object(
  {
    data: Type.Object({
      hash: Type.String({ description: 'SHA-256 of the file.' }),
      isValid: Type.Boolean({ description: 'Whether an upload would be taken.' }),
      isKnown: Type.Boolean({ description: 'Whether this flight is uploaded already.' }),
      diagnoses: Type.Array(Diagnosis, { description: 'Errors first, then warnings, each by line.' }),
      flight: Type.Union(
        [
          Type.Object({
            flight_date: Type.String({ format: 'date' }),
            season: Type.Integer(),
            is_tandem: Type.Boolean(),
            launch_type: LaunchType,
            scoring: Flight.properties.scoring,
            takeoff: Type.Object({
              lat: Type.Number(),
              lng: Type.Number(),
              name: Type.String(),
              country: Type.String(),
            }),
            metadata: Flight.properties.flightInfo.properties.metadata,
            track: Flight.properties.flightInfo.properties.track,
          }),
          Type.Null(),
        ],
        { description: 'What an upload would store; null for a file that is refused.' },
      ),
    }),
  },
  { title: 'Validation' },
)
export type Validation = Static<typeof Validation>

export const DEFAULT_TRACK_FIXES = 1000

export const TrackQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(['geojson', 'columns'], {
      type: 'string',
      default: 'geojson',
      description: 'GeoJSON (RFC 7946), or one array for each column.',
    }),
  ),
  resolution: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 100_000,
      default: DEFAULT_TRACK_FIXES,
      description: 'The largest number of fixes. Those that keep the shape of the track best are chosen.',
    }),
  ),
})
export type TrackQuery = Static<typeof TrackQuery>

export const TrackColumns = Type.Object(
  {
    data: Type.Object({
      seconds: Type.Array(Type.Number(), { description: 'Seconds since 1970, UTC.' }),
      latitude: Type.Array(Type.Number(), { description: 'WGS84 degrees.' }),
      longitude: Type.Array(Type.Number(), { description: 'WGS84 degrees.' }),
      altitude: Type.Array(Type.Number(), {
        description: 'Metres: by pressure when the recorder has a barometer, else by GNSS.',
      }),
    }),
  },
  { title: 'TrackColumns', description: 'One row a fix, in time order; every column has the same length.' },
)

const Position = Type.Array(Type.Number(), { description: 'Longitude, latitude, altitude in metres.' })
export const TrackFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Type.Object({
      type: Type.String({
        description:
          'LineString; MultiLineString for a track that crosses the antimeridian (RFC 7946 3.1.9).',
      }),
      coordinates: Type.Array(Type.Union([Position, Type.Array(Position)])),
    }),
    properties: Type.Object({
      id: Type.String(),
      hash: Type.String(),
      times: Type.Array(Type.String({ format: 'date-time' }), { description: 'One for each fix.' }),
    }),
  },
  { title: 'TrackFeature', description: 'GeoJSON (RFC 7946).' },
)
export type TrackFeature = Static<typeof TrackFeature>
