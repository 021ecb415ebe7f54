// One service at a time on the folder of an embedded database: it counts rate limits in its memory.
import { ConfigError } from '../settings/setting-types.ts'
import { type FolderLock, takeFolderLock } from './folder-lock.ts'

export type Role = 'serving' | 'working'
export const allRoles: readonly Role[] = ['serving', 'working']

/** Throws a sentence for the operator when another process has one of the roles. */
export function requireRoles(dataDir: string, roles: readonly Role[]): FolderLock {
  const locks: FolderLock[] = []
  const release = () => locks.forEach((lock) => lock.release())
  for (const role of roles) {
    const lock = takeFolderLock(dataDir, role)
    if (lock) {
      locks.push(lock)
      continue
    }
    release()
    throw new ConfigError(
      `Another Cloudstreet is already ${role === 'serving' ? 'serving from' : 'doing the background work of'} ${dataDir}. ` +
        'Stop it first, give this one another folder with DATA_DIR, or use PostgreSQL for several nodes.',
    )
  }
  return { release }
}

export function listHeldRoles(dataDir: string): Role[] {
  return allRoles.filter((role) => {
    const lock = takeFolderLock(dataDir, role)
    lock?.release()
    return !lock
  })
}
