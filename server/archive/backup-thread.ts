// A thread that makes one backup, reads it back and ends.
import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '#server/platform/config.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { NoIncrementError, readBase, settle, startJournal, stopJournal } from './increments/journal.ts'
import { readArchive, readHeaderOf } from './read-archive.ts'
import { openSession, requireDatabase } from './tables/open-session.ts'
import type { Place, Session } from './tables/session.ts'
import { writeArchive, type WriteOptions, type Written } from './write-archive.ts'

export interface Task {
  place: Place
  nowMs: number
  files: Config['files']
  /** The file of a whole backup: made where no increment is asked for, or none can be made. Undefined: none is. */
  whole?: string | undefined
  /** Whether increments are to come after it. */
  hasIncrements: boolean
  increment?: { file: string; after: string; number: number } | undefined
}

const { place, nowMs, files: places, whole, hasIncrements, increment } = workerData as Task
const files = await openFiles({ files: places })
const made = await withSession(place, async (session) => {
  if (!hasIncrements) await stopJournal(session)
  if (whole === undefined) return undefined
  if (!hasIncrements) return write(whole)
  await startJournal(session, nowMs)
  const base = await readBase(session)
  const next = await writeNext(whole, base)
  await settle(session, { base, id: next.id, mark: next.mark ?? '', nowMs })
  return next
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
if (made) parentPort?.postMessage({ ...made, mark: undefined } satisfies Written)

async function writeNext(file: string, base: string): Promise<Written> {
  if (!increment) return write(file, {})
  try {
    return await write(increment.file, { after: await findAfter(increment, base) })
  } catch (error) {
    if (error instanceof NoIncrementError) return write(file, {})
    throw error
  }
}

/** The journal has what changed since its base, and since no other archive. */
async function findAfter({ after, number }: NonNullable<Task['increment']>, base: string) {
  const { id = '', migrations } = await readHeaderOf(after)
  if (id === '' || id !== base) throw new NoIncrementError(`Changes since ${after} are not known.`)
  return { link: { file: basename(after), id, number }, migrations }
}

async function write(file: string, journal?: WriteOptions['journal']): Promise<Written> {
  const made = await writeArchive(place, file, { nowMs, files, ...(journal && { journal }) })
  try {
    await readArchive(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  return made
}

async function withSession<Result>(at: Place, work: (session: Session) => Promise<Result>): Promise<Result> {
  requireDatabase(at)
  const session = await openSession(at)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}
