// run: all
// on: sqlite, postgres
// `admin check` finds faults that were really made, names each with a remedy, and raises no false alarm.
import assert from 'node:assert/strict'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { suite, test, type TestContext } from 'node:test'
import pg from 'pg'
import type { OperatorChecks } from '#dashboard/operator.ts'
import { findPlace } from '#server/archive/commands.ts'
import type { DataReport } from '#server/operator/integrity/check.ts'
import { examineDatabase } from '#server/operator/integrity/database.ts'
import { checkWhenDue } from '#server/operator/integrity/job.ts'
import { findLastCheck } from '#server/operator/integrity/store.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'

async function check(server: Pick<TestServer, 'environment'>, ...args: string[]) {
  const { code, output, error } = await runAdmin(server, ['check', '--json', ...args])
  assert.ok(output, error)
  return { code, ...(output as unknown as DataReport) }
}

async function startWithFlights(context: TestContext, environment: Record<string, string> = {}) {
  const server = await startServer(context, { environment: { ...unlimited, ...environment } })
  const pilot = await createPilot(server)
  const uploadOne = (seed: number) => uploadNew(server, pilot, makeFlight(seed))
  const flights = [await uploadOne(1), await uploadOne(2), await uploadOne(3)] as const
  return { server, pilot, flights }
}

const nameOf = (folder: string, hash: string) => globSync(`${folder}/**/${hash}*`)[0] ?? assert.fail(hash)

/** Past the database's own refusal, as a fault or a foreign tool would. */
async function runUnguarded({ environment }: TestServer, statement: string): Promise<void> {
  if (isPostgres) {
    const client = new pg.Client({ connectionString: environment.DATABASE_URL })
    await client.connect()
    await client.query(`set session_replication_role = replica; ${statement}`)
    await client.end()
    return
  }
  const file = join(environment.DATA_DIR ?? '', 'cloudstreet.db')
  const handle = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: 5000 })
  handle.exec(statement)
  handle.close()
}

