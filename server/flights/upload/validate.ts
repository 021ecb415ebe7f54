// The full diagnosis of a file, with what an upload would store; nothing is stored.
import { hash } from 'node:crypto'
import type { Validation } from '#contract/flight.ts'
import type { Diagnosis } from '#contract/logbook/warnings.ts'
import { seasonOf } from '../record/flight.ts'
import { describeFlight } from '../record/metadata.ts'
import type { AnalysedFlight } from '../record/findings.ts'
import type { Upload } from './read-request.ts'
import { findDuplicate } from '../record/store.ts'
import { findTakeoff, namePlace } from '../takeoffs/takeoffs.ts'
import { adviseSplitting, IMPORT_OPERATION } from './upload.ts'
import type { FlightServices } from '../record/services.ts'

export async function validateFile(
  services: FlightServices,
  ownerId: string,
  { bytes, options, onQueued, signal }: Upload,
): Promise<Validation> {
  const fileHash = hash('sha256', bytes)
  const analysis = await services.scorer.analyse(ownerId, bytes, {
    onQueued,
    flightDate: options.flightDate,
    signal,
  })
  if (!analysis.isFlight) {
    const diagnoses = analysis.diagnoses.map((diagnosis) => adviseSplitting(diagnosis, IMPORT_OPERATION))
    return { hash: fileHash, isValid: false, isKnown: false, diagnoses, flight: null }
  }
  const { flight } = analysis
  const { sql } = services.db
  const { summary, score, place, flightDate } = flight
  const known = await findDuplicate(sql, ownerId, { hash: fileHash, fingerprint: flight.fingerprint })
  const { lat, lng } = summary.takeoff
  const site = await findTakeoff(sql, ownerId, { latitude: lat, longitude: lng })
  return {
    hash: fileHash,
    isValid: true,
    isKnown: known !== undefined,
    diagnoses: listDiagnoses(flight),
    flight: {
      flight_date: flightDate,
      season: seasonOf(flightDate),
      is_tandem: options.isTandem ?? summary.isTandem,
      launch_type: options.launchType ?? summary.launchType,
      scoring: { distance: score.distanceKm, score: score.score, type: score.type },
      takeoff: {
        lat: site?.latitude ?? lat,
        lng: site?.longitude ?? lng,
        ...namePlace({ ...place, latitude: lat, longitude: lng }),
        ...(site && { name: site.name, country: site.country }),
      },
      metadata: describeFlight(flight, options) as Record<string, never>,
      track: { duration: Math.round(summary.durationSeconds), distance: summary.trackDistanceKm },
    },
  }
}

/** The reader's, and what was noticed once the flight was scored. */
function listDiagnoses({ diagnoses, summary }: AnalysedFlight): Diagnosis[] {
  const read = new Set(diagnoses.map(({ code }) => code))
  const later = summary.warnings.filter(({ code }) => !read.has(code))
  const added = later.map((warning) => ({ ...warning, severity: 'warning' as const, hint: '' }))
  return [...diagnoses, ...added].toSorted((one, other) => one.line - other.line)
}
