import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { createApplication, createClient, onLoopback } from '#test/support/webhooks.ts'

suite('the dashboard’s webhooks', async () => {
  test('a user manages the own webhooks and those of the own applications, and nobody else’s', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const receiver = await startReceiver(context)
    const work = async () => {
      while ((await fanOut(server.services)) > 0);
      await deliverDue(server.services)
    }
    const { user, headers } = await createSignedInUser(server)
    const call = createClient(server, headers)
    const applicationId = await createApplication(server, user)
    const own = await call<{ id: string; secret: string }>('POST', '/app/api/webhooks', { url: receiver.url })
    assert.equal(own.status, 201)
    assert.match(own.body.secret, /^whsec_/)
    const forApplication = await call<{ id: string }>('POST', '/app/api/webhooks', {
      url: receiver.url,
      applicationId,
    })
    assert.equal(forApplication.status, 201)
    const list = async (query = '') =>
      (await call<{ items: { id: string }[] }>('GET', `/app/api/webhooks${query}`)).body.items.map(
        ({ id }) => id,
      )
    assert.deepEqual(await list(), [own.body.id])
    assert.deepEqual(await list(`?applicationId=${applicationId}`), [forApplication.body.id])

    for (const { id } of [own.body, forApplication.body]) {
      const path = `/app/api/webhooks/${id}`
      assert.equal((await call('POST', `${path}/test`)).status, 202)
      await work()
      const log = await call<{ items: { id: string; status: string; isTest: boolean }[] }>(
        'GET',
        `${path}/deliveries`,
      )
      assert.deepEqual(
        log.body.items.map(({ status, isTest }) => [status, isTest]),
        [['delivered', true]],
      )
      assert.equal(
        (await call('POST', `${path}/replay`, { deliveryId: log.body.items[0]?.id ?? '' })).status,
        202,
      )
      assert.equal((await call('POST', `${path}/replay`, { since: 0 })).status, 202)
      assert.match((await call<{ secret: string }>('POST', `${path}/rotate-secret`)).body.secret, /^whsec_/)
      const changed = await call<{ disabledAt: number | null }>('PATCH', path, { enabled: false })
      assert.equal(typeof changed.body.disabledAt, 'number')
    }

    const stranger = createClient(server, (await createSignedInUser(server)).headers)
    for (const { id } of [own.body, forApplication.body]) {
      const path = `/app/api/webhooks/${id}`
      for (const [method, url, body] of [
        ['GET', `${path}/deliveries`, undefined],
        ['PATCH', path, { enabled: true }],
        ['POST', `${path}/rotate-secret`, undefined],
        ['POST', `${path}/test`, undefined],
        ['POST', `${path}/replay`, { since: 0 }],
        ['DELETE', path, undefined],
      ] as const)
        assert.equal((await stranger(method, url, body)).status, 404, `${method} ${url}`)
    }
    assert.equal((await stranger('GET', `/app/api/webhooks?applicationId=${applicationId}`)).status, 404)
    assert.equal(
      (await stranger('POST', '/app/api/webhooks', { url: receiver.url, applicationId })).status,
      404,
    )
    assert.equal((await createClient(server, {})('GET', '/app/api/webhooks')).status, 401)
    assert.equal((await call('DELETE', `/app/api/webhooks/${own.body.id}`)).status, 204)
  })
})
