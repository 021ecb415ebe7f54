import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { EventsGoneBody } from '#contract/webhooks.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import {
  createApplication,
  createClient,
  createToken,
  giveConsent,
  onLoopback,
  recordUploads,
} from '#test/support/webhooks.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

interface View {
  id: string
  url: string
  enabled: boolean
  secret?: string
  lastSequence: number
  disabledReason: string | null
}
interface DeliveryView {
  id: string
  sequence: number
  status: string
  isTest: boolean
  attempts: {
    httpStatus: number | null
    error: string | null
    responseBody: string | null
    latencyMs: number
  }[]
  body: string
}

async function start(context: TestContext) {
  const server = await startServer(context, { environment: onLoopback })
  const [developer, pilot] = [await createUser(server), await createUser(server)]
  const applicationId = await createApplication(server, developer)
  await giveConsent(server, pilot, applicationId)
  const call = createClient(server, bearer(await createToken(server, developer, applicationId)))
  const receiver = await startReceiver(context)
  const work = async () => {
    while ((await fanOut(server.services)) > 0);
    await deliverDue(server.services)
  }
  return { server, developer, pilot, applicationId, call, receiver, work }
}

suite('/api/v1/webhooks and /api/v1/events', async () => {
  test('an application registers, lists, changes and deletes a webhook; the secret is shown once', async (context) => {
    const { call, receiver } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    assert.equal(created.status, 201)
    assert.equal(created.headers.get('cache-control'), 'no-store')
    assert.match(created.body.data.secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id } = created.body.data
    assert.match(id, /^[a-f0-9]{24}$/)

    const list = await call<{ data: View[] }>('GET', '/api/v1/webhooks')
    assert.deepEqual(
      list.body.data.map((webhook) => [webhook.id, webhook.url, webhook.enabled, webhook.lastSequence]),
      [[id, receiver.url, true, 0]],
    )
    assert.doesNotMatch(JSON.stringify(list.body), /whsec_/)

    const changed = await call<{ data: View }>('PATCH', `/api/v1/webhooks/${id}`, {
      url: `${receiver.url}/v2`,
      enabled: false,
    })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.data.url, `${receiver.url}/v2`)
    assert.equal(changed.body.data.enabled, false)
    assert.equal(changed.body.data.disabledReason, 'by its owner')

    assert.equal((await call('DELETE', `/api/v1/webhooks/${id}`)).status, 204)
    assert.equal((await call('GET', `/api/v1/webhooks/${id}`)).status, 404)
    assert.equal((await call('DELETE', `/api/v1/webhooks/${id}`)).status, 404)
  })

  test('only client credentials of the application manage its webhooks', async (context) => {
    const { server, developer, pilot, applicationId, call, receiver } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const path = `/api/v1/webhooks/${created.body.data.id}`
    const secrets = {
      consent: await createToken(server, pilot, applicationId, 'authorization_code'),
      refreshed: await createToken(server, developer, applicationId, 'refresh_token'),
      key: await createKey(server, developer, ['flights:read']),
    }
    for (const [name, secret] of Object.entries(secrets)) {
      const other = createClient(server, bearer(secret))
      for (const [method, url] of [
        ['GET', '/api/v1/webhooks'],
        ['GET', path],
        ['DELETE', path],
        ['POST', `${path}/rotate-secret`],
      ] as const) {
        const refused = await other<{ error: string }>(method, url)
        assert.equal(refused.status, 403, `${name} ${method} ${url}`)
        assert.equal(refused.body.error, 'insufficient_scope')
        assert.match(refused.headers.get('www-authenticate') ?? '', /error="insufficient_scope"/)
      }
    }
    const stranger = await createApplication(server, developer)
    const another = createClient(server, bearer(await createToken(server, developer, stranger)))
    assert.equal((await another('GET', path)).status, 404, 'another application of the same owner')
    assert.equal((await another('POST', `${path}/test`)).status, 404)
    assert.equal((await createClient(server, {})('GET', path)).status, 401)
    const profileOnly = await createKey(server, developer, ['profile:read'])
    assert.equal((await createClient(server, bearer(profileOnly))('GET', '/api/v1/events')).status, 403)
  })

  test('a bad request is told what is wrong with it', async (context) => {
    const { call, receiver } = await start(context)
    const { body } = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const path = `/api/v1/webhooks/${body.data.id}`
    const cases: [string, string, object | undefined, RegExp][] = [
      ['POST', '/api/v1/webhooks', {}, /url is missing/],
      ['POST', '/api/v1/webhooks', { url: 'ftp://example.org' }, /https:/],
      ['POST', '/api/v1/webhooks', { url: 'http://169.254.169.254/latest' }, /public address/],
      ['POST', '/api/v1/webhooks', { url: receiver.url, color: 'blue' }, /color is not known/],
      ['PATCH', path, {}, /^The body must hold url, events, description or enabled\.$/],
      ['PATCH', path, { enabled: 'false' }, /^enabled must be true or false\.$/],
      ['PATCH', path, { enabled: null }, /^enabled must be true or false\.$/],
      ['POST', `${path}/replay`, { since: 'yesterday' }, /since/],
      ['POST', `${path}/replay`, {}, /^The body must hold deliveryId or since\.$/],
      ['POST', `${path}/test`, { event: 'flight.exploded' }, /event/],
      ['GET', `${path}/deliveries?status=lost`, undefined, /status/],
      ['GET', `${path}/deliveries?limit=101`, undefined, /limit/],
      ['GET', '/api/v1/events?after=-1', undefined, /after/],
      ['GET', '/api/v1/events?after=x', undefined, /after/],
    ]
    for (const [method, url, sent, sentence] of cases) {
      const refused = await call<{ error: string; error_description: string }>(method, url, sent)
      assert.equal(refused.status, 400, `${method} ${url} ${JSON.stringify(sent)}`)
      assert.equal(refused.body.error, 'invalid_request')
      assert.match(refused.body.error_description, sentence)
    }
  })

  test('there is an end to how many webhooks one owner may have', async (context) => {
    const { call, receiver } = await start(context)
    for (let count = 0; count < 20; count++) {
      assert.equal((await call('POST', '/api/v1/webhooks', { url: receiver.url })).status, 201)
    }
    assert.equal((await call('POST', '/api/v1/webhooks', { url: receiver.url })).status, 409)
  })

  test('a rotation signs with both secrets for a day, then with the new one alone', async (context) => {
    const { server, pilot, call, receiver, work } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const { id, secret: oldSecret = '' } = created.body.data
    const rotated = await call<{ data: View & { oldSecretExpiresAt: string } }>(
      'POST',
      `/api/v1/webhooks/${id}/rotate-secret`,
    )
    assert.equal(rotated.status, 200)
    const { secret: newSecret = '', oldSecretExpiresAt } = rotated.body.data
    assert.ok(Math.abs(Date.parse(oldSecretExpiresAt) - server.services.now() - 86_400_000) < 10_000)
    await recordUploads(server, pilot, 1)
    await work()
    const [during] = receiver.received
    assert.match(
      String(during?.headers['x-cloudstreet-signature']),
      /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/,
    )
    for (const secret of [oldSecret, newSecret])
      new Webhook(secret).verify(during?.body ?? '', during?.headers as Record<string, string>)

    server.advance(86_401_000)
    await recordUploads(server, pilot, 1)
    await work()
    assert.match(String(receiver.received[1]?.headers['x-cloudstreet-signature']), /^t=\d+,v1=[0-9a-f]{64}$/)
  })

  test('the log shows every attempt; one delivery or all failed ones are sent again', async (context) => {
    const { server, pilot, call, receiver, work } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const path = `/api/v1/webhooks/${created.body.data.id}`
    receiver.behave((response) => void response.writeHead(500).end('no'))
    const since = new Date(server.services.now()).toISOString()
    await recordUploads(server, pilot, 3)
    for (const hours of [1, 1, 1, 3, 6, 12, 16, 23, 27, 1]) {
      await work()
      server.advance(hours * 3_600_000)
    }
    const failed = await call<{ data: DeliveryView[] }>('GET', `${path}/deliveries?status=failed`)
    assert.deepEqual(
      failed.body.data.map((delivery) => [delivery.sequence, delivery.attempts.length]),
      [3, 2, 1].map((sequence) => [sequence, 10]),
    )
    assert.deepEqual(
      { ...failed.body.data[0]?.attempts[9], latencyMs: 0, attemptedAt: '', requestHeaders: null },
      {
        attemptedAt: '',
        httpStatus: 500,
        latencyMs: 0,
        error: 'answered 500',
        responseBody: 'no',
        requestHeaders: null,
      },
    )
    const older = await call<{ data: DeliveryView[] }>('GET', `${path}/deliveries?after=3&limit=1`)
    assert.deepEqual(
      older.body.data.map(({ sequence }) => sequence),
      [2],
    )

    receiver.behave((response) => void response.end('yes'))
    receiver.received.length = 0
    const first = failed.body.data[2]
    const one = await call<{ data: { replayed: number } }>('POST', `${path}/replay`, {
      deliveryId: first?.id ?? '',
    })
    assert.equal(one.status, 202)
    assert.equal(one.body.data.replayed, 1)
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence, body }) => [sequence, body]),
      [[1, first?.body]],
    )

    const rest = await call<{ data: { replayed: number } }>('POST', `${path}/replay`, { since })
    assert.equal(rest.body.data.replayed, 2)
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3],
    )
    const delivered = await call<{ data: DeliveryView[] }>('GET', `${path}/deliveries?status=delivered`)
    assert.deepEqual(
      delivered.body.data.map(({ attempts }) => attempts.length),
      [11, 11, 11],
    )
    assert.equal((await call('POST', `${path}/replay`, { deliveryId: '0'.repeat(24) })).status, 404)
  })

  test('a test event is numbered, signed and marked', async (context) => {
    const { call, receiver, work } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const { id, secret = '' } = created.body.data
    for (const body of [undefined, {}, { event: 'flight.deleted' }]) {
      assert.equal((await call('POST', `/api/v1/webhooks/${id}/test`, body)).status, 202)
    }
    await work()
    assert.deepEqual(
      receiver.received.map((item) => [
        item.sequence,
        item.headers['x-cloudstreet-test'],
        (JSON.parse(item.body) as { event: string }).event,
      ]),
      [
        [1, 'true', 'flight.uploaded'],
        [2, 'true', 'flight.uploaded'],
        [3, 'true', 'flight.deleted'],
      ],
    )
    for (const { body, headers } of receiver.received)
      new Webhook(secret).verify(body, headers as Record<string, string>)
    await call('PATCH', `/api/v1/webhooks/${id}`, { enabled: false })
    assert.equal((await call('POST', `/api/v1/webhooks/${id}/test`)).status, 409)
  })

  test('what was missed while disabled has its numbers, is listed after a number, and can be replayed', async (context) => {
    const { server, pilot, call, receiver, work } = await start(context)
    const created = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const { id } = created.body.data
    await recordUploads(server, pilot, 2)
    await work()
    await call('PATCH', `/api/v1/webhooks/${id}`, { enabled: false })
    const missed = await recordUploads(server, pilot, 3)
    await work()
    assert.equal(receiver.received.length, 2)

    interface Events {
      data: { sequence: number; status: string; payload: { flight: { hash: string } } }[]
      lastSequence: number
      oldestSequence: number
      epoch: number
      webhookId: string
    }
    const events = await call<Events>('GET', '/api/v1/events?after=2')
    assert.equal(events.status, 200)
    assert.deepEqual(
      events.body.data.map(({ sequence, status }) => [sequence, status]),
      [3, 4, 5].map((n) => [n, 'failed']),
    )
    assert.deepEqual(
      new Set(events.body.data.map(({ payload }) => payload.flight.hash)),
      new Set(missed.map(({ flight }) => flight.hash)),
    )
    assert.deepEqual(
      [events.body.oldestSequence, events.body.lastSequence, events.body.webhookId],
      [1, 5, id],
    )
    const atEnd = await call<Events>('GET', '/api/v1/events?after=5')
    assert.deepEqual([atEnd.status, atEnd.body.data, atEnd.body.epoch], [200, [], 0])
    // A number that was never given is one from before a restore.
    const beyond = await call<EventsGoneBody>('GET', '/api/v1/events?after=6')
    assert.deepEqual([beyond.status, beyond.body.error], [410, 'cursor_expired'])
    assert.deepEqual([beyond.body.epoch, beyond.body.lastSequence], [0, 5])
    assert.match(beyond.body.error_description, /^Event 6 is not known: the last number is 5\. /)
    const page = await call<Events>('GET', `/api/v1/events?webhookId=${id}&after=0&limit=2`)
    assert.deepEqual(
      page.body.data.map(({ sequence }) => sequence),
      [1, 2],
    )

    await call('PATCH', `/api/v1/webhooks/${id}`, { enabled: true })
    await call('POST', `/api/v1/webhooks/${id}/replay`, { since: '2020-01-01T00:00:00Z' })
    await work()
    assert.deepEqual(
      receiver.received.map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5],
    )
  })

  test('a user reads the events of the own webhook with a key, and of no other', async (context) => {
    const { server, pilot, call, receiver, work } = await start(context)
    const foreign = await call<{ data: View }>('POST', '/api/v1/webhooks', { url: receiver.url })
    const own = await createWebhook(server.services, { userId: pilot.id }, receiver.url)
    await recordUploads(server, pilot, 1)
    await work()
    const byKey = createClient(server, bearer(await createKey(server, pilot, ['flights:read'])))
    const events = await byKey<{ data: object[]; webhookId: string }>('GET', '/api/v1/events')
    assert.equal(events.body.webhookId, own.id)
    assert.equal(events.body.data.length, 1)
    assert.equal((await byKey('GET', `/api/v1/events?webhookId=${foreign.body.data.id}`)).status, 404)
    await createWebhook(server.services, { userId: pilot.id }, receiver.url)
    assert.equal((await byKey('GET', '/api/v1/events')).status, 400, 'which of the two?')
  })

  test('every route is described for programs', async (context) => {
    const { server } = await start(context)
    const description = (await (await server.fetch('/api/v1/openapi.json')).json()) as {
      paths: Record<string, object>
    }
    const paths = Object.entries(description.paths).filter(([path]) => /webhooks|events/.test(path))
    assert.deepEqual(
      paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`)).sort(),
      [
        'delete /api/v1/webhooks/{id}',
        'get /api/v1/events',
        'get /api/v1/webhooks',
        'get /api/v1/webhooks/{id}',
        'get /api/v1/webhooks/{id}/deliveries',
        'patch /api/v1/webhooks/{id}',
        'post /api/v1/webhooks',
        'post /api/v1/webhooks/{id}/replay',
        'post /api/v1/webhooks/{id}/rotate-secret',
        'post /api/v1/webhooks/{id}/test',
      ],
    )
  })
})
