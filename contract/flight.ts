// Flights, as they are uploaded, read and corrected; flight-list.ts has their lists.
import { type Static, Type } from 'typebox'
import { AnalysisSummary } from './analysis.ts'
import { Certificate, ScoringType } from './certificate.ts'
import { launchTypes } from './launch-types.ts'
import { countingMembers, NewIsCounted, NotCounted } from './logbook/counting.ts'
import { NewGliderId, OwnGlider } from './logbook/gliders.ts'
import { Marks } from './logbook/marks.ts'
import { Photos } from './logbook/photo.ts'
import { NewNotes, NewTitle, Notes, Title } from './logbook/remarks.ts'
import { Diagnosis, noticedMembers, Warnings } from './logbook/warnings.ts'
import { OwnTakeoff } from './logbook/takeoff-names.ts'
import { Visibility } from './sharing/visibility.ts'
import { FileSignature } from './signature.ts'
import { hash, id, idParams, moment, orNull } from './values.ts'

const LaunchType = Type.Enum(launchTypes, {
  title: 'LaunchType',
  type: 'string',
  description: 'How the flight was launched.',
  examples: ['Self'],
})

export const Flight = Type.Object(
  {
    id: id('The id of the flight.'),
    hash: hash('SHA-256 of the uploaded bytes, in hexadecimal. It is the ETag of the IGC download.'),
    flight_date: Type.String({
      format: 'date',
      description: 'The local date at take-off.',
      examples: ['2026-05-17'],
    }),
    date_created: moment('When the flight was uploaded, UTC.'),
    original_file_name: Type.String({
      description: 'The name of the uploaded file.',
      examples: ['2026-05-17-XCT-MMM-01.igc'],
    }),
    is_tandem: Type.Boolean({ description: 'Whether it was a tandem flight.', examples: [false] }),
    launch_type: LaunchType,
    season: Type.Integer({
      description: 'The XContest season: 1 October to 30 September, named after the year in which it ends.',
      examples: [2026],
    }),
    scoring: Type.Object(
      {
        distance: Type.Number({
          description: 'Scored distance in kilometres, rounded to 0.01.',
          examples: [103.42],
        }),
        score: Type.Number({ description: 'Points, rounded to 0.01.', examples: [165.47] }),
        type: ScoringType,
      },
      {
        title: 'Score',
        description:
          'The best score of the flight. Its certificate, which says whether it is proven, is in flightInfo.metadata.scoring.',
      },
    ),
    flightInfo: Type.Object(
      {
        takeoff: Type.Object(
          {
            id: id('The id of the take-off.'),
            lat: Type.Number({ description: 'Latitude in WGS84 degrees.', examples: [46.682] }),
            lng: Type.Number({ description: 'Longitude in WGS84 degrees.', examples: [8.085] }),
            name: Type.String({
              description:
                'What the pilot calls it, or the name of the site, or of the nearest town when no site is known there.',
              examples: ['First'],
            }),
            country: Type.String({
              description: 'ISO 3166-1 alpha-2 code, in upper case.',
              examples: ['CH'],
            }),
          },
          { title: 'Takeoff' },
        ),
        metadata: Type.Object(
          {
            visibility: Type.Optional(Visibility),
            ...countingMembers,
            title: Type.Optional(Title),
            notes: Type.Optional(Notes),
            ownGlider: Type.Optional(OwnGlider),
            ownTakeoff: Type.Optional(OwnTakeoff),
            photos: Type.Optional(Photos),
            warnings: Type.Optional(Warnings),
            marks: Type.Optional(Marks),
            scoring: Type.Optional(Certificate),
            fastest30sKmh: Type.Optional(
              orNull(
                Type.Number({ examples: [61.4] }),
                'The fastest 30 s over ground, in a straight line, in kilometres per hour; jumps of the receiver are left out. Null when the file shows none, such as with a fix a minute; absent from flights that were uploaded before there was this figure and have not been scored again.',
              ),
            ),
            signature: Type.Optional(FileSignature),
            analysis: Type.Optional(
              orNull(
                AnalysisSummary,
                'Null when there is none; absent from flights that were uploaded before there were analyses and have not been scored again.',
              ),
            ),
          },
          {
            title: 'FlightMetadata',
            additionalProperties: true,
            description:
              'Free-form members: who may see the flight (visibility), whether it counts (isCounted; flightInfo.notCounted says why not) and holds the flight to its end (recording), the flight that it is another recording of (sameFlightAs) or a copy of (copyOf), another flight at the same time (overlaps), what the pilot has written on it (title, notes) and added to it (photos), the glider of the pilot’s list (ownGlider), that the pilot has named the take-off (ownTakeoff), and what the file says: pilot, glider, recorder, time zone, landing, altitudes in metres, strongest climb and sink in metres per second, the fastest 30 s (fastest30sKmh), number of fixes, warnings about the file with their line numbers, other flights in the file, what to know before trusting the points (marks), the certificate of the score (scoring), what the signature of the file says (signature), and the analysis in short (analysis).',
          },
        ),
        track: Type.Object(
          {
            duration: Type.Number({
              description: 'Time from take-off to landing, in seconds.',
              examples: [14_520],
            }),
            distance: Type.Number({
              description:
                'Length of the track from take-off to landing in kilometres, rounded to 0.01. It is measured between fixes at least 30 m apart, so that receiver noise does not add to it.',
              examples: [187.31],
            }),
          },
          { title: 'TrackSummary' },
        ),
        notCounted: Type.Optional(NotCounted),
      },
      { title: 'FlightInfo' },
    ),
  },
  { title: 'Flight' },
)
export type Flight = Static<typeof Flight>

