// Files that only the service may read, whatever the umask it was started with.
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'

export const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

/** For a whole process: every file it makes from now on is private from the first moment. */
export function makeFilesPrivate(): void {
  process.umask(0o077)
}

/** Makes the folder, or takes the rights of others away from one that is there. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER })
  tighten(path, PRIVATE_FOLDER)
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
