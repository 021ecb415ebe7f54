/**
 * Clubs, seasons and rankings: reading them takes the scope `clubs:read`, entering and managing `clubs:manage`.
 *
 * @example
 * import { listRows, listSeasons } from '@cloudstreet/sdk/clubs'
 *
 * for await (const season of listSeasons(client, { clubId }))
 *   for await (const { place, name, sum } of listRows(client, season.rankings[0].id)) console.log(place, name, sum)
 *
 * @module
 */
import {
  call,
  type CallOptions,
  type Client,
  create,
  get,
  pathTo,
  post,
  readJson,
  splitOptions,
} from '../client.ts'
import { type List, list, type ListOptions } from '../list.ts'
import type {
  Club,
  ClubListQuery,
  DecisionRequest,
  PilotRow,
  ListedSeason,
  Ranking,
  RankingChange,
  RankingDefinition,
  RankingRows,
  RankingRowsQuery,
  Season,
  SeasonChange,
  SeasonDefinition,
  SeasonEntry,
  SealedProof,
} from '../types.ts'

export type {
  Club,
  ListedSeason,
  PilotRow,
  Ranking,
  RankingDefinition,
  RankingRows,
  Season,
  SeasonEntry,
  SealedProof,
}
export type RankingRow = RankingRows['data'][number]

const pathOfSeason = (id: string, ...parts: string[]) => pathTo('seasons', id, ...parts)
const pathOfRanking = (id: string, ...parts: string[]) => pathTo('rankings', id, ...parts)

/** Public clubs and the pilot's own, page by page as they are read. */
export function listClubs(
  client: Client,
  options: Omit<ClubListQuery, 'after'> & CallOptions = {},
): List<Club> {
  return list(client, 'clubs', ...splitOptions(options))
}

/** Those that the pilot has entered or that are of the own clubs first. */
export function listSeasons(
  client: Client,
  { clubId, limit = 100, ...options }: { clubId?: string } & ListOptions = {},
): List<ListedSeason> {
  return list(client, 'seasons', { clubId, limit }, options)
}

export function getSeason(client: Client, id: string, options?: CallOptions): Promise<Season> {
  return get(client, pathOfSeason(id), options)
}

/** The rows of a ranking, the best first. */
export function listRows(
  client: Client,
  rankingId: string,
  { clubId, limit = 100, ...options }: Pick<RankingRowsQuery, 'clubId'> & ListOptions = {},
): List<RankingRow, RankingRows> {
  return list(client, pathOfRanking(rankingId, 'rows'), { clubId, limit }, options)
}

export function getRanking(client: Client, rankingId: string, options?: CallOptions): Promise<Ranking> {
  return get(client, pathOfRanking(rankingId), options)
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

/** Everything that the places follow from; of a closed season, the document of its closing. */
export function getRankingProof(
  client: Client,
  rankingId: string,
  options: CallOptions = {},
): Promise<SealedProof> {
  return get(client, pathOfRanking(rankingId, 'proof'), { read: readJson<SealedProof>, ...options })
}

/** Consents to be ranked with the public flights of the season, or changes how. */
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
  return create(client, 'seasons', season, options)
}

/** Adds a ranking to a season. */
export function createRanking(
  client: Client,
  seasonId: string,
  ranking: RankingDefinition,
  options?: CallOptions,
): Promise<Ranking> {
  return create(client, pathOfSeason(seasonId, 'rankings'), ranking, options)
}

export function changeSeason(
  client: Client,
  id: string,
  change: SeasonChange,
  options?: CallOptions,
): Promise<Season> {
  return call(client, 'PATCH', pathOfSeason(id), { json: change, ...options })
}

export function changeRanking(
  client: Client,
  id: string,
  change: RankingChange,
  options?: CallOptions,
): Promise<Ranking> {
  return call(client, 'PATCH', pathOfRanking(id), { json: change, ...options })
}

/** A reviewer's decision about flights; each may be followed by another, and the last one holds. */
export function decideFlights(
  client: Client,
  seasonId: string,
  decision: DecisionRequest,
  options?: CallOptions,
): Promise<void> {
  return post(client, pathOfSeason(seasonId, 'decisions'), { json: decision, ...options })
}