suite('admin check', () => {
  test('finds nothing where nothing is wrong, and says what it has read', async (context) => {
    const { server } = await startWithFlights(context)
    const report = await check(server)
    assert.deepEqual([report.code, report.isWell, report.findings], [0, true, []])
    assert.deepEqual(report.files, { read: 3, missing: 0, wrong: 0 })
    const said = isPostgres
      ? /were not compared: .*`create extension amcheck`/
      : /SQLite finds its file whole/
    assert.match(report.notes.join('\n'), said)
  })

  test('names flights whose file has another byte or is gone, until they are healed', async (context) => {
    const folder = makeFolder(context)
    const { server, flights } = await startWithFlights(context, { FILES_URL: pathToFileURL(folder).href })
    const archive = join(makeFolder(context), 'backup')
    assert.equal((await runAdmin(server, ['backup', archive])).error, '')
    const rotten = nameOf(folder, flights[0].hash)
    const bytes = readFileSync(rotten)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(rotten, bytes)
    rmSync(nameOf(folder, flights[1].hash))

    const { code, files, findings } = await check(server)
    assert.equal(code, 1)
    assert.deepEqual(files, { read: 3, missing: 1, wrong: 1 })
    assert.deepEqual(
      findings.map(({ part }) => part),
      ['files'],
    )
    const named = findings[0]?.examples.join('\n') ?? ''
    assert.match(named, new RegExp(`flight \\w+: corrupt, ${flights[0].hash}`))
    assert.match(named, new RegExp(`flight \\w+: lost, ${flights[1].hash}`))
    assert.match(findings[0]?.remedy ?? '', /files heal FILE/)

    assert.equal((await runAdmin(server, ['files', 'heal', archive])).error, '')
    assert.equal((await check(server)).code, 0)
  })

  test('finds rows that name a row which is not there', async (context) => {
    const { server } = await startWithFlights(context)
    await runUnguarded(
      server,
      `insert into merged_references (reference_hash, flight_id) values ('hash', 'gone')`,
    )
    const { code, findings } = await check(server)
    assert.equal(code, 1)
    assert.deepEqual(
      findings.map(({ part, sentence }) => [part, sentence]),
      [['references', '1 row of merged_references names a row of flights that is not there.']],
    )
    assert.match(findings[0]?.remedy ?? '', /delete from merged_references/)
  })

  test('finds a flight without a file', async (context) => {
    const { server } = await startWithFlights(context)
    const [gone] = await server.services.db.sql<{ id: string }>`
      delete from flight_files where flight_id = (select min(flight_id) from flight_files) returning flight_id as id`
    const { code, findings } = await check(server)
    assert.equal(code, 1)
    assert.ok(findings.some(({ sentence }) => sentence === '1 flights have no file.'))
    assert.match(findings.flatMap(({ examples }) => examples).join(), new RegExp(`${gone?.id}`))
  })

  test('raises no false alarm while pilots upload, correct and delete', async (context) => {
    const { server, pilot } = await startWithFlights(context)
    const task = { place: findPlace(server.services.config), restore: '' }
    let isDone = false
    const writing = (async () => {
      for (let seed = 10; !isDone; seed++) {
        const { id } = await uploadNew(server, pilot, makeFlight(seed))
        await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
      }
    })()
    for (let round = 0; round < 4; round++) assert.deepEqual((await examineDatabase(task)).findings, [])
    isDone = true
    await writing
  })

  test('says that it could not run, with exit code 2', async (context) => {
    const environment = isPostgres
      ? { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/none' }
      : { DATA_DIR: makeFolder(context) }
    const { code, error } = await runAdmin({ environment: { LOG_LEVEL: 'silent', ...environment } }, [
      'check',
    ])
    assert.equal(code, 2)
    assert.match(error, /^The check could not run: /)
    const server = await startServer(context)
    await server.services.db.sql`delete from migrations where name = (select max(name) from migrations)`
    const pending = await runAdmin(server, ['check'])
    assert.equal(pending.code, 2)
    assert.match(pending.error, /migration is pending/)
  })
})

suite('the weekly check', () => {
  const runJob = ({ services }: TestServer) => checkWhenDue(services, new AbortController().signal, unpaced)
  const makeDue = ({ services }: TestServer) =>
    services.db.sql`update queue set due_at = 0 where kind = 'turns' and id = 'check'`

  test('is due an hour after the first start, and then every week, once for all nodes', async (context) => {
    const { server } = await startWithFlights(context)
    const { db, now } = server.services
    await runJob(server)
    assert.equal(await findLastCheck(db.sql), undefined)
    const [turn] = await db.sql<{
      due: number
    }>`select due_at as due from queue where kind = 'turns' and id = 'check'`
    assert.ok(Math.abs((turn?.due ?? 0) - now() - HOUR_MS) < HOUR_MS / 10)

    await makeDue(server)
    const other = await startServer(context, { on: server.environment })
    await Promise.all([runJob(server), runJob(other)])
    const first = await findLastCheck(db.sql)
    assert.deepEqual(first?.findings, [])
    await makeDue(server)
    await runJob(other)
    assert.equal((await findLastCheck(db.sql))?.at, first?.at)
    server.advance(7 * DAY_MS)
    await runJob(server)
    assert.ok(((await findLastCheck(db.sql))?.at ?? 0) >= (first?.at ?? 0) + 7 * DAY_MS)
  })

  test('is a line of the doctor and two metrics', async (context) => {
    const { server } = await startWithFlights(context)
    const { db } = server.services
    const ask = async () => {
      const { output } = await runAdmin(server, ['doctor', '--json'])
      return (output as unknown as OperatorChecks).checks.find(({ check: name }) => name === 'data')
    }
    assert.equal((await ask())?.state, 'well')
    await runJob(server)
    await makeDue(server)
    await db.sql`delete from flight_files where flight_id = (select min(flight_id) from flight_files)`
    await runJob(server)
    const found = await ask()
    assert.equal(found?.state, 'act')
    assert.match(found?.sentence ?? '', /1 flights have no file/)
    const text = await (await server.fetch('/metrics')).text()
    assert.match(text, /^cloudstreet_data_check_findings 1$/m)
    assert.match(text, /^cloudstreet_data_check_timestamp_seconds \d{10}$/m)
    await db.sql`delete from flights where id not in (select flight_id from flight_files)`
    assert.equal((await check(server)).code, 0)
    assert.equal((await ask())?.state, 'well')
    await db.sql`
      update installation set value = replace(value, '"at":1', '"at":0.1') where name = 'data_checked'`
    assert.equal((await ask())?.state, 'look')
  })

  test('is left for later when it is paused', async (context) => {
    const { server } = await startWithFlights(context)
    await runJob(server)
    await makeDue(server)
    const { services } = server
    const running = checkWhenDue(services, AbortSignal.timeout(50), unpaced)
    await running
    assert.equal(await findLastCheck(services.db.sql), undefined)
    await makeDue(server)
    await runJob(server)
    assert.deepEqual((await findLastCheck(services.db.sql))?.findings, [])
  })
})
