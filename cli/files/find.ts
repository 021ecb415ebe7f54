// Files, folders and archives -> the flights in them.
import { opendir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { listZip } from './zip.ts'

export interface FoundFile {
  /** As the caller would name it: a path, or an archive and a name in it. */
  label: string
  name: string
  read: () => Promise<Uint8Array>
}

const isFlight = (name: string) => /\.igc$/i.test(name)
const isZip = (name: string) => /\.zip$/i.test(name)

/** A file that is named is taken as it is; in folders and archives those called *.igc. */
export async function* findFiles(paths: readonly string[]): AsyncGenerator<FoundFile, void, undefined> {
  for (const path of paths) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error(`There is no file or folder "${path}".`) : error
    })
    if (found.isDirectory()) yield* findInFolder(path)
    else if (isZip(path)) yield* findInZip(path)
    else yield fileAt(path)
  }
}

export async function* findInFolder(
  folder: string,
): AsyncGenerator<FoundFile & { path: string }, void, undefined> {
  const entries = []
  for await (const entry of await opendir(folder)) entries.push(entry)
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* findInFolder(path)
    else if (entry.isFile() && isFlight(entry.name)) yield fileAt(path)
  }
}

async function* findInZip(path: string): AsyncGenerator<FoundFile, void, undefined> {
  const zip = await readFile(path)
  for (const { name, read } of listZip(zip)) {
    // Added by macOS; not a flight.
    if (!isFlight(name) || name.startsWith('__MACOSX/')) continue
    yield { label: `${path}:${name}`, name: basename(name), read: async () => read() }
  }
}

function fileAt(path: string) {
  return { path, label: path, name: basename(path), read: () => readFile(path) }
}
