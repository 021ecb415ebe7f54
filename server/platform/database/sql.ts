// The `sql` tag: values become parameters, fragments become text, one tag for both engines.

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

export type Parameter = Exclude<SqlValue, Fragment>
export type RunStatement = (text: string, values: Parameter[]) => Promise<unknown[]>

export interface Sql {
  /** Runs one statement and gives its rows (with `returning` for a write). */
  <Row = unknown>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]>
  /** Row lock at the end of a `select`: empty on SQLite, whose transactions hold the whole database. */
  readonly forUpdate: Fragment
  /** Keeps a row from being deleted until the transaction ends, and lets others do the same. */
  readonly forKeyShare: Fragment
  /** Like `forUpdate`, but passes over rows that another node holds. */
  readonly skipLocked: Fragment
}

/** A part of a statement to be put into another: fragment`and season = ${season}`. */
export function fragment(strings: TemplateStringsArray, ...values: SqlValue[]): Fragment {
  return new Fragment(strings, values)
}

export const nothing = new Fragment([''], [])

/** Parameters for `in (…)`; the list must not be empty. */
export function list(values: readonly Parameter[]): Fragment {
  if (values.length === 0) throw new Error('an empty list is not legal in "in (…)"')
  return new Fragment(['', ...values.slice(1).map(() => ', '), ''], values)
}

/** Fragments one after the other, with a text between them. */
export function join(parts: readonly Fragment[], separator: string): Fragment {
  return new Fragment(['', ...parts.slice(1).map(() => separator), ''], parts)
}

/** Texts of statements without fragments, by their place in the program: they are always the same. */
const plainTexts = {
  sqlite: new WeakMap<TemplateStringsArray, string>(),
  postgres: new WeakMap<TemplateStringsArray, string>(),
}

function isParameter(value: SqlValue | undefined): boolean {
  return value !== undefined && !(value instanceof Fragment)
}

export function createSql(engine: 'sqlite' | 'postgres', run: RunStatement): Sql {
  const isPostgres = engine === 'postgres'
  const texts = plainTexts[engine]
  const tag = <Row>(strings: TemplateStringsArray, ...values: SqlValue[]): Promise<Row[]> => {
    const isPlain = values.every(isParameter)
    const known = isPlain ? texts.get(strings) : undefined
    if (known !== undefined) return run(known, values as Parameter[]) as Promise<Row[]>
    const statement = { text: '', values: [] as Parameter[] }
    append(statement, strings, values, isPostgres)
    if (isPlain) texts.set(strings, statement.text)
    return run(statement.text, statement.values) as Promise<Row[]>
  }
  return Object.assign(tag, {
    forUpdate: new Fragment([isPostgres ? 'for update' : ''], []),
    forKeyShare: new Fragment([isPostgres ? 'for key share' : ''], []),
    skipLocked: new Fragment([isPostgres ? 'for update skip locked' : ''], []),
  })
}

function append(
  statement: { text: string; values: Parameter[] },
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
      append(statement, value.strings, value.values, isPostgres)
    } else {
      statement.values.push(value)
      statement.text += isPostgres ? `$${statement.values.length}` : '?'
    }
  }
}
