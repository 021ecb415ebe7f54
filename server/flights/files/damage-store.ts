// Files that were found to be corrupt or lost.
import type { Sql } from '#server/platform/database/database.ts'
import type { FileProblem } from '#server/platform/files/file-store.ts'
import type { FileTable, PlacedFile } from './tables.ts'

export interface DamagedFile {
  /** The id of its flight, or of its photo. */
  key: string
  hash: string
  problem: FileProblem
}

/** For the operator's checks, for any owner. */
export async function findFileOf(
  sql: Sql,
  { name, key: column, hash, damaged }: FileTable,
  key: string,
): Promise<(PlacedFile & { isDamaged: boolean }) | undefined> {
  const [row] = await sql<PlacedFile & { isDamaged: boolean }>`
    select s.${column} as key, ${hash} as hash, s.byte_length as "byteLength", s.compressed,
      s.stored_hash as "storedHash", s.is_outside as "isOutside",
      exists (select 1 from ${damaged} d where d.${column} = s.${column}) as "isDamaged"
    from ${name} s where s.${column} = ${key}`
  return row
}

export async function noteDamage(
  sql: Sql,
  nowMs: number,
  { name, key: column, damaged }: FileTable,
  key: string,
  problem: FileProblem,
): Promise<void> {
  await sql`
    insert into ${damaged} (${column}, problem, found_at)
    select ${column}, ${problem}, ${sql.time(nowMs)} from ${name} where ${column} = ${key}
    on conflict (${column}) do update set problem = excluded.problem
    where ${damaged}.problem <> excluded.problem`
}

export async function forgetDamage(
  sql: Sql,
  { key: column, damaged }: FileTable,
  key: string,
): Promise<void> {
  await sql`delete from ${damaged} where ${column} = ${key}`
}

export function listDamaged(
  sql: Sql,
  { name, key: column, hash, damaged }: FileTable,
  afterKey: string,
  limit: number,
): Promise<DamagedFile[]> {
  return sql<DamagedFile>`
    select d.${column} as key, ${hash} as hash, d.problem
    from ${damaged} d join ${name} s on s.${column} = d.${column}
    where d.${column} > ${afterKey} order by d.${column} limit ${limit}`
}

/** Only so far: of a bucket that was emptied every file is lost. */
const MAX_COUNTED = 10_000

export async function countDamaged(sql: Sql): Promise<Map<FileProblem, number>> {
  const rows = await sql<{ problem: FileProblem; count: number }>`
    select problem, count(*) as count from (
      select problem from damaged_files union all select problem from damaged_photos limit ${MAX_COUNTED}) as damaged
    group by problem`
  return new Map(rows.map(({ problem, count }) => [problem, count]))
}
