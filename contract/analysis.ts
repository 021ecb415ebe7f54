// The analysis of a flight: its phases, the wind in its thermals, and how fast the scored course was flown.
import { type Static, Type } from 'typebox'
import { orNull } from './values.ts'

const firstKinds = ['thermal', 'circling', 'glide', 'soaring', 'other', 'gap'] as const
export const phaseKinds = [...firstKinds, 'unknown'] as const

const seconds = (description: string, example = 412) => Type.Number({ description, examples: [example] })
const metres = (description: string, example: number) => Type.Number({ description, examples: [example] })
const kilometres = (description: string, example = 5.312) =>
  Type.Number({ description: `${description} In kilometres, rounded to the metre.`, examples: [example] })
const kilometresPerHour = (description: string) =>
  Type.Number({ description: `${description} In kilometres per hour, rounded to 0.1.`, examples: [38.2] })
const climb = (description: string, example = 1.62) =>
  Type.Number({ description: `${description} In metres per second.`, examples: [example] })
const share = (description: string) => Type.Number({ description, examples: [0.412] })

export const Wind = Type.Object(
  {
    speedMps: Type.Number({ description: 'Metres per second, rounded to 0.1.', examples: [3.4] }),
    fromDeg: orNull(
      Type.Number({ examples: [245] }),
      'The direction from which it blows, in degrees from north; null below 1 m/s, where it means nothing.',
    ),
    uncertaintyMps: Type.Optional(
      Type.Number({
        description:
          'How far off the speed may be: a standard deviation in metres per second, at least 0.1. Left out of a drift, and before version 2.',
        examples: [0.4],
      }),
    ),
    uncertaintyDeg: Type.Optional(
      orNull(
        Type.Number({ examples: [7] }),
        'How far off the direction may be: a standard deviation in degrees; null where there is no direction.',
      ),
    ),
  },
  { title: 'Wind' },
)
export type Wind = Static<typeof Wind>

const PhasePoint = Type.Object(
  {
    time: Type.String({
      format: 'date-time',
      description: 'UTC, in whole seconds.',
      examples: ['2026-05-17T11:42:08Z'],
    }),
    lat: Type.Number({ description: 'Latitude in WGS84 degrees.', examples: [46.682] }),
    lng: Type.Number({ description: 'Longitude in WGS84 degrees.', examples: [8.085] }),
    altitudeM: metres('Altitude in metres, by the sensor that the flight’s metadata names.', 2168),
  },
  { title: 'PhasePoint' },
)

const Circling = Type.Object(
  {
    turns: Type.Number({ description: 'Turns to either side, rounded to 0.1.', examples: [17.3] }),
    secondsPerTurn: seconds('Seconds that a turn took, in the mean.', 23.8),
    direction: Type.Enum(['left', 'right', 'mixed', 'unknown'], {
      type: 'string',
      description:
        'Mixed: more than a fifth of the turns to the other side. Unknown: fixes too far apart to tell left from right.',
      examples: ['right'],
    }),
    bestClimbMps: climb('The best climb over 20 s.', 3.1),
    airspeedMps: orNull(
      Type.Number({ examples: [9.6] }),
      'Airspeed in metres per second, by the circle on which the ground velocity runs; null when it runs on none.',
    ),
    radiusM: orNull(Type.Number({ examples: [36] }), 'Radius of the turns through the air, in metres.'),
    wind: orNull(Wind, 'The wind, by the centre of that circle.'),
    drift: orNull(
      Wind,
      'How the turns moved over the ground, as a wind, to compare: a pilot who moves to a better core changes it. Null for fewer than three turns.',
    ),
  },
  { title: 'CirclingValues' },
)

const Glide = Type.Object(
  {
    speedKmh: kilometresPerHour('Speed from start to end in a straight line.'),
    trackSpeedKmh: kilometresPerHour('Speed along the track.'),
    ratio: orNull(
      Type.Number({ examples: [8.7] }),
      'Glide ratio over the ground: straight distance over altitude lost; null when less than 10 m are lost.',
    ),
    airRatio: orNull(
      Type.Number({ examples: [9.4] }),
      'Glide ratio through the air, by the wind in the thermals before and after; null when that is unknown.',
    ),
  },
  { title: 'GlideValues' },
)

const PhaseKind = Type.Enum(phaseKinds, {
  title: 'PhaseKind',
  type: 'string',
  description:
    'thermal: two turns or more, with gain. circling: the same without gain, such as a spiral. glide: on its way, for at least 30 s and 500 m. soaring: moving without getting anywhere. other: too short for any of them. gap: not recorded for more than 15 s. unknown: fixes too far apart to tell; secondsPerFix says how far.',
  examples: ['thermal'],
})

export const Phase = Type.Object(
  {
    kind: PhaseKind,
    start: PhasePoint,
    end: PhasePoint,
    seconds: seconds('Duration in seconds.'),
    altitudeChangeM: metres('Altitude at the end less that at the start, in metres.', 667),
    climbMps: climb('Altitude change over duration; negative when sinking.'),
    distanceKm: kilometres('From start to end in a straight line.', 0.914),
    trackKm: kilometres('Along the track.', 3.871),
    circling: orNull(Circling, 'Of a thermal, and of circling without gain; null for other kinds.'),
    glide: orNull(Glide, 'Of a glide; null for other kinds.'),
    secondsPerFix: Type.Optional(
      orNull(
        Type.Number({ examples: [14] }),
        'Of an unknown phase: seconds from one fix to the next, in the mean; null for other kinds. Left out before version 2.',
      ),
    ),
  },
  { title: 'Phase' },
)
export type Phase = Static<typeof Phase>

