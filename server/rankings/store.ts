// Seasons, rankings, and the pilots who have entered.
import type { RankingEntry } from '#contract/clubs/proof.ts'
import type { RankingRule, SeasonTerms } from '#contract/clubs/rule.ts'
import type { ShownAs } from '#server/access/names/shown-name.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { fragment, nothing, type Sql } from '#server/platform/database/database.ts'

export interface Season {
  readonly id: string
  /** Null: the operator's. */
  readonly clubId: string | null
  readonly name: string
  readonly terms: SeasonTerms
  readonly closedAt: number | null
}

export interface StoredRanking {
  readonly id: string
  readonly seasonId: string
  readonly name: string
  readonly rule: RankingRule
  readonly ruleHash: string
  readonly version: number
}

export type Takes = 'all' | 'chosen' | 'none'

export interface Participation extends Pick<RankingEntry, 'band' | 'sex' | 'team'> {
  readonly takes: Takes
  readonly shownAs: ShownAs
}

export interface SeasonPilot extends Participation {
  readonly id: string
  readonly seasonId: string
  readonly userId: string
  readonly teamSince: string | null
  readonly isNewcomer: boolean
}

type JsonRow<Row, Name extends string> = Omit<Row, Name> & Record<Name, string>

const seasonColumns = fragment`id, club_id as "clubId", name, terms, closed_at as "closedAt"`
type SeasonRow = JsonRow<Season, 'terms'>
const toSeason = (row: SeasonRow): Season => ({
  ...row,
  terms: JSON.parse(row.terms) as SeasonTerms,
})

export async function findSeason(sql: Sql, id: string): Promise<Season | undefined> {
  const [row] = await sql<SeasonRow>`select ${seasonColumns} from seasons where id = ${id}`
  return row && toSeason(row)
}

/** Everything that ranks in a season waits for its turn, so two pilots of a club add up to one row. */
export async function holdSeason(sql: Sql, id: string): Promise<Season | undefined> {
  const [row] = await sql<SeasonRow>`
    select ${seasonColumns} from seasons where id = ${id} ${sql.forUpdate}`
  return row && toSeason(row)
}

/**
 * Those of the operator, of public clubs and of the user's, the latest first: all, of a club, or those of a day that the user
 * has entered or may enter.
 */
export async function listSeasons(
  sql: Sql,
  userId: string,
  { clubId, day }: { clubId?: string | undefined; day?: string },
): Promise<Season[]> {
  const isMember = fragment`exists (
    select 1 from club_members m where m.club_id = s.club_id and m.user_id = ${userId} and m.state = 'member')`
  const isPublic = fragment`exists (select 1 from clubs c where c.id = s.club_id and c.visible_to = 'public')`
  const ofClub = clubId === undefined ? nothing : fragment`and club_id = ${clubId}`
  const ofDay =
    day === undefined
      ? nothing
      : fragment`and ${day} between from_day and to_day and (
          exists (select 1 from season_pilots p where p.season_id = s.id and p.user_id = ${userId})
          or (closed_at is null and (club_id is null or ${isMember})))`
  const rows = await sql<SeasonRow>`
    select ${seasonColumns} from seasons s
    where (club_id is null or ${isPublic} or ${isMember}) ${ofClub} ${ofDay}
    order by from_day desc, id limit 200`
  return rows.map(toSeason)
}

export async function insertSeason(sql: Sql, nowMs: number, season: Season): Promise<void> {
  const { id, clubId, name, terms, closedAt } = season
  await sql`
    insert into seasons (id, club_id, name, terms, from_day, to_day, created_at, closed_at)
    values (${id}, ${clubId}, ${name}, ${JSON.stringify(terms)}, ${terms.from}, ${terms.to}, ${nowMs}, ${closedAt})`
}

/** False when it was closed already. */
export async function closeSeason(sql: Sql, nowMs: number, id: string): Promise<boolean> {
  const rows =
    await sql`update seasons set closed_at = ${nowMs} where id = ${id} and closed_at is null returning id`
  return rows.length > 0
}

const rankingColumns = fragment`id, season_id as "seasonId", name, rule, rule_hash as "ruleHash", version`

/** Rules are read with every flight that changes; few of them change themselves. */
const rules = new Map<string, RankingRule>()
const MAX_RULES = 10_000

function toRanking(row: JsonRow<StoredRanking, 'rule'>): StoredRanking {
  let rule = rules.get(row.ruleHash)
  if (!rule) {
    rule = JSON.parse(row.rule) as RankingRule
    if (rules.size >= MAX_RULES) rules.clear()
    rules.set(row.ruleHash, rule)
  }
  return { ...row, rule }
}

export async function findRanking(sql: Sql, id: string): Promise<StoredRanking | undefined> {
  const [row] = await sql<
    JsonRow<StoredRanking, 'rule'>
  >`select ${rankingColumns} from rankings where id = ${id}`
  return row && toRanking(row)
}

export async function listRankings(sql: Sql, seasonId: string): Promise<StoredRanking[]> {
  const rows = await sql<JsonRow<StoredRanking, 'rule'>>`
    select ${rankingColumns} from rankings where season_id = ${seasonId} order by id`
  return rows.map(toRanking)
}

export async function listOpenSeasons(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }>`select id from seasons where closed_at is null order by id`
  return rows.map(({ id }) => id)
}

