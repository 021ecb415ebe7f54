// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareTimes, measureTimes, type Times } from '#test/support/abuse/honest-times.ts'
import { createUser, type TestUser } from '#test/support/people.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createApplication, giveConsent, onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const SLOW_ANSWER_MS = 9000

async function start(context: TestContext) {
  const server = await startServer(context, {
    environment: { ...onLoopback, WEBHOOK_TIMEOUT_MS: '20000' },
    work: true,
  })
  const slow = await startReceiver(context, async (response) => {
    await sleep(SLOW_ANSWER_MS, undefined, { ref: false })
    response.end()
  })
  const honest = await startReceiver(context)
  const pilot = await createUser(server)
  await createWebhook(server.services, { userId: pilot.id }, honest.url)
  // Before the server closes: its worker waits for the answers that are under way.
  context.after(() => slow.close())
  return { server, slow, measure: () => measureDelivery(server, pilot, honest) }
}

/** From an event to its arrival at the honest receiver. */
function measureDelivery(server: TestServer, pilot: TestUser, receiver: Receiver): Promise<Times> {
  return measureTimes(async () => {
    const before = receiver.received.length
    await recordUploads(server, pilot, 1)
    await receiver.waitFor(before + 1)
  })
}

suite('webhooks of one account and those of another', async () => {
  test('100 endpoints of one account that answer after 9 s hold up no one else', async (context) => {
    const { server, slow, measure } = await start(context)
    const attacker = await createUser(server)
    for (let application = 0; application < 5; application++) {
      const applicationId = await createApplication(server, attacker)
      await giveConsent(server, attacker, applicationId)
      for (let index = 0; index < 20; index++)
        await createWebhook(server.services, { applicationId }, slow.url)
    }
    const alone = await measure()
    await recordUploads(server, attacker, 3)
    await slow.waitFor(5)
    compareTimes(context, alone, await measure())
    assert.ok(slow.mostAtOnce() <= 20, `${slow.mostAtOnce()} slots of one account at once`)
  })

  test('endpoints that are known to be slow fill their own lane, however many accounts they have', async (context) => {
    const { server, slow, measure } = await start(context)
    const attackers: TestUser[] = []
    for (let account = 0; account < 24; account++) {
      const attacker = await createUser(server)
      attackers.push(attacker)
      for (let index = 0; index < 5; index++)
        await createWebhook(server.services, { userId: attacker.id }, slow.url)
    }
    const alone = await measure()
    await server.services.db.sql`
      update webhooks set latency_ms = ${SLOW_ANSWER_MS} where url = ${slow.url}`
    for (const attacker of attackers) await recordUploads(server, attacker, 1)
    await slow.waitFor(5)
    compareTimes(context, alone, await measure())
    assert.ok(slow.mostAtOnce() <= 50, `${slow.mostAtOnce()} slots at once`)
  })
})
