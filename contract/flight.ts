import { type Static, Type } from 'typebox'

export const launchTypes = ['Self', 'Towed', 'Powered', 'Driving'] as const
export const LaunchType = Type.Union(
  launchTypes.map((type) => Type.Literal(type)),
  { description: 'How the flight was launched.', examples: ['Self'] },
)
export type LaunchType = (typeof launchTypes)[number]

export const scoringTypes = [
  'Free Flight',
  'Free Triangle',
  'FAI Triangle',
  'Closed Free Triangle',
  'Closed FAI Triangle',
  'None',
] as const

export const Flight = Type.Object(
  {
    id: Type.String({ pattern: '^[a-f0-9]{24}$', examples: ['68f0a1b2c3d4e5f6a7b8c9d0'] }),
    hash: Type.String({
      description: 'SHA-256 of the uploaded bytes, hexadecimal; the ETag of the IGC download.',
      examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'],
    }),
    flight_date: Type.String({
      format: 'date',
      description: 'Local date at take-off.',
      examples: ['2026-05-17'],
    }),
    date_created: Type.String({
      format: 'date-time',
      description: 'When the flight was uploaded, UTC.',
      examples: ['2026-05-17T16:04:05.000Z'],
    }),
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
        type: Type.String({
          description: `One of: ${scoringTypes.join(', ')}.`,
          examples: ['Closed FAI Triangle'],
        }),
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
        {},
        {
          additionalProperties: true,
          description:
            'Free-form: pilot, glider, recorder, time zone, landing, altitudes in metres, greatest climb and sink in metres a second, number of fixes, warnings of the reader with line numbers, other flights in the file, and the certificate of the score.',
        },
      ),
      track: Type.Object({
        duration: Type.Number({ description: 'Seconds from take-off to landing.', examples: [14_520] }),
        distance: Type.Number({
          description: 'Length of the flown track in kilometres, to 0.01, smoothed against GPS noise.',
          examples: [187.31],
        }),
      }),
    }),
  },
  { title: 'Flight' },
)
export type Flight = Static<typeof Flight>

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
