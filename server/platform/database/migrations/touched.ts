// How many rows a migration has to do with, for the log and the plan.
import type { Database } from '../database.ts'
import { Fragment, list, type Sql } from '../sql.ts'
import { listStatements, type Migration } from './files.ts'

const touching = [
  /\balter table (?:if exists )?(\w+)/gi,
  /\b(?:update|insert into|delete from) (\w+)/gi,
  /\bdrop table (?:if exists )?(\w+)/gi,
  /\bindex\b.*?\bon (\w+) ?\(/gis,
]

/** Tables that are there -> their rows. */
export async function countTouched(
  sql: Sql,
  engine: Database['engine'],
  migration: Migration,
): Promise<Record<string, number>> {
  const names = listTouched(migration)
  if (names.length === 0) return {}
  const tables =
    engine === 'sqlite'
      ? await sql<{ name: string }>`
          select name from sqlite_schema where type = 'table' and name in (${list(names)})`
      : await sql<{ name: string }>`
          select relname as name from pg_class
          where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname in (${list(names)})`
  const counts: Record<string, number> = {}
  for (const name of names)
    if (tables.some((table) => table.name === name)) counts[name] = await countRows(sql, name)
  return counts
}

export function listTouched({ text }: Migration): string[] {
  const statements = listStatements(text).join(';\n')
  const names = touching.flatMap((pattern) => [...statements.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(names)]
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{
    count: number
  }>`select count(*) as count from ${new Fragment([`"${table}"`], [])}`
  return row?.count ?? 0
}
