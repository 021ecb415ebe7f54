// Seasons, rankings, and the pilots who have entered.
import type { Ranking, SeasonEntry, SeasonListQuery } from '#contract/clubs/api.ts'
import type { RankingFlight } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { isOfMember, isOfPublicClub } from './clubs-store.ts'

export interface Season {
  readonly id: string
  /** Null: the operator's. */
  readonly clubId: string | null
  readonly name: string
  readonly terms: SeasonTerms
  readonly closedAt: number | null
  /** Counts up with everything in the season that is not a change of flights. */
  readonly revision: number
  /** Of a closed one: as of which changes nothing in its documents has to go. */
  readonly checked: string | null
}

export interface Entry extends Pick<RankingFlight, 'band' | 'sex' | 'team' | 'isNewcomer'> {
  readonly id: string
  readonly seasonId: string
  readonly userId: string
  readonly displayName: SeasonEntry['displayName']
  readonly teamSince: string | null
  /** Flights from this day on count for the club. */
  readonly clubId: string | null
  readonly clubSince: string | null
  /** Ids of flights that do not take part. */
  readonly excluded: readonly string[]
  /** Counts up when the entry changes, or what is known of its flights. */
  readonly revision: number
  /** The number of the last change of the pilot's flights, and of the one that findings and scores were looked for in. */
  readonly lastChange: number
  readonly seenChange: number
}

const seasonColumns = fragment`
  s.id, s.club_id as "clubId", s.name, s.terms, s.closed_at as "closedAt", s.revision, s.checked`
type SeasonRow = Omit<Season, 'terms'> & { terms: string }
const toSeason = <Row extends SeasonRow>(row: Row) => ({
  ...row,
  terms: JSON.parse(row.terms) as SeasonTerms,
})

export async function findSeason(sql: Sql, id: string, lock = nothing): Promise<Season | undefined> {
  const [row] = await sql<SeasonRow>`select ${seasonColumns} from seasons s where s.id = ${id} ${lock}`
  return row && toSeason(row)
}

/** Everything that changes a season waits for its turn. */
export const holdSeason = (sql: Sql, id: string) => findSeason(sql, id, sql.forUpdate)

/** Whatever else a stranger writes, others' seasons come last, in the order in which they were created. */
export async function listSeasons(
  sql: Sql,
  userId: string,
  { clubId, after, limit }: Pick<SeasonListQuery, 'clubId'> & { after: string | undefined; limit: number },
): Promise<Season[]> {
  const isEntered = fragment`exists (
    select 1 from ranking_entries e where e.season_id = s.id and e.user_id = ${userId})`
  const isOwn = fragment`(${isOfMember(userId)} or ${isEntered})`
  const ofClub = clubId === undefined ? nothing : fragment`and s.club_id = ${clubId}`
  const isLater =
    after === undefined
      ? nothing
      : fragment`where exists (select 1 from seen a where a.id = ${after} and (s.nearness > a.nearness
          or (s.nearness = a.nearness and (s.latest < a.latest or (s.latest = a.latest and s.id > a.id)))))`
  const rows = await sql<SeasonRow>`
    with known as (
      select ${seasonColumns}, s.from_day,
        case when ${isOwn} then 0 when s.club_id is null then 1 else 2 end as nearness
      from seasons s where (s.club_id is null or ${isOfPublicClub} or ${isOfMember(userId)}) ${ofClub}),
    seen as (
      select k.id, k."clubId", k.name, k.terms, k."closedAt", k.revision, k.checked, k.nearness,
        case when k.nearness = 2 then '' else k.from_day end as latest from known k)
    select s.id, s."clubId", s.name, s.terms, s."closedAt", s.revision, s.checked from seen s ${isLater}
    order by s.nearness, s.latest desc, s.id limit ${limit}`
  return rows.map(toSeason)
}

/** Those of a day that the user has entered or may enter. */
export async function listSeasonsOfDay(sql: Sql, userId: string, day: string): Promise<Season[]> {
  const rows = await sql<SeasonRow>`
    select ${seasonColumns} from seasons s
    where ${day} between s.from_day and s.to_day and (
      exists (select 1 from ranking_entries e where e.season_id = s.id and e.user_id = ${userId}
        and (s.club_id is null or ${isOfPublicClub} or ${isOfMember(userId)}))
      or (s.closed_at is null and (s.club_id is null or ${isOfMember(userId)})))
    order by s.from_day desc, s.id limit 100`
  return rows.map(toSeason)
}

/** Of a club, or the operator's. */
const ofOwner = (clubId: string | null) =>
  clubId === null ? fragment`s.club_id is null` : fragment`s.club_id = ${clubId}`

