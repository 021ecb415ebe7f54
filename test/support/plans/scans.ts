// Finds statements that walk over a whole table, and changes that walk over all flights of a pilot. Every statement that
// the service prepares in a test is explained first: without collected statistics SQLite plans only by the indexes, so
// an empty database shows what a large one does.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { allowedScans, smallTables, workIndexes } from './allowed-scans.ts'

interface Preparing {
  prepare: (this: DatabaseSync, text: string) => StatementSync
}

const MIN_COMPARED = 20
const scans = new Map<string, string>()
let isWatching = false

/** From now on, on every database that this process opens; it ends as failed when there was one. */
export function watchScans(): void {
  if (isWatching) return
  isWatching = true
  process.once('exit', report)
  const prototype = DatabaseSync.prototype as Preparing
  const { prepare } = prototype
  const known = new Set<string>()
  prototype.prepare = function (text) {
    if (!known.has(text) && /^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      known.add(text)
      const plan = prepare.call(this, `explain query plan ${text}`).all() as { detail: string }[]
      // As it is written in the source, before the embedded database's own `+ 0` behind a limit.
      const statement = toLine(text).replaceAll('? + 0', '?')
      const scan = findScan(statement, plan)
      if (scan) scans.set(statement, scan)
    }
    return prepare.call(this, text)
  }
}

function report(): void {
  if (scans.size === 0) return
  const testSources = readTestSources()
  for (const [statement, scan] of scans) {
    if (isOfTest(statement, testSources)) continue
    console.error(`A whole table is read (${scan}) by: ${statement}`)
    process.exitCode = 1
  }
}

/** A test may check a whole table: its statements are in its source. */
function isOfTest(statement: string, testSources: string): boolean {
  const [beginning = ''] = statement.split('?')
  return beginning.length >= Math.min(MIN_COMPARED, statement.length) && testSources.includes(beginning)
}

function readTestSources(): string {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return files.map((file) => toLine(readFileSync(join(root, file), 'utf8'))).join(' ')
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The part of a plan that reads a large table from its beginning to its end. */
export function findScan(statement: string, plan: readonly { detail: string }[]): string | undefined {
  if (allowedScans.some((allowed) => allowed.test(statement))) return undefined
  const tables = listTables(statement)
  return plan.find(({ detail }) => {
    if (isWalkOverLogbook(statement, detail, tables)) return true
    if (isPageOfSorted(statement, detail, plan, tables)) return true
    const [, name = '', index = ''] = /^SCAN (\w+)(?:.* INDEX (\w+))?/.exec(detail) ?? []
    const table = tables.get(name)
    return table !== undefined && !smallTables.has(table) && !workIndexes.has(index)
  })?.detail
}

/** The changes by one flight must not depend on how many the pilot has. */
function isWalkOverLogbook(statement: string, detail: string, tables: Map<string, string>): boolean {
  const [, name = ''] = /^SEARCH (\w+) USING .*\(owner_id=\?\)$/.exec(detail) ?? []
  return (
    tables.get(name) === 'flights' &&
    /^(insert|update|delete)\b/.test(statement) &&
    !/ limit \?/.test(statement)
  )
}

/** A page for which all flights of a pilot are sorted, or those of all pilots walked over by their ids. */
function isPageOfSorted(
  statement: string,
  detail: string,
  plan: readonly { detail: string }[],
  tables: Map<string, string>,
): boolean {
  const [, name = '', by = ''] = /^SEARCH (\w+) USING .*\((owner_id=\?|id>\?)\)$/.exec(detail) ?? []
  if (tables.get(name) !== 'flights' || !/ order by .* limit \?$/.test(statement)) return false
  const isByOwner = /\bowner_id = \?/.test(statement)
  return (by === 'id>?' && isByOwner) || plan.some((step) => step.detail === 'USE TEMP B-TREE FOR ORDER BY')
}

const tableName =
  /\b(?:from|join|update|into) "?(\w+)"?(?: (?:as )?(?!(?:where|set|on|join|left|order|limit|group|values|select|union|returning)\b)(\w+))?/gi

/** A plan names a table as the statement does, by its alias where it has one. */
function listTables(statement: string): Map<string, string> {
  // Rows of a common table expression are read by its own part of the plan.
  const common = Array.from(statement.matchAll(/\b(\w+) as \(/g), ([, name]) => name)
  const found = [...statement.matchAll(tableName)].filter(([, table]) => !common.includes(table))
  return new Map(found.map(([, table = '', alias]) => [alias ?? table, table]))
}
