// The archives in a folder by their names: whole ones, each with the increments after it.
//
//   cloudstreet-2026-11-15T03-00-00Z.jsonl.zst                              a whole one
//   cloudstreet-2026-11-15T03-00-00Z_0001_2026-11-15T03-10-00Z.jsonl.zst    its first increment, and when that was made
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const PARTIAL_SUFFIX = '.partial'
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ`
const ARCHIVE_SHAPE = new RegExp(
  `^(cloudstreet-(?<wholeAt>${TIME}))(_(?<number>\\d{4,})_(?<madeAt>${TIME}))?\\.jsonl\\.zst$`,
)

export interface Increment {
  file: string
  madeAt: number
  number: number
}

export interface StoredArchive {
  file: string
  madeAt: number
  /** In their order. */
  increments: Increment[]
}

interface Named extends Increment {
  wholeAt: number
}

/** Newest first; other files in the folder are left alone. */
export function listArchives(folder: string): StoredArchive[] {
  const { whole, increments } = listNames(folder)
  return whole
    .map(({ file, madeAt }) => ({
      file,
      madeAt,
      increments: increments
        .filter(({ wholeAt }) => wholeAt === madeAt)
        .sort((a, b) => a.number - b.number)
        .map(({ file, madeAt, number }) => ({ file, madeAt, number })),
    }))
    .sort((a, b) => b.madeAt - a.madeAt)
}

function listNames(folder: string) {
  const named = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => readName(folder, name))
  return {
    whole: named.filter(({ number }) => number === 0),
    increments: named.filter(({ number }) => number > 0),
  }
}

function readName(folder: string, name: string): Named[] {
  const { wholeAt = '', number = '0', madeAt = wholeAt } = ARCHIVE_SHAPE.exec(name)?.groups ?? {}
  const times = { wholeAt: readTime(wholeAt), madeAt: readTime(madeAt) }
  if (Number.isNaN(times.wholeAt) || Number.isNaN(times.madeAt)) return []
  return [{ file: join(folder, name), number: Number(number), ...times }]
}

/** The whole archive, or its last increment. */
export const lastOf = ({ file, madeAt, increments }: StoredArchive) =>
  increments.at(-1) ?? { file, madeAt, number: 0 }

export function findNewest(folder: string): string {
  const [newest] = listArchives(folder)
  if (!newest) throw new Error(`There is no backup in ${folder}.`)
  return lastOf(newest).file
}

const writeTime = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
const readTime = (text: string) => Date.parse(text.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

export const nameArchive = (atMs: number) => `cloudstreet-${writeTime(atMs)}.jsonl.zst`

export function nameIncrement(wholeAt: number, number: number, atMs: number): string {
  return `cloudstreet-${writeTime(wholeAt)}_${String(number).padStart(4, '0')}_${writeTime(atMs)}.jsonl.zst`
}

/** An archive goes with its increments, the newest first: at no moment is there one without what it goes on from. */
export function removeArchive({ file, increments }: StoredArchive): void {
  for (const each of [...increments.toReversed(), { file }]) rmSync(each.file, { force: true })
}

/** Files left by a process that was killed. */
export function removePartial(folder: string): void {
  for (const name of readdirSync(folder)) {
    const isPartial =
      name.endsWith(PARTIAL_SUFFIX) && readName(folder, name.slice(0, -PARTIAL_SUFFIX.length)).length > 0
    if (isPartial) rmSync(join(folder, name), { force: true })
  }
}
