// Entries of seasons and decisions about them.
import type { EntryDecision, RankingEntry } from '#contract/clubs/proof.ts'
import type { DecidedState, FileTrigger, ReviewTrigger } from '#contract/clubs/words.ts'
import { paddedList, toChunks } from '#server/platform/database/chunks.ts'
import { fragment, join, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { FoundInFile } from './sources.ts'
import type { SeasonPilot } from './store.ts'

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

/** By a league other than that of the installation. */
export interface ComputedScore {
  /** File and date of the flight that was scored. */
  readonly of: string
  /** Version of the league and of the program. */
  readonly by: string
  /** Null where the league has no rules for the flight; left out until it was scored. */
  readonly figures?: ComputedFigures | null
  readonly failedAt?: number
}
export type ComputedFigures = LeagueFigures & Pick<RankingEntry, 'certificate'>
export type Computed = Readonly<Record<string, ComputedScore>>

/** A finding that was looked for in the file. */
export interface FileCheck extends Partial<FoundInFile> {
  /** File and date of the flight that was checked. */
  readonly of: string
  readonly failedAt?: number
}
export type Checks = Readonly<Partial<Record<FileTrigger, FileCheck>>>

export interface HeldEntry {
  readonly id: string
  readonly flightId: string
  readonly changeNumber: number
  readonly isChosen: boolean
  /** SHA-256 of the fixes. */
  readonly track: string | null
  readonly facts: Facts
  /** By the ids of leagues. */
  readonly computed: Computed
  readonly checks: Checks
}

interface Row extends Omit<HeldEntry, 'facts' | 'isChosen' | 'computed' | 'checks'> {
  facts: string
  computed: string | null
  checks: string | null
  /** 1 or 0 on SQLite. */
  isChosen: boolean | number
}

const columns = fragment`id, flight_id as "flightId", change_number as "changeNumber", is_chosen as "isChosen", track, facts, computed, checks`
const toHeld = <Given extends Row>(row: Given) => ({
  ...row,
  isChosen: Boolean(row.isChosen),
  facts: JSON.parse(row.facts) as Facts,
  computed: row.computed === null ? {} : (JSON.parse(row.computed) as Computed),
  checks: row.checks === null ? {} : (JSON.parse(row.checks) as Checks),
})

export async function listEntries(sql: Sql, pilotId: string): Promise<HeldEntry[]> {
  return (await sql<Row>`select ${columns} from season_entries where pilot_id = ${pilotId} order by id`).map(
    toHeld,
  )
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
      ({ id, flightId, changeNumber, isChosen, track, facts }) =>
        fragment`(${id}, ${seasonId}, ${pilotId}, ${flightId}, ${changeNumber}, ${isChosen}, ${facts.file}, ${track}, ${JSON.stringify(facts)})`,
    )
    await sql`
      insert into season_entries (id, season_id, pilot_id, flight_id, change_number, is_chosen, file, track, facts)
      values ${join(rows, ', ')}
      on conflict (pilot_id, flight_id) do update
      set change_number = excluded.change_number, file = excluded.file, track = excluded.track, facts = excluded.facts`
  }
}

export async function putComputed(sql: Sql, id: string, computed: Computed): Promise<void> {
  await sql`update season_entries set computed = ${JSON.stringify(computed)} where id = ${id}`
}

