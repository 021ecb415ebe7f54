// `npm test`: checks, unit tests, the contract suite on both engines, browser tests. Ends with "N passed, N failed".
// `npm test -- --only unit` runs one part; `npm test -- --only postgres test/contract/profile.test.ts` some files of it.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { createTemplate, dropDatabase, startPostgres } from '#test/support/postgres.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const totals = { passed: 0, failed: 0 }

const overHttp = 'test/{contract,races,crash}/**/*.test.ts'
const parts: Record<string, () => Promise<void>> = {
  check: async () => {
    check('type check', 'tsc', ['-p', '.'])
    check('lint', 'oxlint', ['--type-aware'])
    check('format', 'oxfmt', ['--check', '.'])
    check('structure', 'node', ['scripts/check-structure.ts'])
  },
  unit: () => runTests('unit', '{contract,dashboard,igc,scoring,server,web,scripts}/**/*.test.ts'),
  sqlite: () => runOnSqlite('sqlite', overHttp),
  postgres: () => runOnPostgres(overHttp),
  browser: () => runOnSqlite('browser', 'test/browser/**/*.test.ts'),
}

function check(name: string, command: string, args: string[]): void {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: 'inherit',
  })
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
  totals[status === 0 ? 'passed' : 'failed'] += 1
}

/** Each server of a test begins with a copy of one migrated database. */
async function runOnSqlite(name: string, pattern: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-template-'))
  const db = openSqlite(folder)
  await migrate(db, Date.now)
  const template = db.location
  await db.close()
  await runTests(name, pattern, { TEST_ENGINE: 'sqlite', TEST_TEMPLATE: template })
  rmSync(folder, { recursive: true, force: true })
}

async function runOnPostgres(pattern: string): Promise<void> {
  const named = process.env.TEST_DATABASE_URL
  const server = named ? undefined : await startPostgres()
  const url = named ?? server?.url ?? ''
  try {
    const template = await createTemplate(url)
    await runTests('postgres', pattern, {
      TEST_ENGINE: 'postgres',
      TEST_DATABASE_URL: url,
      TEST_TEMPLATE: template,
    })
    await dropDatabase(url, new URL(`/${template}`, url).href)
  } finally {
    await server?.stop()
  }
}

async function runTests(
  name: string,
  pattern: string,
  environment: Record<string, string> = {},
): Promise<void> {
  const found = globSync(pattern, { cwd: root, exclude: ['node_modules/**', 'web/dist/**'] })
  const chosen =
    positionals.length > 0 ? found.filter((file) => positionals.some((part) => file.includes(part))) : found
  if (chosen.length === 0) {
    if (positionals.length > 0) return
    console.log(`✖ ${name}: no test files match ${pattern}`)
    totals.failed += 1
    return
  }
  console.log(`\n── ${name} ──`)
  Object.assign(process.env, environment)
  const events = run({
    files: chosen.sort().map((file) => join(root, file)),
    // More than cores: a test that waits for a clock, a disk or a browser leaves its core to another.
    concurrency: availableParallelism() + 1,
    cwd: root,
    timeout: 400_000,
  })
  events.on('test:pass', (event) => count(event, 'passed'))
  events.on('test:fail', (event) => count(event, 'failed'))
  const output = events.compose(spec)
  for await (const text of output) process.stdout.write(text as string)
}

interface TestEvent {
  details: { type?: string | undefined; error?: Error & { failureType?: string } }
  skip?: string | boolean | undefined
}

/** Leaves count; a suite only when it fails for itself; a skipped test has not passed. */
function count(event: TestEvent, result: 'passed' | 'failed'): void {
  const isOnlyParent =
    result === 'passed'
      ? event.details.type === 'suite'
      : event.details.error?.failureType === 'subtestsFailed'
  if (isOnlyParent || event.skip) return
  totals[result] += 1
}

if (!existsSync(join(root, 'node_modules'))) throw new Error('run npm ci first')
const started = Date.now()
// Every test file is a process that loads the service anew: compiled once for all.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled')
const names = values.only ? values.only.split(',') : Object.keys(parts)
for (const name of names) {
  const part = parts[name]
  if (!part) throw new Error(`--only takes one of: ${Object.keys(parts).join(', ')}`)
  await part()
}
console.log(`\ntook ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
