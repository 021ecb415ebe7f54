// `files check`: reads every file, slowly, and compares it with its hash: of each flight, and of its photos. Its findings
// are kept for `files heal`.
import { setTimeout as sleep } from 'node:timers/promises'
import { sumInside, sumOf } from '#server/platform/files/content.ts'
import { DamagedFileError, FileStoreUnavailableError } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { type DamagedFile, findFileOf, noteDamage } from './damage-store.ts'
import { openFile } from './files.ts'
import { listFilesAfter, listPhotosOf, setStoredHash } from './store.ts'
import { type FileTable, flightFiles, photoFiles } from './tables.ts'

const BATCH_SIZE = 200

type CheckServices = Pick<Services, 'db' | 'files' | 'now'>

export interface CheckOptions {
  perSecond: number
  /** Where an earlier run has got to: the id of the last flight whose file it has checked. */
  afterId?: string | undefined
  /** So many files, or a few more: a flight's photos are read with it. All of them when absent. */
  max?: number | undefined
  /** Asked before each flight: false ends it here. */
  mayGoOn?: ((report: CheckReport) => Promise<boolean>) | undefined
  onFound?: (file: FoundDamage) => void
  onBatch?: (report: CheckReport) => void
}

/** Damage to a flight, or to one of its photos. */
export interface FoundDamage extends Omit<DamagedFile, 'key'> {
  flightId: string
  photoId?: string
}

export interface CheckReport {
  checked: number
  damaged: FoundDamage[]
  /** The id of the last flight that was checked. */
  lastId: string
}

export async function checkFiles(services: CheckServices, options: CheckOptions): Promise<CheckReport> {
  const report: CheckReport = { checked: 0, damaged: [], lastId: options.afterId ?? '' }
  const startedAt = performance.now()
  for (;;) {
    const batch = await listFilesAfter(services.db.sql, report.lastId, BATCH_SIZE)
    for (const { flightId } of batch) {
      if (report.checked >= (options.max ?? Number.POSITIVE_INFINITY)) return report
      if (options.mayGoOn && !(await options.mayGoOn(report))) return report
      for await (const damaged of checkFlight(services, flightId, report)) {
        if (damaged) {
          report.damaged.push(damaged)
          options.onFound?.(damaged)
        }
        report.checked++
        const waitMs = startedAt + (report.checked / options.perSecond) * SECOND_MS - performance.now()
        if (waitMs > 0) await sleep(waitMs)
      }
      report.lastId = flightId
    }
    if (batch.length > 0) options.onBatch?.(report)
    if (batch.length < BATCH_SIZE) return report
  }
}

/** Its own file, then those of its photos: what is wrong with each. */
async function* checkFlight(
  services: CheckServices,
  flightId: string,
  report: CheckReport,
): AsyncGenerator<FoundDamage | undefined> {
  const file = await checkFile(services, flightFiles, flightId, report)
  yield file && { flightId, hash: file.hash, problem: file.problem }
  for (const photoId of await listPhotosOf(services.db.sql, flightId)) {
    const photo = await checkFile(services, photoFiles, photoId, report)
    yield photo && { flightId, photoId, hash: photo.hash, problem: photo.problem }
  }
}

async function checkFile(
  services: CheckServices,
  table: FileTable,
  key: string,
  { checked, lastId }: CheckReport,
): Promise<DamagedFile | undefined> {
  try {
    return await examineFile(services, table, key)
  } catch (error) {
    if (!(error instanceof FileStoreUnavailableError)) throw error
    const next = lastId === '' ? 'run this again' : `go on with --after ${lastId}`
    throw new Error(`${error.message}\nChecked before that: ${checked}. When it can be reached, ${next}.`, {
      cause: error,
    })
  }
}

/** Undefined when it is whole, or gone with its flight or photo. */
export async function examineFile(
  { db, files }: CheckServices,
  table: FileTable,
  key: string,
): Promise<DamagedFile | undefined> {
  const found = await findFileOf(db.sql, table, key)
  if (!found) return undefined
  try {
    // By its content, whatever is quicker to compare.
    const { compressed } = await openFile(files, { ...found, storedHash: null })
    if (found.isDamaged) await noteDamage(db.sql, table, key, null)
    const storedHash = found.isOutside ? await sumOf(compressed) : sumInside(compressed)
    if (storedHash !== found.storedHash) await setStoredHash(db.sql, table, key, storedHash)
    return undefined
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    // Deleted, or moved into the database, since its row was read.
    if ((await findFileOf(db.sql, table, key))?.isOutside !== found.isOutside) return undefined
    await noteDamage(db.sql, table, key, error.problem)
    return { key, hash: found.hash, problem: error.problem }
  }
}
