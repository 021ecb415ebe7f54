// `npm test`: checks, unit tests, the service on both engines, the browser. Ends with "N passed, N failed".
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '#test/support/browsing/chromium.ts'
import { createEngines } from './testing/engines.ts'
import { endAll, listenForEnd, markRun } from './testing/ending.ts'
import { countWrittenTests, findFiles, listChecks, parts, type PartName, toBatches } from './testing/parts.ts'
import { createReport } from './testing/report.ts'
import { runCommand, runFiles, runTasks } from './testing/run.ts'
import { useScratch } from './testing/scratch.ts'
import { checkNoted, noteStatements } from './testing/statements.ts'
import { type Level, levels } from './testing/tags.ts'
import type { Task } from './testing/tasks.ts'
import { readTimes, writeTimes } from './testing/times.ts'
import { readCpuSeconds } from './testing/usage.ts'

const HELP = `Usage: npm test [-- options] [text in a file's path ...]

  npm test                                     what to run before every commit
  npm test -- --all                            everything but the sweeps: what CI runs
  npm test -- --sweeps                         everything, in long: many rounds, every page in every look, a release
  npm test -- --only unit                      one part, or several: ${Object.keys(parts).join(',')}
  npm test -- --only sqlite flight-upload      the files of a part whose path contains that
  npm test -- --name "a duplicate"             the tests whose name contains that
`

const root = join(import.meta.dirname, '..')
const { values, positionals } = readOptions()
if (values.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const started = Date.now()
// Every test file is a process that loads the service: compiled once for all.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
const level: Level = values.sweeps ? 'sweeps' : values.all ? 'all' : 'commit'
if (level === 'sweeps') process.env.SWEEPS = '1'
const run = markRun()
const signal = listenForEnd()
useScratch()
const hasBrowser = findChromium() !== undefined
const chosen = chooseParts()
const filter = { paths: positionals, name: values.name, level }
// A run of SQLite alone prepares them on PostgreSQL, too; one of named files or tests does without.
const statements =
  chosen.includes('sqlite') && positionals.length === 0 && !values.name ? noteStatements() : undefined
const report = createReport(chosen)
const engines = createEngines()
const times = readTimes()
const notRun =
  hasBrowser || !chosen.includes('browser') ? 0 : countWrittenTests(root, findFiles(root, 'browser', filter))
if (notRun > 0) {
  console.log('There is no Chromium here (nor in CHROMIUM_PATH): the browser tests are not run.\n')
}

const tasks = chosen.flatMap(listTasks)
signal.addEventListener('abort', () => void endEarly())
try {
  await runTasks(tasks, { report, times, signal })
  if (statements) await runTasks([checkNoted(statements, engines)], { report, times, signal })
} finally {
  // A run that was ended early stops here.
  if (signal.aborted) await new Promise(() => {})
  await engines.stop()
}
const seconds = (Date.now() - started) / 1000
if (level === 'commit' && !values.only && !values.name && positionals.length === 0) times.suite = seconds
writeTimes(times)
if (notRun > 0) console.log(`${notRun} browser tests not run`)
report.end({ seconds, cpuSeconds: readCpuSeconds() })
// Anyone who works without a browser may go on; what decides about a release may not.
const isIncomplete = notRun > 0 && process.env.CI === 'true'
process.exit(report.hasPassed() && !isIncomplete ? 0 : 1)

async function endEarly(): Promise<never> {
  await Promise.allSettled([engines.stop(), endAll(run)])
  console.log(`ended by ${signal.reason as string}, with all that was started`)
  process.exit(1)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        all: { type: 'boolean' },
        help: { type: 'boolean' },
        name: { type: 'string' },
        only: { type: 'string' },
        sweeps: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${HELP}`)
  }
}

function refuse(text: string): never {
  process.stderr.write(text)
  process.exit(1)
}

function chooseParts(): PartName[] {
  const known = Object.keys(parts) as PartName[]
  if (values.only) {
    const wanted = values.only.split(',')
    const unknown = wanted.find((name) => !known.includes(name as PartName))
    if (unknown === undefined) return known.filter((name) => wanted.includes(name))
    refuse(`--only takes one or several of ${known.join(',')}; not ${unknown}\n`)
  }
  // A part that is not wanted by itself is run for a file or test that is named, but for the checks.
  if (positionals.length > 0 || values.name)
    return known.filter((name) => name !== 'check' && name !== 'release')
  return known.filter((name) => levels.indexOf(parts[name].from) <= levels.indexOf(level))
}

function listTasks(part: PartName): Task[] {
  if (part === 'check') {
    return listChecks(level).map(({ name, command }) => ({
      part,
      name,
      bytes: Number.POSITIVE_INFINITY,
      run: () => runCommand(name, command),
    }))
  }
  if (part === 'browser' && !hasBrowser) return []
  const files = findFiles(root, part, filter)
  return toBatches(root, files).map((batch) => ({
    part,
    name: batch.name,
    bytes: batch.bytes,
    run: async () =>
      runFiles(
        batch.files,
        {
          ...(await engines.environment(parts[part].engine)),
          ...(statements && { TEST_STATEMENTS: statements }),
        },
        values.name,
      ),
  }))
}
