// Findings for rankings in the file of a flight: inside a restrictive airspace of the operator's data, and a recording that
// begins in the air.
import { AIRSPACE_VERSION } from '#airspace/check.ts'
import type { FileTrigger } from '#contract/clubs/words.ts'
import { RANGE_VERSION } from '#igc/flight/flight-range.ts'
import type { IsFound, RankableChecks } from '#server/events/pilots-flights.ts'
import { findFile } from '../files/files.ts'
import { readTerrain } from '../read/ground.ts'
import type { StoredTrack } from '../record/findings.ts'
import type { FlightServices } from '../record/services.ts'
import { findNames } from '../record/store.ts'
import { chooseSources, findEntered, nameSources } from './entries.ts'
import { type AirspaceFile, listAirspaceFiles } from './store.ts'

/** XCCup takes the same. Heights and altitudes may be off by a hundred metres, and instruments begin seconds after a launch. */
const MIN_START_M = 250

/** By the data that the installation has now. */
export async function openRankableChecks({ db, terrain }: FlightServices) {
  const files = await listAirspaceFiles(db.sql, null)
  const heights = terrain.find()?.version
  const data: Record<FileTrigger, (date: string) => string> = {
    airspace: (date) => `${RANGE_VERSION}.${AIRSPACE_VERSION}.${nameSources(chooseSources(files, date))}`,
    'start-in-air': () => RANGE_VERSION,
  }
  const has = { airspace: files.length > 0, 'start-in-air': heights !== undefined }
  return {
    files,
    has: (trigger: FileTrigger) => has[trigger],
    /** The heights of the ground matter where it could not be told. */
    versionOf: (trigger: FileTrigger, date: string, isFound: IsFound) =>
      isFound === null ? `${data[trigger](date)} ${heights}` : data[trigger](date),
  }
}

/** Undefined when the flight is gone. */
export async function checkRankable(
  services: FlightServices,
  ownerId: string,
  flightId: string,
  triggers: readonly FileTrigger[],
): Promise<RankableChecks | undefined> {
  const flight = await findNames(services.db.sql, ownerId, flightId)
  const stored = flight && (await findFile(services, ownerId, flight.id))
  if (!flight || !stored) return undefined
  const { hash, flightDate: date } = flight
  const { files, versionOf } = await openRankableChecks(services)
  const look: Record<FileTrigger, () => Promise<IsFound>> = {
    airspace: () => wasInside(services, ownerId, stored, chooseSources(files, date)),
    'start-in-air': () => beganInAir(services, ownerId, stored),
  }
  const checks: RankableChecks['checks'] = {}
  for (const trigger of triggers) {
    const isFound = await look[trigger]()
    checks[trigger] = { isFound, version: versionOf(trigger, date, isFound) }
  }
  return { hash, date, checks }
}

/** Not where it grazes one: neither sensors nor borders are better than that. Files of the pilot are for the pilot alone. */
async function wasInside(
  services: FlightServices,
  ownerId: string,
  stored: StoredTrack,
  sources: readonly AirspaceFile[],
): Promise<IsFound> {
  if (sources.length === 0) return null
  const { airspaces, isComplete } = await findEntered(services, ownerId, stored, sources)
  const visits = airspaces.filter(({ isRestrictive }) => isRestrictive).flatMap(({ entries }) => entries)
  if (visits.some(({ status }) => status === 'inside')) return true
  return isComplete && !visits.some(({ reasons }) => reasons.includes('no-terrain')) ? false : null
}

/** By satellites alone: the air's pressure may be off by as much as is asked for. */
async function beganInAir(services: FlightServices, ownerId: string, stored: StoredTrack): Promise<IsFound> {
  const terrain = await readTerrain(services, ownerId, stored, 2)
  const metres = terrain?.aboveGround[0] ?? null
  return terrain?.altitudeSource === 'gnss' && metres !== null ? metres >= MIN_START_M : null
}
