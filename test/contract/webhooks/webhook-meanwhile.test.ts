// run: all
// An owner changes a webhook while its receiver has not answered yet: the answer to what was sent before leaves it alone.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { listDeliveries } from '#server/webhooks/log-store.ts'
import { replay, requireWebhook, rotateSecret } from '#server/webhooks/manage.ts'
import { bySetUp, changeWebhook, createWebhook } from '#test/support/access/issuing.ts'
import { createUser } from '#test/support/people.ts'
import { type Behaviour, startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'

const DAY = 86_400_000

suite('while an event is sent to a webhook', async () => {
  const server = await startServer({ after }, { environment: onLoopback })
  const { services } = server
  const { sql } = services.db

  async function start(context: TestContext) {
    const [user, receiver] = [await createUser(server), await startReceiver(context)]
    const owner = { userId: user.id }
    const { id } = await createWebhook(services, owner, receiver.url)
    const work = async () => {
      while ((await fanOut(services)) > 0);
      await deliverDue(services)
    }
    const [deliveries, find] = [
      () => listDeliveries(sql, id, { limit: 10 }),
      () => requireWebhook(sql, owner, id),
    ]
    return {
      receiver,
      deliveries,
      find,
      send: async () => {
        await recordUploads(server, user, 1)
        await work()
      },
      work,
      /** Every request is answered so; during the first the owner does something. */
      answer: (status: number, meanwhile?: () => Promise<unknown>) => {
        let wanted = meanwhile
        const behaviour: Behaviour = async (response) => {
          const act = wanted
          wanted = undefined
          await act?.()
          response.writeHead(status).end()
        }
        receiver.behave(behaviour)
      },
      failFor: async (days: number) => {
        for (let half = 0; half < days * 2; half++) {
          await recordUploads(server, user, 1)
          await work()
          server.advance(DAY / 2)
        }
      },
      /** An email tells its owner that the service has disabled it. */
      isTold: async () => {
        const folder = join(server.environment.DATA_DIR ?? '', 'outbox')
        const names = await readdir(folder).catch(() => [])
        const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
        return texts.some((text) => text.includes(receiver.url))
      },
      change: (change: Parameters<typeof changeWebhook>[3]) => changeWebhook(services, owner, id, change),
      rotate: () => rotateSecret(services, owner, id, bySetUp),
      sendAgain: async () => {
        const [delivery] = await deliveries()
        await replay(services, owner, id, { deliveryId: delivery?.id ?? '' })
      },
    }
  }

  test('a new address gets it at once, and is not disabled by the 410 of the old one', async (context) => {
    const { receiver, answer, change, deliveries, find, isTold, send } = await start(context)
    const other = await startReceiver(context)
    answer(410, () => change({ url: other.url }))
    await send()
    assert.deepEqual([receiver.received.length, other.received.length], [1, 1])
    const { disabled_at: disabledAt, failing_since: failingSince } = await find()
    assert.deepEqual([disabledAt, failingSince, (await deliveries())[0]?.status], [null, null, 'delivered'])
    assert.equal(await isTold(), false)
  })

  test('a new address is no failing one because the old one fails', async (context) => {
    const { answer, change, find, send } = await start(context)
    const other = await startReceiver(context)
    answer(503, () => change({ url: other.url }))
    await send()
    assert.deepEqual([other.received.length, (await find()).failing_since], [1, null])
  })

  test('a new secret signs it at once, although the old one was answered with 410', async (context) => {
    const { receiver, answer, rotate, find, send, work } = await start(context)
    answer(410, async () => {
      await rotate()
      receiver.behave((response) => void response.end())
    })
    await send()
    await work()
    const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' '))
    assert.deepEqual(
      signatures.map(({ length }) => length),
      [1, 2],
    )
    assert.equal((await find()).disabled_at, null)
  })

  test('a new secret after days of failures is tried before the webhook is disabled', async (context) => {
    const { answer, failFor, rotate, find, send } = await start(context)
    answer(401)
    await failFor(5)
    answer(401, rotate)
    await send()
    assert.equal((await find()).disabled_at, null)
  })

  test('a new address does not inherit the days for which the old one has failed', async (context) => {
    const { answer, change, failFor, find, send } = await start(context)
    const other = await startReceiver(context, (response) => void response.writeHead(503).end())
    answer(503)
    await failFor(5)
    await change({ url: other.url })
    await send()
    const { disabled_at: disabledAt, failing_since: failingSince } = await find()
    assert.deepEqual([disabledAt, failingSince === null], [null, false])
  })

  test('one that is disabled and enabled stays enabled, although 410 is then answered', async (context) => {
    const { answer, change, deliveries, find, send } = await start(context)
    answer(410, async () => {
      await change({ enabled: false })
      await change({ enabled: true })
    })
    await send()
    assert.equal((await find()).disabled_at, null)
    assert.equal((await deliveries())[0]?.status, 'failed', 'as all that waited when it was disabled')
  })

  for (const status of [410, 503, 200])
    test(`one that is disabled stays so, by its owner, although ${status} is then answered`, async (context) => {
      const { answer, change, deliveries, find, isTold, send } = await start(context)
      answer(status, () => change({ enabled: false }))
      await send()
      const { disabled_reason: reason, failing_since: failingSince } = await find()
      assert.deepEqual([reason, failingSince], ['by its owner', null])
      assert.equal((await deliveries())[0]?.status, status === 200 ? 'delivered' : 'failed')
      assert.equal(await isTold(), false)
    })

  for (const status of [410, 503])
    test(`one that is sent again is, at once, although ${status} is then answered`, async (context) => {
      const { receiver, answer, deliveries, find, send, sendAgain } = await start(context)
      answer(status, async () => {
        await sendAgain()
        receiver.behave((response) => void response.end())
      })
      await send()
      assert.deepEqual([receiver.received.length, (await find()).disabled_at], [2, null])
      assert.equal((await deliveries())[0]?.status, 'delivered')
    })

  test('another description alone, sent with the same address, changes nothing of what is answered', async (context) => {
    const { receiver, answer, change, find, send } = await start(context)
    answer(410, () => change({ url: receiver.url, description: 'ours' }))
    await send()
    assert.match((await find()).disabled_reason ?? '', /410/)
  })
})
