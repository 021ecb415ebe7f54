// run: all
// Whose webhooks hear of a flight, and who manages whose.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { authorizePath, postToken, registerApplication } from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { createClient, onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('the owners of webhooks', async () => {
  const environment = { ...onLoopback, ...unlimited, RATE_LIMIT_OAUTH: '0' }
  const server = await startServer({ after }, { environment })
  const { services } = server
  const work = async () => {
    while ((await fanOut(services)) > 0);
    await deliverDue(services)
  }

  test('an application hears of what it uploads on its own account, and of what becomes of it', async (context) => {
    const owner = await createSignedInUser(server)
    const grants = ['client_credentials' as const]
    const scopes = ['flights:read' as const, 'flights:write' as const]
    const [application, other] = [
      await registerApplication(server, { owner: owner.user, grants, scopes }),
      await registerApplication(server, { owner: owner.user, grants, scopes }),
    ]
    const [its, others, own] = [
      await startReceiver(context),
      await startReceiver(context),
      await startReceiver(context),
    ]
    const events = ['flight.uploaded' as const, 'flight.updated' as const, 'flight.deleted' as const]
    await createWebhook(services, { applicationId: application.id }, its.url, undefined, { events })
    await createWebhook(services, { applicationId: other.id }, others.url, undefined, { events })
    await createWebhook(services, { userId: owner.user.id }, own.url, undefined, { events })
    const { body } = await postToken(server, application, { grant_type: 'client_credentials' })
    const client = { headers: bearer(body.access_token ?? '') }
    const { id } = await readUploaded(await upload(server, client, makeFlight(1)))
    // By its owner, in the dashboard.
    const json = { ...owner.headers, 'content-type': 'application/json' }
    const path = `/app/api/flights/${id}`
    const corrected = await server.fetch(path, { method: 'PATCH', headers: json, body: '{"is_tandem":true}' })
    assert.equal(corrected.status, 200)
    assert.equal((await server.fetch(path, { method: 'DELETE', headers: owner.headers })).status, 204)
    // Uploads of its owner in the dashboard are none of the application's business.
    const elsewhere = await server.fetch('/app/api/flights/upload', {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(makeFlight(2)),
    })
    assert.equal(elsewhere.status, 201)
    await work()
    const seen = (receiver: typeof its) =>
      receiver.received.map(({ body: text }) => {
        const { event, flight } = JSON.parse(text) as { event: string; flight: { id: string } }
        return `${event} ${flight.id === id ? 'its' : 'another'}`
      })
    assert.deepEqual(seen(its), ['flight.uploaded its', 'flight.updated its', 'flight.deleted its'])
    assert.deepEqual(seen(own), [...seen(its), 'flight.uploaded another'])
    assert.deepEqual(seen(others), [])
  })

  test('a personal key with webhooks:manage manages the user’s webhooks', async (context) => {
    const receiver = await startReceiver(context)
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['webhooks:manage'])
    const call = createClient(server, bearer(key))
    type One = { data: Webhook & { secret?: string } }
    const created = await call<One>('POST', '/api/v1/webhooks', {
      url: receiver.url,
      events: ['flight.uploaded', 'flight.updated'],
      description: 'From a script',
    })
    assert.equal(created.status, 201)
    assert.match(created.body.data.secret ?? '', /^whsec_/)
    const path = `/api/v1/webhooks/${created.body.data.id}`
    const listed = await call<{ data: Webhook[] }>('GET', '/api/v1/webhooks')
    assert.deepEqual(
      listed.body.data.map(({ id }) => id),
      [created.body.data.id],
    )
    const shown = await createClient(server, headers)<{ data: { id: string }[] }>('GET', '/app/api/webhooks')
    assert.equal(shown.body.data[0]?.id, created.body.data.id, 'the dashboard shows the same one')
    assert.equal((await call<One>('GET', path)).body.data.description, 'From a script')
    const changed = await call<One>('PATCH', path, { events: ['flight.deleted'] })
    assert.deepEqual(changed.body.data.events, ['flight.deleted'])
    assert.equal((await call('PATCH', path, { events: ['connection.ended'] })).status, 400)
    assert.equal((await call('POST', `${path}/test`)).status, 202)
    await work()
    const log = await call<{ data: WebhookDelivery[] }>('GET', `${path}/deliveries`)
    assert.deepEqual(
      log.body.data.map(({ status, isTest }) => [status, isTest]),
      [['delivered', true]],
    )
    const replayed = await call('POST', `${path}/replay`, { deliveryId: log.body.data[0]?.id })
    assert.equal(replayed.status, 202)
    const rotated = await call<One>('POST', `${path}/rotate-secret`)
    assert.notEqual(rotated.body.data.secret, created.body.data.secret)
    const entries = await createClient(server, headers)<{ items: { kind: string; actor: string }[] }>(
      'GET',
      '/app/api/security-log',
    )
    assert.deepEqual(
      entries.body.items.slice(0, 3).map(({ kind, actor }) => [kind, actor]),
      [
        ['webhook_secret_rotated', 'user'],
        ['webhook_changed', 'user'],
        ['webhook_created', 'user'],
      ],
    )
    assert.equal((await call('DELETE', path)).status, 204)
    assert.equal((await call('GET', path)).status, 404)
  })

  test('another’s webhooks, and those of an own application, are not there for a key', async (context) => {
    const receiver = await startReceiver(context)
    const [owner, stranger] = [await createUser(server), await createUser(server)]
    const application = await registerApplication(server, { owner })
    const { id: its } = await createWebhook(services, { applicationId: application.id }, receiver.url)
    const { id: theirs } = await createWebhook(services, { userId: stranger.id }, receiver.url)
    const call = createClient(server, bearer(await createKey(server, owner, ['webhooks:manage'])))
    for (const id of [its, theirs])
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/rotate-secret'],
        ['GET', '/deliveries'],
      ] as const)
        assert.equal((await call(method, `/api/v1/webhooks/${id}${rest}`)).status, 404, `${method} ${rest}`)
  })

  test('the scope is for keys: without it a key is refused, and no application gets it', async () => {
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read', 'profile:read'])
    const refused = await createClient(server, bearer(key))('GET', '/api/v1/webhooks')
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('www-authenticate') ?? '', /scope="webhooks:manage"/)
    const manager = createClient(server, bearer(await createKey(server, user, ['webhooks:manage'])))
    assert.equal((await manager('GET', '/api/v1/flights')).status, 403, 'it reads no flights')

    const wanted = {
      name: 'Greedy',
      type: 'confidential',
      grants: ['authorization_code'],
      scopes: ['webhooks:manage'],
      redirectUris: ['https://app.example.org/callback'],
    }
    const registered = await createClient(server, headers)('POST', '/app/api/applications', wanted)
    assert.equal(registered.status, 400)
    const application = await registerApplication(server, { owner: user })
    const parameters = { response_type: 'code', client_id: application.id, scope: 'webhooks:manage' }
    const visit = await server.fetch(authorizePath(parameters), { headers, redirect: 'manual' })
    assert.match(visit.headers.get('location') ?? '', /error=invalid_scope/)
    const metadata = await (await server.fetch('/.well-known/oauth-authorization-server')).text()
    assert.doesNotMatch(metadata, /webhooks:manage/)
  })
})