export const countSeasons = (sql: Sql, clubId: string | null) =>
  countRows(sql, fragment`seasons s where ${ofOwner(clubId)}`)

type NewSeason = Pick<Season, 'id' | 'clubId' | 'name' | 'terms'>

export async function insertSeason(
  sql: Sql,
  nowMs: number,
  { id, clubId, name, terms }: NewSeason,
): Promise<void> {
  await sql`
    insert into seasons (id, club_id, name, terms, from_day, to_day, created_at)
    values (${id}, ${clubId}, ${name}, ${JSON.stringify(terms)}, ${terms.from}, ${terms.to}, ${nowMs})`
}

export async function updateSeason(
  sql: Sql,
  { id, name, terms, closedAt }: Pick<Season, 'id' | 'name' | 'terms' | 'closedAt'>,
): Promise<void> {
  await sql`
    update seasons set name = ${name}, terms = ${JSON.stringify(terms)}, from_day = ${terms.from}, to_day = ${terms.to},
      closed_at = ${closedAt}, revision = revision + 1 where id = ${id}`
  // Other days have other flights.
  await sql`update ranking_entries set revision = revision + 1, seen_change = -1 where season_id = ${id}`
}

export async function countUp(sql: Sql, seasonId: string): Promise<void> {
  await sql`update seasons set revision = revision + 1 where id = ${seasonId}`
}

export async function setChecked(sql: Sql, id: string, checked: string): Promise<void> {
  await sql`update seasons set checked = ${checked} where id = ${id}`
}

export async function deleteSeason(sql: Sql, id: string): Promise<void> {
  await sql`delete from seasons where id = ${id}`
}

export async function listClosedIds(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }>`select id from seasons where closed_at is not null order by id`
  return rows.map(({ id }) => id)
}

/** Another one after every change of the season, of its entries and of flights of its pilots. */
export async function findVersion(sql: Sql, seasonId: string): Promise<string | undefined> {
  const [row] = await sql<{ revision: number; entries: number; changes: number }>`
    select s.revision, coalesce(sum(e.revision), 0) as entries, coalesce(sum(c.last_change), 0) as changes
    from seasons s left join ranking_entries e on e.season_id = s.id
    left join flight_counters c on c.owner_id = e.user_id where s.id = ${seasonId} group by s.id, s.revision`
  return row && `${row.revision} ${row.entries} ${row.changes}`
}

const rankingColumns = fragment`id, season_id as "seasonId", name, rule`
type RankingRow = Omit<Ranking, 'rule'> & { rule: string }
const toRanking = (row: RankingRow): Ranking => ({ ...row, rule: JSON.parse(row.rule) as RankingRule })

export async function findRanking(sql: Sql, id: string): Promise<Ranking | undefined> {
  const [row] = await sql<RankingRow>`select ${rankingColumns} from rankings where id = ${id}`
  return row && toRanking(row)
}

export async function listRankings(sql: Sql, seasonIds: readonly string[]): Promise<Ranking[]> {
  if (seasonIds.length === 0) return []
  const rows = await sql<RankingRow>`
    select ${rankingColumns} from rankings where season_id in (${paddedList(seasonIds)}) order by id`
  return rows.map(toRanking)
}

export async function putRanking(
  sql: Sql,
  nowMs: number,
  { id, seasonId, name, rule }: Ranking,
): Promise<void> {
  await sql`
    insert into rankings (id, season_id, name, rule, created_at, updated_at)
    values (${id}, ${seasonId}, ${name}, ${JSON.stringify(rule)}, ${nowMs}, ${nowMs})
    on conflict (id) do update set name = excluded.name, rule = excluded.rule, updated_at = excluded.updated_at`
  await sql`update ranking_entries set seen_change = -1 where season_id = ${seasonId}`
  await countUp(sql, seasonId)
}

export async function deleteRanking(sql: Sql, { id, seasonId }: Ranking): Promise<void> {
  await sql`delete from rankings where id = ${id}`
  await countUp(sql, seasonId)
}

/** The document of a closed season, as text. */
export async function findDocument(sql: Sql, rankingId: string): Promise<string | undefined> {
  const [row] = await sql<{ closed: string | null }>`select closed from rankings where id = ${rankingId}`
  return row?.closed ?? undefined
}

export async function setDocument(sql: Sql, rankingId: string, document: string | null): Promise<void> {
  await sql`update rankings set closed = ${document} where id = ${rankingId}`
}

const entryColumns = fragment`e.id, e.season_id as "seasonId", e.user_id as "userId", e.display_name as "displayName", e.band,
  e.sex, e.team, e.team_since as "teamSince", e.club_id as "clubId", e.club_since as "clubSince", e.is_newcomer as "isNewcomer",
  e.excluded, e.revision, coalesce(c.last_change, 0) as "lastChange", e.seen_change as "seenChange"`
