// on: sqlite, postgres
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Behaviour } from '#test/support/receiver.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createUser } from '#test/support/people.ts'
import { readOutbox } from '#test/support/mail-server.ts'
import { startServer, type TestServerOptions } from '#test/support/server.ts'
import { countStatements } from '#test/support/statements/count.ts'
import { createApplication, giveConsent, onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { recordAttempts } from '#server/webhooks/delivery/queue-store.ts'
import { listAttempts, listDeliveries } from '#server/webhooks/log-store.ts'
import { requireWebhook } from '#server/webhooks/manage.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

async function start(
  context: TestContext,
  behaviour?: Behaviour,
  { environment, ...options }: TestServerOptions = {},
) {
  const server = await startServer(context, { environment: { ...onLoopback, ...environment }, ...options })
  const receiver = await startReceiver(context, behaviour)
  const user = await createUser(server)
  const webhook = await createWebhook(server.services, { userId: user.id }, receiver.url)
  /** With a patience of its own where the receiver answers in the end. */
  const work = async (timeoutMs = server.services.config.webhooks.timeoutMs) => {
    while ((await fanOut(server.services)) > 0);
    const { config } = server.services
    const webhooks = { ...config.webhooks, timeoutMs }
    await deliverDue({ ...server.services, config: { ...config, webhooks } })
  }
  const log = async () => {
    const deliveries = await listDeliveries(server.services.db.sql, webhook.id, { limit: 100 })
    const attempts = await listAttempts(
      server.services.db.sql,
      deliveries.map(({ id }) => id),
    )
    return deliveries.reverse().map((delivery) => ({
      ...delivery,
      attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id),
    }))
  }
  return { server, receiver, user, webhook, work, log, owner: { userId: user.id } }
}

