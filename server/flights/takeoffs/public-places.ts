// The take-offs that everybody sees on a map: sites of lists, and squares in which enough established pilots have launched
// on flights that are public.
//
// A launch point is its pilot's secret until a public flight shows it. Private flights count for nothing here, not even as
// one of three: two accounts of one person would otherwise find out in which square a third pilot launches.
import { createHash } from 'node:crypto'
import { distanceKm } from '#igc/geodesy.ts'
import { isZoneInForce } from '#server/access/suspension.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { isListed, madeByFlights, namePlace } from './takeoffs.ts'
import { rowOfLatitude } from './store.ts'

const MIN_PILOTS_SHOWN = 3
const ESTABLISHED_AFTER_MS = 30 * DAY_MS
/** Squares of 0.01 degrees, a kilometre from south to north. */
const STEPS_PER_DEGREE = 100
/**
 * Four grids, each shifted by half a square: launches on the edge of a square are in the middle of another one. The square of
 * an earlier grid hides those of later ones that it overlaps.
 */
const SHIFTS = [
  [0, 0],
  [0.5, 0.5],
  [0.5, 0],
  [0, 0.5],
] as const
/** Every square of every grid is made of these cells. */
const CELLS_PER_DEGREE = 2 * STEPS_PER_DEGREE
/** Launches read for one view, at most. */
const MAX_LAUNCHES = 5_000
/** From the centre of the circle that a privacy zone cuts, in its radii: further out no zone hides a launch. */
const ZONE_REACH = 4

export interface MapView {
  west: number
  south: number
  east: number
  north: number
}

export interface PublicPlace {
  id: string
  name: string
  lat: number
  lng: number
}

export async function listPublicPlaces(
  sql: Sql,
  nowMs: number,
  view: MapView,
  limit: number,
): Promise<PublicPlace[]> {
  const listed = await sql<PublicPlace>`
    select id, name, latitude as lat, longitude as lng from takeoffs
    where ${isInside(view)} and ${isListed} order by id limit ${limit}`
  const squares = findPublicSquares(await listLaunches(sql, nowMs, widen(view)))
  const shown = squares.filter(
    ({ lat, lng }) => lat >= view.south && lat <= view.north && lng >= view.west && lng <= view.east,
  )
  return [...listed, ...shown].slice(0, limit)
}

/** Of takeoffs. */
const isInside = ({ west, south, east, north }: MapView): Fragment => fragment`
  latitude_row between ${rowOfLatitude(south)} and ${rowOfLatitude(north)} and longitude between ${west} and ${east}`

/** With the places of all launches in every square whose centre is in the view: a place is within a kilometre of them. */
function widen({ west, south, east, north }: MapView): MapView {
  const margin = 2 / STEPS_PER_DEGREE
  const shrink = Math.cos((Math.min(89, Math.max(north, -south) + margin) * Math.PI) / 180)
  return {
    west: west - margin / shrink,
    south: south - margin,
    east: east + margin / shrink,
    north: north + margin,
  }
}

export interface LaunchPoint {
  pilot: string
  name: string
  latitude: number
  longitude: number
}

interface LaunchRow {
  pilot: string
  name: string
  cell_row: number
  cell_column: number
  zone_latitude: number | null
  zone_longitude: number | null
  zone_radius_m: number | null
}

/**
 * By cell, of pilots whose email is confirmed and who have been here for 30 days. Flights and zones are read in one
 * statement: a zone must not be missed that goes with the flight's being public.
 */
