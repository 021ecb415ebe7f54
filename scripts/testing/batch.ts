// Loads test files into one process, which the runner has named, and leaves behind what the process has used and run.
import { writeFileSync } from 'node:fs'
import { readCpuSeconds } from './usage.ts'

const { TEST_FILES = '[]', TEST_ENGINE, TEST_STATEMENTS, TEST_USAGE } = process.env
// What this process starts has its own.
delete process.env.TEST_USAGE
if (TEST_USAGE) process.once('exit', () => writeFileSync(TEST_USAGE, String(readCpuSeconds())))
if (TEST_STATEMENTS && TEST_ENGINE === 'sqlite') {
  const { collectStatements } = await import('#test/support/statements/collect.ts')
  collectStatements(TEST_STATEMENTS)
}
for (const file of JSON.parse(TEST_FILES) as string[]) await import(file)
