// Flights that were found and are not sent yet, on this machine's disk: the stick may be pulled, the line may be down for
// days, and the program may be killed at any moment.
//
//   found --copied whole, then renamed--> waiting/HASH.igc --the service has answered--> done/HASH.json, then removed
//
// Killed before the rename: the file is found again. Killed after the answer and before the note: the flight is sent
// again, and is known there. In no case it is lost or doubled.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../sdk/node/write-whole.ts'

export interface WaitingFlight {
  hash: string
  name: string
  read: () => Promise<Uint8Array>
}

/** The service's answer to a file. */
export interface Note {
  name: string
  result: 'new' | 'known' | 'refused'
  message?: string
}

const OWNER_ONLY = 0o600

export class Spool {
  readonly #folder: string
  /** Where a note could not be written, this process still knows. */
  readonly #done = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async isDone(hash: string): Promise<boolean> {
    if (this.#done.has(hash)) return true
    return (await readIfThere(this.#path('done', `${hash}.json`))) !== undefined
  }

  async isWaiting(hash: string): Promise<boolean> {
    return (await readIfThere(this.#path('waiting', `${hash}.igc`))) !== undefined
  }

  /** The name first: a copy without one would not be there as a whole. */
  async add(hash: string, name: string, bytes: Uint8Array): Promise<void> {
    await writeWhole(this.#path('waiting', `${hash}.json`), JSON.stringify({ name }), OWNER_ONLY)
    await writeWhole(this.#path('waiting', `${hash}.igc`), bytes, OWNER_ONLY)
  }

  async list(): Promise<WaitingFlight[]> {
    const files = await readdir(join(this.#folder, 'waiting')).catch(() => [])
    const hashes = files.filter((file) => file.endsWith('.igc')).map((file) => file.slice(0, -4))
    return Promise.all(
      hashes.sort().map(async (hash) => {
        const note = await readIfThere(this.#path('waiting', `${hash}.json`))
        const { name } = JSON.parse(note?.toString() ?? `{"name":"${hash}.igc"}`) as { name: string }
        return { hash, name, read: () => readFile(this.#path('waiting', `${hash}.igc`)) }
      }),
    )
  }

  async finish(hash: string, note: Note): Promise<void> {
    this.#done.add(hash)
    await writeWhole(this.#path('done', `${hash}.json`), JSON.stringify(note), OWNER_ONLY)
    for (const kind of ['igc', 'json']) await rm(this.#path('waiting', `${hash}.${kind}`), { force: true })
  }

  #path(kind: 'waiting' | 'done', file: string): string {
    return join(this.#folder, kind, file)
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
