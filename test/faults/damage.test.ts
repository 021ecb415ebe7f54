// run: all
// Pages that were overwritten, as by a failing disk: every sentence names the next step, and the next step works.
import assert from 'node:assert/strict'
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test, type TestContext } from 'node:test'
import pg from 'pg'
import type { OperatorChecks } from '#dashboard/operator.ts'
import type { DataReport } from '#server/operator/integrity/check.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startPostgres } from '#test/support/postgres.ts'
import { runToEnd, SERVER } from '#test/support/process.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'

const PAGE_BYTES = 4096
const BACKUP = 'cloudstreet-2026-05-01T00-00-00Z.jsonl.zst'

const onSqlite = { skip: process.env.TEST_ENGINE === 'postgres' && 'the embedded database alone' }

/** A stopped installation with three flights and a backup of them. */
async function makeInstallation(context: TestContext) {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  const folder = makeFolder(context)
  const on = { ...environment, ...unlimited, BACKUP_DIR: folder }
  const server = await startServer(context, { on })
  const pilot = await createPilot(server)
  for (const seed of [1, 2, 3]) await uploadNew(server, pilot, makeFlight(seed))
  const backup = join(folder, BACKUP)
  assert.equal((await runAdmin(server, ['backup', backup])).error, '')
  await server.close()
  return { on, pilot, backup, file: join(environment.DATA_DIR ?? '', 'cloudstreet.db') }
}

function overwrite(file: string, from: number, bytes: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, from)
  closeSync(handle)
}

const damages: Record<string, (file: string) => void> = {
  'whose pages are overwritten': (file) => {
    const handle = openSync(file, 'r')
    const { size } = fstatSync(handle)
    closeSync(handle)
    overwrite(file, PAGE_BYTES, size - PAGE_BYTES)
  },
  'whose head is overwritten': (file) => overwrite(file, 0, 100),
  'whose end is cut off': (file) => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, PAGE_BYTES * 3))
  },
}

suite('a file of SQLite', onSqlite, () => {
  for (const [which, damage] of Object.entries(damages))
    test(`${which} is described at the start and by check, and is restored`, async (context) => {
      const { on, pilot, backup, file } = await makeInstallation(context)
      damage(file)
      const nextStep = new RegExp(
        `is damaged[^]*restore ${backup} --force[^]*That backup is of 2026-05-01T00:00:00\\.000Z`,
      )
      const start = await runToEnd(SERVER, [], { ...on, PORT: '0' })
      assert.equal(start.code, 1)
      assert.match(start.output, nextStep)
      assert.match(start.output, /`admin check`/)
      assert.doesNotMatch(start.output, /\n {4}at /)
      const checked = await runToEnd('server/admin.ts', ['check'], on)
      assert.equal(checked.code, 1)
      assert.match(checked.output, nextStep)

      const restored = await runAdmin({ environment: on }, ['restore', backup, '--force'])
      assert.equal(restored.error, '')
      const report = await runAdmin({ environment: on }, ['check', '--json'])
      assert.deepEqual([report.code, (report.output as unknown as DataReport).files?.read], [0, 3])
      const server = await startServer(context, { on })
      assert.equal((await list(server, pilot)).data.length, 3)
    })

  test('with one damaged page is found by check, row for row of the engine', async (context) => {
    const { on, file } = await makeInstallation(context)
    const root = findRoot(file, 'flights_by_score')
    overwrite(file, (root - 1) * PAGE_BYTES + 200, PAGE_BYTES - 200)
    const { code, output } = await runAdmin({ environment: on }, ['check', '--json'])
    const { findings, files, notes } = output as unknown as DataReport
    assert.equal(code, 1)
    assert.deepEqual(
      findings.map(({ part }) => part),
      ['database'],
    )
    assert.ok((findings[0]?.examples.length ?? 0) > 0)
    assert.equal(files, null)
    assert.match(notes.join(), /files were not checked/)
  })

  test('that is damaged while a node runs is a check of the node, with the next step', async (context) => {
    const { on, backup, file } = await makeInstallation(context)
    overwrite(file, (findRoot(file, 'sqlite_autoindex_airspaces_1') - 1) * PAGE_BYTES, PAGE_BYTES)
    const server = await startServer(context, { on })
    const { db, checks } = server.services
    const stateOf = async () => (await checks.findAll()).find(({ check }) => check === 'damage')
    assert.equal((await stateOf())?.state, 'well')
    await assert.rejects(
      () => db.sql`select number from airspaces where file_id = ${'one'}`,
      /^DatabaseDamagedError: The database .* is damaged: database disk image is malformed\. Run `admin check`/,
    )
    const found = await stateOf()
    assert.deepEqual([found?.state, found?.isNeeded], ['act', false])
    assert.match(found?.remedy ?? '', new RegExp(`check\`: it says what.*restore ${backup} --force`))
    assert.equal((await server.fetch('/readyz')).status, 200)
  })
})

function findRoot(file: string, name: string): number {
  const handle = new DatabaseSync(file)
  const row = handle.prepare('select rootpage from sqlite_schema where name = ?').get(name)
  handle.close()
  return Number(row?.rootpage)
}

test('doctor names the check for a database that is damaged', onSqlite, async (context) => {
  const { on, file } = await makeInstallation(context)
  overwrite(file, 0, 100)
  const { code, output } = await runAdmin({ environment: on }, ['doctor', '--json'])
  const [finding] = (output as unknown as OperatorChecks).checks
  assert.equal(code, 1)
  assert.deepEqual([finding?.check, finding?.sentence], ['migrations', 'The database is damaged.'])
  assert.match(finding?.remedy ?? '', /check` says what to do/)
})

test('an index and a table of PostgreSQL whose pages are overwritten are found by amcheck', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const environment = {
    ...unlimited,
    LOG_LEVEL: 'silent',
    DATABASE_URL: postgres.url,
    DATA_DIR: makeFolder(context),
  }
  const server = await startServer(context, { on: environment })
  const pilot: Pilot = await createPilot(server)
  for (const seed of [1, 2, 3]) await uploadNew(server, pilot, makeFlight(seed))
  await query(postgres.url, 'create extension amcheck')
  const whole = await runAdmin(server, ['check', '--json'])
  assert.equal(whole.code, 0)
  assert.match(
    (whole.output as unknown as DataReport).notes.join(),
    /finds its \d\d+ tables and indexes whole/,
  )
  await server.close()

  const paths = await query(
    postgres.url,
    `select pg_relation_filepath('flights_by_score') as index, pg_relation_filepath('flight_analyses') as table`,
  )
  await query(postgres.url, 'checkpoint')
  postgres.kill()
  // The item pointers of the first leaf page, behind the metapage; and those of the first page of a table.
  overwrite(join(postgres.folder, String(paths?.index)), 8192 + 24, 12)
  overwrite(join(postgres.folder, String(paths?.table)), 24, 12)
  await postgres.restart()
  const { code, output, error } = await runAdmin({ environment }, ['check', '--json'])
  assert.equal(code, 1, error)
  const said = describe(output)
  assert.match(
    said,
    /The index flights_by_score is damaged\.: .*`reindex index concurrently flights_by_score`/,
  )
  assert.match(said, /The table flight_analyses is damaged\.: Stop the service/)
  await query(postgres.url, 'reindex index flights_by_score')
  assert.doesNotMatch(
    describe((await runAdmin({ environment }, ['check', '--json'])).output),
    /flights_by_score/,
  )
})

const describe = (output: object | undefined) =>
  (output as DataReport).findings.map(({ sentence, remedy }) => `${sentence}: ${remedy}`).join('\n')

async function query(url: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows[0]
}
