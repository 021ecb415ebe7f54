// Tokens in a file that many processes share.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredTokens, TokenStore } from '../credentials/store.ts'
import { fileLock } from './file-lock.ts'

/**
 * Keeps the tokens in a file that only its owner can read (0600). Any number of processes may share it: one refreshes,
 * and all others take what it got.
 *
 * @example
 * const store = fileStore(`${homedir()}/.config/my-tracker/tokens.json`)
 */
export function fileStore(path: string): TokenStore {
  const lock = fileLock(`${path}.lock`)
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text === '' ? undefined : (JSON.parse(text) as StoredTokens)
    },
    save: async (tokens) => {
      if (tokens) await writeWhole(path, `${JSON.stringify(tokens)}\n`)
      else await rm(path, { force: true })
    },
    lock: async (work) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return lock.run(work)
    },
  }
}

/** A reader sees the old text or the new one; after a power failure, too. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
