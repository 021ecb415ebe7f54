// Tags of a test file, in comments at its head:
//
//   // run: all                              not with `npm test`, but with `--all`, which CI runs
//   // run: sweeps; starts Prometheus        only with `--sweeps`, or when it is named; with the reason
//   // on: sqlite, postgres                  on both databases; without it, on SQLite alone
//   // process: own; replaces the timers     shares its process with no other file; with the reason
//   // part: release; builds a bundle        runs with the part `release`, and not with the unit tests; with the reason
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How much of the suite a run takes: each level contains those before it. */
export const levels = ['commit', 'all', 'sweeps'] as const
export type Level = (typeof levels)[number]

const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

export interface Tags {
  /** The first level that runs the file. */
  level: Level
  engines: readonly Engine[]
  hasOwnProcess: boolean
  isOfRelease: boolean
}

const MAX_TAG_LINES = 4
/** An exception gives its reason. */
const needsReason = new Set(['run: sweeps', 'process: own', 'part: release'])

export function readTags(root: string, path: string): Tags {
  const tags: Tags = { level: 'commit', engines: ['sqlite'], hasOwnProcess: false, isOfRelease: false }
  for (const line of readFileSync(join(root, path), 'utf8').split('\n', MAX_TAG_LINES)) {
    const [, tag, key, value = '', reason] =
      /^\/\/ ((run|on|process|part): ([^;]+))(?:; (.+))?$/.exec(line) ?? []
    if (tag === undefined) continue
    if (needsReason.has(tag) && reason === undefined) refuse(path, line, 'gives no reason')
    if (key === 'on') tags.engines = readEngines(path, line, value)
    else if (tag === 'run: all' || tag === 'run: sweeps') tags.level = value as Level
    else if (tag === 'process: own') tags.hasOwnProcess = true
    else if (tag === 'part: release') tags.isOfRelease = true
    else refuse(path, line, 'is not a tag')
  }
  return tags
}

function readEngines(path: string, line: string, value: string): Engine[] {
  const names = value.split(', ')
  const known = engines.filter((engine) => names.includes(engine))
  if (known.length !== names.length) refuse(path, line, 'takes one or both of sqlite, postgres')
  return known
}

function refuse(path: string, line: string, why: string): never {
  throw new Error(`${path}: "${line}" ${why}`)
}
