// Runs checks and test files of all parts from one queue, several at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Report } from './report.ts'
import { type Outcome, sortLongestFirst, type Task } from './tasks.ts'

// Ends a file that hangs. With `--full` one may take an hour.
const FILE_TIMEOUT_MS = 1_200_000
const FULL_FILE_TIMEOUT_MS = 4 * 3_600_000
// More than cores: a test that waits for a clock, a disk or a browser leaves its core to another.
const AT_ONCE = 3 * availableParallelism()
const root = join(import.meta.dirname, '../..')
const BATCH = join(import.meta.dirname, 'batch.ts')

export async function runTasks(tasks: readonly Task[], report: Report): Promise<void> {
  const queue = sortLongestFirst(tasks)
  report.expect(queue)
  const work = async () => {
    for (let task = queue.shift(); task; task = queue.shift()) {
      const { name } = task
      const started = performance.now()
      const outcome = await task.run().catch((error: unknown) => toFailure(name, error))
      report.add(task, outcome, (performance.now() - started) / 1000)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
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
    timeout: (process.env.FULL ? FULL_FILE_TIMEOUT_MS : FILE_TIMEOUT_MS) * files.length,
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
