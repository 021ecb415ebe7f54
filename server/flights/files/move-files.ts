// `files move`: brings every file to the first place that FILES_URL names, while the service goes on. Each file is moved
// in a separate transaction; a run that was interrupted is run again.
import { isWhole, sumInside, sumOf } from '#server/platform/files/content.ts'
import { type FileStore, findWhole } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import {
  listMisplaced,
  listOutsideFiles,
  noteOutsideFile,
  type NamedFile,
  placeInside,
  placeOutside,
  readInside,
} from './store.ts'
import { type FileTable, fileTables } from './tables.ts'

const BATCH_SIZE = 100

type MoveServices = Pick<Services, 'db' | 'files' | 'now'>

export interface FilesReport {
  to: string
  moved: number
  /** Hashes of files that no store has whole. */
  missing: string[]
}

export async function moveFiles(services: MoveServices): Promise<FilesReport> {
  const { first } = services.files
  const report: FilesReport = { to: first?.location ?? 'database', moved: 0, missing: [] }
  for (const table of fileTables) await moveTable(services, table, report)
  if (first) await gatherFiles(services, first, report)
  return report
}

async function moveTable(services: MoveServices, table: FileTable, report: FilesReport): Promise<void> {
  const { first } = services.files
  const moveOne = first ? moveOutside(services, table, first, report) : moveInside(services, table, report)
  for (let afterKey = ''; ;) {
    const batch = await listMisplaced(services.db.sql, table, first !== undefined, afterKey, BATCH_SIZE)
    for (const file of batch) if (await moveOne(file)) report.moved++
    afterKey = batch.at(-1)?.key ?? afterKey
    if (batch.length < BATCH_SIZE) return
  }
}

function moveOutside({ db, now }: MoveServices, table: FileTable, store: FileStore, report: FilesReport) {
  return async (file: NamedFile): Promise<boolean> => {
    const compressed = await readInside(db.sql, table, file.key)
    if (!compressed) return false
    // A rotten file stays where it is: the other copy would be no better.
    if (!(await isWhole(compressed, file))) {
      report.missing.push(file.hash)
      return false
    }
    // While it is being removed there it stays here, for the next run.
    if (!(await noteOutsideFile(db.sql, now(), file.hash))) return false
    await store.put(file.hash, compressed)
    const storedHash = await sumOf(compressed)
    return db.transaction((sql) => placeOutside(sql, now(), table, file, storedHash))
  }
}

function moveInside({ db, files, now }: MoveServices, table: FileTable, report: FilesReport) {
  return async (file: NamedFile): Promise<boolean> => {
    const compressed = await findWhole(files, file.hash)
    if (compressed) {
      const stored = { compressed, storedHash: sumInside(compressed) }
      return db.transaction((sql) => placeInside(sql, now(), table, file, stored))
    }
    report.missing.push(file.hash)
    return false
  }
}

/** A file in another store than the first is copied from there; it stays where it was, too. */
async function gatherFiles(
  { db, files }: MoveServices,
  first: FileStore,
  report: FilesReport,
): Promise<void> {
  for (let afterHash = ''; ;) {
    const batch = await listOutsideFiles(db.sql, afterHash, BATCH_SIZE)
    for (const { hash } of batch) {
      // Read, and not only asked for: afterwards the other store may be given up.
      if (await hasWhole(first, hash)) continue
      const bytes = await findWhole(files, hash)
      if (!bytes) {
        report.missing.push(hash)
        continue
      }
      await first.put(hash, bytes)
      report.moved++
    }
    afterHash = batch.at(-1)?.hash ?? afterHash
    if (batch.length < BATCH_SIZE) return
  }
}

async function hasWhole(store: FileStore, hash: string): Promise<boolean> {
  const compressed = await store.get(hash)
  return compressed !== undefined && isWhole(compressed, { hash })
}
