// Entries of seasons and decisions about them.
import type { EntryDecision, RankingEntry } from '#contract/clubs/proof.ts'
import type { DecidedState } from '#contract/clubs/words.ts'
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, join, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

/** As stored: everything about the flight itself, as of its day. */
export interface Facts extends Omit<
  RankingEntry,
  'id' | 'pilot' | 'figure' | 'type' | 'band' | 'sex' | 'team' | 'isNewcomer'
> {
  readonly seconds: number
  readonly scores: Readonly<Record<string, LeagueFigures>>
}

export interface LeagueFigures {
  readonly rules: string
  readonly type: RankingEntry['type']
  readonly points: Figure
  readonly km: Figure
}
export type Figure = { readonly units: number; readonly decimals: number }

export interface HeldEntry {
  readonly id: string
  readonly flightId: string
  readonly changeNumber: number
  readonly isChosen: boolean
  readonly facts: Facts
}

interface Row extends Omit<HeldEntry, 'facts' | 'isChosen'> {
  facts: string
  /** 1 or 0 on SQLite. */
  isChosen: boolean | number
}

const columns = fragment`id, flight_id as "flightId", change_number as "changeNumber", is_chosen as "isChosen", facts`
const toHeld = <Given extends Row>(row: Given) => ({
  ...row,
  isChosen: Boolean(row.isChosen),
  facts: JSON.parse(row.facts) as Facts,
})

export async function listEntries(sql: Sql, pilotId: string): Promise<HeldEntry[]> {
  return (await sql<Row>`select ${columns} from season_entries where pilot_id = ${pilotId}`).map(toHeld)
}

export async function listSeasonEntries(
  sql: Sql,
  seasonId: string,
): Promise<(HeldEntry & { pilotId: string })[]> {
  const rows = await sql<Row & { pilotId: string }>`
    select ${columns}, pilot_id as "pilotId" from season_entries where season_id = ${seasonId} order by id`
  return rows.map(toHeld)
}

export async function putEntries(
  sql: Sql,
  seasonId: string,
  pilotId: string,
  entries: readonly HeldEntry[],
): Promise<void> {
  for (const chunk of toChunks(entries)) {
    const rows = chunk.map(
      ({ id, flightId, changeNumber, isChosen, facts }) =>
        fragment`(${id}, ${seasonId}, ${pilotId}, ${flightId}, ${changeNumber}, ${isChosen}, ${JSON.stringify(facts)})`,
    )
    await sql`
      insert into season_entries (id, season_id, pilot_id, flight_id, change_number, is_chosen, facts)
      values ${join(rows, ', ')}
      on conflict (pilot_id, flight_id) do update
      set change_number = excluded.change_number, facts = excluded.facts`
  }
}

export async function deleteEntries(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from season_entries where id in (${paddedList(ids)})`
}

/** Flights that a pilot who chooses has chosen; "in" an empty list is unknown rather than false. */
export async function setChosen(sql: Sql, pilotId: string, flightIds: readonly string[]): Promise<void> {
  await sql`
    update season_entries set is_chosen = coalesce(flight_id in (${paddedList(flightIds)}), false)
    where pilot_id = ${pilotId}`
}

type Decided = { entry: string; at: number; state: DecidedState; reason: string }

/** From the first to the last, of a pilot or of a season. */
export async function listDecisions(
  sql: Sql,
  of: { pilotId: string } | { seasonId: string },
): Promise<EntryDecision[]> {
  const whose =
    'pilotId' in of ? fragment`e.pilot_id = ${of.pilotId}` : fragment`e.season_id = ${of.seasonId}`
  const rows = await sql<Decided>`
    select d.entry_id as entry, d.decided_at as at, d.state, d.reason
    from entry_decisions d join season_entries e on e.id = d.entry_id
    where ${whose} order by d.decided_at, d.id`
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

export async function insertDecision(
  sql: Sql,
  nowMs: number,
  decision: { entryId: string; state: DecidedState; reason: string; by: string },
): Promise<void> {
  await sql`
    insert into entry_decisions (id, entry_id, state, reason, decided_by, decided_at)
    values (${createId(nowMs)}, ${decision.entryId}, ${decision.state}, ${decision.reason}, ${decision.by}, ${nowMs})`
}

export async function findEntryPilot(
  sql: Sql,
  entryId: string,
): Promise<{ seasonId: string; pilotId: string } | undefined> {
  const [row] = await sql<{ seasonId: string; pilotId: string }>`
    select season_id as "seasonId", pilot_id as "pilotId" from season_entries where id = ${entryId}`
  return row
}
