/**
 * Clubs, seasons and rankings: reading them takes the scope `clubs:read`, entering and managing `clubs:manage`.
 *
 * @example
 * import { listPlaces, listSeasons } from '@cloudstreet/sdk/clubs'
 *
 * const [season] = await listSeasons(client, { club })
 * for await (const { place, name, sum } of listPlaces(client, season.rankings[0].id)) console.log(place, name, sum)
 *
 * @module
 */
import { call, type CallOptions, type Client, get, pathTo, post, readJson, splitOptions } from '../client.ts'
import type {
  Club,
  ClubListQuery,
  EntryDecisionRequest,
  PilotRow,
  PlacesQuery,
  RankingDefinition,
  RankingPlaces,
  RankingSummary,
  Season,
  SeasonDefinition,
  SeasonEntry,
  SealedProof,
} from '../types.ts'

export type { Club, PilotRow, RankingDefinition, RankingPlaces, Season, SeasonEntry, SealedProof }
export type PlacesFilter = Pick<PlacesQuery, 'club' | 'pageSize'>
export type RankingRow = RankingPlaces['data'][number]

const pathOfSeason = (id: string, ...parts: string[]) => pathTo('seasons', id, ...parts)
const pathOfRanking = (id: string, ...parts: string[]) => pathTo('rankings', id, ...parts)

/** Public clubs and the pilot's own, page by page as they are read. */
export async function* listClubs(
  client: Client,
  options: Omit<ClubListQuery, 'after'> & CallOptions = {},
): AsyncGenerator<Club, void, undefined> {
  const [query, call] = splitOptions(options)
  let after: string | undefined
  do {
    const read = readJson<{ data: Club[]; pagination: { next: string | null } }>
    const page = await get(client, 'clubs', { query: { ...query, after }, read, ...call })
    yield* page.data
    after = page.pagination.next ?? undefined
  } while (after !== undefined)
}

/** The latest first, each with its rankings and with the entry of the pilot. */
export function listSeasons(
  client: Client,
  { club, ...options }: { club?: string } & CallOptions = {},
): Promise<Season[]> {
  return get(client, 'seasons', { query: { club }, ...options })
}

export function getSeason(client: Client, id: string, options?: CallOptions): Promise<Season> {
  return get(client, pathOfSeason(id), options)
}

/** The rows of a ranking, the best first, page by page as they are read. */
export async function* listPlaces(
  client: Client,
  rankingId: string,
  options: PlacesFilter & CallOptions = {},
): AsyncGenerator<RankingRow, void, undefined> {
  const [{ pageSize = 100, ...query }, call] = splitOptions(options)
  for (let page = 1; ; page++) {
    const request = { query: { ...query, page, pageSize }, read: readJson<RankingPlaces>, ...call }
    const { data } = await get(client, pathOfRanking(rankingId), request)
    yield* data
    if (data.length < pageSize) return
  }
}

/** A pilot's row with the reason of each flight: `me`, or the key of a row. */
export function getRankingPilot(
  client: Client,
  rankingId: string,
  pilot = 'me',
  options?: CallOptions,
): Promise<PilotRow> {
  return get(client, pathOfRanking(rankingId, 'pilots', pilot), options)
}

/** Everything that the places follow from: of now, or the one that was kept under a number. */
export function getRankingProof(
  client: Client,
  rankingId: string,
  { number, ...options }: { number?: number } & CallOptions = {},
): Promise<SealedProof> {
  return get(client, pathOfRanking(rankingId, 'proof'), {
    query: { number },
    read: readJson<SealedProof>,
    ...options,
  })
}

/** Consents to be ranked, or changes what the season takes. */
export function enterSeason(
  client: Client,
  id: string,
  entry: SeasonEntry,
  options?: CallOptions,
): Promise<Season> {
  return call(client, 'PUT', pathOfSeason(id, 'entry'), { json: entry, ...options })
}

/** Ends the consent: the season loses the flights. */
export function leaveSeason(client: Client, id: string, options?: CallOptions): Promise<void> {
  return call(client, 'DELETE', pathOfSeason(id, 'entry'), options)
}

export function createSeason(
  client: Client,
  season: SeasonDefinition,
  options?: CallOptions,
): Promise<Season> {
  return post(client, 'seasons', { json: season, ...options })
}

/** Adds a ranking to a season. */
export function createRanking(
  client: Client,
  seasonId: string,
  ranking: RankingDefinition,
  options?: CallOptions,
): Promise<RankingSummary> {
  return post(client, pathOfSeason(seasonId, 'rankings'), { json: ranking, ...options })
}

/** A reviewer's decision; each may be followed by another, and the last one holds. */
export function decideEntry(
  client: Client,
  entryId: string,
  decision: EntryDecisionRequest,
  options?: CallOptions,
): Promise<void> {
  return post(client, pathTo('entries', entryId, 'decisions'), { json: decision, ...options })
}
