// A flight in short: as a line of a list, and as the answer about one.
import { type Static, Type } from 'typebox'
import { AnalysisSummary } from '#contract/analysis.ts'
import { Certificate, ScoredPoint } from '#contract/certificate.ts'
import { Flight } from '#contract/flight.ts'
import type { LightFlight } from '#contract/flight-list.ts'
import { countingMembers, NotCounted } from '#contract/logbook/counting.ts'
import { OwnGlider } from '#contract/logbook/gliders.ts'
import { Marks } from '#contract/logbook/marks.ts'
import { Title } from '#contract/logbook/remarks.ts'
import { FileSignature } from '#contract/signature.ts'
import { moment, orNull } from '#contract/values.ts'
import { cut, cutName } from './cut.ts'

const { id, flight_date: date, season, scoring, is_tandem, launch_type } = Flight.properties
const { takeoff, track } = Flight.properties.flightInfo.properties
const metres = (description: string) => orNull(Type.Number(), `${description} In metres.`)

export const FlightLine = Type.Object(
  {
    id,
    date,
    takeoff: takeoff.properties.name,
    country: takeoff.properties.country,
    distanceKm: scoring.properties.distance,
    points: scoring.properties.score,
    type: scoring.properties.type,
    durationSeconds: track.properties.duration,
    notCounted: Type.Optional(NotCounted),
  },
  { title: 'FlightLine' },
)
export type FlightLine = Static<typeof FlightLine>

export function toLine(flight: LightFlight): FlightLine {
  const { takeoff, track, notCounted } = flight.flightInfo
  return {
    id: flight.id,
    date: flight.flight_date,
    takeoff: cutName(takeoff.name),
    country: takeoff.country,
    distanceKm: flight.scoring.distance,
    points: flight.scoring.score,
    type: flight.scoring.type,
    durationSeconds: track.duration,
    ...(notCounted && { notCounted }),
  }
}

const { index: _index, ...place } = ScoredPoint.properties
const TurnPoint = Type.Object(place, { title: 'TurnPoint' })

const MAX_NOTES = 600
const { isCounted, recording } = countingMembers

export const FlightSummary = Type.Object(
  {
    ...FlightLine.properties,
    season,
    takeoffId: takeoff.properties.id,
    trackKm: track.properties.distance,
    isTandem: is_tandem,
    launchType: launch_type,
    isCounted,
    recording,
    title: Type.Optional(Title),
    notes: Type.Optional(
      Type.String({
        description: `The pilot’s notes, cut after ${MAX_NOTES} characters; absent without any.`,
      }),
    ),
    glider: orNull(
      Type.String(),
      'The glider that the pilot has chosen, or else the one that the file names.',
    ),
    ownGliderId: Type.Optional(OwnGlider.properties.id),
    timeZone: orNull(Type.String(), 'The IANA time zone of the launch.'),
    launchedAt: orNull(moment('UTC.')),
    landedAt: orNull(moment('UTC.')),
    highestM: metres('The greatest altitude.'),
    lowestM: metres('The least altitude.'),
    gainM: metres('The greatest altitude over that of the launch.'),
    bestClimbMps: orNull(Type.Number(), 'The strongest climb, in metres per second.'),
    fastest30sKmh: orNull(Type.Number(), 'The fastest 30 seconds, in kilometres per hour.'),
    turnpoints: Type.Array(TurnPoint, { description: 'Points of the scored course, in the order flown.' }),
    legsKm: Certificate.properties.legsKm,
    isProven: orNull(Type.Boolean(), 'Whether no choice of fixes gives more points.'),
    analysis: Type.Optional(orNull(AnalysisSummary, 'Thermals, glides and wind in short.')),
    marks: Type.Optional(Marks),
    signature: Type.Optional(FileSignature.properties.status),
    warnings: Type.Integer({ description: 'The number of warnings about the file.' }),
    photos: Type.Integer({ description: 'The number of photos.' }),
  },
  { title: 'FlightSummary' },
)
export type FlightSummary = Static<typeof FlightSummary>

/** Members of the metadata that the contract leaves open. */
interface FileSays {
  glider?: string | null
  timeZone?: string
  launch?: { time: string }
  landing?: { time: string }
  altitude?: { maximumM?: number; minimumM?: number; gainM?: number; greatestClimbMps?: number }
  warnings?: unknown[]
}

export function summarise(flight: Flight): FlightSummary {
  const { metadata, track, takeoff } = flight.flightInfo
  const file = metadata as FileSays
  const { scoring, ownGlider, notes } = metadata
  const altitude = file.altitude ?? {}
  return {
    ...toLine(flight),
    takeoff: takeoff.name,
    season: flight.season,
    takeoffId: takeoff.id,
    trackKm: track.distance,
    isTandem: flight.is_tandem,
    launchType: flight.launch_type,
    ...pickPresent(metadata, ['isCounted', 'recording', 'title', 'analysis', 'marks']),
    ...(notes !== undefined && { notes: cut(notes, MAX_NOTES) }),
    ...(ownGlider && { ownGliderId: ownGlider.id }),
    ...(metadata.signature && { signature: metadata.signature.status }),
    glider: ownGlider?.name ?? file.glider ?? null,
    timeZone: file.timeZone ?? null,
    launchedAt: file.launch?.time ?? null,
    landedAt: file.landing?.time ?? null,
    highestM: altitude.maximumM ?? null,
    lowestM: altitude.minimumM ?? null,
    gainM: altitude.gainM ?? null,
    bestClimbMps: altitude.greatestClimbMps ?? null,
    fastest30sKmh: metadata.fastest30sKmh ?? null,
    turnpoints: (scoring?.turnpoints ?? []).map(({ time, latitude, longitude }) => ({
      time,
      latitude,
      longitude,
    })),
    legsKm: scoring?.legsKm ?? [],
    isProven: scoring?.proven ?? null,
    warnings: file.warnings?.length ?? 0,
    photos: metadata.photos?.length ?? 0,
  }
}

type Metadata = Flight['flightInfo']['metadata']

function pickPresent<Name extends keyof Metadata>(metadata: Metadata, names: readonly Name[]) {
  return Object.fromEntries(
    names.flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])),
  ) as Pick<Metadata, Name>
}
