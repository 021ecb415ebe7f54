// The airspaces that a flight was in.
import { type Static, Type } from 'typebox'
import { moment, orNull } from './values.ts'

const metres = (description: string, example: number) => Type.Integer({ description, examples: [example] })
const degrees = (description: string, example: number) => Type.Number({ description, examples: [example] })
const altitudeSource = (description: string) =>
  orNull(Type.Enum(['gnss', 'pressure'], { type: 'string', examples: ['gnss'] }), description)

export const entryStatuses = ['inside', 'grazing', 'undecidable'] as const
export const undecidableReasons = [
  'no-pressure-altitude',
  'no-gnss-altitude',
  'no-terrain',
  'unknown-limit',
  'unknown-activity',
  'damaged-shape',
  'gap',
] as const

const EntryPoint = Type.Object(
  {
    time: moment('Date and time in UTC.'),
    latitude: degrees('Degrees, WGS84.', 46.5123),
    longitude: degrees('Degrees, WGS84.', 8.1234),
    gnssAltitude: orNull(metres('', 2412), 'Metres by GNSS; null when the file has none.'),
    pressureAltitude: orNull(
      metres('', 2380),
      'Metres by pressure, of the standard atmosphere; null when the file has none.',
    ),
  },
  { title: 'AirspacePoint' },
)

export const AirspaceEntry = Type.Object(
  {
    status: Type.Enum(entryStatuses, {
      type: 'string',
      description:
        'inside: more than 100 m from floor and ceiling and more than 50 m from the border. grazing: less. undecidable: the file cannot tell, and reasons says why.',
      examples: ['inside'],
    }),
    reasons: Type.Array(Type.Enum(undecidableReasons, { type: 'string', examples: ['no-terrain'] }), {
      description:
        'Why it is undecidable; empty otherwise. no-pressure-altitude: a flight level, and no barometer. no-gnss-altitude: a limit above the sea or the ground, and no GNSS altitude. no-terrain: a limit above ground that is not known here. unknown-limit: floor or ceiling cannot be read. unknown-activity: active at times that the data do not tell. damaged-shape: a line of the shape cannot be read. gap: more than a minute between fixes.',
    }),
    enter: EntryPoint,
    exit: EntryPoint,
    horizontalDepth: metres('Metres to the border where it was farthest, to about 2 %.', 830),
    verticalDepth: orNull(
      metres('', 145),
      'Metres to the nearer of floor and ceiling where that was farthest; null without limits, and when undecidable.',
    ),
  },
  { title: 'AirspaceEntry' },
)
export type AirspaceEntry = Static<typeof AirspaceEntry>

const AirspaceLimit = Type.Object(
  {
    text: Type.String({ description: 'The limit as written in the airspace data.', examples: ['FL 100'] }),
    measuredBy: altitudeSource(
      'The altitude of the file that was compared with it; null for the ground and for no limit, and when it cannot be read.',
    ),
  },
  { title: 'AirspaceLimit' },
)

export const EnteredAirspace = Type.Object(
  {
    name: Type.String({ description: 'Its name.', examples: ['CTR Meiringen'] }),
    class: Type.String({
      description: 'The class as written in the airspace data: A to G, R, Q, P, CTR, …',
      examples: ['D'],
    }),
    type: orNull(Type.String({ examples: ['CTR'] }), 'The type, where the data have one besides the class.'),
    isRestrictive: Type.Boolean({
      description:
        'Whether one has to stay out, or ask first; false for those that gliders may fly into: classes E, F and G, gliding sectors, information regions.',
      examples: [true],
    }),
    region: Type.String({ description: 'The region of the airspace data.', examples: ['CH'] }),
    floor: AirspaceLimit,
    ceiling: AirspaceLimit,
    outline: Type.Array(Type.Array(Type.Number()), {
      description:
        'The border to draw, from the first point to the first again: longitude and latitude in degrees; arcs in steps of 5 degrees. The check itself is exact.',
      examples: [
        [
          [8.1, 46.7],
          [8.2, 46.7],
          [8.1, 46.8],
          [8.1, 46.7],
        ],
      ],
    }),
    entries: Type.Array(AirspaceEntry, {
      description: 'Each visit, by time. Those less than a minute apart are one.',
    }),
  },
  { title: 'EnteredAirspace' },
)
export type EnteredAirspace = Static<typeof EnteredAirspace>

const AirspaceSource = Type.Object(
  {
    region: Type.String({ description: 'The region that the data cover.', examples: ['CH'] }),
    validFrom: Type.String({
      format: 'date',
      description: 'The day from which the data apply.',
      examples: ['2026-04-16'],
    }),
    isOwn: Type.Boolean({
      description: 'Whether the pilot added the file, for own flights only.',
      examples: [false],
    }),
    airspaces: Type.Integer({ description: 'The number of airspaces in the data.', examples: [288] }),
  },
  { title: 'AirspaceSource' },
)

export const FlightAirspace = Type.Object(
  {
    sources: Type.Array(AirspaceSource, {
      description:
        'The data that the flight was checked against: of each region the latest of its date. Empty: there are none, and nothing was checked.',
    }),
    isComplete: Type.Boolean({
      description:
        'False when the airspaces near the flight were too many or too intricate to check all of them.',
      examples: [true],
    }),
    airspaces: Type.Array(EnteredAirspace, {
      description: 'Airspaces that the flight was in, or may have been in.',
    }),
  },
  { title: 'FlightAirspace' },
)
export type FlightAirspace = Static<typeof FlightAirspace>

export const FlightAirspaceResult = Type.Object({ data: FlightAirspace }, { title: 'FlightAirspaceResult' })