const KindTotal = Type.Object(
  {
    count: Type.Integer({ description: 'The number of phases.', examples: [14] }),
    seconds: seconds('Their time in seconds.', 5210),
    share: share('Their share of the flight’s time, 0 to 1. The shares of all kinds add up to 1.'),
    altitudeChangeM: metres('Altitude gained or lost in them, in metres.', 7420),
    trackKm: kilometres('Along the track.', 51.24),
  },
  { title: 'PhaseTotal' },
)

const ThermalTotals = Type.Object(
  {
    count: Type.Integer({ description: 'The number of thermals.', examples: [14] }),
    gainM: metres('Altitude gained in them, in metres.', 7420),
    meanClimbMps: orNull(
      Type.Number({ examples: [1.42] }),
      'All gain over all time in them, in metres per second; null without a thermal.',
    ),
    bestClimbMps: orNull(
      Type.Number({ examples: [4.1] }),
      'The best climb over 20 s in a thermal, in metres per second; null without one.',
    ),
    meanGainM: orNull(Type.Number({ examples: [530] }), 'Gain of a thermal in the mean, in metres.'),
    leftShare: share('Share of the time in thermals that turn to the left, 0 to 1.'),
    rightShare: share('The same to the right.'),
    mixedShare: share('The same of those that turn to both sides.'),
    unknownShare: Type.Optional(
      share('The same of those whose fixes are too far apart to tell. Left out before version 2.'),
    ),
  },
  { title: 'ThermalTotals' },
)

const GlideTotals = Type.Object(
  {
    count: Type.Integer({ description: 'The number of glides.', examples: [15] }),
    distanceKm: kilometres('Their straight distances together.', 98.41),
    longestKm: orNull(
      Type.Number({ examples: [14.759] }),
      'The longest straight distance, in kilometres; null without a glide.',
    ),
    meanSpeedKmh: orNull(
      Type.Number({ examples: [37.9] }),
      'Straight distance over time, in kilometres per hour; null without a glide.',
    ),
    meanRatio: orNull(
      Type.Number({ examples: [9.1] }),
      'All straight distance over all altitude lost; null when hardly any is lost.',
    ),
  },
  { title: 'GlideTotals' },
)

const Band = Type.Object(
  {
    fromM: metres('From this altitude, in metres.', 1800),
    toM: metres('To this one, 200 m higher.', 2000),
    seconds: seconds('Time in thermals in this band, in seconds.', 640),
    climbMps: climb('Mean climb in them.'),
    wind: orNull(Wind, 'The wind in this band; null when too little was circled in it.'),
  },
  { title: 'AltitudeBand' },
)

const Leg = Type.Object(
  {
    distanceKm: kilometres('Length of the leg.', 34.512),
    seconds: seconds(
      'Time spent on it. The last leg of a triangle is flown in two parts: from the last turnpoint to the finish, and from the start to the first turnpoint.',
      4380,
    ),
    speedKmh: kilometresPerHour('Its length over its time.'),
  },
  { title: 'LegSpeed' },
)

const Course = Type.Object(
  {
    distanceKm: Type.Number({
      description: 'The scored distance in kilometres, as in the certificate.',
      examples: [103.42],
    }),
    seconds: seconds('From start to finish.', 13_020),
    speedKmh: kilometresPerHour('Scored distance over that time.'),
    legs: Type.Array(Leg, { description: 'As the legs of the certificate.' }),
  },
  { title: 'CourseSpeed' },
)

export const FlightAnalysis = Type.Object(
  {
    version: Type.String({
      description: 'Changes whenever the same flight may give a different analysis.',
      examples: ['2'],
    }),
    phases: Type.Array(Phase, {
      description:
        'From take-off to landing: each phase begins where the one before ends, and their altitude changes add up to that of the flight.',
    }),
    totals: Type.Object(
      {
        byKind: Type.Object(
          {
            ...(Object.fromEntries(firstKinds.map((kind) => [kind, KindTotal])) as Record<
              (typeof firstKinds)[number],
              typeof KindTotal
            >),
            // Analyses of version 1 have none.
            unknown: Type.Optional(KindTotal),
          },
          { title: 'PhaseTotals' },
        ),
        thermals: ThermalTotals,
        glides: GlideTotals,
      },
      { title: 'AnalysisTotals' },
    ),
    wind: orNull(
      Wind,
      'The wind of the flight: the mean over its thermals. Null when none of them tells it.',
    ),
    profile: Type.Array(Band, { description: 'Wind and climb by altitude, from the lowest thermal up.' }),
    course: orNull(Course, 'How fast the scored course was flown; null when nothing is scored.'),
  },
  { title: 'FlightAnalysis' },
)
export type FlightAnalysis = Static<typeof FlightAnalysis>

export const FlightAnalysisResult = Type.Object(
  {
    data: orNull(
      FlightAnalysis,
      'Null when there is none: nothing in the file flies, it records more than 36 hours, or the flight was uploaded before there were analyses and has not been scored again.',
    ),
  },
  { title: 'FlightAnalysisResult' },
)
export type FlightAnalysisResult = Static<typeof FlightAnalysisResult>

/** In flightInfo.metadata.analysis. */
export const AnalysisSummary = Type.Object(
  {
    version: FlightAnalysis.properties.version,
    thermals: ThermalTotals.properties.count,
    bestClimbMps: ThermalTotals.properties.bestClimbMps,
    meanClimbMps: ThermalTotals.properties.meanClimbMps,
    longestGlideKm: GlideTotals.properties.longestKm,
    wind: FlightAnalysis.properties.wind,
  },
  {
    title: 'AnalysisSummary',
    description: 'The analysis in short; GET /api/v1/flights/{id}/analysis has the whole.',
    additionalProperties: true,
  },
)
export type AnalysisSummary = Static<typeof AnalysisSummary>
