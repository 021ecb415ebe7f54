// Notes every statement that this process runs on SQLite, in the form that PostgreSQL gets, with the kinds of its values.
// The runner prepares them all on a PostgreSQL at the end (check.ts): every statement is checked for both engines, while
// only what depends on the engine runs on both.
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Parameter,
  statements,
  writeStatement,
  type WrittenStatement,
} from '#server/platform/database/sql.ts'

export type Kind = 'null' | 'boolean' | 'integer' | 'fraction' | 'text' | 'bytes'

export interface SeenStatement {
  text: string
  /** By parameter: the kinds of values that it was given. */
  kinds: Kind[][]
  /** Where it was first run. */
  source: string
}

interface Seen {
  kinds: Set<Kind>[]
  source: string
}

/** Until the process ends; then they are in a file of that folder. */
export function collectStatements(folder: string): void {
  const seen = new Map<string, Seen>()
  subscribe(statements.name, (message) => {
    const { engine, strings, values } = message as WrittenStatement
    if (engine === 'sqlite') note(seen, strings, values)
  })
  process.once('exit', () => {
    const list = [...seen].map(([text, { kinds, source }]): SeenStatement => {
      return { text, kinds: kinds.map((each) => [...each]), source }
    })
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(list))
  })
}

function note(seen: Map<string, Seen>, strings: readonly string[], given: WrittenStatement['values']): void {
  // An undefined value is refused where the statement runs.
  if (given.includes(undefined as never)) return
  const { text, values } = writeStatement('postgres', strings, given)
  let statement = seen.get(text)
  if (!statement) {
    statement = { kinds: values.map(() => new Set()), source: findSource() }
    seen.set(text, statement)
  }
  for (const [index, value] of values.entries()) statement.kinds[index]?.add(toKind(value))
}

function toKind(value: Parameter): Kind {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'text'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'fraction'
}

/** The first frame outside the tag and this file. */
function findSource(): string {
  const root = join(import.meta.dirname, '../../..')
  const frames = (new Error('where').stack ?? '').split('\n').slice(1)
  const frame = frames.find(
    (line) => line.includes(root) && !/support\/statements\/|database\/sql\.ts/.test(line),
  )
  return (
    /\(?(?:file:\/\/)?([^()\s]+?)(?::\d+)?\)?$/.exec(frame ?? '')?.[1]?.replace(`${root}/`, '') ?? 'unknown'
  )
}
