// Files that only the service may read, whatever the umask it was started with.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../settings/setting-types.ts'

export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** For a whole process: every file it makes from now on is private from the first moment. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

/** Makes the folder, or takes the rights of others away from one that is there. */
export function makePrivateFolder(path: string): void {
  makeFoldersNow(path)
  tighten(path, PRIVATE_FOLDER)
}

/** Refuses a setting when the service cannot write into its folder, which is made if it is missing. */
export function requireFolder(setting: string, path: string, purpose: string): void {
  const trial = join(path, `.cloudstreet-${randomUUID()}`)
  try {
    makePrivateFolder(path)
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (error) {
    const { message } = error as Error
    throw new ConfigError(
      `${setting} ${path} cannot be written: ${message}. Make the folder, or let the service write there; ${purpose}.`,
    )
  }
}

// Node's own recursive mkdir never ends where a folder cannot be made in one that is there, as in /proc: it takes the ENOENT
// for a missing parent again and again.
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function makeFoldersNow(path: string): void {
  try {
    mkdirSync(path, PRIVATE_FOLDER)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFoldersNow(dirname(path))
    makeFoldersNow(path)
  }
}

/** The folder and those above it, readable by the service alone; also when they are there. */
export async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, PRIVATE_FOLDER)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    await makeFolders(dirname(path))
    await makeFolders(path)
  }
}

/** Files of older releases, or made under a generous umask. */
export function makePrivate(...paths: string[]): void {
  for (const path of paths) if (existsSync(path)) tighten(path, PRIVATE_FILE)
}

function tighten(path: string, mode: number): void {
  const { uid, mode: current } = statSync(path)
  // Somebody else's, such as a volume that the operator has given: its rights are theirs to set.
  if (uid !== process.getuid?.() || (current & 0o077) === 0) return
  chmodSync(path, mode)
}

/** A file's content, or the names in a folder, survive a loss of power from here on. */
export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
