// Files outside the database, each by the SHA-256 of its content: the same content has the same name, so that a file can
// be written again and again, and never changes.
import { requireNoTransaction } from '../concurrency/transaction-scope.ts'

export interface FileStore {
  /** For people. */
  readonly location: string
  /** The file is safe when this resolves. */
  put(hash: string, bytes: Uint8Array): Promise<void>
  get(hash: string): Promise<Uint8Array | undefined>
  has(hash: string): Promise<boolean>
  /** Also when there is none. */
  remove(hash: string): Promise<void>
}

/** The store cannot be reached or refuses: the caller may try again. */
export class FileStoreUnavailableError extends Error {
  override readonly name = 'FileStoreUnavailableError'
}

/** The largest MAX_UPLOAD_BYTES, and some more for bytes that compression makes longer. */
export const MAX_STORED_BYTES = 101 * 1024 ** 2

/** Names are spread over 256 folders. */
export function nameFile(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}.igc.zst`
}

/** The stores that FILES_URL names: new files go to the first place, and all are read. */
export interface Files {
  /** Undefined when new files go into the database. */
  readonly first: FileStore | undefined
  readonly stores: readonly FileStore[]
  /** From whichever store has it. */
  find(hash: string): Promise<Uint8Array | undefined>
}

export function createFiles(places: readonly (FileStore | 'database')[]): Files {
  const stores = places.filter((place) => place !== 'database').map(outsideTransactions)
  return {
    first: places[0] === 'database' ? undefined : stores[0],
    stores,
    find: async (hash) => {
      for (const store of stores) {
        const bytes = await store.get(hash)
        if (bytes) return bytes
      }
      return undefined
    },
  }
}

/** A store may take its time, and hang: nothing may be held meanwhile. */
function outsideTransactions(store: FileStore): FileStore {
  const require = (what: string) => requireNoTransaction(`a file store was asked to ${what} a file`)
  return {
    location: store.location,
    put: async (hash, bytes) => {
      require('put')
      await store.put(hash, bytes)
    },
    get: async (hash) => {
      require('get')
      return store.get(hash)
    },
    has: async (hash) => {
      require('find')
      return store.has(hash)
    },
    remove: async (hash) => {
      require('remove')
      await store.remove(hash)
    },
  }
}
