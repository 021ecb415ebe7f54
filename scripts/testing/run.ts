// Runs checks and test files of all parts from one queue, the longest first, several at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { watchIdle } from './idle.ts'
import type { PartName } from './parts.ts'
import type { Report } from './report.ts'
import { usualSeconds } from './usual-seconds.ts'

const FILE_TIMEOUT_MS = 400_000
// More than cores: a test that waits for a clock, a disk or a browser leaves its core to another. Further ones start
// while a core is idle all the same.
const AT_ONCE = availableParallelism() + 2
const MAX_AT_ONCE = availableParallelism() + 3
const root = join(import.meta.dirname, '../..')
const BATCH = join(import.meta.dirname, 'batch.ts')
const DURATIONS = join(root, 'node_modules/.cache/test-durations.json')

export interface Task {
  part: PartName
  name: string
  /** Test files, from the root. */
  files: readonly string[]
  run(): Promise<Outcome>
}

export interface Outcome {
  text: string
  passed: number
  skipped: number
  /** The names of those that failed. */
  failed: string[]
}

export async function runTasks(tasks: readonly Task[], report: Report): Promise<Record<string, number>> {
  const known = { ...usualSeconds, ...readDurations() }
  const queue = tasks.toSorted((a, b) => estimate(known, b) - estimate(known, a))
  const durations: Record<string, number> = {}
  report.expect(queue)
  const runNext = async () => {
    const task = queue.shift()
    if (!task) return
    const started = performance.now()
    const outcome = await task.run().catch((error: unknown) => toFailure(task.name, error))
    const seconds = (performance.now() - started) / 1000
    durations[nameOf(task)] = Math.round(seconds * 10) / 10
    report.add(task, outcome, seconds)
  }
  await runAtOnce(queue, runNext)
  return durations
}

/** Until nothing is left in the queue and all that was started has ended. */
export async function runAtOnce(
  queue: readonly unknown[],
  runNext: () => Promise<void>,
  { atOnce = AT_ONCE, maxAtOnce = MAX_AT_ONCE, watch = watchIdle } = {},
): Promise<void> {
  const further: Promise<void>[] = []
  let running = atOnce
  const runFurther = async () => {
    running += 1
    await runNext()
    running -= 1
  }
  const work = async () => {
    while (queue.length > 0) await runNext()
  }
  const stopWatching = watch(() => {
    if (queue.length > 0 && running < maxAtOnce) further.push(runFurther())
  })
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
    await Promise.all(further)
  } finally {
    stopWatching()
  }
}

function nameOf({ part, name }: Task): string {
  return `${part} ${name}`
}

/** How long it took the last time, or usually takes. What is new: the browser first, then by the length of the files. */
function estimate(known: Record<string, number>, task: Task): number {
  if (task.part === 'check') return 10_000
  const bytes = task.files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
  return known[nameOf(task)] ?? bytes / 1_000 + (task.part === 'browser' ? 1_000 : 0)
}

/** For the next time; only of a run that chose nothing. */
export function rememberDurations(durations: Record<string, number>): void {
  mkdirSync(dirname(DURATIONS), { recursive: true })
  writeFileSync(DURATIONS, JSON.stringify({ ...readDurations(), ...durations }))
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

function toFailure(name: string, error: unknown): Outcome {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { text: `✖ ${name}\n${text}\n`, passed: 0, skipped: 0, failed: [name] }
}

export async function runCommand(name: string, command: string, args: string[]): Promise<Outcome> {
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: Buffer) => (text += chunk.toString()))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return { text: `✔ ${name}\n`, passed: 1, skipped: 0, failed: [] }
  return { text: `${text}✖ ${name}\n`, passed: 0, skipped: 0, failed: [name] }
}

/** In one process; only the tests whose name contains the text, when there is one. */
export async function runFiles(
  files: readonly string[],
  environment: Record<string, string>,
  name: string | undefined,
): Promise<Outcome> {
  const outcome: Outcome = { text: '', passed: 0, skipped: 0, failed: [] }
  const paths = files.map((file) => join(root, file))
  const path = paths.length === 1 ? paths[0]! : BATCH
  const events = run({
    files: [path],
    cwd: root,
    env: { ...process.env, ...environment, TEST_FILES: JSON.stringify(paths) },
    timeout: FILE_TIMEOUT_MS * files.length,
    // A suite of which nothing is wanted has started its server and does not run what closes it.
    ...(name === undefined ? {} : { testNamePatterns: [new RegExp(escape(name))], forceExit: true }),
  })
  async function* withoutTotals(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
    for await (const event of source) {
      // A file without a test of the wanted name passes as if it were one.
      const isEmptyFile = event.type === 'test:pass' && event.data.name === path
      if (isTotal(event) || isEmptyFile) continue
      count(outcome, event)
      yield event
    }
  }
  const output = Readable.from(withoutTotals(events)).compose(spec)
  for await (const text of output) outcome.text += text as string
  return outcome
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

interface TestEvent {
  type: string
  data: {
    name?: string
    file?: string
    skip?: string | boolean
    details?: { type?: string; error?: Error & { failureType?: string } }
  }
}

/** Node's own totals, which are those of one process here, belong to no file. */
function isTotal({ type, data }: TestEvent): boolean {
  return type === 'test:summary' || (type === 'test:diagnostic' && data.file === undefined)
}

/** Leaves count; a suite only when it fails for itself; a skipped test has not passed. */
function count(outcome: Outcome, { type, data }: TestEvent): void {
  if (type === 'test:fail' && data.details?.error?.failureType !== 'subtestsFailed') {
    outcome.failed.push(`${relative(root, data.file ?? '')}: ${data.name}`)
  }
  if (type !== 'test:pass' || data.details?.type === 'suite') return
  if (data.skip) outcome.skipped += 1
  else outcome.passed += 1
}
