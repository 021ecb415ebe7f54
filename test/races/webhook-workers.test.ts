// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { createUser } from '#test/support/people.ts'
import { type ServerProcess, startProcess } from '#test/support/process.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const WEBHOOKS = 5
const EVENTS = process.env.SWEEPS ? 400 : 60

async function start(context: TestContext) {
  const server = await startServer(context, { environment: { ...onLoopback, WEBHOOK_TIMEOUT_MS: '30000' } })
  const user = await createUser(server)
  const receivers: Receiver[] = []
  for (let index = 0; index < WEBHOOKS; index++) {
    const receiver = await startReceiver(context, async (response) => {
      await sleep(Math.random() * 4)
      response.end()
    })
    await createWebhook(server.services, { userId: user.id }, receiver.url)
    receivers.push(receiver)
  }
  return { server, user, receivers }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

suite('several workers on one database', async () => {
  test('two healthy workers send nothing twice, in order, one at a time to each webhook', async (context) => {
    const { server, user, receivers } = await start(context)
    const workers: ServerProcess[] = numbers(2).map(() =>
      startProcess('test/support/processes/webhook-worker.ts', [], server.environment),
    )
    context.after(() => Promise.all(workers.map((worker) => worker.kill('SIGKILL'))))
    for (let sent = 0; sent < EVENTS; sent += 5) {
      await recordUploads(server, user, 5)
      await sleep(10)
    }
    await Promise.all(receivers.map((receiver) => receiver.waitFor(EVENTS)))
    await sleep(500)
    for (const receiver of receivers) {
      assert.deepEqual(
        receiver.received.map(({ sequence }) => sequence),
        numbers(EVENTS),
      )
      assert.equal(receiver.mostAtOnce(), 1)
    }
    assert.deepEqual(await Promise.all(workers.map((worker) => worker.kill('SIGTERM'))), [0, 0])
  })

  test('many who number and deliver at once give no number twice and leave none out', async (context) => {
    const { server, user, receivers } = await start(context)
    const { services } = server
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...numbers(4).map(() => recordUploads(server, user, 3)),
        ...numbers(4).map(() => fanOut(services)),
        ...numbers(4).map(() => deliverDue(services)),
      ])
    }
    while ((await fanOut(services)) > 0);
    await Promise.all(numbers(3).map(() => deliverDue(services)))
    for (const receiver of receivers) {
      assert.deepEqual(
        receiver.received.map(({ sequence }) => sequence),
        numbers(60),
      )
      assert.equal(receiver.mostAtOnce(), 1)
    }
  })
})
