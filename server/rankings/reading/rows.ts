// The rows of a ranking.
import type { Ranking, RankingRow, RankingRows, RankingRowsQuery } from '#contract/clubs/api.ts'
import { writeUnits } from '#rankings/measure.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { fragment, nothing } from '#server/platform/database/database.ts'
import { findRole, isMemberOf, isPublicClub, listPublicClubs } from '../clubs-store.ts'
import type { Current } from '../compute.ts'
import { type Face, listFaces, listNames } from '../names.ts'
import { requireStandings, type SeenRanking } from '../season.ts'
import type { RankingServices } from '../sources.ts'
import { listEntries, ofSeason } from '../store.ts'

/** The id of a flight that is still public. */
export const toFlightId = (address: string | null) => address?.slice('/f/'.length) ?? null

export const toNumber = (units: number, { rule }: Pick<Ranking, 'rule'>) =>
  Number(writeUnits(units, rule.measure.decimals))

/** Of a club only as its reader sees the club. */
export async function listRows(
  services: RankingServices,
  userId: string,
  seen: SeenRanking,
  query: RankingRowsQuery,
): Promise<RankingRows> {
  const current = await requireStandings(services, seen)
  const { clubId } = query
  const members = clubId === undefined ? undefined : await listMembers(services, userId, seen, clubId)
  const rows = members ? current.rows.filter(({ key }) => members.has(key)) : current.rows
  const { data, pagination } = pageOf(rows, query, ({ key }) => key)
  const show = await createShowRow(
    services,
    seen,
    current,
    data.map(({ key }) => key),
  )
  return {
    data: data.map(show),
    pagination: { ...pagination, totalCount: current.rows.length },
    asOf: new Date(current.asOf).toISOString(),
  }
}

/** Keys of the pilots whom the reader sees among its members; none where the reader may not know of the club. */
async function listMembers(
  { db }: RankingServices,
  userId: string,
  { season }: SeenRanking,
  clubId: string,
): Promise<Set<string>> {
  const isInside = (await findRole(db.sql, userId, clubId)) !== undefined
  if (!isInside && !(await isPublicClub(db.sql, clubId))) return new Set()
  const isShown = isMemberOf(clubId, isInside ? nothing : fragment`and m.is_listed = ${true}`)
  const entries = await listEntries(db.sql, fragment`${ofSeason(season.id)} and ${isShown}`)
  return new Set(entries.map(({ id }) => id))
}

/** Of now; of a closed season those of then. */
export async function namesOf(
  { db }: RankingServices,
  { season, ranking }: SeenRanking,
  { closed }: Current,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { by } = ranking.rule.group
  if (by === 'team' || by === 'day') {
    const own = closed ? new Map(Object.entries(closed.names)) : await listNames(db.sql, season, keys)
    return new Map([...own, ...keys.filter((key) => !own.has(key)).map((key) => [key, key] as const)])
  }
  if (!closed) return listNames(db.sql, season, keys)
  const names = new Map(Object.entries(closed.names))
  if (by !== 'club') return names
  // A club that has been hidden since is named no more.
  const shown = await listPublicClubs(db.sql, keys)
  return new Map([...names].filter(([key]) => !keys.includes(key) || shown.has(key) || key === season.clubId))
}

const FACELESS: Face = { club: null, profile: null, image: null }

/** Shows rows of these keys. Of pilots also what they show of themselves in public. */
export async function createShowRow(
  services: RankingServices,
  seen: SeenRanking,
  current: Current,
  keys: readonly string[],
): Promise<(row: Current['rows'][number]) => RankingRow> {
  const { season, ranking } = seen
  const names = await namesOf(services, seen, current, keys)
  const faces = ranking.rule.group.by === 'pilot' ? await listFaces(services, season, keys) : undefined
  return ({ key, place, sum, count, best }) => ({
    key,
    name: names.get(key) ?? null,
    place,
    sum: toNumber(sum, ranking),
    flightCount: count,
    best: best.map(({ address, value }) => ({
      flightId: toFlightId(address),
      value: toNumber(value, ranking),
    })),
    ...(faces?.get(key) ?? FACELESS),
  })
}

const LINE_END = '\r\n'

/** A spreadsheet must not run a name as a formula. */
const toCell = (value: string | number | null) => {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function writeCsv({ data }: RankingRows): string {
  const lines = data.map(({ place, name, sum, flightCount, key }) =>
    [place, name, sum, flightCount, key].map(toCell).join(','),
  )
  return ['place,name,sum,flights,key', ...lines, ''].join(LINE_END)
}
