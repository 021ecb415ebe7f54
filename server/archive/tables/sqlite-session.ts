import { DatabaseSync } from 'node:sqlite'
import type { Session, Value } from './session.ts'

const BUSY_TIMEOUT_MS = 10_000

/** Foreign keys are not enforced: anyone who fills a database checks them at the end. */
export async function openSqliteSession(file: string): Promise<Session> {
  const handle = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false })
  handle.exec('pragma synchronous = full')
  const prepare = (text: string) => {
    const statement = handle.prepare(text)
    statement.setReturnArrays(true)
    return statement
  }
  return {
    engine: 'sqlite',
    location: file,
    byBytes: '',
    parameter: () => '?',
    run: async (text, values = []) => prepare(text).all(...values.map(toSqlite)) as unknown as Value[][],
    runScript: async (text) => handle.exec(text),
    stream: async function* (text) {
      yield* prepare(text).iterate() as unknown as Iterable<Value[]>
    },
    close: async () => handle.close(),
  }
}

function toSqlite(value: Value) {
  return typeof value === 'boolean' ? Number(value) : value
}
