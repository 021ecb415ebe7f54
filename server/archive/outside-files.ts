// An archive holds every file, wherever it is: as if all were in the database. The rows of files are put aside while the
// moment of the backup lasts, and the stores are asked after it: a bucket may take hours, in which the moment would keep
// the database from cleaning up behind its writers.
import { type Files, findWhole } from '#server/platform/files/file-store.ts'
import { quote, readRow, writeRow } from './tables/rows.ts'
import type { Table } from './tables/schema.ts'
import type { Session, Value } from './tables/session.ts'
import type { Spool } from './spool.ts'

const FLIGHT_FILES = 'flight_files'
/** Their rows have the file, or say that it is outside; and its hash, but for those of flights, where the flight has it. */
const fileTables = [FLIGHT_FILES, 'photo_files']

const hasFiles = ({ name }: Table) => fileTables.includes(name)

/** Tables with files, and those that refer to them: they come after all others. */
export function isApart(table: Table): boolean {
  return hasFiles(table) || table.references.some((name) => fileTables.includes(name))
}

/** In the moment: each row, that of a file outside with its hash before it. */
export async function putFilesAside(
  session: Session,
  table: Table,
  rows: AsyncIterable<Value[]>,
  spool: Spool,
): Promise<void> {
  const outside = placeOf(table, 'is_outside')
  for await (const values of rows) {
    const hash = values[outside] ? await findHash(session, table, values) : ''
    await spool.add(`${hash} ${writeRow(table.columns, values)}`)
  }
}

/** After it: the rows with the bytes of their files. Hashes of files that no store has whole are added to `missing`. */
export async function* bringFilesIn(
  spool: Spool,
  table: Table,
  files: Files,
  missing: string[],
): AsyncGenerator<Value[]> {
  const [bytes, outside] = [placeOf(table, 'compressed'), placeOf(table, 'is_outside')]
  for await (const line of spool.read()) {
    const end = line.indexOf(' ')
    const [hash, values] = [line.slice(0, end), readRow(table.columns, line.slice(end + 1))]
    const compressed = values[outside] ? await findWhole(files, hash) : undefined
    if (values[outside] && !compressed) missing.push(hash)
    yield compressed ? values.with(bytes, compressed).with(outside, false) : values
  }
}

function placeOf({ columns }: Table, name: string): number {
  return columns.findIndex((column) => column.name === name)
}

async function findHash(session: Session, table: Table, values: readonly Value[]): Promise<string> {
  if (table.name !== FLIGHT_FILES) return String(values[placeOf(table, 'hash')])
  const [row] = await session.run(`select hash from ${quote('flights')} where id = ${session.parameter(1)}`, [
    values[placeOf(table, 'flight_id')] ?? null,
  ])
  return String(row?.[0])
}

export interface FileRow {
  flightId: string
  /** Not that of a photo. */
  isFlight: boolean
  hash: string
  compressed: Value | undefined
  isOutside: boolean
}

/** Is shown rows in the order of the tables: flights come before their files. Undefined for a row without a file. */
export function createFileFinder(): (table: Table, values: readonly Value[]) => FileRow | undefined {
  const hashes = new Map<string, string>()
  return (table, values) => {
    const get = (name: string) => values[placeOf(table, name)]
    if (table.name === 'flights') hashes.set(String(get('id')), String(get('hash')))
    if (!hasFiles(table)) return undefined
    const flightId = String(get('flight_id'))
    const isFlight = table.name === FLIGHT_FILES
    const hash = isFlight ? (hashes.get(flightId) ?? '') : String(get('hash'))
    if (isFlight) hashes.delete(flightId)
    const isOutside = Boolean(get('is_outside'))
    return { flightId, isFlight, hash, compressed: get('compressed'), isOutside }
  }
}
