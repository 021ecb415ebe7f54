// Whether the file of each flight is the one that was uploaded: its SHA-256 is the flight's hash.
import { hash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { MAX_STORED_BYTES } from '#server/platform/files/content.ts'
import { type Files, findWhole } from '#server/platform/files/file-store.ts'
import type { Table } from './tables/schema.ts'
import type { Value } from './tables/session.ts'

export interface FileCheck {
  readonly row: (table: Table, values: readonly Value[]) => void
  /** How many files there were; throws when one is missing or another. Files outside the database are read only now. */
  finish(outside: Files): Promise<number>
}

/** Is shown rows in the order of the tables: flights come before their files. */
export function createFileCheck(): FileCheck {
  const expected = new Map<string, string>()
  const outside: { flightId: string; hash: string }[] = []
  const wrong: string[] = []
  let files = 0
  return {
    row: (table, values) => {
      const get = (name: string) => values[table.columns.findIndex((column) => column.name === name)]
      if (table.name === 'flights') expected.set(String(get('id')), String(get('hash')))
      if (table.name !== 'flight_files') return
      const flightId = String(get('flight_id'))
      const hash = expected.get(flightId) ?? ''
      if (get('is_outside')) outside.push({ flightId, hash })
      else if (!isFile(get('compressed'), hash)) wrong.push(flightId)
      expected.delete(flightId)
      files++
    },
    finish: async (stores) => {
      for (const { flightId, hash } of outside) if (!(await findWhole(stores, hash))) wrong.push(flightId)
      const bad = [...wrong, ...expected.keys()]
      if (bad.length === 0) return files
      const others = bad.length > 3 ? ` and ${bad.length - 3} more` : ''
      throw new Error(
        `The file is missing or is another for the flights ${bad.slice(0, 3).join(', ')}${others}.`,
      )
    },
  }
}

function isFile(compressed: Value | undefined, expected: string | undefined): boolean {
  if (!(compressed instanceof Uint8Array)) return false
  try {
    return hash('sha256', zstdDecompressSync(compressed, { maxOutputLength: MAX_STORED_BYTES })) === expected
  } catch {
    return false
  }
}
