// An archive holds every file, wherever it is: as if all were in the database. The rows of files are put aside while the
// moment of the backup lasts, and the stores are asked after it: a bucket may take hours, in which the moment would keep
// the database from cleaning up behind its writers.
import { type Files, findWhole } from '#server/platform/files/file-store.ts'
import { quote, readRow, streamRows, writeRow } from './tables/rows.ts'
import type { Table } from './tables/schema.ts'
import type { Session, Value } from './tables/session.ts'
import type { Spool } from './spool.ts'

/** Rows of this table have no place in an archive: it has every file inside. */
export const OUTSIDE_FILES = 'outside_files'
export const FLIGHT_FILES = 'flight_files'

/** In the moment: each row, that of a file outside with its hash before it. */
export async function putFilesAside(session: Session, table: Table, spool: Spool): Promise<void> {
  const [id, , outside] = placesOf(table)
  for await (const values of streamRows(session, table)) {
    const hash = values[outside] ? await findHash(session, values[id] ?? null) : ''
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
  const [, bytes, outside] = placesOf(table)
  for await (const line of spool.read()) {
    const end = line.indexOf(' ')
    const [hash, values] = [line.slice(0, end), readRow(table.columns, line.slice(end + 1))]
    const compressed = values[outside] ? await findWhole(files, hash) : undefined
    if (values[outside] && !compressed) missing.push(hash)
    yield compressed ? values.with(bytes, compressed).with(outside, false) : values
  }
}

function placesOf({ columns }: Table): [id: number, bytes: number, outside: number] {
  const place = (name: string) => columns.findIndex((column) => column.name === name)
  return [place('flight_id'), place('compressed'), place('is_outside')]
}

async function findHash(session: Session, flightId: Value): Promise<string> {
  const [row] = await session.run(`select hash from ${quote('flights')} where id = ${session.parameter(1)}`, [
    flightId,
  ])
  return String(row?.[0])
}
