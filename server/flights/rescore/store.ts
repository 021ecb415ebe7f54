// Flights whose score is not proven yet.
import { countRows } from '#server/platform/database/count.ts'
import { fragment, list, type Sql } from '#server/platform/database/database.ts'
import { againColumns, againTables, type ScoredFlight } from './score-store.ts'

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
