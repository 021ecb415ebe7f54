// Prepared statements by their names, which all connections of the node share.
//
// A running node survives what a newer one does to the schema: when the columns of a prepared statement have changed their
// type, PostgreSQL refuses it from then on, on this connection. The statement then gets a new name, under which every
// connection prepares it afresh; the old one goes with its connection.
import { createHash } from 'node:crypto'

const MAX_NAMES = 5_000
const NO_SUCH_STATEMENT = '26000'

const names = new Map<string, string>()

/**
 * PostgreSQL knows a prepared statement by its name, at most 63 characters. From the sixth time on it may run one by a
 * plan for any values, which for a page of a list is wrong: not knowing the limit, it read and sorted all flights of the
 * pilot. Such a statement stays without a name and is planned for its values each time.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text) ?? remember(text, /\blimit \$/.test(text) ? '' : hashOf(text))
  return name === '' ? undefined : name
}

/** Of several connections that find the same name outdated, the first replaces it. */
export function replaceName(text: string, outdated: string | undefined): void {
  if (outdated === undefined || names.get(text) !== outdated) return
  const [hash = '', count = '0'] = outdated.split('.')
  remember(text, `${hash}.${Number(count) + 1}`)
}

/** The schema has changed below the prepared statement, or a pooler has dropped it: prepared afresh, it runs. */
export function isOutdated(error: unknown): boolean {
  const { code, file } = error as { code?: string; file?: string }
  return file === 'plancache.c' || code === NO_SUCH_STATEMENT
}

function remember(text: string, name: string): string {
  if (names.size >= MAX_NAMES) names.clear()
  names.set(text, name)
  return name
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
