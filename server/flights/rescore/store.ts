// Flights whose score is not proven yet, and whose turn it is among the nodes.
import { fragment, list, type Sql } from '#server/platform/database/database.ts'
import { againColumns, againTables, type ScoredFlight } from './score-store.ts'

/** The one that has been tried least; one whose file is damaged waits until that is healed. */
export async function findUnproven(sql: Sql, scoredBy: readonly string[]): Promise<ScoredFlight | undefined> {
  const [row] = await sql<ScoredFlight>`
    select ${againColumns} from ${againTables}
    where f.scored_by in (${list(scoredBy)})
      and not exists (select 1 from damaged_files d where d.flight_id = f.id)
    order by f.scored_by, f.id limit 1`
  return row
}

export async function countUnproven(sql: Sql, scoredBy: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*) as count from flights where scored_by in (${list(scoredBy)})`
  return row?.count ?? 0
}

const isTurn = fragment`name = 'proving until'`

/** One node at a time, for so long unless it is renewed; false while another has it. */
export async function takeTurn(sql: Sql, nowMs: number, untilMs: number): Promise<boolean> {
  await sql`insert into installation (name, value) values ('proving until', '0') on conflict (name) do nothing`
  const taken = await sql`
    update installation set value = ${String(untilMs)}
    where ${isTurn} and cast(value as bigint) <= ${nowMs} returning name`
  return taken.length > 0
}

/** False when it has run out, and is another's. */
export async function changeTurn(sql: Sql, fromMs: number, toMs: number): Promise<boolean> {
  const changed = await sql`
    update installation set value = ${String(toMs)} where ${isTurn} and value = ${String(fromMs)} returning name`
  return changed.length > 0
}
