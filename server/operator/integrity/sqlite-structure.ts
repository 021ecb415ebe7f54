// The file as SQLite itself judges it: every page, row and index, and rows that name others.
import type { Session } from '#server/archive/tables/session.ts'
import { countOf, type Examined, type IntegrityFinding, takeExamples } from './finding.ts'

// About indexes alone; the rows are all there.
const ABOUT_AN_INDEX =
  /^(row \d+ missing from index|wrong # of entries in index|non-unique entry in index|row \d+ values differ from index|rowid not at end-of-record)/

export async function examineSqlite(session: Session, restore: string): Promise<Examined> {
  const findings: IntegrityFinding[] = []
  const said = (await session.run('pragma integrity_check')).map(([text]) => String(text))
  const faults = said.filter((text) => text !== 'ok')
  if (faults.length > 0) findings.push(describeDamage(session.location, faults, restore))
  const orphans = (await session.run('pragma foreign_key_check')) as [string, number | null, string][]
  for (const [names, rows] of Map.groupBy(orphans, ([table, , parent]) => `${table} ${parent}`))
    findings.push(describeOrphans(session.location, names, rows))
  const notes =
    findings.length > 0 ? [] : ['SQLite finds its file whole: every page, row, index and reference.']
  return { findings, notes }
}

function describeDamage(file: string, faults: readonly string[], restore: string): IntegrityFinding {
  const isIndex = faults.every((fault) => ABOUT_AN_INDEX.test(fault))
  return {
    part: 'database',
    sentence: isIndex
      ? `Indexes of the database file ${file} do not agree with their tables.`
      : `The database file ${file} is damaged.`,
    remedy: isIndex
      ? `Stop the service, run \`sqlite3 ${file} reindex\`, and check again. ${restore}`
      : restore,
    examples: takeExamples(faults),
  }
}

function describeOrphans(
  file: string,
  names: string,
  rows: readonly [string, number | null, string][],
): IntegrityFinding {
  const [table, parent] = names.split(' ')
  const ids = takeExamples(rows.map(([, rowid]) => String(rowid)))
  return {
    part: 'references',
    sentence: `${countOf(rows.length, 'row', 'rows')} of ${table} ${rows.length === 1 ? 'names' : 'name'} a row of ${parent} that is not there.`,
    remedy: `No user sees such a row. Make a backup, stop the service, and delete them: \`sqlite3 ${file} "delete from ${table} where rowid in (…)"\`. Where the row of ${parent} should be there, restore a backup that has it.`,
    examples: ids.map((id) => `${table}, rowid ${id}`),
  }
}