/** A ranking that is there has its rule replaced, as the next version. */
export async function putRanking(
  sql: Sql,
  nowMs: number,
  ranking: Omit<StoredRanking, 'version' | 'rule'> & { rule: string },
): Promise<void> {
  const { id, seasonId, name, rule, ruleHash } = ranking
  await sql`
    insert into rankings (id, season_id, name, rule, rule_hash, version, created_at, updated_at)
    values (${id}, ${seasonId}, ${name}, ${rule}, ${ruleHash}, 1, ${nowMs}, ${nowMs})
    on conflict (id) do update set name = excluded.name, rule = excluded.rule, rule_hash = excluded.rule_hash,
      version = rankings.version + case when rankings.rule_hash = excluded.rule_hash then 0 else 1 end,
      updated_at = excluded.updated_at`
}

/** Keeps the time of the first change that was not announced. */
export async function hasChanged(sql: Sql, beforeMs: number): Promise<boolean> {
  return (await sql`select 1 as one from rankings where changed_at <= ${beforeMs} limit 1`).length > 0
}

/** Those that changed before a moment: from now on they are announced. */
export async function takeChanged(sql: Sql, beforeMs: number): Promise<{ id: string; seasonId: string }[]> {
  return sql`
    update rankings set changed_at = null where changed_at <= ${beforeMs} returning id, season_id as "seasonId"`
}

const pilotColumns = fragment`id, season_id as "seasonId", user_id as "userId", takes, shown_as as "shownAs", band, sex,
  team, team_since as "teamSince", is_newcomer as "isNewcomer"`
/** 1 or 0 on SQLite. */
type PilotRow = Omit<SeasonPilot, 'isNewcomer'> & { isNewcomer: boolean | number }
const toPilot = (row: PilotRow): SeasonPilot => ({ ...row, isNewcomer: Boolean(row.isNewcomer) })

export async function findPilot(
  sql: Sql,
  seasonId: string,
  userId: string,
): Promise<SeasonPilot | undefined> {
  const [row] = await sql<PilotRow>`
    select ${pilotColumns} from season_pilots where season_id = ${seasonId} and user_id = ${userId}`
  return row && toPilot(row)
}

export async function findPilotById(sql: Sql, id: string): Promise<SeasonPilot | undefined> {
  const [row] = await sql<PilotRow>`select ${pilotColumns} from season_pilots where id = ${id}`
  return row && toPilot(row)
}

export async function listPilots(
  sql: Sql,
  of: { seasonId: string } | { userId: string } | { ids: readonly string[] },
): Promise<SeasonPilot[]> {
  if ('ids' in of && of.ids.length === 0) return []
  const which =
    'ids' in of
      ? fragment`id in (${paddedList(of.ids)})`
      : 'seasonId' in of
        ? fragment`season_id = ${of.seasonId}`
        : fragment`user_id = ${of.userId}`
  return (await sql<PilotRow>`select ${pilotColumns} from season_pilots where ${which} order by id`).map(
    toPilot,
  )
}

export async function putPilot(sql: Sql, nowMs: number, pilot: SeasonPilot): Promise<void> {
  const { id, seasonId, userId, takes, shownAs, band, sex, team, teamSince, isNewcomer } = pilot
  await sql`
    insert into season_pilots
      (id, season_id, user_id, takes, shown_as, band, sex, team, team_since, is_newcomer, entered_at)
    values (${id}, ${seasonId}, ${userId}, ${takes}, ${shownAs}, ${band}, ${sex}, ${team}, ${teamSince},
      ${isNewcomer}, ${nowMs})
    on conflict (season_id, user_id) do update set takes = excluded.takes, shown_as = excluded.shown_as,
      band = excluded.band, sex = excluded.sex, team = excluded.team, team_since = excluded.team_since`
}

export async function deletePilot(sql: Sql, id: string): Promise<void> {
  await sql`delete from season_pilots where id = ${id}`
}

/** Whether a flight of the user counts in an earlier season of the same owner. */
export async function hasEarlier(sql: Sql, { clubId, terms }: Season, userId: string): Promise<boolean> {
  const ofOwner = clubId === null ? fragment`s.club_id is null` : fragment`s.club_id = ${clubId}`
  const rows = await sql`
    select 1 as one from season_pilots p join seasons s on s.id = p.season_id
    join ranking_members m on m.pilot_id = p.id
    where p.user_id = ${userId} and ${ofOwner} and s.to_day < ${terms.from} limit 1`
  return rows.length > 0
}

/** Flights have changed since they were ranked. Asked after every change: a join takes half the time of a subquery. */
const changedPilots = fragment`
  season_pilots p left join flight_counters c on c.owner_id = p.user_id
  where p.ranked_change <> coalesce(c.last_change, 0)`

export function listChangedPilots(sql: Sql, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }>`select p.id from ${changedPilots} limit ${limit}`
}

export async function countChangedPilots(sql: Sql): Promise<number> {
  const [row] = await sql<{ pilots: number }>`select count(*) as pilots from ${changedPilots}`
  return row?.pilots ?? 0
}

/** Pilots with flights that are not scored yet by the league of a ranking. */
export async function listUnscored(sql: Sql): Promise<{ id: string }[]> {
  return sql<{ id: string }>`select id from season_pilots where is_unscored order by id`
}

export async function setUnscored(
  sql: Sql,
  of: { pilotId: string } | { seasonId: string },
  isUnscored: boolean,
): Promise<void> {
  const whose = 'pilotId' in of ? fragment`id = ${of.pilotId}` : fragment`season_id = ${of.seasonId}`
  await sql`update season_pilots set is_unscored = ${isUnscored} where ${whose}`
}

export async function findLastChange(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ number: number }>`
    select last_change as number from flight_counters where owner_id = ${userId}`
  return row?.number ?? 0
}

export async function noteRanked(sql: Sql, pilotId: string, change: number): Promise<void> {
  await sql`update season_pilots set ranked_change = ${change} where id = ${pilotId}`
}