async function listLaunches(sql: Sql, nowMs: number, view: MapView): Promise<LaunchPoint[]> {
  const rows = await sql<LaunchRow>`
    select distinct f.owner_id as pilot, t.name, round(f.launch_latitude * ${CELLS_PER_DEGREE} - 0.5) as cell_row,
      round(f.launch_longitude * ${CELLS_PER_DEGREE} - 0.5) as cell_column,
      z.cut_latitude as zone_latitude, z.cut_longitude as zone_longitude, z.cut_radius_m as zone_radius_m
    from (select id, name from takeoffs where ${isInside(view)} and ${madeByFlights}) t
    join flights f on f.takeoff_id = t.id and f.visibility = 'public'
    join users u on u.id = f.owner_id
    left join privacy_zones z on z.user_id = f.owner_id and ${isZoneInForce}
    where f.launch_latitude is not null and u.email_verified = ${true}
      and u.created_at <= ${nowMs - ESTABLISHED_AFTER_MS} and u.disabled_at is null and u.erased_at is null
    order by 1, 2, 3, 4 limit ${MAX_LAUNCHES}`
  const launches = Map.groupBy(rows, (row) => `${row.pilot} ${row.cell_row} ${row.cell_column} ${row.name}`)
  return [...launches.values()]
    .filter((zones) => !zones.some(isHidden))
    .map(([row]) => ({ pilot: row!.pilot, name: row!.name, ...centreOf(row!) }))
}

const centreOf = ({ cell_row, cell_column }: LaunchRow) => ({
  latitude: (cell_row + 0.5) / CELLS_PER_DEGREE,
  longitude: (cell_column + 0.5) / CELLS_PER_DEGREE,
})

function isHidden(row: LaunchRow): boolean {
  const { zone_latitude, zone_longitude, zone_radius_m } = row
  if (zone_latitude === null || zone_longitude === null || zone_radius_m === null) return false
  const { latitude, longitude } = centreOf(row)
  return 1000 * distanceKm(latitude, longitude, zone_latitude, zone_longitude) <= ZONE_REACH * zone_radius_m
}

interface Square {
  lat: number
  lng: number
}

export function findPublicSquares(launches: readonly LaunchPoint[]): PublicPlace[] {
  const places: PublicPlace[] = []
  for (const shift of SHIFTS)
    for (const { square, inside } of groupBySquare(launches, shift)) {
      if (countPilots(inside) < MIN_PILOTS_SHOWN || places.some((other) => overlaps(square, other))) continue
      places.push({ id: identify(square), name: nameSquare(square, inside), ...square })
    }
  return places
}

function groupBySquare(launches: readonly LaunchPoint[], [north, east]: (typeof SHIFTS)[number]) {
  const centre = (degrees: number, shift: number) =>
    Math.round(((Math.floor(degrees * STEPS_PER_DEGREE - shift) + shift + 0.5) * 1000) / STEPS_PER_DEGREE) /
    1000
  const squares = new Map<string, { square: Square; inside: LaunchPoint[] }>()
  for (const launch of launches) {
    const square = { lat: centre(launch.latitude, north), lng: centre(launch.longitude, east) }
    const key = `${square.lat} ${square.lng}`
    const known = squares.get(key) ?? { square, inside: [] }
    known.inside.push(launch)
    squares.set(key, known)
  }
  return squares.values()
}

function overlaps(one: Square, other: Square): boolean {
  const side = 1 / STEPS_PER_DEGREE - 1e-9
  return Math.abs(one.lat - other.lat) < side && Math.abs(one.lng - other.lng) < side
}

function countPilots(launches: readonly LaunchPoint[]): number {
  return new Set(launches.map(({ pilot }) => pilot)).size
}

/** The name that enough of the pilots have there; else the square's coordinates. */
function nameSquare({ lat, lng }: Square, inside: readonly LaunchPoint[]): string {
  for (const [name, launches] of Map.groupBy(inside, (launch) => launch.name))
    if (countPilots(launches) >= MIN_PILOTS_SHOWN) return name
  return namePlace({ latitude: lat, longitude: lng, town: null, country: null }).name
}

function identify({ lat, lng }: Square): string {
  return createHash('sha256').update(`square ${lat} ${lng}`).digest('hex').slice(0, 24)
}
