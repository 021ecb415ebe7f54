// The take-offs that everybody sees on a map: sites of lists, and squares in which enough established pilots have launched.
//
// A launch point is its pilot's secret. So a square of the grid is shown by its centre, whoever launched where in it, and it
// is shown from the third pilot on: what one pilot flies changes nothing that others see, but for the moment at which it
// makes a square public. Names follow the same rule.
import { createHash } from 'node:crypto'
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
/** Places read for one view, at most. */
const MAX_LAUNCHES = 5_000

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

const isInside = ({ west, south, east, north }: MapView): Fragment => fragment`
  latitude_row between ${rowOfLatitude(south)} and ${rowOfLatitude(north)} and longitude between ${west} and ${east}`

/** With all launches of every square whose centre is in the view. */
function widen({ west, south, east, north }: MapView): MapView {
  const margin = 2 / STEPS_PER_DEGREE
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin }
}

export interface LaunchPoint {
  pilot: string
  name: string
  latitude: number
  longitude: number
}

/**
 * Fresh accounts make no square public, or two of them would reveal that a third pilot launches there: only pilots whose
 * email is confirmed, who have been here for 30 days and have flown elsewhere too.
 */
function listLaunches(sql: Sql, nowMs: number, view: MapView): Promise<LaunchPoint[]> {
  return sql<LaunchPoint>`
    select t.made_by as pilot, t.name, t.latitude, t.longitude from takeoffs t join users u on u.id = t.made_by
    where ${isInside(view)} and ${madeByFlights} and u.email_verified = ${true}
      and u.created_at <= ${nowMs - ESTABLISHED_AFTER_MS} and exists (
        select 1 from takeoff_pilots q where q.user_id = t.made_by and q.takeoff_id <> t.id)
    order by t.id limit ${MAX_LAUNCHES}`
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
