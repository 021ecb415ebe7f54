// How many seconds each task took when it last ran here: the longest start first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Task } from './tasks.ts'

const PATH = join(import.meta.dirname, '../../node_modules/.cache/tests/seconds.json')

/** By task; `suite` is the last `npm test` without a choice. */
export type Times = Record<string, number>

/** Long runs do more in the same task. */
const keyOf = ({ part, name }: Task) => `${process.env.SWEEPS ? 'full ' : ''}${part} ${name}`

export function readTimes(path = PATH): Times {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Times
  } catch {
    return {}
  }
}

export function noteTime(times: Times, task: Task, seconds: number): void {
  times[keyOf(task)] = seconds
}

export function writeTimes(times: Times, path = PATH): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(times, undefined, 1))
}

/** The last one to start would make the whole run longer. One that never ran here is judged by how much is written. */
export function sortLongestFirst(tasks: readonly Task[], times: Times): Task[] {
  const secondsOf = (task: Task) => times[keyOf(task)] ?? task.bytes / BYTES_PER_SECOND
  return tasks.toSorted((a, b) => secondsOf(b) - secondsOf(a))
}

const BYTES_PER_SECOND = 4_000
