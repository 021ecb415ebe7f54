// Where a flight's file is: in the database, or outside it by its hash (FILES_URL).
//
//   upload   note the hash; write the file; then the transaction of the flight counts it, and commits
//   deletion the transaction of the deletion counts one flight less
//   sweep    a file that no flight has had for a day: say in its row that it is being removed; remove it; forget the row
//
// An acknowledged flight therefore has its file, and a file without a flight, such as that of an upload which failed, goes
// a day later. An upload that comes while it is being removed goes into the database: nobody waits for the store with a
// row in hand.
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { type Files, FileStoreUnavailableError } from '#server/platform/files/file-store.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'
import { type FoundFile, findStoredFile, type StoredFile } from '../store.ts'
import { beginRemoval, endRemoval, listRemoving, listUnused, noteOutsideFile } from './store.ts'

const SWEEP_BATCH_SIZE = 50
/** A removal that has not ended by then was interrupted. */
const REMOVAL_MS = HOUR_MS
const RETRY_AFTER_SECONDS = 5

type WithFiles = Pick<Services, 'db' | 'files'>

/** A file as it goes into the flight's row. */
export interface KeptFile {
  compressed: Uint8Array
  isOutside: boolean
}

/** Before the transaction of the flight. */
export async function keepFile(
  { db, files, now }: WithFiles & Pick<Services, 'now'>,
  hash: string,
  compressed: Uint8Array,
): Promise<KeptFile> {
  const { first } = files
  if (!first || !(await noteOutsideFile(db.sql, now(), hash))) return { compressed, isOutside: false }
  await answerUnavailable(() => first.put(hash, compressed))
  return { compressed: new Uint8Array(), isOutside: true }
}

export async function findFile(
  { db, files }: WithFiles,
  ownerId: string,
  reference: string,
): Promise<StoredFile | undefined> {
  const found = await findStoredFile(db.sql, ownerId, reference)
  return found && { ...found, compressed: await readFile(files, found) }
}

export async function readFile(
  files: Files,
  { hash, isOutside, compressed }: Pick<FoundFile, 'hash' | 'isOutside' | 'compressed'>,
): Promise<Uint8Array> {
  if (!isOutside) return compressed
  const bytes = await answerUnavailable(() => files.find(hash))
  if (!bytes) throw fileUnavailable(new Error(`the file ${hash} is in no store that FILES_URL names`))
  return bytes
}

async function answerUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FileStoreUnavailableError ? fileUnavailable(error) : error
  }
}

const fileUnavailable = (cause: unknown) =>
  temporarilyUnavailable('Files cannot be reached at the moment; try again.', RETRY_AFTER_SECONDS, cause)

/** Removes one batch of files that no flight has. True: there may be more. */
export async function sweepFiles({ db, files, now }: WithFiles & Pick<Services, 'now'>): Promise<boolean> {
  const before = { unused: now() - DAY_MS, removing: now() - REMOVAL_MS }
  const unused = await listUnused(db.sql, before.unused, SWEEP_BATCH_SIZE)
  const interrupted = await listRemoving(db.sql, before.removing, SWEEP_BATCH_SIZE)
  for (const { hash } of [...interrupted, ...unused]) {
    if (!(await beginRemoval(db.sql, now(), before, hash))) continue
    for (const store of files.stores) await store.remove(hash)
    await endRemoval(db.sql, hash)
  }
  return unused.length === SWEEP_BATCH_SIZE
}
