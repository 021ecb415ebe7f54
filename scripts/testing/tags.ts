// Tags of a test file, in comments at its head:
//
//   // daily: sqlite, postgres              runs on both databases in every run; without it, on SQLite alone
//   // daily: none; starts Prometheus       runs only with `--full`, or when it is named; with the reason
//   // process: own; replaces the timers    shares its process with no other file; with the reason
//   // part: release; builds a bundle        runs with the part `release`, and not with the unit tests; with the reason
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Engine = 'sqlite' | 'postgres'

export interface Tags {
  /** Where it runs before every commit. A file that knows no database runs as if it said `sqlite`. */
  daily: readonly Engine[]
  hasOwnProcess: boolean
  isOfRelease: boolean
}

const MAX_TAG_LINES = 3
const engines: readonly string[] = ['sqlite', 'postgres'] satisfies Engine[]

export function readTags(root: string, path: string): Tags {
  const head = readFileSync(join(root, path), 'utf8').split('\n', MAX_TAG_LINES)
  const tags: Tags = { daily: ['sqlite'], hasOwnProcess: false, isOfRelease: false }
  for (const line of head) {
    const [, key, value = '', reason] = /^\/\/ (daily|process|part): ([^;]+)(?:; (.+))?$/.exec(line) ?? []
    if (key === undefined) continue
    if (['none', 'own', 'release'].includes(value) && reason === undefined)
      refuse(path, line, 'gives no reason')
    if (key === 'daily') tags.daily = readEngines(path, line, value)
    else if (key === 'process' && value === 'own') tags.hasOwnProcess = true
    else if (key === 'part' && value === 'release') tags.isOfRelease = true
    else refuse(path, line, 'is not a tag')
  }
  return tags
}

function readEngines(path: string, line: string, value: string): Engine[] {
  if (value === 'none') return []
  const names = value.split(', ')
  if (!names.every((name) => engines.includes(name)))
    refuse(path, line, 'takes "none", or one or both of sqlite, postgres')
  return names as Engine[]
}

function refuse(path: string, line: string, why: string): never {
  throw new Error(`${path}: "${line}" ${why}`)
}