suite('webhook delivery', async () => {
  test('events arrive in order, numbered from 1, as the envelope, and the published library verifies them', async (context) => {
    const { server, receiver, user, webhook, work, log } = await start(context)
    const envelopes = await recordUploads(server, user, 30)
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
    assert.equal(receiver.mostAtOnce(), 1)
    const bodies = new Set(receiver.received.map(({ body }) => body))
    assert.deepEqual(bodies, new Set(envelopes.map((envelope) => JSON.stringify(envelope))))
    for (const { body, headers } of receiver.received) {
      new Webhook(webhook.secret).verify(body, headers as Record<string, string>)
      assert.match(String(headers['x-cloudstreet-signature']), /^t=\d+,v1=[0-9a-f]{64}$/)
    }
    const [first] = await log()
    assert.equal(first?.status, 'delivered')
    assert.equal(first?.attempts[0]?.answer, 'ok')
    assert.equal(first?.attempts[0]?.error, null)
  })

  const failures: [string, Behaviour, number | null, RegExp][] = [
    ['answers 500', (response) => void response.writeHead(500).end('broken'), 500, /answered 500/],
    [
      'redirects',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
      302,
      /redirects are not followed/,
    ],
    ['hangs without an answer', () => undefined, null, /no answer within 2 s/],
    [
      'resets the connection',
      (response) => void response.socket?.resetAndDestroy(),
      null,
      /connection reset/,
    ],
    [
      'speaks something else than HTTP',
      (response) => void response.socket?.end('SSH-2.0\r\n\r\n'),
      null,
      /not valid HTTP/,
    ],
    ['hangs up without an answer', (response) => void response.socket?.end(), null, /connection reset/],
  ]
  for (const [name, behaviour, status, error] of failures) {
    test(`a receiver that ${name} is logged and tried again after five seconds`, async (context) => {
      // While it stands, no retry comes due by itself, however long an attempt takes.
      const { server, receiver, user, work, log } = await start(context, behaviour, { isClockStill: true })
      await recordUploads(server, user, 1)
      // Whoever answers is waited for: on a busy machine that takes seconds.
      await work(name.startsWith('hangs without') ? 2000 : undefined)
      const [failed] = await log()
      assert.equal(failed?.status, 'pending')
      assert.equal(failed?.attempts.length, 1)
      assert.equal(failed?.attempts[0]?.status, status)
      assert.match(failed?.attempts[0]?.error ?? '', error)
      const waitMs = (failed?.next_attempt_at ?? 0) - server.services.now()
      assert.ok(waitMs > 3000 && waitMs <= 5500, `${waitMs} ms`)

      await work()
      assert.equal(receiver.received.length, 1, 'not before its time')
      receiver.behave((response) => void response.end())
      server.advance(5600)
      await work()
      const [delivered] = await log()
      assert.equal(delivered?.status, 'delivered')
      assert.equal(delivered?.attempts.length, 2)
      assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id'])
      assert.equal(receiver.received[1]?.sequence, 1)
    })
  }

  test('many attempts are recorded in a few statements, and those of a deletion meanwhile are none', async (context) => {
    const { server, user, log } = await start(context)
    await recordUploads(server, user, 40)
    while ((await fanOut(server.services)) > 0);
    const result = {
      status: 204,
      latencyMs: 3,
      error: null,
      answer: null,
      requestHeaders: {},
      retryAfterMs: 0,
    }
    const ids = [...(await log()).map(({ id }) => id), 'gone']
    const attempts = ids.map((deliveryId) => ({ deliveryId, attemptedAt: 1, result }))
    const { db } = server.services
    // Others may run at the same moment, such as those of the node's own checks.
    const ofDeliveries = ['update deliveries', 'insert delivery_attempts', 'update webhooks']
    const counted = countStatements()
    const countRuns = () => ofDeliveries.reduce((sum, name) => sum + (counted.get(name) ?? 0), 0)
    const before = countRuns()
    const tries = await db.transaction((sql) => recordAttempts(sql, attempts, true))
    assert.equal(countRuns() - before, 3)
    assert.deepEqual([tries.size, tries.get('gone')], [40, undefined])
    for (const delivery of await log())
      assert.deepEqual([delivery.status, delivery.attempts.length], ['delivered', 1])
  })

  test('a slow receiver within the time-out is waited for', async (context) => {
    const { server, user, work, log } = await start(context, async (response) => {
      await sleep(400)
      response.writeHead(204).end()
    })
    await recordUploads(server, user, 1)
    await work()
    const [delivery] = await log()
    assert.equal(delivery?.status, 'delivered')
    assert.ok((delivery?.attempts[0]?.latency_ms ?? 0) >= 390)
  })

  test('of a huge answer 64 KiB are read and 1 KiB is kept', async (context) => {
    let written = 0
    const { server, user, work, log } = await start(context, (response) => {
      const chunk = Buffer.alloc(16_384, 'é')
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
      }
      response.on('drain', pour)
      pour()
    })
    await recordUploads(server, user, 1)
    await work()
    const [delivery] = await log()
    assert.equal(delivery?.status, 'delivered')
    assert.equal(Buffer.byteLength(delivery?.attempts[0]?.answer ?? ''), 1024)
    assert.ok(written < 16_000_000, `${written} bytes were taken`)
  })

  test('an answer whose body never ends holds the worker for the time-out at most', async (context) => {
    const { server, user, work, log } = await start(context, (response) => void response.write('{'), {
      environment: { WEBHOOK_TIMEOUT_MS: '2000' },
    })
    await recordUploads(server, user, 1)
    const startedAt = Date.now()
    await work()
    assert.ok(Date.now() - startedAt < 30_000)
    assert.equal((await log())[0]?.status, 'delivered')
  })

  test('while one delivery waits for its retry, later events pass, one at a time', async (context) => {
    const { server, receiver, user, work } = await start(context, (response, count) => {
      response.writeHead(count === 2 ? 500 : 200).end()
    })
    await recordUploads(server, user, 4)
    await work()
    server.advance(6000)
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 2],
    )
    assert.equal(receiver.mostAtOnce(), 1)
  })

  test('410 disables the webhook at once, keeps what was not sent, and the owner is told', async (context) => {
    const { server, receiver, user, webhook, work, log, owner } = await start(
      context,
      (response) => void response.writeHead(410).end(),
    )
    const { services } = server
    await recordUploads(server, user, 3)
    await work()
    const disabled = await requireWebhook(services.db.sql, owner, webhook.id)
    assert.match(disabled.disabled_reason ?? '', /410/)
    await recordUploads(server, user, 1)
    await work()
    assert.equal(receiver.received.length, 1)
    const entries = await log()
    assert.deepEqual(
      entries.map(({ sequence, status }) => [sequence, status]),
      [1, 2, 3, 4].map((sequence) => [sequence, 'failed']),
    )
    const mails = await readOutbox(server.environment.DATA_DIR ?? '')
    assert.equal(mails.length, 1)
    assert.match(
      mails[0] ?? '',
      new RegExp(`To: ${user.email}\\n[^]*${receiver.url}: the receiver answered 410`),
    )
  })

  test('Retry-After is respected', async (context) => {
    const { server, user, work, log } = await start(
      context,
      (response) => void response.writeHead(503, { 'retry-after': '120' }).end(),
    )
    await recordUploads(server, user, 1)
    await work()
    const [delivery] = await log()
    const waitMs = (delivery?.next_attempt_at ?? 0) - server.services.now()
    assert.ok(waitMs > 110_000 && waitMs <= 120_000, `${waitMs} ms`)
  })

  test('an application hears of those who consented to flights:read, and of no one else', async (context) => {
    const { server, receiver, user, work } = await start(context)
    const [developer, stranger, uploader] = [
      await createUser(server),
      await createUser(server),
      await createUser(server),
    ]
    const applicationId = await createApplication(server, developer)
    const other = await startReceiver(context)
    await createWebhook(server.services, { applicationId }, other.url)
    await giveConsent(server, user, applicationId)
    await giveConsent(server, uploader, applicationId, 'flights:write profile:read')
    for (const person of [user, stranger, uploader, developer]) await recordUploads(server, person, 1)
    await work()
    const userIds = (items: typeof receiver.received) =>
      items.map(({ body }) => (JSON.parse(body) as { user: { id: string } }).user.id)
    assert.deepEqual(userIds(other.received), [user.id])
    assert.deepEqual(userIds(receiver.received), [user.id])

    await server.services.db.sql`
      update consents set revoked_at = ${server.services.now()} where user_id = ${user.id}`
    await recordUploads(server, user, 1)
    await work()
    assert.equal(other.received.length, 1)
    assert.equal(receiver.received.length, 2)
  })

  test('what happened before a webhook was registered is not sent to it', async (context) => {
    const { server, user, work } = await start(context)
    await recordUploads(server, user, 1)
    await sleep(5)
    const late = await startReceiver(context)
    await createWebhook(server.services, { userId: user.id }, late.url)
    await work()
    assert.equal(late.received.length, 0)
  })

  test('a receiver on a private address is refused when connecting, whatever was registered', async (context) => {
    const { server, receiver, user, work, log } = await start(context)
    Object.assign(server.services, {
      config: { ...server.services.config, webhooks: { allowPrivate: false, timeoutMs: 1000 } },
    })
    await recordUploads(server, user, 1)
    await work()
    assert.equal(receiver.received.length, 0)
    assert.equal((await log())[0]?.attempts[0]?.error, 'address not allowed')
  })

  test('the worker is woken by an event, and dead receivers delay no others', async (context) => {
    const server = await startServer(context, {
      environment: { ...onLoopback, WEBHOOK_TIMEOUT_MS: '60000' },
      work: true,
    })
    const user = await createUser(server)
    const dead = await startReceiver(context, () => undefined)
    const good = await startReceiver(context)
    for (let index = 0; index < 5; index++)
      await createWebhook(server.services, { userId: user.id }, dead.url)
    await createWebhook(server.services, { userId: user.id }, good.url)
    const startedAt = performance.now()
    await recordUploads(server, user, 20)
    await good.waitFor(20)
    assert.ok(performance.now() - startedAt < 60_000, 'before the time-out of any dead receiver')
    await dead.close()
  })
})
