// Members and rows of rankings, and their pages.
import type { TieKey } from '#contract/clubs/words.ts'
import type { Member, Row } from '#rankings/rank.ts'
import { type Named, showName } from '#server/access/names/shown-name.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, join, literal, nothing, type Sql } from '#server/platform/database/database.ts'

const MAX_CHUNK = 32

/** Chunks of powers of two, the largest first: few statements, of few texts. */
function halve<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0, size = MAX_CHUNK; start < items.length; start += size) {
    while (size > items.length - start) size /= 2
    chunks.push(items.slice(start, start + size))
  }
  return chunks
}

export interface HeldMember extends Member {
  readonly rankingId: string
}

/** With the flights as they are stored: enough to see whether they are still the same. */
export interface WrittenMember extends Omit<HeldMember, 'flights'> {
  readonly flights: string
}

export const writeFlights = (flights: Member['flights']) => JSON.stringify(flights)

const memberColumns = fragment`ranking_id as "rankingId", row_key as key, pilot_id as pilot, flights`

export function listPilotMembers(sql: Sql, pilotId: string): Promise<WrittenMember[]> {
  return sql<WrittenMember>`select ${memberColumns} from ranking_members where pilot_id = ${pilotId}`
}

/** Of some rows of a ranking, or of all. A row may have hundreds, so each has only what differs. */
export async function listMembers(sql: Sql, rankingId: string, keys?: readonly string[]): Promise<Member[]> {
  const some = keys ? fragment`and row_key in (${paddedList(keys)})` : nothing
  const rows = await sql<Omit<WrittenMember, 'rankingId'>>`
    select row_key as key, pilot_id as pilot, flights from ranking_members where ranking_id = ${rankingId} ${some}`
  return rows.map((row) => ({ ...row, flights: JSON.parse(row.flights) as Member['flights'] }))
}

export async function deletePilotMembers(
  sql: Sql,
  pilotId: string,
  rankingId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0)
    await sql`
      delete from ranking_members
      where ranking_id = ${rankingId} and pilot_id = ${pilotId} and row_key in (${paddedList(keys)})`
}

export async function putMembers(sql: Sql, members: readonly HeldMember[]): Promise<void> {
  for (const chunk of halve(members)) {
    const rows = chunk.map(
      ({ rankingId, key, pilot, flights }) =>
        fragment`(${rankingId}, ${key}, ${pilot}, ${writeFlights(flights)})`,
    )
    await sql`
      insert into ranking_members (ranking_id, row_key, pilot_id, flights) values ${join(rows, ', ')}
      on conflict (ranking_id, row_key, pilot_id) do update set flights = excluded.flights`
  }
}

export interface HeldRow {
  readonly rankingId: string
  readonly key: string
  readonly sum: number
  readonly best: number
  readonly flights: number
  readonly lastDay: string
}

export function toHeldRow(rankingId: string, { key, sum, flights }: Row): HeldRow {
  const lastDay = flights.reduce((last, { date }) => (date > last ? date : last), '')
  return { rankingId, key, sum, best: flights[0]?.figure ?? 0, flights: flights.length, lastDay }
}

export async function putRows(sql: Sql, rows: readonly HeldRow[]): Promise<void> {
  for (const chunk of halve(rows)) {
    const values = chunk.map(
      ({ rankingId, key, sum, best, flights, lastDay }) =>
        fragment`(${rankingId}, ${key}, ${sum}, ${best}, ${flights}, ${lastDay})`,
    )
    await sql`
      insert into ranking_rows (ranking_id, row_key, sum, best, flights, last_day) values ${join(values, ', ')}
      on conflict (ranking_id, row_key) do update set sum = excluded.sum, best = excluded.best,
        flights = excluded.flights, last_day = excluded.last_day`
  }
}

export async function deleteRows(sql: Sql, rankingId: string, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await sql`delete from ranking_rows where ranking_id = ${rankingId} and row_key in (${paddedList(keys)})`
}

export async function clearRanking(sql: Sql, rankingId: string): Promise<void> {
  await sql`delete from ranking_members where ranking_id = ${rankingId}`
  await sql`delete from ranking_rows where ranking_id = ${rankingId}`
}

export function listRows(sql: Sql, rankingId: string): Promise<HeldRow[]> {
  return sql<HeldRow>`
    select ranking_id as "rankingId", row_key as key, sum, best, flights, last_day as "lastDay"
    from ranking_rows where ranking_id = ${rankingId}`
}

/** The best flight of rows. */
export async function listBest(
  sql: Sql,
  rankingId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ key: string; best: number }>`
    select row_key as key, best from ranking_rows
    where ranking_id = ${rankingId} and row_key in (${paddedList(keys)})`
  return new Map(rows.map(({ key, best }) => [key, best]))
}

const tieOrders: Record<TieKey, string> = {
  'best-flight': 'best desc',
  'fewer-flights': 'flights',
  'earlier-date': 'last_day',
}

export interface PageRow {
  place: number
  /** Of the whole ranking. */
  rows: number
  key: string
  sum: number
  flights: number
}

/** Places are those among all rows. */
export function listPage(
  sql: Sql,
  rankingId: string,
  ties: readonly TieKey[],
  {
    offset,
    limit,
    clubId,
    key,
  }: { offset: number; limit: number; clubId?: string | undefined; key?: string },
): Promise<PageRow[]> {
  const order = literal([['sum desc', ...ties.map((tie) => tieOrders[tie])].join(', ')])
  const ofClub =
    clubId === undefined
      ? nothing
      : fragment`where exists (select 1 from season_pilots p join club_members m on m.user_id = p.user_id
          where p.id = r.key and m.club_id = ${clubId} and m.state = 'member')`
  const ofKey = key === undefined ? nothing : fragment`where r.key = ${key}`
  return sql<PageRow>`
    select r.place, r.rows, r.key, r.sum, r.flights from (
      select row_key as key, sum, flights, rank() over (order by ${order}) as place,
        count(*) over () as rows
      from ranking_rows where ranking_id = ${rankingId}) r
    ${ofClub} ${ofKey}
    order by r.place, r.key limit ${limit} offset ${offset}`
}

export async function findSumAbove(sql: Sql, rankingId: string, sum: number): Promise<number | null> {
  const [row] = await sql<{ sum: number | null }>`
    select min(sum) as sum from ranking_rows where ranking_id = ${rankingId} and sum > ${sum}`
  return row?.sum ?? null
}

interface NamedRow extends Named {
  key: string
  /** Of a club or a take-off; of pilots the other members. */
  plain: string | null
  band: string | null
}

/** The names of pilots as they chose them, of clubs and of take-offs. */
export async function listNames(sql: Sql, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const these = paddedList(keys)
  const rows = await sql<NamedRow>`
    select p.id as key, null as plain, u.name, s.handle, p.shown_as as "shownAs", p.band
    from season_pilots p join users u on u.id = p.user_id left join sharing_settings s on s.user_id = p.user_id
    where p.id in (${these})
    union all select id, name, null, null, 'full', null from clubs where id in (${these})
    union all select id, name, null, null, 'full', null from takeoffs where id in (${these})`
  return new Map(
    rows.flatMap((row) => {
      const name = row.plain ?? showName({ ...row, isMinor: row.band === 'under-16' })
      return name === null ? [] : [[row.key, name]]
    }),
  )
}
