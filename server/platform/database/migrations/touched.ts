// How many rows a migration has to do with, for the log and the plan.
import type { Database } from '../database.ts'
import { Fragment, list, type Sql } from '../sql.ts'
import { toCount } from './fill.ts'
import { listStatements, type Migration } from './files.ts'

const touching = [
  /\balter table (?:if exists )?(\w+)/gi,
  /\b(?:update|insert into|delete from) (\w+)/gi,
  /\bdrop table (?:if exists )?(\w+)/gi,
  /\bindex\b.*?\bon (\w+) ?\(/gis,
]

/** Tables that are there -> their rows; of one whose rows are filled, those that are left. */
export async function countTouched(
  sql: Sql,
  engine: Database['engine'],
  migration: Migration,
): Promise<Record<string, number>> {
  const names = listTouched(migration)
  const counts = await countTables(sql, engine, names)
  const [first] = Object.keys(counts)
  if (migration.kind !== 'rows' || first === undefined) return counts
  const [left] = await sql<{ count: number }>`${toCount(migration)}`
  return { [first]: left?.count ?? 0 }
}

export function listTouched({ text }: Migration): string[] {
  const statements = listStatements(text).join(';\n')
  const names = touching.flatMap((pattern) => [...statements.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(names)]
}

async function countTables(
  sql: Sql,
  engine: Database['engine'],
  names: readonly string[],
): Promise<Record<string, number>> {
  if (names.length === 0) return {}
  const tables =
    engine === 'sqlite'
      ? await sql<{ name: string; estimate: number }>`
          select name, -1 as estimate from sqlite_schema where type = 'table' and name in (${list(names)})`
      : await sql<{ name: string; estimate: number }>`
          select relname as name, reltuples as estimate from pg_class
          where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname in (${list(names)})`
  const counts: Record<string, number> = {}
  for (const name of names) {
    const table = tables.find((found) => found.name === name)
    if (table) counts[name] = table.estimate >= 0 ? table.estimate : await countRows(sql, name)
  }
  return counts
}

async function countRows(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{
    count: number
  }>`select count(*) as count from ${new Fragment([`"${table}"`], [])}`
  return row?.count ?? 0
}
