// Loads test files into one process, which the runner has named, and leaves behind which statements it has run.
import { test } from 'node:test'
import { closeShared } from '#test/support/waiting/at-end.ts'
import { END_OF_FILE } from './tasks.ts'
import { trackWhile, watchTracking } from './tracking.ts'

const { TEST_FILES = '[]', TEST_ENGINE, TEST_STATEMENTS } = process.env
const files = JSON.parse(TEST_FILES) as string[]
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
  for (const file of files) {
    await trackWhile(() => import(file))
    // The next file is loaded when the tests of this one have ended: the body of a suite, which starts a server and signs in,
    // runs as it is loaded, and a session would be old when its test comes.
    await test(END_OF_FILE, () => {})
  }
} finally {
  // Also when a file cannot be loaded: an open server would keep the process.
  await closeShared()
}
// Everything has been said by then. Now and then Node loops for ever as it shuts down (nodejs/node issue 47748): a process
// that exits does not close what its tests have left open.
process.once('exit', () => process.exit())