const entriesWithCounters = fragment`ranking_entries e left join flight_counters c on c.owner_id = e.user_id`
/** 1 or 0 on SQLite. */
type EntryRow = Omit<Entry, 'excluded' | 'isNewcomer'> & { excluded: string; isNewcomer: boolean | number }

export async function listEntries(sql: Sql, which: Fragment): Promise<Entry[]> {
  const rows = await sql<EntryRow>`
    select ${entryColumns} from ${entriesWithCounters} where ${which} order by e.id`
  return rows.map(({ isNewcomer, excluded, ...row }) => ({
    ...row,
    isNewcomer: Boolean(isNewcomer),
    excluded: JSON.parse(excluded) as string[],
  }))
}

export const ofSeason = (seasonId: string) => fragment`e.season_id = ${seasonId}`
export const ofUser = (userId: string) => fragment`e.user_id = ${userId}`
export const withId = (id: string) => fragment`e.id = ${id}`

export async function findEntry(sql: Sql, seasonId: string, userId: string): Promise<Entry | undefined> {
  const [entry] = await listEntries(sql, fragment`${ofSeason(seasonId)} and ${ofUser(userId)}`)
  return entry
}

type NewEntry = Omit<Entry, 'revision' | 'lastChange' | 'seenChange'>

export async function putEntry(sql: Sql, nowMs: number, entry: NewEntry): Promise<void> {
  const { id, seasonId, userId, displayName, band, sex, team, teamSince, clubId, clubSince, ...rest } = entry
  const { isNewcomer, excluded } = rest
  await sql`
    insert into ranking_entries
      (id, season_id, user_id, display_name, band, sex, team, team_since, club_id, club_since, is_newcomer, excluded, entered_at)
    values (${id}, ${seasonId}, ${userId}, ${displayName}, ${band}, ${sex}, ${team}, ${teamSince}, ${clubId}, ${clubSince}, ${isNewcomer},
      ${JSON.stringify(excluded)}, ${nowMs})
    on conflict (season_id, user_id) do update set display_name = excluded.display_name, band = excluded.band,
      sex = excluded.sex, team = excluded.team, team_since = excluded.team_since, club_id = excluded.club_id, club_since = excluded.club_since, excluded = excluded.excluded,
      revision = ranking_entries.revision + 1, seen_change = -1`
  await countUp(sql, seasonId)
}

export async function deleteEntry(sql: Sql, { id, seasonId }: Pick<Entry, 'id' | 'seasonId'>): Promise<void> {
  await sql`delete from ranking_entries where id = ${id}`
  await countUp(sql, seasonId)
}

/** Of a club that the pilot has left: its rows lose the flights, in open seasons. The day says that there was one. */
export async function dropClub(sql: Sql, userId: string, clubId: string): Promise<void> {
  await sql`
    update ranking_entries set club_id = null, revision = revision + 1
    where user_id = ${userId} and club_id = ${clubId}
      and season_id in (select id from seasons where closed_at is null)`
}

/** Whether the user has entered an earlier season of the same owner. */
export async function hasEarlier(sql: Sql, { clubId, terms }: Season, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 as one from ranking_entries e join seasons s on s.id = e.season_id
    where e.user_id = ${userId} and ${ofOwner(clubId)} and s.to_day < ${terms.from} limit 1`
  return rows.length > 0
}

const isOfOpen = fragment`e.season_id in (select id from seasons where closed_at is null)`
const isChanged = fragment`e.seen_change <> coalesce(c.last_change, 0) and ${isOfOpen}`

/** Of open seasons: those of which flights have changed first, then those of which all is looked at again. */
export async function listChanged(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select e.id from ${entriesWithCounters} where ${isChanged}
    order by case when e.seen_change = -1 then 1 else 0 end, e.id limit ${limit}`
  return rows.map(({ id }) => id)
}

export const countChanged = (sql: Sql) => countRows(sql, fragment`${entriesWithCounters} where ${isChanged}`)

export async function noteSeen(sql: Sql, { id, lastChange }: Entry): Promise<void> {
  await sql`update ranking_entries set seen_change = ${lastChange} where id = ${id}`
}

/** All of their flights are looked at again. */
export async function setUnseen(sql: Sql, which: Fragment = isOfOpen): Promise<void> {
  await sql`update ranking_entries as e set seen_change = -1 where ${which}`
}

/** Everything that is known of the pilot's flights is read again, in all seasons. */
export async function countUpEntries(sql: Sql, userId: string): Promise<void> {
  await sql`update ranking_entries set revision = revision + 1, seen_change = -1 where user_id = ${userId}`
}
