// The backups in a folder by their names: cloudstreet-2026-11-15T03-00-00Z.jsonl.zst
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#server/platform/time.ts'

export const PARTIAL_SUFFIX = '.partial'
const ARCHIVE_SHAPE = /^cloudstreet-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.jsonl\.zst$/

export interface StoredArchive {
  file: string
  madeAt: number
}

/** Newest first; other files in the folder are left alone. */
export function listArchives(folder: string): StoredArchive[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .map((name) => ({ file: join(folder, name), madeAt: readTime(name) }))
    .filter(({ madeAt }) => !Number.isNaN(madeAt))
    .sort((a, b) => b.madeAt - a.madeAt)
}

/** The path of a backup, or of a folder, which stands for its newest. */
export function findArchive(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const [newest] = listArchives(path)
  if (!newest) throw new Error(`There is no backup in ${path}.`)
  return newest.file
}

/** All but the newest, and the last one of each of as many days. */
export function listOld(archives: readonly StoredArchive[], keep: number): StoredArchive[] {
  const days = new Set<number>()
  return archives.filter(({ madeAt }, index) => {
    const day = Math.floor(madeAt / DAY_MS)
    const isLastOfDay = !days.has(day)
    days.add(day)
    return index >= keep && !(isLastOfDay && days.size <= keep)
  })
}

const readTime = (name: string) =>
  Date.parse((ARCHIVE_SHAPE.exec(name)?.[1] ?? '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

export function nameArchive(atMs: number): string {
  return `cloudstreet-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl.zst`
}

/** Files left by a process that was killed. */
export function removePartial(folder: string): void {
  for (const name of readdirSync(folder)) {
    const isPartial =
      name.endsWith(PARTIAL_SUFFIX) && !Number.isNaN(readTime(name.slice(0, -PARTIAL_SUFFIX.length)))
    if (isPartial) rmSync(join(folder, name), { force: true })
  }
}