export async function putChecks(sql: Sql, id: string, checks: Checks): Promise<void> {
  await sql`update season_entries set checks = ${JSON.stringify(checks)} where id = ${id}`
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

/** A step of an entry's review: a decision, or an answer of its pilot. Findings of the service are decisions with triggers. */
export interface Step {
  readonly entry: string
  readonly at: number
  readonly state: DecidedState | 'answer'
  readonly text: string
  readonly triggers: readonly ReviewTrigger[] | null
}

/** A decision and an entry are about the same flight: the file may come back with other words, or be read otherwise. */
const isSameFlight = fragment`(d.track = e.track or d.file = e.file)`

type StepRow = Omit<Step, 'triggers'> & { triggers: string | null }
const stepColumns = fragment`d.decided_at as at, d.state, d.reason as text, d.triggers`
const toStep = ({ entry, at, state, text, triggers }: StepRow): Step => ({
  entry,
  at,
  state,
  text,
  triggers: triggers === null ? null : (JSON.parse(triggers) as ReviewTrigger[]),
})

/** Of some entries, from the first to the last. */
export async function listSteps(sql: Sql, entryIds: readonly string[]): Promise<Step[]> {
  const rows = await sql<StepRow>`
    select e.id as entry, ${stepColumns}
    from entry_decisions d join season_pilots p on p.season_id = d.season_id and p.user_id = d.user_id
    join season_entries e on e.pilot_id = p.id and ${isSameFlight}
    where e.id in (${paddedList(entryIds)}) order by d.decided_at, d.id, e.id`
  return rows.map(toStep)
}

/** The same of all entries of a pilot or a season, which are at hand: the join compares each of a pilot with each. */
export async function listStepsAbout(
  sql: Sql,
  of: { pilotId: string } | { seasonId: string },
  held: readonly (Pick<HeldEntry, 'id' | 'track' | 'facts'> & { readonly pilotId?: string })[],
): Promise<Step[]> {
  const whose = 'pilotId' in of ? fragment`p.id = ${of.pilotId}` : fragment`d.season_id = ${of.seasonId}`
  const rows = await sql<Omit<StepRow, 'entry'> & { pilot: string; file: string; track: string | null }>`
    select p.id as pilot, d.file, d.track, ${stepColumns}
    from entry_decisions d join season_pilots p on p.season_id = d.season_id and p.user_id = d.user_id
    where ${whose} order by d.decided_at, d.id`
  if (rows.length === 0) return []
  const own = 'pilotId' in of ? of.pilotId : undefined
  const byFile = Map.groupBy(held, ({ pilotId = own, facts }) => `${pilotId} ${facts.file}`)
  const byTrack = Map.groupBy(held, ({ pilotId = own, track }) => `${pilotId} ${track}`)
  return rows.flatMap((row) => {
    const about = [
      byFile.get(`${row.pilot} ${row.file}`),
      row.track && byTrack.get(`${row.pilot} ${row.track}`),
    ]
    const ids = new Set(about.flatMap((found) => (found ? found.map(({ id }) => id) : [])))
    return [...ids].sort().map((entry) => toStep({ ...row, entry }))
  })
}

/** As proofs have them: answers are for reviewers alone. */
export function toDecisions(steps: readonly Step[]): EntryDecision[] {
  return steps.flatMap(({ entry, at, state, text }) =>
    state === 'answer' ? [] : [{ entry, at: new Date(at).toISOString(), state, reason: text }],
  )
}

export const listDecisions = async (...about: Parameters<typeof listStepsAbout>) =>
  toDecisions(await listStepsAbout(...about))

/** By null: a finding of the service. */
export async function insertStep(
  sql: Sql,
  { seasonId, userId }: Pick<SeasonPilot, 'seasonId' | 'userId'>,
  { track, facts: { file } }: Pick<HeldEntry, 'track' | 'facts'>,
  { at, state, text, triggers, by }: Omit<Step, 'entry'> & { by: string | null },
): Promise<void> {
  await sql`
    insert into entry_decisions (id, season_id, user_id, file, track, state, reason, triggers, decided_by, decided_at)
    values (${createId(at)}, ${seasonId}, ${userId}, ${file}, ${track}, ${state}, ${text},
      ${triggers && JSON.stringify(triggers)}, ${by}, ${at})`
}

/** For the pilot: also about flights that are gone, and in seasons that were left. */
export function listStepsOfUser(sql: Sql, userId: string) {
  return sql<{ season: string; file: string; state: Step['state']; text: string; at: number }>`
    select s.name as season, d.file, d.state, d.reason as text, d.decided_at as at
    from entry_decisions d join seasons s on s.id = d.season_id
    where d.user_id = ${userId} order by d.decided_at, d.id`
}

export interface EntryOfPilot extends HeldEntry {
  readonly seasonId: string
  readonly pilotId: string
}

const ofPilot = fragment`${columns}, season_id as "seasonId", pilot_id as "pilotId"`

export async function findEntry(sql: Sql, entryId: string): Promise<EntryOfPilot | undefined> {
  const [row] = await sql<Row & EntryOfPilot>`select ${ofPilot} from season_entries where id = ${entryId}`
  return row && toHeld(row)
}

/** Entries whose last decision is this one, the latest first. */
export async function listInState(
  sql: Sql,
  seasonId: string,
  { state, after, limit }: { state: DecidedState; after: string | undefined; limit: number },
): Promise<EntryOfPilot[]> {
  const earlier = after === undefined ? nothing : fragment`and id < ${after}`
  const rows = await sql<Row & EntryOfPilot>`
    select ${ofPilot} from season_entries e
    where season_id = ${seasonId} ${earlier} and exists (
      select 1 from season_pilots p where p.id = e.pilot_id
      and (p.takes = 'all' or (p.takes = 'chosen' and e.is_chosen)) and ${state} = (
        select d.state from entry_decisions d
        where d.season_id = p.season_id and d.user_id = p.user_id and ${isSameFlight} and d.state <> 'answer'
        order by d.decided_at desc, d.id desc limit 1))
    order by id desc limit ${limit}`
  return rows.map(toHeld)
}

export interface Twin {
  /** Of the pilot. */
  readonly entry: string
  readonly other: HeldEntry
  readonly pilotId: string
  readonly takes: SeasonPilot['takes']
}

/** Entries of other pilots of the season with the same tracks as a pilot's. */
export async function listTwins(sql: Sql, pilotId: string): Promise<Twin[]> {
  const rows = await sql<Row & { entry: string; pilotId: string; takes: SeasonPilot['takes'] }>`
    select e.id as entry, p.id as "pilotId", p.takes, o.id, o.flight_id as "flightId",
      o.change_number as "changeNumber", o.is_chosen as "isChosen", o.track, o.facts, o.computed, o.checks
    from season_entries e
    join season_entries o on o.season_id = e.season_id and o.track = e.track and o.pilot_id <> e.pilot_id
    join season_pilots p on p.id = o.pilot_id
    where e.pilot_id = ${pilotId}`
  return rows.map(({ entry, pilotId, takes, ...row }) => ({ entry, pilotId, takes, other: toHeld(row) }))
}
