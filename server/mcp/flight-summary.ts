// A flight in short: as a line of a list, and as the answer about one.
import { Flight } from '#contract/flight.ts'
import type { LightFlight } from '#contract/flight-list.ts'
import { cut, cutName } from './cut.ts'

export function toLine(flight: LightFlight) {
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

const MAX_NOTES = 600

/** Members of the metadata that the contract leaves open. */
interface FileSays {
  glider?: string | null
  timeZone?: string
  launch?: { time: string }
  landing?: { time: string }
  altitude?: { maximumM?: number; minimumM?: number; gainM?: number; greatestClimbMps?: number }
  warnings?: unknown[]
}

export function summarise(flight: Flight) {
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

export type FlightLine = ReturnType<typeof toLine>
export type FlightSummary = ReturnType<typeof summarise>
