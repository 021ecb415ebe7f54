// An archive holds every file, wherever it is: as if all were in the database.
import type { Files } from '#server/platform/files/file-store.ts'
import type { Table } from './tables/schema.ts'
import type { Session, Value } from './tables/session.ts'

export type ChangeRow = (values: Value[]) => Promise<Value[] | undefined>

/** How a table's rows go into an archive; undefined: not at all. Files that no store has are added to `missing`. */
export function bringFilesIn(session: Session, table: Table, files: Files, missing: string[]): ChangeRow {
  if (table.name === 'outside_files') return async () => undefined
  if (table.name !== 'flight_files') return async (values) => values
  const place = (name: string) => table.columns.findIndex((column) => column.name === name)
  const [id, bytes, outside] = [place('flight_id'), place('compressed'), place('is_outside')]
  return async (values) => {
    if (!values[outside]) return values
    const hash = await findHash(session, values[id] ?? null)
    const compressed = await files.find(hash)
    if (!compressed) {
      missing.push(hash)
      return values
    }
    return values.with(bytes, compressed).with(outside, false)
  }
}

async function findHash(session: Session, flightId: Value): Promise<string> {
  const [row] = await session.run(`select hash from flights where id = ${session.parameter(1)}`, [flightId])
  return String(row?.[0])
}
