// Files outside the database, each by the SHA-256 of its content: the same content has the same name. A file can be
// written again and again, and never changes.
import { type FileIdentity, isWhole } from './content.ts'
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

/** No store has the file as it was written: it is there otherwise, or not at all. Asking again does not help. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
  readonly problem: FileProblem

  constructor(problem: FileProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

export type FileProblem = 'corrupt' | 'lost'

/** Names are spread over 256 folders. */
export function nameFile(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}.igc.zst`
}

/** The stores that FILES_URL names: new files go to the first place, and all are read. */
export interface Files {
  /** Undefined when new files go into the database. */
  readonly first: FileStore | undefined
  readonly stores: readonly FileStore[]
  /**
   * From the first store that has it whole, which its hash tells. Without one it throws: a FileStoreUnavailableError
   * when a store that may have it does not answer, otherwise a DamagedFileError.
   */
  read(file: FileIdentity): Promise<WholeFile>
}

export interface WholeFile {
  /** As it is stored. */
  compressed: Uint8Array
  /** Stores that gave something else. */
  corruptIn: readonly string[]
}

/** `countFailedWrite` hears of every file that a store did not take. */
export function createFiles(
  places: readonly (FileStore | 'database')[],
  countFailedWrite: (location: string) => void = () => undefined,
): Files {
  const stores = places
    .filter((place) => place !== 'database')
    .map((store) => outsideTransactions(store, countFailedWrite))
  return {
    first: places[0] === 'database' ? undefined : stores[0],
    stores,
    read: (file) => readWhole(stores, file),
  }
}

async function readWhole(stores: readonly FileStore[], file: FileIdentity): Promise<WholeFile> {
  const { hash } = file
  const corruptIn: string[] = []
  let unavailable: unknown
  for (const store of stores) {
    // Twice: a bit may have flipped on the way here.
    for (let attempt = 0; attempt < 2; attempt++) {
      const compressed = await store.get(hash).catch((error: unknown) => {
        unavailable = error
      })
      if (!compressed) break
      if (await isWhole(compressed, file)) return { compressed, corruptIn }
      corruptIn.push(store.location)
    }
  }
  if (unavailable !== undefined) throw unavailable
  if (corruptIn.length === 0)
    throw new DamagedFileError('lost', `the file ${hash} is in no store that FILES_URL names`)
  throw new DamagedFileError('corrupt', `the file ${hash} in ${corruptIn.at(-1)} is not what its hash says`)
}

/** As it is stored; undefined when no store has it whole. */
export async function findWhole(files: Files, hash: string): Promise<Uint8Array | undefined> {
  try {
    return (await files.read({ hash })).compressed
  } catch (error) {
    if (error instanceof DamagedFileError) return undefined
    throw error
  }
}

/** A store may take its time, and hang: nothing may be held meanwhile. */
function outsideTransactions(store: FileStore, countFailedWrite: (location: string) => void): FileStore {
  const require = (what: string) => requireNoTransaction(`a file store was asked to ${what} a file`)
  return {
    location: store.location,
    put: async (hash, bytes) => {
      require('put')
      await store.put(hash, bytes).catch((error: unknown) => {
        countFailedWrite(store.location)
        throw error
      })
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
