// Reads every file, slowly, and compares it with its hash: of each flight, and of its photos. What is found is kept for
// `files heal`.
import { setTimeout as sleep } from 'node:timers/promises'
import { sumInside, sumOf } from '#server/platform/files/content.ts'
import { DamagedFileError } from '#server/platform/files/file-store.ts'
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
  /** Asked before each flight: false ends it here. */
  mayGoOn?: (() => Promise<boolean>) | undefined
}

/** Damage to a flight, or to one of its photos. */
export interface FoundDamage extends Omit<DamagedFile, 'key'> {
  flightId: string
  photoId?: string
}

export interface CheckReport {
  checked: number
  damaged: FoundDamage[]
}

export async function checkFiles(services: CheckServices, options: CheckOptions): Promise<CheckReport> {
  const { perSecond, mayGoOn } = options
  const report: CheckReport = { checked: 0, damaged: [] }
  const startedAt = performance.now()
  for (let lastId = ''; ;) {
    const batch = await listFilesAfter(services.db.sql, lastId, BATCH_SIZE)
    for (const { flightId } of batch) {
      if (mayGoOn && !(await mayGoOn())) return report
      for await (const damaged of checkFlight(services, flightId)) {
        if (damaged) report.damaged.push(damaged)
        report.checked++
        const waitMs = startedAt + (report.checked / perSecond) * SECOND_MS - performance.now()
        if (waitMs > 0) await sleep(waitMs)
      }
      lastId = flightId
    }
    if (batch.length < BATCH_SIZE) return report
  }
}

/** Its own file, then those of its photos: what is wrong with each. */
async function* checkFlight(
  services: CheckServices,
  flightId: string,
): AsyncGenerator<FoundDamage | undefined> {
  const file = await examineFile(services, flightFiles, flightId)
  yield file && { flightId, hash: file.hash, problem: file.problem }
  for (const photoId of await listPhotosOf(services.db.sql, flightId)) {
    const photo = await examineFile(services, photoFiles, photoId)
    yield photo && { flightId, photoId, hash: photo.hash, problem: photo.problem }
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
