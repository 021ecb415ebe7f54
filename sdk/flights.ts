// Reading, correcting and deleting flights.
import {
  type CallOptions,
  call,
  type ChangeOptions,
  type Client,
  get,
  guarded,
  pathTo,
  readBytes,
  readJson,
  splitOptions,
} from './client.ts'
import { type List, list, type ListOptions } from './list.ts'
import { sleep } from './retry.ts'
import type {
  Flight,
  FlightAirspace,
  FlightAnalysis,
  FlightChange,
  FlightChangesQuery,
  FlightCorrection,
  FlightListQuery,
  FlightTerrain,
  FlightTracks,
  League,
  LeagueScore,
  LightFlight,
  Statistics,
  StorageUse,
  TakeoffName,
  TakeoffNamed,
  TrackColumns,
  TrackFeature,
  TracksQuery,
} from './types.ts'

/** Which flights, and in which order. */
export type FlightFilter = Omit<FlightListQuery, 'page' | 'pageSize' | 'after' | 'limit'>

/** All of a flight, with `fields: 'light'` all but its metadata, or with other `fields` some of it. */
export type Listed<Filter> = Filter extends { fields: 'light' }
  ? LightFlight
  : Filter extends { fields: string }
    ? Partial<Flight>
    : Flight

/**
 * All flights, newest first, fetched as they are asked for. Flights that come or go meanwhile neither repeat nor skip
 * others.
 *
 * @example
 * for await (const flight of listFlights(client, { season: 2026, minScore: 100 })) console.log(flight.scoring)
 */
export function listFlights<const Filter extends FlightFilter>(
  client: Client,
  filter?: Filter,
  { limit = 100, ...options }: ListOptions = {},
): List<Listed<Filter>> {
  // A page by its number tells how many there are; it says where to go on, too.
  return list(client, 'flights', { ...filter, limit }, options, { pageSize: limit })
}

export interface ChangesPage<Shown = Flight> {
  /** Apply these in their order. */
  changes: (Omit<FlightChange, 'flight'> & { flight: Shown | null })[]
  /** Store this with what you have applied, and go on from it next time. */
  cursor: string
}

export interface ChangesOptions extends CallOptions, FlightChangesQuery {
  /** Go on for ever: when there is nothing more, ask again after this time. */
  followMs?: number
}

/**
 * Lists the changes of flights since a cursor, in pages; without one, everything from the start.
 *
 * @example
 * for await (const { changes, cursor } of listChanges(client, { after: copy.cursor })) {
 *   for (const { change, id, flight } of changes) change === 'deleted' ? copy.remove(id) : copy.put(id, flight)
 *   copy.cursor = cursor
 * }
 * @throws CursorExpiredError when the cursor is older than the deletions that are kept: start over.
 */
export async function* listChanges<const Options extends ChangesOptions>(
  client: Client,
  options?: Options,
): AsyncGenerator<ChangesPage<Listed<Options>>, void, undefined> {
  const [{ followMs, ...query }, callOptions] = splitOptions<ChangesOptions>(options ?? {})
  let after = query.after
  for (;;) {
    const page = await callLogbook(client, 'changes', {
      query: { limit: 500, ...query, after },
      read: readJson<{
        data: ChangesPage<Listed<Options>>['changes']
        pagination: { next: string; hasMore: boolean }
      }>,
      ...callOptions,
    })
    after = page.pagination.next
    if (page.data.length > 0 || followMs === undefined) yield { changes: page.data, cursor: after }
    if (page.pagination.hasMore) continue
    if (followMs === undefined) return
    await sleep(followMs, callOptions.signal)
  }
}

const readText = (response: Response) => response.text()

const pathOf = (id: string) => pathTo('flights', id)

/** One flight, or what all of them add up to. */
function callLogbook<Result>(
  client: Client,
  part: string,
  request?: Parameters<typeof call<Result>>[3],
): Promise<Result> {
  return get(client, pathOf(part), request)
}

