// The row of a flight, from what is found in its file and what its sender says.
import { createId } from '#server/platform/ids.ts'
import type { NewFlight, ScoredColumns } from './columns.ts'
import type { AnalysedFlight, FlightFindings } from './findings.ts'
import { seasonOf } from './flight.ts'
import { describeFlight, type Metadata, nameScorer, type UploadOptions } from './metadata.ts'

/** Computed at the upload, and again by a rescore. The take-off is chosen by its pilot's places. */
export type Scored = Omit<ScoredColumns, 'takeoff_id'>

export function toScored(findings: FlightFindings, metadata: Metadata, scoredBy: string): Scored {
  const { summary, score, shape, trace, footprint, flightDate } = findings
  return {
    flight_date: flightDate,
    season: seasonOf(flightDate),
    distance_km: score.distanceKm,
    score: score.score,
    score_type: score.type,
    scored_by: scoredBy,
    launch_latitude: summary.takeoff.lat,
    launch_longitude: summary.takeoff.lng,
    duration_seconds: Math.round(summary.durationSeconds),
    track_distance_km: summary.trackDistanceKm,
    highest_m: summary.altitude.maximumM,
    best_climb_ms: summary.altitude.greatestClimbMps,
    recording: summary.recording,
    metadata: JSON.stringify(metadata),
    shape: JSON.stringify(shape),
    trace: trace && JSON.stringify(trace),
    footprint: footprint && JSON.stringify(footprint.footprint),
    footprint_key: footprint?.key ?? null,
  }
}

export interface SentFile {
  hash: string
  fileName?: string | undefined
  applicationId?: string | undefined
  options: UploadOptions
}

export function toNewFlight(
  nowMs: number,
  { hash, fileName, applicationId, options }: SentFile,
  flight: AnalysedFlight,
  chosen: Pick<NewFlight, 'takeoff_id' | 'glider_id'>,
): NewFlight {
  const { summary, fingerprint, flightDate } = flight
  return {
    ...toScored(flight, describeFlight(flight, options), nameScorer(flight.score)),
    ...chosen,
    id: createId(nowMs),
    hash,
    fingerprint,
    uploaded_by: applicationId ?? null,
    file_name: fileName ?? `${flightDate}-${hash.slice(0, 8)}.igc`,
    is_tandem: options.isTandem ?? summary.isTandem,
    launch_type: options.launchType ?? summary.launchType,
    title: options.title ?? null,
    notes: options.notes ?? null,
    counted_by_pilot: options.isCounted ?? null,
  }
}
