import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FileStoreUnavailableError, nameFile } from './file-store.ts'
import { makeFolders, PRIVATE_FILE } from './private-files.ts'

export function openFolderStore(folder: string): FileStore {
  const pathOf = (hash: string) => join(folder, nameFile(hash))
  return {
    location: folder,
    put: (hash, bytes) => translate(() => writeSafely(pathOf(hash), bytes)),
    get: (hash) => translate(() => unlessMissing(() => readFile(pathOf(hash)))),
    has: async (hash) => (await translate(() => unlessMissing(() => stat(pathOf(hash))))) !== undefined,
    remove: (hash) => translate(() => rm(pathOf(hash), { force: true })),
  }
}

/** Under another name first: a file is there with all of its content or not at all. */
async function writeSafely(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolders(dirname(path))
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    const file = await open(partial, 'wx', PRIVATE_FILE)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function unlessMissing<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function translate<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new FileStoreUnavailableError((error as Error).message, { cause: error })
  }
}
