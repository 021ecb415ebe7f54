// New migrations keep a database usable while they run: the schema step is short, indexes of tables with rows are built
// concurrently. One that cannot says that it runs alone. docs/develop/migrations.md says how.
import { basename } from 'node:path'
import { listStatements, readKind } from '#server/platform/database/migrations/files.ts'
import { smallTables } from '#test/support/plans/allowed-scans.ts'

/** The last one of a release: a table that is created after it has rows on installations of the main branch alone. */
const LAST_RELEASED = '0001-release-1.1.0.sql'

interface Rule {
  pattern: RegExp
  /** The table that it is about is the first group. */
  problem: string
}

/** Statements that take time or a lock for as long as the table has rows. */
const slow: readonly Rule[] = [
  {
    pattern: /^update (\w+)/i,
    problem: 'changes all rows of %: fill them by a job, or say that the migration runs alone',
  },
  {
    pattern: /^delete from (\w+)/i,
    problem: 'deletes rows of %: do it by a job, or say that the migration runs alone',
  },
  {
    pattern: /^insert into \w+.*\bselect\b.*\bfrom (\w+)/is,
    problem: 'copies rows of %: do it by a job, or say that the migration runs alone',
  },
  {
    pattern: /^create (?:unique )?index .*?\bon (\w+)/is,
    problem: 'builds an index of %, which has rows: use a migration of kind indexes',
  },
  { pattern: /^drop index/i, problem: 'drops an index: use a migration of kind indexes' },
  {
    pattern:
      /^alter table (\w+) (?!.*\bnot valid$).*\b(?:alter column (?!\w+ drop not null$)|set not null|add constraint|add (?:primary|foreign) key|check)\b/is,
    problem:
      'reads or writes all rows of % under its lock: add a new column, or on PostgreSQL a constraint that is not valid',
  },
  {
    pattern: /^alter table (\w+) .*\bdefault (?!(?:'[^']*'|-?\d+(?:\.\d+)?|true|false|null)\s*$)/is,
    problem:
      'gives each row of % a different default: fill them by a job, or say that the migration runs alone',
  },
]

export function findMigrationProblems(
  paths: readonly string[],
  readText: (path: string) => string,
): string[] {
  const added = paths.filter((path) => /^server\/migrations\/.*\.sql$/.test(path))
  const keys = readKeys(added.map(readText))
  const unreleased = [
    ...readKeys(added.filter((path) => basename(path) > LAST_RELEASED).map(readText)).keys(),
  ]
  return added.flatMap((path) =>
    [
      ...findProblems(basename(path), readText(path), unreleased),
      ...findTwins(path, added),
      ...findJournalProblems(basename(path), readText(path), keys),
    ].map((problem) => `${path} ${problem}`),
  )
}

/** Table -> columns of its primary key. */
function readKeys(texts: readonly string[]): Map<string, string[]> {
  const tables = texts.flatMap(listStatements).flatMap((statement) => {
    const [, table, columns] = /^create table (?:if not exists )?(\w+) \((.*)\)$/is.exec(statement) ?? []
    const key =
      /\bprimary key \(([^)]+)\)/i.exec(columns ?? '') ??
      /(?:^|,)\s*(\w+)[^,]* primary key\b/i.exec(columns ?? '')
    return table && key ? [[table, key[1]!.split(/\s*,\s*/)] as const] : []
  })
  return new Map(tables.map(([table, key]) => [table, [...key]]))
}

/** It was run before the first release that has triggers. */
const BEFORE_JOURNAL = '0002-emails.sql'
const PART_OF_TABLE =
  /^alter table (\w+) (?:rename to|(?:rename(?: column)?|drop column(?: if exists)?) (\w+))/i

/** The triggers of the change journal name their table and the columns of its key. */
function findJournalProblems(name: string, text: string, keys: ReadonlyMap<string, string[]>): string[] {
  const created = readKeys([text])
  if (name === BEFORE_JOURNAL) return []
  return listStatements(text).flatMap((statement) => {
    const [, table, column] = PART_OF_TABLE.exec(statement) ?? []
    if (table === undefined || created.has(table)) return []
    if (column === undefined)
      return [`renames ${table}, whose changes would be noted under the old name: make a new table`]
    const isNoted = !new RegExp(
      `^-- postgres: drop function if exists row_changes_${table}\\(\\) cascade;`,
      'm',
    ).test(text)
    return isNoted && keys.get(table)?.includes(column)
      ? [`changes the key of ${table}, which its trigger names: drop that first (docs/develop/migrations.md)`]
      : []
  })
}

/** Two branches that are merged may both have taken the next number. */
function findTwins(path: string, paths: readonly string[]): string[] {
  const numberOf = (name: string) => basename(name).slice(0, 4)
  const twin = paths.find((other) => other < path && numberOf(other) === numberOf(path))
  return twin === undefined ? [] : [`has the number of ${basename(twin)}: take the next one that is free`]
}

function findProblems(name: string, text: string, unreleased: readonly string[]): string[] {
  const kinds = {
    schema: () => checkSchema(text, unreleased),
    indexes: () => checkIndexes(text),
    alone: () => [],
  }
  try {
    return kinds[readKind(name, text)]()
  } catch (error) {
    return [(error as Error).message.replace(`${name} `, '')]
  }
}

function checkSchema(text: string, unreleased: readonly string[]): string[] {
  const statements = listStatements(text.replaceAll(/^-- postgres: /gm, ''))
  const created = [...readKeys([text]).keys(), ...unreleased]
  const hasRows = (table: string | undefined) =>
    table === undefined || !(created.includes(table) || smallTables.has(table))
  return statements.flatMap((statement) =>
    slow.flatMap(({ pattern, problem }) => {
      const found = pattern.exec(statement)
      return found && hasRows(found[1]) ? [problem.replace('%', found[1] ?? '')] : []
    }),
  )
}

function checkIndexes(text: string): string[] {
  const isConcurrent =
    /^(?:create (?:unique )?index concurrently \w+ on |drop index concurrently if exists )/i
  const isOdd = (statement: string) => !isConcurrent.test(statement)
  return listStatements(text).some(isOdd)
    ? ['may only have "create index concurrently NAME on …" and "drop index concurrently if exists NAME"']
    : []
}
