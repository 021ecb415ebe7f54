// on: sqlite, postgres
// The upload that a node tries before it is ready leaves nothing behind.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { analyseFile } from '#server/flights/scorer/analyse.ts'
import { createReadBuffer } from '#igc/read.ts'
import { createRehearsal } from '#server/rehearsal.ts'
import { XCONTEST } from '#scoring/score.ts'
import { createPilot, makeFlight, upload } from '#test/support/flights.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

async function open(context: TestContext, environment: Record<string, string> = {}) {
  const compiled: string[] = []
  const server = await startServer(context, { environment })
  const rehearse = createRehearsal(server.services, { compileSchemas: (url) => compiled.push(url) })
  const analysis = await analyseFile(makeFlight(1), { rules: XCONTEST, deadlineMs: 5000 }, createReadBuffer())
  return { server, compiled, rehearse: () => rehearse(analysis) }
}

async function countRows({ services }: TestServer) {
  const [row] = await services.db.sql`
    select (select count(*) from users) as users, (select count(*) from flights) as flights,
      (select count(*) from flight_files) as files, (select count(*) from flight_counters) as counters,
      (select count(*) from takeoffs) as takeoffs, (select count(*) from events) as events`
  return row
}

function countInserts({ services }: TestServer): number {
  return services.db.figures.statements().find(({ name }) => name === 'insert flights')?.runs ?? 0
}

async function readUploadMetrics({ services }: TestServer): Promise<string[]> {
  const text = await services.metrics.registry.metrics()
  return text.split('\n').filter((line) => /^cloudstreet_(upload|file_write)/.test(line))
}

suite('an upload before the node is ready', () => {
  test('runs to its last statement, and leaves no row and no figure', async (context) => {
    const { server, compiled, rehearse } = await open(context)
    await upload(server, await createPilot(server), makeFlight(2))
    const before = [await countRows(server), await readUploadMetrics(server)]
    const inserts = countInserts(server)
    await rehearse()
    await rehearse()
    assert.equal(countInserts(server), inserts + 2)
    assert.deepEqual([await countRows(server), await readUploadMetrics(server)], before)
    assert.deepEqual([...new Set(compiled)], ['/api/v1/flights/upload'])
  })

  test('comes through the door of the API, whose limits it keeps', async (context) => {
    const environment = { MAX_UPLOAD_BYTES: '2000', RATE_LIMIT_UPLOADS: '1' }
    const { server, rehearse } = await open(context, environment)
    await rehearse()
    await rehearse()
    assert.equal(countInserts(server), 2)
  })

  test('wakes none of those who wait for events', async (context) => {
    const { server, rehearse } = await open(context)
    let isWoken = false
    server.services.eventSignal.subscribe(() => (isWoken = true))
    await rehearse()
    await sleep(100)
    assert.ok(!isWoken)
  })

  test('lets the pilots of before and after upload the same flight', async (context) => {
    const { server, rehearse } = await open(context)
    await rehearse()
    const pilot = await createPilot(server)
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 201)
    await rehearse()
    assert.equal((await upload(server, pilot, makeFlight(1))).status, 200)
  })
})
