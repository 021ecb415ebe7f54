// The folder of fetched height files: within a size, and the least recently used is the first to go.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface KeptFile {
  path: string
  bytes: number
  usedAt: number
}

/** Parts of files, too. */
export function listKept(folder: string): KeptFile[] {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? [{ path, bytes: found.size, usedAt: found.atimeMs }] : []
  })
}

/**
 * Removes files that were last used before `flownAt`, until there is room for so many bytes; false, and nothing is removed,
 * when they do not suffice. A file that was used since then never gives way to an older flight: two of them would push each
 * other out for ever.
 */
export function makeRoom(
  { folder, maxBytes }: { folder: string; maxBytes: number },
  bytes: number,
  flownAt: number,
): boolean {
  const kept = listKept(folder).sort((a, b) => a.usedAt - b.usedAt)
  let used = kept.reduce((sum, file) => sum + file.bytes, 0)
  const going: KeptFile[] = []
  for (const file of kept) {
    if (used + bytes <= maxBytes || file.usedAt >= flownAt) break
    going.push(file)
    used -= file.bytes
  }
  if (used + bytes > maxBytes) return false
  for (const { path } of going) rmSync(path, { force: true })
  return true
}