export const FlightParams = idParams('The flight.')

export const HASH_PATTERN = '^[a-f0-9]{64}$'

/** Where a flight is read: by its id, or by the hash that its upload was answered with. */
export const FlightReference = Type.Object({
  id: Type.String({
    pattern: '^(?:[a-f0-9]{24}|[a-f0-9]{64})$',
    'x-must-be': '24 lowercase hexadecimal characters, or the 64 of a hash',
    description: 'The flight: its id, or its hash.',
    examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
  }),
})

export const FlightDetail = Type.Object({ data: Flight }, { title: 'FlightDetail' })
export type FlightDetail = Static<typeof FlightDetail>

/** Query parameters of an upload, or text parts of its multipart body. */
export const UploadFields = Type.Object({
  filename: Type.Optional(
    Type.String({ description: 'The name of the file.', examples: ['2026-05-17.igc'] }),
  ),
  launch_type: Type.Optional(LaunchType),
  is_tandem: Type.Optional(
    Type.Boolean({ description: 'Whether it was a tandem flight.', examples: [false] }),
  ),
  flight_date: Type.Optional(
    Type.String({
      format: 'date',
      description:
        'The local date at take-off, for a file that names no date. A file that names one keeps it, whatever is given here.',
      examples: ['2026-05-17'],
    }),
  ),
  gliderName: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Make and model of the glider.',
      examples: ['Ozone Alpina 5'],
    }),
  ),
})
export type UploadFields = Static<typeof UploadFields>

export const UploadResult = Type.Object(
  {
    data: Type.Object(
      {
        id: id('The id of the flight.'),
        hash: hash('SHA-256 of the stored file, in hexadecimal.'),
        fileName: Type.String({
          description: 'The name of the stored file.',
          examples: ['2026-05-17-XCT-MMM-01.igc'],
        }),
        isNew: Type.Boolean({ description: 'False when the flight already existed.', examples: [true] }),
        scoring: Flight.properties.scoring,
        ...noticedMembers,
      },
      { title: 'UploadedFlight' },
    ),
  },
  { title: 'UploadResult' },
)
export type UploadResult = Static<typeof UploadResult>['data']

export const ChangeHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the flight as you have read it: when it has changed since, nothing is done, and the answer is 412.',
    }),
  ),
})

export const FlightCorrection = Type.Object(
  {
    launch_type: Type.Optional(LaunchType),
    is_tandem: Type.Optional(
      Type.Boolean({ description: 'Whether it was a tandem flight.', examples: [true] }),
    ),
    visibility: Type.Optional(Visibility),
    isCounted: Type.Optional(NewIsCounted),
    title: Type.Optional(NewTitle),
    notes: Type.Optional(NewNotes),
    gliderId: Type.Optional(NewGliderId),
  },
  {
    title: 'FlightCorrection',
    description: 'The members to change; at least one.',
    additionalProperties: false,
    minProperties: 1,
  },
)
export type FlightCorrection = Static<typeof FlightCorrection>

const flightInfo = Flight.properties.flightInfo.properties

