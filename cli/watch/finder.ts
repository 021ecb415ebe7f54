// Looks for flights in folders, again and again. Sources are read and never changed.
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findInFolder } from '../files/find.ts'

export interface FoundFlight {
  path: string
  name: string
  hash: string
  bytes: Uint8Array
}

export class Finder {
  /** The last state seen of each path, and whether it was handed out. */
  readonly #seen = new Map<string, { sign: string; isTaken: boolean }>()
  readonly #say: (line: string) => void

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /**
   * Flights that look as they did the last time: one that is still being written waits for the next look. No clock is
   * asked, so none can mislead.
   */
  async *look(folders: readonly string[]): AsyncGenerator<FoundFlight, void, undefined> {
    for (const folder of folders) {
      try {
        for await (const { path, name } of findInFolder(folder)) {
          const flight = await this.#take(path, name)
          if (flight) yield flight
        }
      } catch (error) {
        // A stick that was pulled. Its flights will be found when it comes back.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          this.#say(`${folder}: ${(error as Error).message}`)
      }
    }
  }

  /** To be handed out again at the next look: nothing has become of it. */
  release(path: string): void {
    this.#seen.delete(path)
  }

  async #take(path: string, name: string): Promise<FoundFlight | undefined> {
    const sign = await readSign(path)
    const seen = this.#seen.get(path)
    if (seen?.sign !== sign) {
      this.#seen.set(path, { sign, isTaken: false })
      return undefined
    }
    if (seen.isTaken || sign.startsWith('0 ')) return undefined
    const bytes = await readFile(path)
    if ((await readSign(path)) !== sign) return undefined
    seen.isTaken = true
    return { path, name, hash: createHash('sha256').update(bytes).digest('hex'), bytes }
  }
}

async function readSign(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path)
  return `${size} ${mtimeMs} ${ino}`
}

/** Where systems mount what is plugged in: each folder in there is a volume. */
export function listVolumeRoots(): string[] {
  const { CLOUDSTREET_VOLUMES: own, USER: user = '' } = process.env
  return own ? own.split(':') : ['/media', `/media/${user}`, `/run/media/${user}`, '/Volumes']
}

export async function listVolumes(): Promise<string[]> {
  const roots = listVolumeRoots()
  const found = await Promise.all(
    roots.map(async (root) => {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isDirectory()).map((entry) => join(root, entry.name))
    }),
  )
  // /media/me is in /media. Looked at twice in a row, a file that is being written would seem to be settled.
  const isRoot = new Set(roots.map((root) => resolve(root)))
  return [...new Set(found.flat())].filter((volume) => !isRoot.has(resolve(volume)))
}
