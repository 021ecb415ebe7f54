// Tokens in a file that many processes share.
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StoredTokens, TokenStore } from '../credentials/store.ts'
import { fileLock } from './file-lock.ts'
import { writeWhole } from './write-whole.ts'

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
      if (tokens) await writeWhole(path, `${JSON.stringify(tokens)}\n`, 0o600)
      else await rm(path, { force: true })
    },
    lock: async (work) => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return lock.run(work)
    },
  }
}
