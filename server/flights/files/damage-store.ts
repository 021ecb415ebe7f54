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
  { name, key: column, hash }: FileTable,
  key: string,
): Promise<(PlacedFile & { isDamaged: boolean }) | undefined> {
  const [row] = await sql<PlacedFile & { isDamaged: boolean }>`
    select s.${column} as key, ${hash} as hash, s.byte_length as "byteLength", s.compressed,
      s.stored_hash as "storedHash", s.is_outside as "isOutside",
      s.problem is not null as "isDamaged"
    from ${name} s where s.${column} = ${key}`
  return row
}

/** Null: it is whole. */
export async function noteDamage(
  sql: Sql,
  { name, key: column }: FileTable,
  key: string,
  problem: FileProblem | null,
): Promise<void> {
  await sql`
    update ${name} set problem = ${problem}
    where ${column} = ${key} and coalesce(problem, '') <> ${problem ?? ''}`
}

export function listDamaged(
  sql: Sql,
  { name, key: column, hash }: FileTable,
  afterKey: string,
  limit: number,
): Promise<DamagedFile[]> {
  return sql<DamagedFile>`
    select s.${column} as key, ${hash} as hash, s.problem from ${name} s
    where s.problem is not null and s.${column} > ${afterKey} order by s.${column} limit ${limit}`
}

/** Only so far: of a bucket that was emptied every file is lost. */
const MAX_COUNTED = 10_000

export async function countDamaged(sql: Sql): Promise<Map<FileProblem, number>> {
  const rows = await sql<{ problem: FileProblem; count: number }>`
    select problem, count(*) as count from (
      select problem from flight_files where problem is not null
      union all select problem from photo_files where problem is not null limit ${MAX_COUNTED}) as damaged
    group by problem`
  return new Map(rows.map(({ problem, count }) => [problem, count]))
}
