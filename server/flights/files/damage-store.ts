// Flights whose file was found to be corrupt or lost. A row goes with its flight, and when the file is whole again.
import type { Sql } from '#server/platform/database/database.ts'
import type { FileProblem } from '#server/platform/files/file-store.ts'
import { fileColumns, type StoredFile } from '../store.ts'

export interface DamagedFile {
  flightId: string
  hash: string
  problem: FileProblem
}

/** For the operator's checks, for any owner. */
export async function findFileOf(
  sql: Sql,
  flightId: string,
): Promise<(StoredFile & { isDamaged: boolean }) | undefined> {
  const [row] = await sql<StoredFile & { isDamaged: boolean }>`
    select ${fileColumns}, exists (select 1 from damaged_files d where d.flight_id = f.id) as "isDamaged"
    from flights f join flight_files s on s.flight_id = f.id where f.id = ${flightId}`
  return row
}

export async function noteDamage(
  sql: Sql,
  nowMs: number,
  flightId: string,
  problem: FileProblem,
): Promise<void> {
  await sql`
    insert into damaged_files (flight_id, problem, found_at)
    select id, ${problem}, ${sql.time(nowMs)} from flights where id = ${flightId}
    on conflict (flight_id) do update set problem = excluded.problem
    where damaged_files.problem <> excluded.problem`
}

export async function forgetDamage(sql: Sql, flightId: string): Promise<void> {
  await sql`delete from damaged_files where flight_id = ${flightId}`
}

export function listDamaged(sql: Sql, afterId: string, limit: number): Promise<DamagedFile[]> {
  return sql<DamagedFile>`
    select d.flight_id as "flightId", f.hash, d.problem
    from damaged_files d join flights f on f.id = d.flight_id
    where d.flight_id > ${afterId} order by d.flight_id limit ${limit}`
}

/** Only so far: of a bucket that was emptied every file is lost. */
const MAX_COUNTED = 10_000

export async function countDamaged(sql: Sql): Promise<Map<FileProblem, number>> {
  const rows = await sql<{ problem: FileProblem; count: number }>`
    select problem, count(*) as count from (select problem from damaged_files limit ${MAX_COUNTED}) as damaged
    group by problem`
  return new Map(rows.map(({ problem, count }) => [problem, count]))
}
