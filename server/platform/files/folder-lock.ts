// A lock that a process holds as long as it lives: the operating system takes it back however the process ends. It is the
// lock of a separate SQLite file, which needs no more than the database does.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate, makePrivateFolder } from './private-files.ts'

export interface FolderLock {
  release(): void
}

/** Undefined when another process holds it. */
export function takeFolderLock(folder: string, name: string): FolderLock | undefined {
  makePrivateFolder(folder)
  const path = join(folder, `${name}.lock`)
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    // Without a journal there is no second file.
    handle.exec('pragma journal_mode = off; begin exclusive')
  } catch {
    handle.close()
    return undefined
  }
  makePrivate(path)
  return { release: () => handle.close() }
}