/** Something of one flight. */
export function callPart<Result>(
  client: Client,
  idOrHash: string,
  part: string,
  request?: Parameters<typeof call<Result>>[3],
): Promise<Result> {
  return get(client, `${pathOf(idOrHash)}/${part}`, request)
}

/**
 * One flight, by its id or by the hash of its file.
 *
 * @example
 * const flight = await getFlight(client, '68f0a1b2c3d4e5f6a7b8c9d0')
 */
export function getFlight(client: Client, idOrHash: string, options?: CallOptions): Promise<Flight> {
  return callLogbook(client, idOrHash, options)
}

/**
 * The file as it was uploaded.
 *
 * @example
 * await writeFile('flight.igc', await downloadFlight(client, id))
 */
export function downloadFlight(
  client: Client,
  idOrHash: string,
  options?: CallOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  return callPart(client, idOrHash, 'igc', {
    read: readBytes,
    ...options,
  })
}

export interface TrackOptions extends CallOptions {
  /** The most fixes; those are chosen that keep the shape. */
  resolution?: number
}

/**
 * Phases, wind and speeds of a flight; null when it has no analysis.
 *
 * @example
 * const analysis = await getAnalysis(client, id)
 * for (const phase of analysis?.phases ?? []) console.log(phase.kind, phase.seconds, phase.altitudeChangeM)
 */
export function getAnalysis(
  client: Client,
  idOrHash: string,
  options?: CallOptions,
): Promise<FlightAnalysis | null> {
  return callPart(client, idOrHash, 'analysis', options)
}

/**
 * The ground below a flight, and its height above it; null when the installation has no terrain.
 *
 * @example
 * const terrain = await getTerrain(client, id)
 * console.log(terrain?.maxAboveGroundM)
 */
export function getTerrain(
  client: Client,
  idOrHash: string,
  { resolution, ...options }: TrackOptions = {},
): Promise<FlightTerrain | null> {
  return callPart(client, idOrHash, 'terrain', { query: { resolution }, ...options })
}

/**
 * Totals and records, of all time or of a season, and the seasons side by side, up to a day: today, or another.
 *
 * @example
 * const { flights, kilometres, records } = await getStatistics(client, { season: 2026 })
 */
export function getStatistics(
  client: Client,
  { season, day, ...options }: CallOptions & { season?: number; day?: string } = {},
): Promise<Statistics> {
  return callLogbook(client, 'statistics', { query: { season, day }, ...options })
}

/**
 * Names the take-off of a flight, for the pilot alone; the operator of the service may be asked to use it for everybody.
 *
 * @example
 * const { changed } = await nameTakeoff(client, id, { name: 'First', isForNearby: true })
 */
export function nameTakeoff(
  client: Client,
  id: string,
  name: TakeoffName,
  options?: CallOptions,
): Promise<TakeoffNamed> {
  return call(client, 'PUT', `${pathOf(id)}/takeoff`, { json: name, ...options })
}

/**
 * The tracks of all flights, in a few points each, for one map. `line` is an encoded polyline.
 *
 * @example
 * const { tracks } = await listTracks(client, { season: 2026 })
 */
export function listTracks(
  client: Client,
  filter?: TracksQuery,
  options?: CallOptions,
): Promise<FlightTracks> {
  return callLogbook(client, 'tracks', { query: filter, ...options })
}

/**
 * How many bytes the pilot's files take, and may take.
 *
 * @example
 * const { usedBytes, quotaBytes } = await getStorage(client)
 */
export function getStorage(client: Client, options?: CallOptions): Promise<StorageUse> {
  return callLogbook(client, 'storage', options)
}

/**
 * The airspaces that a flight was in.
 *
 * @example
 * for (const { name, entries } of (await getAirspace(client, id)).airspaces) console.log(name, entries[0]?.enter.time)
 */
