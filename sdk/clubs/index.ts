/**
 * Clubs, seasons and rankings: reading them takes the scope `clubs:read`, entering `clubs:manage`.
 *
 * @example
 * import { listRows, listSeasons } from '@cloudstreet/sdk/clubs'
 *
 * for await (const season of listSeasons(client, { clubId }))
 *   for await (const { place, name, sum } of listRows(client, season.rankings[0].id)) console.log(place, name, sum)
 *
 * @module
 */
import { call, type CallOptions, type Client, get, pathTo, readJson, splitOptions } from '../client.ts'
import { type List, list, type ListOptions } from '../list.ts'
import type {
  Club,
  ClubListQuery,
  RowDetails,
  ListedSeason,
  Ranking,
  RankingRows,
  RankingRowsQuery,
  Season,
  SeasonEntry,
  SealedProof,
} from '../types.ts'

export type { Club, ListedSeason, RowDetails, Ranking, RankingRows, Season, SeasonEntry, SealedProof }
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

/** A row with its flights: of a pilot all, with the reason of each. `me`, or the key of a row. */
export function getRankingRow(
  client: Client,
  rankingId: string,
  key = 'me',
  options?: CallOptions,
): Promise<RowDetails> {
  return get(client, pathOfRanking(rankingId, 'rows', key), options)
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
