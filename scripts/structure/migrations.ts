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
  const unreleased = listTables(added.filter((path) => basename(path) > LAST_RELEASED).map(readText))
  return added.flatMap((path) =>
    [...findProblems(basename(path), readText(path), unreleased), ...findTwins(path, added)].map(
      (problem) => `${path} ${problem}`,
    ),
  )
}

/** Names of the tables that these create. */
function listTables(texts: readonly string[]): string[] {
  return texts.flatMap(listStatements).flatMap((statement) => {
    const [, table] = /^create table (?:if not exists )?(\w+) \(/i.exec(statement) ?? []
    return table ?? []
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
  const created = [...listTables([text]), ...unreleased]
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