export function getAirspace(
  client: Client,
  idOrHash: string,
  options?: CallOptions,
): Promise<FlightAirspace> {
  return callPart(client, idOrHash, 'airspace', options)
}

/**
 * The leagues and their rules.
 *
 * @example
 * for await (const { id, name } of listLeagues(client)) console.log(id, name)
 */
export function listLeagues(client: Client, { limit, ...options }: ListOptions = {}): List<League> {
  return list(client, 'leagues', { limit }, options)
}

export interface ScoresOptions extends CallOptions {
  /** Ids of leagues, or all; the default league when left out. */
  league?: string | readonly string[]
  /** The certification class of the wing, for leagues with wing factors. */
  wing?: string
}

/**
 * Scores of a flight under the rules of leagues.
 *
 * @example
 * for (const { name, certificate } of await getScores(client, id, { league: 'all' })) console.log(name, certificate?.score)
 */
export function getScores(
  client: Client,
  idOrHash: string,
  { league, wing, ...options }: ScoresOptions = {},
): Promise<LeagueScore[]> {
  const query = { league: league && String(league), wing }
  return callPart(client, idOrHash, 'scores', { query, ...options })
}

/**
 * The track as a GeoJSON feature.
 *
 * @example
 * L.geoJSON(await getTrack(client, id, { resolution: 500 })).addTo(map)
 */
export function getTrack(client: Client, idOrHash: string, options?: TrackOptions): Promise<TrackFeature> {
  return callTrack(client, idOrHash, 'geojson', options, readJson<TrackFeature>)
}

/**
 * The track as one array for each column.
 *
 * @example
 * const { seconds, altitude } = await getTrackColumns(client, id)
 */
export function getTrackColumns(
  client: Client,
  idOrHash: string,
  options?: TrackOptions,
): Promise<TrackColumns> {
  return callTrack(client, idOrHash, 'columns', options)
}

/**
 * The logbook as CSV, a line a flight, newest first, as spreadsheets open it.
 *
 * @example
 * await writeFile('logbook.csv', await exportLogbook(client))
 */
export function exportLogbook(client: Client, options?: CallOptions): Promise<string> {
  return callLogbook(client, 'export', { read: readText, ...options })
}

/**
 * The track as a file for other programs: GPX 1.1, or KML 2.2.
 *
 * @example
 * await writeFile('flight.gpx', await exportTrack(client, id, 'gpx'))
 */
export function exportTrack(
  client: Client,
  idOrHash: string,
  format: 'gpx' | 'kml',
  options?: TrackOptions,
): Promise<string> {
  return callTrack(client, idOrHash, format, options, readText)
}

function callTrack<Track>(
  client: Client,
  idOrHash: string,
  format: string,
  { resolution, ...options }: TrackOptions = {},
  read?: (response: Response) => Promise<Track>,
): Promise<Track> {
  const query = { format, resolution }
  return callPart(client, idOrHash, 'track', { query, read, ...options })
}

/**
 * Changes what the pilot says of a flight: launch, tandem, glider, title, notes, who may see it, whether it counts.
 *
 * @example
 * let ifMatch: string | undefined
 * await getFlight(client, id, { onResponse: ({ headers }) => (ifMatch = headers.get('etag') ?? undefined) })
 * await correctFlight(client, id, { is_tandem: true }, { ifMatch })
 * @throws ChangedMeanwhileError when `ifMatch` is not the flight's any more.
 */
export function correctFlight(
  client: Client,
  id: string,
  correction: FlightCorrection,
  options?: ChangeOptions,
): Promise<Flight> {
  return call(client, 'PATCH', pathOf(id), { json: correction, ...guarded(options) })
}

/**
 * Deletes a flight and its file; needs the scope `flights:delete`.
 *
 * @example
 * await deleteFlight(client, id)
 */
export function deleteFlight(client: Client, id: string, options?: ChangeOptions): Promise<void> {
  return call(client, 'DELETE', pathOf(id), guarded(options))
}
