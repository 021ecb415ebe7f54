// How often each kind of statement has run in this process, such as `select flights`.
import { statements, writeStatement, type WrittenStatement } from '#server/platform/database/sql.ts'

export function countStatements(): ReadonlyMap<string, number> {
  const runs = new Map<string, number>()
  statements.subscribe((message) => {
    const { engine, strings, values } = message as WrittenStatement
    const name = nameStatement(writeStatement(engine, strings, values).text)
    runs.set(name, (runs.get(name) ?? 0) + 1)
  })
  return runs
}

/** The table that is written, or the first that is read. */
function nameStatement(text: string): string {
  const written = /\b(insert\s+into|update|delete\s+from)\s+([a-z_]+)/i.exec(
    text.replace(/\bfor\s+update\b/gi, ''),
  )
  if (written) return `${written[1]?.split(/\s/)[0]?.toLowerCase()} ${written[2]}`
  return `select ${/\bfrom\s+([a-z_]+)/i.exec(text)?.[1] ?? 'nothing'}`
}
