// Loads test files into one process, which the runner has named, and leaves behind what the process has used and run.
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { closeShared } from '#test/support/waiting/at-end.ts'
import { END_OF_FILE } from './tasks.ts'
import { trackWhile, watchTracking } from './tracking.ts'
import { readCpuSeconds } from './usage.ts'

const { TEST_FILES = '[]', TEST_ENGINE, TEST_STATEMENTS, TEST_USAGE } = process.env
// Child processes have their own.
delete process.env.TEST_USAGE
const files = JSON.parse(TEST_FILES) as string[]
const usedAtEnd = files.map(() => 0)
// What comes after the last file is that file's.
if (TEST_USAGE)
  process.once('exit', () =>
    writeFileSync(TEST_USAGE, JSON.stringify(usedAtEnd.with(files.length - 1, readCpuSeconds()))),
  )
if (TEST_STATEMENTS && TEST_ENGINE === 'sqlite') {
  const { collectStatements } = await import('#test/support/statements/collect.ts')
  collectStatements(TEST_STATEMENTS)
}
watchTracking()
// Node's runner notes only its message.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => console.error('nobody awaited', error))
}
try {
  for (const [index, file] of files.entries()) {
    await trackWhile(() => import(file))
    // The next file is loaded when the tests of this one have ended: the body of a suite, which starts a server and signs in,
    // runs as it is loaded, and a session would be old when its test comes.
    await test(END_OF_FILE, () => {})
    usedAtEnd[index] = readCpuSeconds()
  }
} finally {
  // Also when a file cannot be loaded: an open server would keep the process.
  await closeShared()
}
// Everything has been said by then. Now and then Node loops for ever as it shuts down (nodejs/node issue 47748): a process
// that exits does not close what its tests have left open.
process.once('exit', () => process.exit())