export const Validation = Type.Object(
  {
    data: Type.Object(
      {
        hash: hash('SHA-256 of the file, in hexadecimal.'),
        isValid: Type.Boolean({
          description: 'Whether an upload of the file would be accepted.',
          examples: [true],
        }),
        isKnown: Type.Boolean({
          description: 'Whether this flight has already been uploaded.',
          examples: [false],
        }),
        diagnoses: Type.Array(Diagnosis, {
          description: 'Errors first, then warnings, each in the order of the lines.',
        }),
        flight: Type.Union(
          [
            Type.Object(
              {
                flight_date: Flight.properties.flight_date,
                season: Flight.properties.season,
                is_tandem: Flight.properties.is_tandem,
                launch_type: LaunchType,
                scoring: Flight.properties.scoring,
                takeoff: Type.Omit(flightInfo.takeoff, ['id'], { title: 'TakeoffPlace' }),
                metadata: flightInfo.metadata,
                track: flightInfo.track,
              },
              { title: 'FlightPreview' },
            ),
            Type.Null(),
          ],
          { description: 'What an upload would store; null when the file would be refused.' },
        ),
      },
      { title: 'FileReport' },
    ),
  },
  { title: 'Validation' },
)
export type Validation = Static<typeof Validation>['data']

export const DEFAULT_TRACK_FIXES = 1000

export const TrackQuery = Type.Object({
  format: Type.Optional(
    Type.Enum(['geojson', 'columns', 'gpx', 'kml'], {
      type: 'string',
      default: 'geojson',
      description:
        'geojson: a GeoJSON feature (RFC 7946); columns: one array for each column; gpx: GPX 1.1; kml: KML 2.2 with a gx:Track. Without it the header Accept may name application/gpx+xml or application/vnd.google-earth.kml+xml.',
    }),
  ),
  resolution: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 100_000,
      default: DEFAULT_TRACK_FIXES,
      description:
        'The maximum number of fixes. If the track has more, those that best preserve its shape are chosen.',
    }),
  ),
})
export type TrackQuery = Static<typeof TrackQuery>

export const TrackColumns = Type.Object(
  {
    data: Type.Object(
      {
        seconds: Type.Array(Type.Number(), {
          description: 'Unix time in seconds.',
          examples: [[1_779_012_600, 1_779_012_605]],
        }),
        latitude: Type.Array(Type.Number(), {
          description: 'Latitude in WGS84 degrees.',
          examples: [[46.682, 46.6824]],
        }),
        longitude: Type.Array(Type.Number(), {
          description: 'Longitude in WGS84 degrees.',
          examples: [[8.085, 8.0853]],
        }),
        altitude: Type.Array(Type.Number(), {
          description: 'Altitude in metres: barometric if the recorder has a barometer, otherwise GNSS.',
          examples: [[2168, 2171]],
        }),
      },
      { title: 'FixColumns' },
    ),
  },
  {
    title: 'TrackColumns',
    description: 'One entry per fix, in time order. All columns have the same length.',
  },
)
export type TrackColumns = Static<typeof TrackColumns>['data']

const Position = Type.Array(Type.Number(), {
  description: 'Longitude, latitude, and altitude in metres.',
})
export const TrackFeature = Type.Object(
  {
    type: Type.Literal('Feature', { description: 'Always Feature.' }),
    geometry: Type.Object(
      {
        type: Type.String({
          description:
            'LineString, or MultiLineString for a track that crosses the antimeridian (RFC 7946 3.1.9).',
          examples: ['LineString'],
        }),
        coordinates: Type.Array(Type.Union([Position, Type.Array(Position)]), {
          examples: [
            [
              [8.085, 46.682, 2168],
              [8.0853, 46.6824, 2171],
            ],
          ],
        }),
      },
      { title: 'TrackGeometry' },
    ),
    properties: Type.Object(
      {
        id: id('The id of the flight.'),
        hash: Flight.properties.hash,
        times: Type.Array(Type.String({ format: 'date-time' }), {
          description: 'The time of each fix.',
          examples: [['2026-05-17T10:10:00.000Z', '2026-05-17T10:10:05.000Z']],
        }),
      },
      { title: 'TrackProperties' },
    ),
  },
  { title: 'TrackFeature', description: 'GeoJSON (RFC 7946).' },
)
export type TrackFeature = Static<typeof TrackFeature>
