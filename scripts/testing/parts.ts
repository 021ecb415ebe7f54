// The parts of the suite, and those that somebody asked for.
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EngineName } from './engines.ts'
import { type Level, levels, readTags, type Tags } from './tags.ts'
import { sum } from './usage.ts'

export type PartName = 'check' | 'unit' | 'sqlite' | 'postgres' | 'browser' | 'release'

interface Part {
  /** Which test files belong to it. Each belongs to one at least: a new folder is not forgotten. */
  has: (path: string, tags: Tags) => boolean
  /** The first level with which the part runs by itself. */
  from: Level
  engine: EngineName
}

const isOverHttp = (path: string) =>
  path.startsWith('test/') && !path.startsWith('test/browser/') && !path.startsWith('test/release/')
// Programs outside of the service do not know its database.
const isOutside = (path: string) => /^test\/(?:sdk|cli|examples)\//.test(path)
export const parts: Record<PartName, Part> = {
  check: { has: () => false, from: 'commit', engine: 'none' },
  unit: {
    has: (path, tags) => !path.startsWith('test/') && !tags.isOfRelease,
    from: 'commit',
    engine: 'none',
  },
  sqlite: { has: isOverHttp, from: 'commit', engine: 'sqlite' },
  postgres: { has: (path) => isOverHttp(path) && !isOutside(path), from: 'all', engine: 'postgres' },
  browser: { has: (path) => path.startsWith('test/browser/'), from: 'commit', engine: 'browser' },
  release: {
    has: (path, tags) => path.startsWith('test/release/') || tags.isOfRelease,
    from: 'sweeps',
    engine: 'none',
  },
}

interface Check {
  name: string
  command: readonly [string, ...string[]]
}

const types: Check = { name: 'type check', command: ['tsc', '-p', '.'] }
const format: Check = { name: 'format', command: ['oxfmt', '--check', '.'] }
const structure: Check = { name: 'structure', command: ['node', 'scripts/check-structure.ts'] }

/** The rules that need types take five times as long as all others. */
export function listChecks(level: Level): readonly Check[] {
  const lint: Check = { name: 'lint', command: ['oxlint', ...(level === 'commit' ? [] : ['--type-aware'])] }
  return [types, lint, format, structure]
}

export interface Filter {
  /** A file's path contains one of these. */
  paths: readonly string[]
  /** The name of a test contains this. */
  name: string | undefined
  level: Level
}

/** A file that is named runs at every level. */
export function findFiles(root: string, part: PartName, filter: Filter): string[] {
  const { has, engine } = parts[part]
  const isWanted = (file: string, tags: Tags) => {
    if (!has(file, tags)) return false
    if (filter.level === 'sweeps' || filter.paths.length > 0) return true
    const runsOn = engine === 'sqlite' || engine === 'postgres' ? tags.engines.includes(engine) : true
    return runsOn && levels.indexOf(tags.level) <= levels.indexOf(filter.level)
  }
  const files = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**', 'web/dist/**'] })
    .filter((file) => filter.paths.length === 0 || filter.paths.some((path) => file.includes(path)))
    .filter((file) => isWanted(file, readTags(root, file)))
    .sort()
  const { name } = filter
  if (name === undefined) return files
  // Names that are put together at run time stand in no file: then every file is asked.
  const containing = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(name))
  return containing.length > 0 ? containing : files
}

export interface Batch {
  name: string
  files: string[]
  bytes: number
}

/** About as much as ten processes of all tests over HTTP have each: more of them load the service more often. */
const BATCH_BYTES = 160_000

/**
 * Files that share a process, in the order of their folders: to load the service, and to compile what is used often, takes
 * as long as most of their tests.
 */
export function toBatches(root: string, files: readonly string[]): Batch[] {
  const [own, shared] = partition(files, (file) => readTags(root, file).hasOwnProcess)
  const sizeOf = (file: string) => statSync(join(root, file)).size
  const batches: Batch[] = own.map((file) => ({ name: file, files: [file], bytes: sizeOf(file) }))
  const folders = Map.groupBy(shared, (file) => dirname(file))
  let last: Batch | undefined
  for (const [folder, group] of folders) {
    const bytes = sum(group.map(sizeOf))
    if (last && last.bytes + bytes <= BATCH_BYTES) {
      last.files.push(...group)
      last.bytes += bytes
    } else batches.push((last = { name: folder, files: [...group], bytes }))
  }
  return batches.map((batch) => ({ ...batch, name: nameBatch(batch.files) }))
}

/** The file, the folder, or the first and the last one. */
function nameBatch(files: readonly string[]): string {
  const folders = [...new Set(files.map((file) => dirname(file)))]
  if (files.length === 1 || folders.length === 1) return files.length === 1 ? files[0]! : folders[0]!
  return `${folders[0]} to ${folders.at(-1)}`
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter((item) => isFirst(item)), items.filter((item) => !isFirst(item))]
}

/** As many as are written down: one in a loop counts once. */
export function countWrittenTests(root: string, files: readonly string[]): number {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  return texts.reduce((sum, text) => sum + [...text.matchAll(/\btest\(\s*['"`]/g)].length, 0)
}
