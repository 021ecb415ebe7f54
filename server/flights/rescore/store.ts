// Flights that are scored again, and those whose score is not proven yet.
import { countRows } from '#server/platform/database/count.ts'
import { fragment, list, type Sql } from '#server/platform/database/database.ts'
import { keepAnalysis } from '../record/analysis-store.ts'
import type { Change } from '../record/change.ts'
import { assignScored, type ScoredColumns } from '../record/columns.ts'
import { changeFlight, type ChangedFlight } from '../record/store.ts'

/** A flight that is about to be scored again. */
export interface ScoredFlight {
  id: string
  byteLength: number
  ownerId: string
  scoredBy: string
  takeoffId: string
  flightDate: string
  metadata: string
  trace: string | null
  footprint: string | null
  footprintKey: number | null
  analysis: Uint8Array | null
  hash: string
  compressed: Uint8Array
  storedHash: string | null
  isOutside: boolean
  givenDate: string | null
}

const againColumns = fragment`
  f.id, f.owner_id as "ownerId", f.scored_by as "scoredBy", f.takeoff_id as "takeoffId",
  f.flight_date as "flightDate", f.metadata, f.trace, f.footprint, f.footprint_key as "footprintKey",
  f.hash, s.byte_length as "byteLength", s.compressed, s.stored_hash as "storedHash",
  s.is_outside as "isOutside", s.given_date as "givenDate", a.compressed as analysis`

const againTables = fragment`
  flights f join flight_files s on s.flight_id = f.id left join flight_analyses a on a.flight_id = f.id`

const isOutdated = (scoredBy: string) =>
  fragment`(scored_by <> ${scoredBy} or metadata like '%"proven":false%')`

/**
 * Flights that another version of range, rules, solver or analysis has scored, and those whose score is not proven, by id.
 * An earlier release did not name the latter: their certificate tells.
 */
export function listOutdated(
  sql: Sql,
  scoredBy: string,
  afterId: string,
  limit: number,
): Promise<ScoredFlight[]> {
  return sql<ScoredFlight>`
    select ${againColumns} from ${againTables}
    where ${isOutdated(scoredBy)} and f.id > ${afterId}
    order by f.id limit ${limit}`
}

export function countOutdated(sql: Sql, scoredBy: string): Promise<number> {
  return countRows(sql, fragment`flights where ${isOutdated(scoredBy)}`)
}

/** The flight as it is now; undefined when it is gone or was scored by another process in the meantime. */
export async function findScored(
  sql: Sql,
  { id, ownerId, scoredBy }: ScoredFlight,
): Promise<ScoredFlight | undefined> {
  const [row] = await sql<ScoredFlight>`
    select ${againColumns} from ${againTables}
    where f.owner_id = ${ownerId} and f.id = ${id} and f.scored_by = ${scoredBy}`
  return row
}

/** Scored again with the same outcome: the flight is not changed. False as for changeScore's undefined. */
export async function markScored(
  sql: Sql,
  { id, ownerId, scoredBy }: ScoredFlight,
  newScoredBy: string,
): Promise<boolean> {
  const marked = await sql`
    update flights set scored_by = ${newScoredBy}
    where owner_id = ${ownerId} and id = ${id} and scored_by = ${scoredBy} returning id`
  return marked.length > 0
}

/** Undefined when the flight is gone, or has been changed or scored by another process in the meantime. */
export async function changeScore(
  change: Change,
  flight: Pick<ScoredFlight, 'id' | 'scoredBy' | 'metadata'>,
  score: ScoredColumns,
  analysis: Uint8Array | null,
): Promise<ChangedFlight | undefined> {
  // The columns read may have changed since: a verdict on its signature, say.
  const condition = fragment`and scored_by = ${flight.scoredBy} and metadata = ${flight.metadata}`
  const changed = await changeFlight(change, flight.id, assignScored(score), condition)
  if (changed) await keepAnalysis(change.sql, flight.id, analysis)
  return changed
}

/** The one that has been tried least; one whose file is damaged waits until that is healed. */
export async function findUnproven(sql: Sql, scoredBy: readonly string[]): Promise<ScoredFlight | undefined> {
  const [row] = await sql<ScoredFlight>`
    select ${againColumns} from ${againTables}
    where f.scored_by in (${list(scoredBy)})
      and not exists (select 1 from flight_files d where d.flight_id = f.id and d.problem is not null)
    order by f.scored_by, f.id limit 1`
  return row
}

export function countUnproven(sql: Sql, scoredBy: readonly string[]): Promise<number> {
  return countRows(sql, fragment`flights where scored_by in (${list(scoredBy)})`)
}

/** So many of the flights with one name get the other; how many. */
export async function renameScorer(sql: Sql, from: string, to: string, limit: number): Promise<number> {
  const rows = await sql`
    update flights set scored_by = ${to} where id in (
      select id from flights where scored_by = ${from} order by id limit ${limit})
    returning id`
  return rows.length
}
