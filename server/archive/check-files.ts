// Checks that each file is the one that was stored: its SHA-256 must be the hash of its flight or photo.
import { hash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { MAX_STORED_BYTES } from '#server/platform/files/content.ts'
import { type Files, findWhole } from '#server/platform/files/file-store.ts'
import { createFileFinder } from './outside-files.ts'
import type { Table } from './tables/schema.ts'
import type { Value } from './tables/session.ts'

export interface FileCheck {
  readonly row: (table: Table, values: readonly Value[]) => void
  /** How many files there were; throws when one is missing or another. Files outside the database are read only now. */
  finish(outside: Files): Promise<number>
}

/** Is shown rows in the order of the tables: flights come before their files. */
export function createFileCheck(): FileCheck {
  const expected = new Set<string>()
  const findFile = createFileFinder()
  const outside: { flightId: string; hash: string }[] = []
  const wrong: string[] = []
  let files = 0
  return {
    row: (table, values) => {
      if (table.name === 'flights')
        expected.add(String(values[table.columns.findIndex(({ name }) => name === 'id')]))
      const file = findFile(table, values)
      if (!file) return
      const { flightId, hash } = file
      if (file.isOutside) outside.push({ flightId, hash })
      else if (!isFile(file.compressed, hash)) wrong.push(flightId)
      if (file.isFlight) expected.delete(flightId)
      files++
    },
    finish: async (stores) => {
      for (const { flightId, hash } of outside) if (!(await findWhole(stores, hash))) wrong.push(flightId)
      const bad = [...new Set([...wrong, ...expected])]
      if (bad.length === 0) return files
      const others = bad.length > 3 ? ` and ${bad.length - 3} more` : ''
      throw new Error(
        `The file is missing or is another for the flights ${bad.slice(0, 3).join(', ')}${others}: their own, or one of a photo.`,
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
