// The `sql` tag: values become parameters, fragments become text, one tag for both engines.
import { channel } from 'node:diagnostics_channel'

/** Every statement as it was written, for tests: they prepare what ran on one engine on the other as well. */
export const statements = channel('cloudstreet:statement')

export interface WrittenStatement {
  readonly engine: Engine
  readonly strings: readonly string[]
  readonly values: readonly SqlValue[]
}

export type Engine = 'sqlite' | 'postgres'

export type SqlValue = string | number | bigint | boolean | null | Uint8Array | Fragment

/** A piece of a statement: text with its own parameters. Made only by the functions below. */
export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly SqlValue[]
  constructor(strings: readonly string[], values: readonly SqlValue[]) {
    this.strings = strings
    this.values = values
  }
}

/** A fragment that PostgreSQL reads differently. Both forms have the same parameters. */
class VaryingFragment extends Fragment {
  readonly postgres: Fragment
  constructor(sqlite: Fragment, postgres: Fragment) {
    super(sqlite.strings, sqlite.values)
    this.postgres = postgres
  }
}

export type Parameter = Exclude<SqlValue, Fragment>
export type RunStatement = (text: string, values: Parameter[]) => Promise<unknown[]>

export interface Sql {
  /** Runs one statement and gives its rows (with `returning` for a write). */
  <Row = unknown>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  /** Row lock at the end of a `select`: empty on SQLite, whose transactions hold the whole database. */
  readonly forUpdate: Fragment
  /** Keeps a row from being deleted until the transaction ends; several transactions may hold it. */
  readonly forKeyShare: Fragment
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly skipLocked: Fragment
  /**
   * The time of the statement, where nodes compare times. On PostgreSQL the database's own when it is later: a node may
   * have been frozen between reading the clock and sending the statement.
   */
  readonly time: (nowMs: number) => Fragment
}

/** A part of a statement, for use in another: fragment`and season = ${season}`. */
export function fragment(strings: TemplateStringsArray, ...values: SqlValue[]): Fragment {
  return new Fragment(strings, values)
}

export const nothing = fragment``

/** Parameters for `in (…)`; the list must not be empty. */
export function list(values: readonly Parameter[]): Fragment {
  if (values.length === 0) throw new Error('an empty list is not legal in "in (…)"')
  return new Fragment(['', ...values.slice(1).map(() => ', '), ''], values)
}

/** Names of the schema, from a table of the program. */
export function name(text: string): Fragment {
  return new Fragment([text], [])
}

/** `name = value, …` of those values that are given; one at least must be. */
export function assign(values: Readonly<Record<string, SqlValue | undefined>>): Fragment {
  const given = Object.entries(values).filter((entry) => entry[1] !== undefined) as [string, SqlValue][]
  const ends = given.map(([column], index) => `${index === 0 ? '' : ', '}${column} = `)
  return new Fragment(
    [...ends, ''],
    given.map(([, value]) => value),
  )
}

/** Text that the program puts together once, from words of its own, such as a list of columns; parameters are between its parts. */
export function literal(parts: readonly string[], values: readonly SqlValue[] = []): Fragment {
  return new Fragment(parts, values)
}

/** Fragments one after the other, with a separator between them. */
export function join(parts: readonly Fragment[], separator: string): Fragment {
  return new Fragment(['', ...parts.slice(1).map(() => separator), ''], parts)
}

const varying = {
  forUpdate: new VaryingFragment(nothing, fragment`for update`),
  forKeyShare: new VaryingFragment(nothing, fragment`for key share`),
  skipLocked: new VaryingFragment(nothing, fragment`for update skip locked`),
  time: (nowMs: number) =>
    new VaryingFragment(
      fragment`${nowMs}`,
      fragment`greatest(cast(${nowMs} as bigint), cast(extract(epoch from statement_timestamp()) * 1000 as bigint))`,
    ),
}

export function createSql(engine: Engine, run: RunStatement): Sql {
  const tag = <Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> => {
    if (statements.hasSubscribers) statements.publish({ engine, strings, values } satisfies WrittenStatement)
    const statement = writeStatement(engine, strings, values)
    return run(statement.text, statement.values) as Promise<Row[]>
  }
  return Object.assign(tag, varying)
}

export interface Statement {
  text: string
  values: Parameter[]
}

export function writeStatement(
  engine: Engine,
  strings: readonly string[],
  values: readonly SqlValue[],
): Statement {
  const statement: Statement = { text: '', values: [] }
  append(statement, strings, values, engine === 'postgres')
  return statement
}

function append(
  statement: Statement,
  strings: readonly string[],
  values: readonly SqlValue[],
  isPostgres: boolean,
): void {
  for (const [index, text] of strings.entries()) {
    statement.text += text
    if (index >= values.length) break
    const value = values[index]
    if (value === undefined)
      throw new Error(`parameter ${index + 1} of "${statement.text.trim()}" is undefined`)
    if (value instanceof Fragment) {
      const own = isPostgres && value instanceof VaryingFragment ? value.postgres : value
      append(statement, own.strings, own.values, isPostgres)
    } else {
      statement.values.push(value)
      statement.text += isPostgres ? `$${statement.values.length}` : '?'
    }
  }
}

export function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text)
}
