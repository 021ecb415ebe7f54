// A flight as it is stored, and as the contract shows it.
import type { Flight } from '#contract/flight.ts'
import { readPhotoList } from './photo-list.ts'
import type { FlightRow } from './columns.ts'
import { describeCounting, explainCounting } from './counting/reasons.ts'
import { type Fields, selectFields } from './fields.ts'

export function toFlight(row: FlightRow): Flight {
  const metadata = JSON.parse(row.metadata) as Flight['flightInfo']['metadata']
  return describe(row, { ...besideMetadata(row), ...metadata })
}

/** With the metadata as an object, or as what its text is put in place of. */
function describe<Metadata>(row: FlightRow, metadata: Metadata) {
  const notCounted = explainCounting(row)
  return {
    id: row.id,
    hash: row.hash,
    flight_date: row.flight_date,
    date_created: new Date(row.created_at).toISOString(),
    original_file_name: row.file_name,
    is_tandem: row.is_tandem,
    launch_type: row.launch_type,
    season: row.season,
    scoring: { distance: row.distance_km, score: row.score, type: row.score_type },
    flightInfo: {
      takeoff: {
        id: row.takeoff_id,
        lat: row.takeoff_latitude,
        lng: row.takeoff_longitude,
        name: row.takeoff_name,
        country: row.takeoff_country,
      },
      metadata,
      track: { duration: row.duration_seconds, distance: row.track_distance_km },
      ...(notCounted && { notCounted }),
    },
  }
}

/** The same as JSON text: the metadata, most of it, is stored as JSON and passed on without being parsed. */
export function writeFlight(row: FlightRow, fields?: Fields): string {
  const flight = JSON.stringify(selectFields(describe(row, null), fields))
  // A file name may hold anything but an unescaped quote: only the member itself matches.
  return flight.replace('"metadata":null', () => `"metadata":${writeMetadata(row)}`)
}

/** Members stored outside of the metadata and shown in it come first. */
function writeMetadata(row: FlightRow): string {
  const beside = JSON.stringify(besideMetadata(row))
  return `${beside.slice(0, -1)}${row.metadata === '{}' ? '' : ','}${row.metadata.slice(1)}`
}

/** Statements about the flight that are not found in its file. */
function besideMetadata(row: FlightRow) {
  const { visibility, title, notes, photos, glider_id, glider_name, glider_class } = row
  const { own_takeoff_reach: reach } = row
  const isOwn = glider_id !== null && glider_name !== null && glider_class !== null
  return {
    visibility,
    ...describeCounting(row),
    ...(title !== null && { title }),
    ...(notes !== null && { notes }),
    ...(isOwn && { ownGlider: { id: glider_id, name: glider_name, class: glider_class } }),
    ...(reach !== null && { ownTakeoff: { name: row.takeoff_name, isForNearby: reach > 0 } }),
    ...(photos !== null && { photos: readPhotoList(photos) }),
  }
}

/** The answer about one flight. */
export function writeDetail(row: FlightRow, fields?: Fields): string {
  return `{"data":${writeFlight(row, fields)}}`
}

/** XContest: a season begins on 1 October and is named after the year in which it ends. */
export function seasonOf(date: string): number {
  const year = Number(date.slice(0, 4))
  return Number(date.slice(5, 7)) >= 10 ? year + 1 : year
}

/** The first and last day of a season. */
export function datesOfSeason(season: number): { from: string; to: string } {
  return { from: `${padYear(season - 1)}-10-01`, to: `${padYear(season)}-09-30` }
}

function padYear(year: number): string {
  return String(year).padStart(4, '0')
}
