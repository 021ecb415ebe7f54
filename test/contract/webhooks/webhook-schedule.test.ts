import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { pruneRows } from '#server/prune.ts'
import { findDelivery, listAttempts, listDeliveries } from '#server/webhooks/log-store.ts'
import { requireWebhook } from '#server/webhooks/manage.ts'
import { createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { changeWebhook, createWebhook } from '#test/support/access/issuing.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

async function start(context: TestContext) {
  const server = await startServer(context, { environment: onLoopback })
  const user = await createUser(server)
  const receiver = await startReceiver(context, (response) => void response.writeHead(500).end())
  const owner = { userId: user.id }
  const { id } = await createWebhook(server.services, owner, receiver.url)
  const { sql } = server.services.db
  const work = async () => {
    while ((await fanOut(server.services)) > 0);
    await deliverDue(server.services)
  }
  return { server, user, receiver, owner, id, sql, work }
}

suite('the schedule, on a clock that runs fast', async () => {
  test('three days of retries: ten attempts, each in its time, then given up', async (context) => {
    const { server, user, receiver, id, sql, work } = await start(context)
    await recordUploads(server, user, 1)
    await work()
    const [{ id: deliveryId } = { id: '' }] = await listDeliveries(sql, id, { limit: 1 })
    const hours: number[] = []
    for (;;) {
      const delivery = await findDelivery(sql, id, deliveryId)
      if (!delivery?.next_attempt_at) break
      const waitMs = delivery.next_attempt_at - server.services.now()
      server.advance(waitMs - 1500)
      const before = receiver.received.length
      await work()
      assert.equal(receiver.received.length, before, 'not before its time')
      server.advance(1501)
      await work()
      assert.equal(receiver.received.length, before + 1, 'in its time')
      hours.push(waitMs / HOUR)
    }
    const planned = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]
    assert.equal(hours.length, planned.length)
    for (const [index, wait] of planned.entries()) {
      // A tenth of jitter, and the moments that the test itself takes.
      assert.ok(
        Math.abs((hours[index] ?? 0) - wait) <= wait * 0.1 + 3 / 3600,
        `wait ${index + 1}: ${hours[index]} h`,
      )
    }
    assert.equal((await findDelivery(sql, id, deliveryId))?.status, 'failed')
    assert.equal((await listAttempts(sql, [deliveryId])).length, 10)
    server.advance(30 * DAY)
    await work()
    assert.equal(receiver.received.length, 10)
  })

  test('a webhook that fails for five days is disabled; one success in between resets the count', async (context) => {
    const { server, user, receiver, owner, id, sql, work } = await start(context)
    const failFor = async (days: number) => {
      for (let half = 0; half < days * 2; half++) {
        await recordUploads(server, user, 1)
        await work()
        server.advance(DAY / 2)
      }
      await work()
      return (await requireWebhook(sql, owner, id)).disabled_reason
    }
    assert.equal(await failFor(4), null)
    receiver.behave((response) => void response.end())
    await recordUploads(server, user, 1)
    await work()
    receiver.behave((response) => void response.writeHead(500).end())
    assert.equal(await failFor(4.5), null)
    assert.match((await failFor(1)) ?? '', /every attempt failed for 5 days; last error: answered 500/)

    const count = receiver.received.length
    await changeWebhook(server.services, owner, id, { enabled: true })
    await recordUploads(server, user, 1)
    await work()
    assert.equal(receiver.received.length, count + 1)
    assert.equal((await requireWebhook(sql, owner, id)).disabled_at, null, 'the count starts over')
  })

  test('one failure now and one next week do not disable a webhook', async (context) => {
    const { server, user, owner, id, sql, work } = await start(context)
    for (let week = 0; week < 3; week++) {
      await recordUploads(server, user, 1)
      await work()
      for (let step = 0; step < 12; step++) {
        server.advance(8 * HOUR)
        await work()
      }
      server.advance(4 * DAY)
    }
    assert.equal((await requireWebhook(sql, owner, id)).disabled_at, null)
  })

  test('the log and the events are kept for 30 days; the numbers go on', async (context) => {
    const { server, user, receiver, id, sql, work } = await start(context)
    receiver.behave((response) => void response.end())
    await recordUploads(server, user, 3)
    await work()
    const countLeft = async () => {
      await pruneRows(server.services)
      const [events] = await sql<{ count: number }>`select count(*) as count from events`
      return [(await listDeliveries(sql, id, { limit: 10 })).length, events?.count]
    }
    server.advance(29 * DAY)
    assert.deepEqual(await countLeft(), [3, 3])
    server.advance(1.1 * DAY)
    assert.deepEqual(await countLeft(), [0, 0])
    await recordUploads(server, user, 1)
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3, 4],
    )
  })

  test('what a worker that died had claimed is sent by another when the claim ends', async (context) => {
    const { server, user, receiver, sql, work } = await start(context)
    receiver.behave((response) => void response.end())
    await recordUploads(server, user, 1)
    while ((await fanOut(server.services)) > 0);
    await sql`update webhooks set lease = 'dead', leased_until = ${server.services.now() + 21_000}`
    await work()
    assert.equal(receiver.received.length, 0)
    server.advance(21_001)
    await work()
    assert.equal(receiver.received.length, 1)
  })
})
