// The logbook as CSV: a line a flight.
import type { Flight } from '#contract/flight.ts'

/** Makes spreadsheets take it for UTF-8. */
const MARK = '\uFEFF'
const LINE_END = '\r\n'

/** Heading -> value, in the order of the columns. */
const columns: Record<string, (flight: Flight) => string | number | boolean> = {
  date: ({ flight_date }) => flight_date,
  takeoff: ({ flightInfo }) => flightInfo.takeoff.name,
  country: ({ flightInfo }) => flightInfo.takeoff.country,
  latitude: ({ flightInfo }) => flightInfo.takeoff.lat,
  longitude: ({ flightInfo }) => flightInfo.takeoff.lng,
  duration_seconds: ({ flightInfo }) => flightInfo.track.duration,
  track_km: ({ flightInfo }) => flightInfo.track.distance,
  type: ({ scoring }) => scoring.type,
  distance_km: ({ scoring }) => scoring.distance,
  score: ({ scoring }) => scoring.score,
  season: ({ season }) => season,
  launch_type: ({ launch_type }) => launch_type,
  tandem: ({ is_tandem }) => is_tandem,
  file_name: ({ original_file_name }) => original_file_name,
  uploaded: ({ date_created }) => date_created,
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
  title: ({ flightInfo }) => flightInfo.metadata.title ?? '',
  counts: ({ flightInfo }) => flightInfo.metadata.isCounted !== false,
  notes: ({ flightInfo }) => flightInfo.metadata.notes ?? '',
  glider: ({ flightInfo }) => flightInfo.metadata.ownGlider?.name ?? '',
  glider_class: ({ flightInfo }) => flightInfo.metadata.ownGlider?.class ?? '',
  marks: ({ flightInfo }) => (flightInfo.metadata.marks ?? []).join(' '),
  not_counted: ({ flightInfo }) => flightInfo.notCounted?.reason ?? '',
}

/** The line with the names of the columns. */
export const LOGBOOK_HEAD = MARK + Object.keys(columns).join(',') + LINE_END

export function writeLogbookLine(flight: Flight): string {
  const values = Object.values(columns).map((read) => writeValue(read(flight)))
  return values.join(',') + LINE_END
}

/** Text that a spreadsheet would take for a formula: the names of files and places are anybody's. */
const FORMULA = /^[\s]*[=+\-@\t\r]/

/** RFC 4180; text that looks like a formula is put behind an apostrophe. */
export function writeValue(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
