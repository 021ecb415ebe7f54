// Runs checks and test files of all parts from one queue, several at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { run } from 'node:test'
import { inspect } from 'node:util'
import type { Report } from './report.ts'
import { END_OF_FILE, nothing, type Outcome, type Task } from './tasks.ts'
import { noteTime, sortLongestFirst, type Times } from './times.ts'

// Ends a file that hangs. A sweep may take an hour.
const FILE_TIMEOUT_MS = 1_200_000
const SWEEP_FILE_TIMEOUT_MS = 4 * 3_600_000
// More than cores: a test that waits for a clock, a disk or a browser leaves its core to another.
const AT_ONCE = 3 * availableParallelism()
const root = join(import.meta.dirname, '../..')
const BATCH = join(import.meta.dirname, 'batch.ts')

/** Until the signal comes: then nothing begins any more. */
export async function runTasks(
  tasks: readonly Task[],
  { report, times, signal }: { report: Report; times: Times; signal: AbortSignal },
): Promise<void> {
  const queue = sortLongestFirst(tasks, times)
  report.expect(queue)
  const work = async () => {
    for (let task = queue.shift(); task && !signal.aborted; task = queue.shift()) {
      const { name } = task
      const started = performance.now()
      const outcome = await task.run().catch((error: unknown) => toFailure(name, error))
      if (signal.aborted) return
      noteTime(times, task, (performance.now() - started) / 1000)
      report.add(task, outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function toFailure(name: string, error: unknown): Outcome {
  return { ...nothing, failures: [{ name, text: inspect(error) }] }
}

export async function runCommand(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
): Promise<Outcome> {
  const program = join(root, 'node_modules/.bin', command)
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const read = async (output: Readable) => (await output.setEncoding('utf8').toArray()).join('')
  const [[code], written, errors] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    read(child.stdout),
    read(child.stderr),
  ])
  if (code === 0) return { ...nothing, passed: 1 }
  return { ...nothing, failures: [{ name, text: `${written}${errors}` }] }
}

/** In one process; only the tests whose name contains the text, when there is one. */
export async function runFiles(
  files: readonly string[],
  environment: Record<string, string>,
  name: string | undefined,
): Promise<Outcome> {
  const outcome: Outcome = { ...nothing, skipped: [], failures: [], tests: [] }
  const paths = files.map((file) => join(root, file))
  const events = run({
    files: [BATCH],
    cwd: root,
    env: { ...process.env, ...environment, TEST_FILES: JSON.stringify(paths) },
    timeout: (process.env.SWEEPS ? SWEEP_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS) * files.length,
    // A suite of which nothing is wanted has started its server and does not run what closes it.
    ...(name === undefined ? {} : { testNamePatterns: [new RegExp(escape(name))], forceExit: true }),
  })
  for await (const event of events as AsyncIterable<TestEvent>) note(outcome, event, files)
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
    message?: string
    skip?: string | boolean
    details?: { type?: string; duration_ms?: number; error?: Error & { failureType?: string } }
  }
}

/** Leaves count; a suite only when it fails for itself; a skipped test has not passed. */
function note(outcome: Outcome, { type, data }: TestEvent, files: readonly string[]): void {
  const { name = '', details } = data
  const file = relative(root, data.file ?? '')
  if (type === 'test:stdout' || type === 'test:stderr') outcome.printed += data.message ?? ''
  if (type === 'test:fail' && details?.error?.failureType !== 'subtestsFailed') {
    const text = inspect(details?.error?.cause ?? details?.error)
    outcome.failures.push(name === BATCH ? { file: files.join(' '), name: '', text } : { file, name, text })
  }
  // A process without a test of the wanted name passes as if it were one.
  if (type !== 'test:pass' || details?.type === 'suite' || name === BATCH || name === END_OF_FILE) return
  if (data.skip) outcome.skipped.push(data.skip === true ? `${file} › ${name}` : data.skip)
  else {
    outcome.passed += 1
    outcome.tests.push({ file, name, seconds: (details?.duration_ms ?? 0) / 1000 })
  }
}
