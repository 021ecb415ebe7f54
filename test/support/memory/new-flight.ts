// Flights as an upload would store them, for tests and benches that need many of them at once.
import { type Change, makeChange } from '#server/flights/record/change.ts'
import { countNewFlight } from '#server/flights/record/change-numbers.ts'
import type { NewFlight } from '#server/flights/record/columns.ts'
import { seasonOf } from '#server/flights/record/flight.ts'
import { toNewFlight } from '#server/flights/record/new-flight.ts'
import { insertFlight, type NewFile } from '#server/flights/record/store.ts'
import { announceUpload } from '#server/flights/record/update.ts'
import { requireTakeoff } from '#server/flights/takeoffs/takeoffs.ts'
import { sumInside } from '#server/platform/files/content.ts'
import { createId } from '#server/platform/ids.ts'
import type { BuiltServices } from '#server/services.ts'

export interface BuiltFlight {
  flight: NewFlight
  file: NewFile
}

/** Of a file of this pilot. Unless it is to be compared with others, without trace and footprint: each of many counts. */
export async function buildFlight(
  services: BuiltServices,
  ownerId: string,
  bytes: Uint8Array,
  { isShaped = false } = {},
): Promise<BuiltFlight> {
  const byteLength = bytes.length
  const analysis = await services.scorer.analyse(ownerId, new Uint8Array(bytes))
  if (!analysis.isFlight) throw new Error('the simulated flight cannot be read')
  const { compressed, givenDate, place, summary } = analysis.flight
  const { lat: latitude, lng: longitude } = summary.takeoff
  const takeoff = await makeChange(services, ownerId, (change) =>
    requireTakeoff(change, { latitude, longitude, ...place }),
  )
  const sent = { hash: '', fileName: 'flight.igc', options: {} }
  const chosen = { takeoff_id: takeoff.id, glider_id: null }
  const flight = toNewFlight(services.now(), sent, analysis.flight, chosen)
  const shape = isShaped ? {} : { trace: null, footprint: null, footprint_key: null }
  return {
    flight: { ...flight, ...shape },
    file: { byteLength, ...keepInside(compressed), givenDate, analysis: null },
  }
}

export const keepInside = (compressed: Uint8Array) => ({
  compressed,
  isOutside: false,
  storedHash: sumInside(compressed),
})

/** The same on another day, with another hash. */
export function varyFlight({ flight, file }: BuiltFlight, hash: string, flightDate: string): BuiltFlight {
  const id = createId(Date.now())
  const season = seasonOf(flightDate)
  return { flight: { ...flight, id, hash, fingerprint: hash, flight_date: flightDate, season }, file }
}

/** Counted and announced. */
export async function storeFlight(change: Change, { flight, file }: BuiltFlight): Promise<void> {
  const counted = await countNewFlight(change.sql, change.ownerId, file.byteLength)
  if (!counted || !(await insertFlight(change, counted, flight, file)))
    throw new Error('the flight was there already')
  await announceUpload(change, flight)
}
