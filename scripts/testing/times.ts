// How long each task took when it last ran here: the longest start first, and a run can say beforehand how long it takes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { Task } from './tasks.ts'
import { sum } from './usage.ts'

const PATH = join(import.meta.dirname, '../../node_modules/.cache/tests/times.json')

interface Time {
  seconds: number
  cpuSeconds: number
}

/** By task; `suite` is the last `npm test` without a choice. */
export type Times = Record<string, Time>

/** Long runs do more in the same task. */
const keyOf = ({ part, name }: Task) => `${process.env.SWEEPS ? 'full ' : ''}${part} ${name}`

export function readTimes(path = PATH): Times {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Times
  } catch {
    return {}
  }
}

export function noteTime(times: Times, task: Task, time: Time): void {
  times[keyOf(task)] = time
}

export function writeTimes(times: Times, path = PATH): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(times, undefined, 1))
}

/** The last one to start would make the whole run longer. One that never ran here is judged by how much is written. */
export function sortLongestFirst(tasks: readonly Task[], times: Times): Task[] {
  const secondsOf = (task: Task) => times[keyOf(task)]?.seconds ?? task.bytes / BYTES_PER_SECOND
  return tasks.toSorted((a, b) => secondsOf(b) - secondsOf(a))
}

const BYTES_PER_SECOND = 4_000

/** In a sentence, for somebody who waits. */
export function foretell(tasks: readonly Task[], times: Times): string {
  const known = tasks.flatMap((task) => times[keyOf(task)] ?? [])
  if (known.length === 0)
    return 'This has not run here yet: how long it takes is said from the second time on.'
  const longest = Math.max(...known.map(({ seconds }) => seconds))
  const shared = sum(known.map(({ cpuSeconds }) => cpuSeconds)) / availableParallelism()
  const unknown = tasks.length - known.length
  return (
    `This takes about ${describe(Math.max(longest, shared))}` +
    (unknown > 0 ? `, and what ${unknown} of ${tasks.length} tasks take that have not run here yet.` : '.')
  )
}

function describe(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
