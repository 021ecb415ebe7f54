// run: all
// Nodes that answer requests (--no-work), nodes that do the background work (--work-only), and how they stop.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { byOperator } from '#server/access/security-log/store.ts'
import { createPilot, makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { runToEnd, SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

// The embedded database is for one of each.
const NODES_OF_EACH_ROLE = process.env.TEST_ENGINE === 'postgres' ? 2 : 1

async function startNode(context: TestContext, role: string, environment: Record<string, string>) {
  const port = await findFreePort()
  const ports = { PORT: String(port), WORK_PORT: String(port) }
  const node = startProcess(SERVER, [role], { ...environment, ...ports })
  context.after(() => node.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  await waitForAnswer(url, node)
  return { ...node, url, fetch: (path: string, init?: RequestInit) => fetch(url + path, init) }
}

const startNodes = (context: TestContext, role: string, environment: Record<string, string>) =>
  Promise.all(Array.from({ length: NODES_OF_EACH_ROLE }, () => startNode(context, role, environment)))

/** Deliveries that were sent and not recorded before a crash are sent again. */
async function waitUntilRecorded({ services }: TestServer): Promise<void> {
  while ((await services.db.sql`select 1 from deliveries where status = 'pending' limit 1`).length > 0)
    await sleep(50)
}

suite('the roles of nodes', () => {
  test('any number answer requests, any number work: each event is sent once, in order', async (context) => {
    const server = await startServer(context, { environment: { ...onLoopback, ...unlimited } })
    const pilot = await createPilot(server)
    const receiver = await startReceiver(context)
    await createWebhook(server.services, { userId: pilot.user.id }, receiver.url, byOperator)
    const serving = await startNodes(context, '--no-work', server.environment)
    let seed = 0
    const uploadToEach = async () => {
      for (const node of serving) await readUploaded(await upload(node, pilot, makeFlight(++seed)))
    }
    await uploadToEach()
    await sleep(1200)
    assert.equal(receiver.received.length, 0, 'no worker runs yet')

    const working = await startNodes(context, '--work-only', server.environment)
    await receiver.waitFor(seed)
    await uploadToEach()
    await receiver.waitFor(seed)
    if (working.length > 1) {
      await waitUntilRecorded(server)
      await working.shift()?.kill('SIGKILL')
      await uploadToEach()
      await receiver.waitFor(seed)
    }
    const sequences = receiver.received.map(({ headers }) => Number(headers['x-cloudstreet-sequence']))
    assert.deepEqual(
      sequences,
      Array.from({ length: seed }, (_, index) => index + 1),
    )
    const nodes = [...serving, ...working]
    assert.deepEqual(
      await Promise.all(nodes.map((node) => node.kill('SIGTERM'))),
      nodes.map(() => 0),
    )
  })

  test('a node that only works tells its health and metrics, and nothing else', async (context) => {
    const { environment } = await startServer(context)
    const working = await startNode(context, '--work-only', environment)
    assert.equal((await working.fetch('/readyz')).status, 200)
    assert.equal((await working.fetch('/api/v1')).status, 404)
    const metrics = await (await working.fetch('/metrics')).text()
    assert.match(metrics, /^cloudstreet_job_runs_total\{job="emails",outcome="started"\} 1$/m)
    assert.match(metrics, /^cloudstreet_job_runs_total\{job="emails",outcome="failed"\} 0$/m)
    const other = await runToEnd(SERVER, ['--work-only'], {
      ...environment,
      ...(environment.DATABASE_URL ? {} : { DATA_DIR: `${environment.DATA_DIR}/other` }),
      WORK_PORT: new URL(working.url).port,
    })
    assert.match(other.output, /set WORK_PORT to a free one/)
    assert.equal(await working.kill('SIGTERM'), 0)
  })

  test('before it stops, a node is not ready for as long as DRAIN_SECONDS says, and serves', async (context) => {
    const { environment } = await startServer(context)
    const node = await startNode(context, '--no-work', {
      ...environment,
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'info',
    })
    assert.equal((await node.fetch('/readyz')).status, 200)
    const signalledAt = performance.now()
    const ended = node.kill('SIGTERM')
    await sleep(500)
    const refused = await node.fetch('/readyz')
    assert.equal(refused.status, 503)
    assert.match(await refused.text(), /about to stop/)
    assert.equal((await node.fetch('/api/v1')).status, 200)
    assert.equal(await ended, 0)
    const drainedMs = performance.now() - signalledAt
    assert.ok(drainedMs >= 2000, `${drainedMs} ms`)
    assert.match(node.output(), /"seconds":[2-9][^}]*"stopped"/)
  })
})
