// Prepares on PostgreSQL what ran on SQLite: syntax, tables, columns and types are checked without running anything.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Kind, SeenStatement } from './collect.ts'

/** The kinds that PostgreSQL takes for a parameter of each type; a null is one of any. */
const takes: Record<string, readonly Kind[]> = {
  smallint: ['integer'],
  integer: ['integer'],
  bigint: ['integer'],
  numeric: ['integer', 'fraction'],
  real: ['integer', 'fraction'],
  'double precision': ['integer', 'fraction'],
  // A number would be stored as its digits, and by SQLite as a number.
  text: ['text'],
  boolean: ['boolean'],
  bytea: ['bytes'],
}
/** Types that rows are read as (server/platform/database/postgres). */
const isRead = new Set(Object.keys(takes))

/** Statements about the embedded database itself; the other engine has a different statement there. */
const isOfSqlite = /\bsqlite_\w+/

/** A sentence for each statement that PostgreSQL would refuse. */
export async function checkStatements(url: string, seen: readonly SeenStatement[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const faults: string[] = []
    for (const statement of seen.filter(({ text }) => !isOfSqlite.test(text)))
      faults.push(...(await checkStatement(client, statement)))
    return faults
  } finally {
    await client.end()
  }
}

async function checkStatement(client: pg.Client, { text, kinds, source }: SeenStatement): Promise<string[]> {
  const explain = (why: string) => `${source}: ${why}\n    ${text.replaceAll(/\s+/g, ' ').trim()}`
  try {
    await client.query(`prepare checked as ${text}`)
  } catch (error) {
    return [explain((error as Error).message)]
  }
  const { rows } = await client.query<{ parameters: string[]; results: string[] | null }>(
    `select parameter_types::text[] as parameters, result_types::text[] as results
     from pg_prepared_statements where name = 'checked'`,
  )
  await client.query('deallocate checked')
  const { parameters = [], results } = rows[0] ?? {}
  const misfits = parameters.flatMap((type, index) => {
    const wrong = (kinds[index] ?? []).filter((kind) => kind !== 'null' && !takes[type]?.includes(kind))
    return wrong.map((kind) => explain(`parameter ${index + 1} is ${type} and was given ${kind}`))
  })
  const unread = (results ?? []).filter((type) => !isRead.has(type))
  return [...misfits, ...unread.map((type) => explain(`a column of its rows is ${type}`))]
}

/**
 * The statements that all processes of a run have noted, each once with all kinds of its values; those of the service on
 * its schema, since a test may write its own for one engine, and migrations read tables that are going.
 */
export function readStatements(folder: string): SeenStatement[] {
  const all = new Map<string, SeenStatement>()
  for (const file of readdirSync(folder)) {
    const noted = JSON.parse(readFileSync(join(folder, file), 'utf8')) as SeenStatement[]
    for (const statement of noted) all.set(statement.text, merge(all.get(statement.text), statement))
  }
  return [...all.values()].filter(
    ({ source }) => !/^(?:test|server\/platform\/database\/migrations)\//.test(source),
  )
}

function merge(known: SeenStatement | undefined, added: SeenStatement): SeenStatement {
  if (!known) return added
  const kinds = known.kinds.map((each, index) => [...new Set([...each, ...(added.kinds[index] ?? [])])])
  return { ...known, kinds }
}
