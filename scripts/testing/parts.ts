// What there is to run, and which of it somebody asked for.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EngineName } from './engines.ts'
import { isNightly } from './nightly.ts'

export type PartName = 'check' | 'unit' | 'sqlite' | 'postgres' | 'browser' | 'release'

interface Part {
  /** Which test files belong to it. Each belongs to one at least: a new folder is not forgotten. */
  has: (path: string) => boolean
  /** Those of them that only run when they are named, or with `--full`. */
  isNightly?: (path: string) => boolean
  engine: EngineName
}

const isOverHttp = (path: string) =>
  path.startsWith('test/') && !path.startsWith('test/browser/') && !path.startsWith('test/release/')
// Programs outside of the service, and what tests are made of: they do not know its database.
const isOutside = (path: string) => /^test\/(?:sdk|cli|examples|support)\//.test(path)
export const parts: Record<PartName, Part> = {
  check: { has: () => false, engine: 'none' },
  unit: { has: (path) => !path.startsWith('test/'), engine: 'none' },
  sqlite: { has: isOverHttp, isNightly: (path) => isNightly('sqlite', path), engine: 'sqlite' },
  postgres: {
    has: (path) => isOverHttp(path) && !isOutside(path),
    isNightly: (path) => isNightly('postgres', path),
    engine: 'postgres',
  },
  browser: {
    has: (path) => path.startsWith('test/browser/'),
    isNightly: (path) => isNightly('browser', path),
    engine: 'browser',
  },
  release: { has: (path) => path.startsWith('test/release/'), engine: 'none' },
}

const quick: Part = { has: (path) => path.startsWith('test/contract/'), engine: 'sqlite' }

export const checks = [
  { name: 'type check', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'structure', command: 'node', args: ['scripts/check-structure.ts'] },
]

export interface Filter {
  /** A file's path contains one of these. */
  paths: readonly string[]
  /** The name of a test contains this. */
  name: string | undefined
  isFull: boolean
}

/** The files of a part; of those over HTTP only the contract when it has to be quick. */
export function findFiles(root: string, part: PartName | 'quick', filter: Filter): string[] {
  const { has, isNightly: waits = () => false } = part === 'quick' ? quick : parts[part]
  const isEverything = filter.isFull || filter.paths.length > 0
  const files = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**', 'web/dist/**'] })
    .filter((file) => has(file) && (isEverything || !waits(file)))
    .filter((file) => filter.paths.length === 0 || filter.paths.some((path) => file.includes(path)))
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
}

/** Files that share a process: to load the service, and to compile what is used often, takes as long as most of their tests. */
export function toBatches(files: readonly string[]): Batch[] {
  const batches = new Map<string, string[]>()
  for (const file of files) {
    const name = nameBatch(file)
    batches.set(name, [...(batches.get(name) ?? []), file])
  }
  return [...batches].map(([name, group]) => ({ name: group.length === 1 ? group[0]! : name, files: group }))
}

/** The first that fits says what a process is called. Each has about as much to do, so that none is waited for at the end. */
const processes: readonly [name: string, pattern: RegExp][] = [
  ['test/contract, what a flight consists of', /^test\/contract\/flights\/.+\//],
  ['test/contract, flights', /^test\/contract\/(?:flights|intake|logbook)\//],
  ['test/contract, people', /^test\/contract\/(?:access|accounts|language)\//],
  ['test/contract, applications', /^test\/contract\/(?:mcp|oauth|webhooks)\//],
  ['test/contract, the service', /^test\/contract\//],
  ['server', /^server\/.+\//],
  ['what has no service', /^(?!scripts\/|server\/|test\/).+\//],
]

/** Others share one by their folder, or have their own: what they measure is theirs. */
function nameBatch(file: string): string {
  if (isAlone.test(file)) return file
  const [name] = processes.find(([, pattern]) => pattern.test(file)) ?? []
  if (name !== undefined) return name
  return isShared.test(file) ? dirname(file).split('/').slice(0, 3).join('/') : file
}

const isShared = /^test\/(?:abuse|browser|crash|examples|faults|races|sdk)\/|^test\/cli\/(?!hostile|watch)/
/** Run the runner or threads, or replace the timers of their process. */
const isAlone =
  /^scripts\/|^server\/flights\/scorer\/scorer|^scoring\/|^server\/platform\/concurrency\/buffer/

/** As many as are written down: one in a loop counts once. */
export function countWrittenTests(root: string, files: readonly string[]): number {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  return texts.reduce((sum, text) => sum + [...text.matchAll(/\btest\(\s*['"`]/g)].length, 0)
}
