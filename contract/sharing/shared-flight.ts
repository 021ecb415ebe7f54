// A flight as others see it: without the file, its name and its hash, and without what a privacy zone hides.
import { type Static, Type } from 'typebox'
import { FlightAnalysis } from '../analysis.ts'
import { Certificate } from '../certificate.ts'
import { NotCounted } from '../logbook/counting.ts'
import { Marks } from '../logbook/marks.ts'
import { Flight, TrackFeature } from '../flight.ts'
import { photoIdProperty, Photos } from '../logbook/photo.ts'
import { Visibility } from './visibility.ts'
import { moment, orNull } from '../values.ts'

const textOrNull = (description: string, example: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description, examples: [example] })

/** A token, or the id of a public flight. */
export const SHARED_REFERENCE = '^(?:[0-9A-Za-z]{22}|[a-f0-9]{24})$'

export const SharedParams = Type.Object({
  reference: Type.String({
    pattern: SHARED_REFERENCE,
    'x-must-be': 'the 22 characters of a link, or the id of a public flight',
    description: 'The flight: the last part of its secret link, or the id of a public flight.',
    examples: ['68f0a1b2c3d4e5f6a7b8c9d0'],
  }),
})

export const SharedPhotoParams = Type.Object({ ...SharedParams.properties, ...photoIdProperty })

const SharedPoint = Type.Object(
  {
    lat: Type.Number({ description: 'Latitude in WGS84 degrees.', examples: [46.682] }),
    lng: Type.Number({ description: 'Longitude in WGS84 degrees.', examples: [8.085] }),
    time: moment('When the fix was recorded, UTC.'),
    altitudeM: Type.Number({ description: 'Metres.', examples: [2168] }),
  },
  { title: 'SharedPoint', description: 'The first or last fix of what is shown.' },
)

const SharedPilot = Type.Object(
  {
    name: textOrNull('The name that the pilot wants to be shown by.', 'Ada Thermal'),
    profile: textOrNull(
      'The address of the pilot’s public profile; null when there is none.',
      'https://cloudstreet.example/p/ada',
    ),
  },
  { title: 'SharedPilot' },
)

const takeoff = Type.Omit(Flight.properties.flightInfo.properties.takeoff, ['id'], { title: 'SharedTakeoff' })

const metres = (description: string, example: number) => Type.Number({ description, examples: [example] })

const SharedAltitude = Type.Object(
  {
    source: Type.String({ description: 'pressure or gnss.', examples: ['pressure'] }),
    maximumM: metres('The highest point, in metres.', 3120),
    minimumM: metres('The lowest point, in metres.', 1480),
    gainM: metres('The highest point above the first one shown, in metres.', 952),
    takeoffM: metres('At the first fix shown, in metres.', 2168),
    landingM: metres('At the last fix shown, in metres.', 1480),
    greatestClimbMps: metres('Over 20 s, in metres per second.', 4.2),
    greatestSinkMps: metres('Over 20 s, in metres per second; negative.', -5.1),
  },
  { title: 'SharedAltitude' },
)

export const SharedFlight = Type.Object(
  {
    visibility: Type.Enum(['unlisted', 'public'], {
      type: 'string',
      description: 'unlisted: only those with the link see it; public: everyone does.',
      examples: ['public'],
    }),
    isCut: Type.Boolean({
      description:
        'Whether the pilot hides part of the track. Everything here, the score included, is then of the part that is shown.',
      examples: [false],
    }),
    pilot: SharedPilot,
    title: textOrNull(
      'What the pilot calls the flight, as plain text; a privacy zone does not hide it. Null when it has no title.',
      'First hundred',
    ),
    photos: Photos,
    flight_date: Flight.properties.flight_date,
    season: Flight.properties.season,
    is_tandem: Flight.properties.is_tandem,
    launch_type: Flight.properties.launch_type,
    gliderName: textOrNull('Make and model of the glider.', 'Ozone Alpina 5'),
    timeZone: textOrNull('The IANA time zone of the launch.', 'Europe/Zurich'),
    utcOffsetSeconds: Type.Number({
      description: 'How far the clocks there were ahead of UTC, in seconds.',
      examples: [7200],
    }),
    takeoff: orNull(takeoff, 'Null when the launch is hidden.'),
    isLandingShown: Type.Boolean({
      description: 'False when the landing is hidden: then end is only the last fix that is shown.',
      examples: [true],
    }),
    start: SharedPoint,
    end: SharedPoint,
    altitude: SharedAltitude,
    track: Flight.properties.flightInfo.properties.track,
    scoring: Flight.properties.scoring,
    certificate: Certificate,
    marks: Type.Optional(Marks),
    notCounted: Type.Optional(Type.Pick(NotCounted, ['reason'], { title: 'SharedNotCounted' })),
    offersTrackFiles: Type.Boolean({
      description: 'Whether the pilot lets others have the track as a GPX or KML file.',
      examples: [true],
    }),
    analysis: orNull(FlightAnalysis, 'Null when there is none.'),
  },
  { title: 'SharedFlight' },
)
export type SharedFlight = Static<typeof SharedFlight>

export const SharedFlightResult = Type.Object({ data: SharedFlight }, { title: 'SharedFlightResult' })

export const SharedTrack = Type.Object(
  {
    type: TrackFeature.properties.type,
    geometry: TrackFeature.properties.geometry,
    properties: Type.Pick(TrackFeature.properties.properties, ['times'], { title: 'SharedTrackProperties' }),
  },
  { title: 'SharedTrack', description: 'GeoJSON (RFC 7946).' },
)

export const FlightSharing = Type.Object(
  {
    visibility: Visibility,
    url: textOrNull(
      'Where others see the flight: its secret link, or its public address; null while it is private.',
      'https://cloudstreet.example/f/68f0a1b2c3d4e5f6a7b8c9d0',
    ),
    hidden: Type.Enum(['nothing', 'part', 'all'], {
      type: 'string',
      description:
        'How much of it the pilot’s privacy zones hide. A flight that they hide entirely is not shown.',
      examples: ['nothing'],
    }),
    isGuessable: Type.Boolean({
      description:
        'Whether a place that the pilot hides could be guessed from what others see, or would see, of the flight: what is shown leads straight to it or comes straight from it. Tell the pilot before sharing it.',
      examples: [false],
    }),
    hiddenPhotos: Type.Integer({
      description:
        'How many photos others do not see, as they were taken where or when the flight is hidden.',
      examples: [0],
    }),
  },
  { title: 'FlightSharing' },
)
export type FlightSharing = Static<typeof FlightSharing>

export const FlightSharingResult = Type.Object({ data: FlightSharing }, { title: 'FlightSharingResult' })
