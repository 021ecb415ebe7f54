// Prepares on PostgreSQL, at the end, every statement that the tests have run on SQLite.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkStatements, readStatements } from '#test/support/statements/check.ts'
import type { Engines } from './engines.ts'
import { nothing, type Outcome, type Task } from './tasks.ts'

/** The folder into which test processes write what they have run. */
export function noteStatements(): string {
  return mkdtempSync(join(tmpdir(), 'cloudstreet-statements-'))
}

export function checkNoted(folder: string, engines: Engines): Task {
  const name = 'statements, prepared on PostgreSQL'
  return { part: 'sqlite', name, bytes: 0, run: () => check(name, folder, engines) }
}

async function check(name: string, folder: string, engines: Engines): Promise<Outcome> {
  const seen = readStatements(folder)
  const { TEST_DATABASE_URL = '', TEST_TEMPLATE = '' } = await engines.environment('postgres')
  const faults = await checkStatements(new URL(`/${TEST_TEMPLATE}`, TEST_DATABASE_URL).href, seen)
  if (faults.length === 0) return { ...nothing, passed: 1 }
  return { ...nothing, failures: [{ name: `${seen.length} ${name}`, text: faults.join('\n') }] }
}
