// A mutex between processes: a file that exists while somebody holds it.
//
//   free --create (wx)--> held --remove--> free
//                          | the holder is gone
//                          v
//                        stale --removed by one of those who wait, under a second such file--> free
//
// A holder is gone when its process is (on this machine), or when it has not touched the file for STALE_MS. That time is
// measured by who waits, from what it sees change, and never by comparing clocks: those jump.
import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'

const STALE_MS = 30_000
const TOUCH_MS = 5_000
const POLL_MS = 25

export interface FileLock {
  /** Runs `work` while no one else holds the lock. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

interface Holder {
  host: string
  pid: number
  token: string
}

/**
 * A mutex between processes, on a file. It is free again when its holder is killed.
 *
 * @example
 * await fileLock('/var/lib/tracker/sync.lock').run(() => synchronise())
 */
export function fileLock(path: string): FileLock {
  // Calls of this process wait for each other without the disk.
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (work) => {
      const mine = last.then(() => runLocked(path, work))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

async function runLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const token = await acquire(path)
  const touching = setInterval(() => {
    utimes(path, new Date(), new Date()).catch(() => undefined)
  }, TOUCH_MS)
  touching.unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
    if ((await findHolder(path))?.token === token) await rm(path, { force: true })
  }
}

async function acquire(path: string): Promise<string> {
  const token = randomUUID()
  let seen = { sign: '', since: 0 }
  while (!(await tryToCreate(path, token))) {
    const sign = await readSign(path)
    if (sign !== seen.sign) seen = { sign, since: performance.now() }
    const isSilent = performance.now() - seen.since > STALE_MS
    if (isSilent || isDead(await findHolder(path))) await removeStale(path, isSilent ? sign : undefined)
    // Jitter: those who wait do not come all at once.
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())))
  }
  return token
}

async function tryToCreate(path: string, token: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    const holder: Holder = { host: hostname(), pid: process.pid, token }
    await file.writeFile(JSON.stringify(holder))
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Changes whenever the file is replaced or touched. */
async function readSign(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found ? `${found.ino} ${found.mtimeMs}` : ''
}

/** Undefined while it is being written, or when there is none. */
async function findHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isDead(holder: Holder | undefined): boolean {
  if (!holder || holder.host !== hostname()) return false
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Of several who find the lock stale one removes it, after it has looked again: else one could remove a new one. */
async function removeStale(path: string, silentSign: string | undefined): Promise<void> {
  const guard = `${path}.stale`
  if (!(await tryToCreate(guard, ''))) {
    // The holder of the guard was killed within these few lines.
    if (isDead(await findHolder(guard))) await rm(guard, { force: true })
    return
  }
  try {
    const isStale =
      silentSign === undefined ? isDead(await findHolder(path)) : (await readSign(path)) === silentSign
    if (isStale) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}
