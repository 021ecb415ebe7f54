// Finds the file of a flight or a photo: in the database, or outside it by its hash (FILES_URL).
//
//   upload   note the hash; write the file; then the transaction of the upload counts it, and commits
//   deletion the transaction of the deletion counts one use less
//   sweep    a file without a use for a day: say in its row that it is being removed; remove it; forget the row
//
// An acknowledged upload therefore has its file, and a file without a use, such as that of an upload which failed, goes
// a day later. An upload that comes while it is being removed goes into the database: no transaction waits for the store with a
// row in hand.
import { ApiError, temporarilyUnavailable } from '#server/platform/errors.ts'
import { isWhole, sumInside, sumOf } from '#server/platform/files/content.ts'
import {
  DamagedFileError,
  type Files,
  FileStoreUnavailableError,
  type WholeFile,
} from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import { keptSince } from '#server/platform/settings/retention.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { findStoredFile, type StoredFile } from '../record/store.ts'
import { findFileOf, noteDamage } from './damage-store.ts'
import { countReadFailure } from './metrics.ts'
import { beginRemoval, endRemoval, listRemoving, listUnused, noteOutsideFile } from './store.ts'
import { type FileTable, flightFiles, type PlacedFile } from './tables.ts'

const SWEEP_BATCH_SIZE = 50
/** A removal that has not ended by then was interrupted. */
const REMOVAL_MS = HOUR_MS
const RETRY_AFTER_SECONDS = 5

type WithFiles = Pick<Services, 'db' | 'files'>
export type ReadingServices = Pick<Services, 'db' | 'files' | 'log' | 'metrics' | 'now'>

/** A file as it goes into its row. */
export interface KeptFile {
  compressed: Uint8Array
  isOutside: boolean
  storedHash: string
}

/** Before the transaction that stores what it belongs to. */
export async function keepFile(
  { db, files, now }: WithFiles & Pick<Services, 'now'>,
  hash: string,
  compressed: Uint8Array,
): Promise<KeptFile> {
  const { first } = files
  if (!first || !(await noteOutsideFile(db.sql, now(), hash))) {
    return { compressed, isOutside: false, storedHash: sumInside(compressed) }
  }
  await first.put(hash, compressed).catch((error: unknown) => {
    throw answerUnavailable(error)
  })
  return { compressed: new Uint8Array(), isOutside: true, storedHash: await sumOf(compressed) }
}

export async function findFile(
  services: ReadingServices,
  ownerId: string,
  reference: string,
): Promise<StoredFile | undefined> {
  const found = await findStoredFile(services.db.sql, ownerId, reference)
  return found && { ...found, compressed: await readFile(services, found) }
}

/** The file of a flight. */
export function readFile(
  services: ReadingServices,
  file: Omit<PlacedFile, 'key'> & { flightId: string },
): Promise<Uint8Array> {
  return readPlaced(services, flightFiles, { ...file, key: file.flightId })
}

/** Whole, as its hash tells. A damaged one is answered, logged, counted and kept for the operator. */
export async function readPlaced(
  services: ReadingServices,
  table: FileTable,
  file: PlacedFile,
): Promise<Uint8Array> {
  const { log } = services
  try {
    const { corruptIn, compressed } = await openFile(services.files, file)
    if (corruptIn.length > 0) {
      countReadFailure(services, 'corrupt', corruptIn.length)
      log.error({ hash: file.hash, corruptIn }, 'a store gave another file; it was read whole after that')
    }
    return compressed
  } catch (error) {
    if (error instanceof DamagedFileError) {
      const newer = await findNewer(services, table, file)
      if (newer) return readPlaced(services, table, newer)
      throw await recordDamage(services, table, file, error)
    }
    if (error instanceof FileStoreUnavailableError) countReadFailure(services, 'unreachable')
    throw answerUnavailable(error)
  }
}

/**
 * The file as it is kept now, when that is not what was read: it may have been healed or moved in the meantime, or the row
 * have come from a replica. A transaction sees what is true.
 */
async function findNewer(
  { db }: ReadingServices,
  table: FileTable,
  file: PlacedFile,
): Promise<PlacedFile | undefined> {
  const found = await db.transaction((sql) => findFileOf(sql, table, file.key))
  if (!found || found.isOutside !== file.isOutside) return found
  return found.isOutside || Buffer.compare(found.compressed, file.compressed) === 0 ? undefined : found
}

/** Throws a DamagedFileError or a FileStoreUnavailableError. */
export async function openFile(files: Files, file: PlacedFile): Promise<WholeFile> {
  const { hash, compressed, isOutside } = file
  if (isOutside) return files.read(file)
  if (file.storedHash === sumInside(compressed) || (await isWhole(compressed, file))) {
    return { compressed, corruptIn: [] }
  }
  throw new DamagedFileError('corrupt', `the file ${hash} in the database is not what its hash says`)
}

async function recordDamage(
  services: ReadingServices,
  table: FileTable,
  { key, hash }: PlacedFile,
  error: DamagedFileError,
): Promise<ApiError> {
  const { db, log } = services
  const { problem } = error
  countReadFailure(services, problem)
  const owner = { [`${table.of}Id`]: key }
  log.error({ ...owner, hash, problem }, error.message)
  await noteDamage(db.sql, table, key, problem).catch((failure: unknown) =>
    log.error({ err: failure, ...owner }, 'a damaged file could not be noted'),
  )
  return damaged(table, error)
}

const states = { corrupt: 'damaged and is not sent', lost: 'lost' }

function damaged({ of }: FileTable, cause: DamagedFileError): ApiError {
  const sentence =
    `The stored file of this ${of} is ${states[cause.problem]}. Trying again does not help; the operator is told. ` +
    'Uploading the same file again restores it.'
  return new ApiError(500, `file_${cause.problem}`, sentence, { cause })
}

/** The error to throw where a request waits for a store. */
export function answerUnavailable(error: unknown): unknown {
  if (!(error instanceof FileStoreUnavailableError)) return error
  return temporarilyUnavailable(
    'Files cannot be reached at the moment; try again.',
    RETRY_AFTER_SECONDS,
    error,
  )
}

/** Removes one batch of unused files. True: there may be more. */
export async function sweepFiles(services: WithFiles & Pick<Services, 'now' | 'config'>): Promise<boolean> {
  const { db, files, now } = services
  const before = { unused: keptSince(services, 'unusedFiles'), removing: now() - REMOVAL_MS }
  const unused = await listUnused(db.sql, before.unused, SWEEP_BATCH_SIZE)
  const interrupted = await listRemoving(db.sql, before.removing, SWEEP_BATCH_SIZE)
  for (const { hash } of [...interrupted, ...unused]) {
    if (!(await beginRemoval(db.sql, now(), before, hash))) continue
    for (const store of files.stores) await store.remove(hash)
    await endRemoval(db.sql, hash)
  }
  return unused.length === SWEEP_BATCH_SIZE
}
