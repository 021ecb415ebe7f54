// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { createApplication, createClient, onLoopback } from '#test/support/webhooks.ts'

suite('the dashboard’s webhooks', async () => {
  test('a user manages the own webhooks and those of the own applications, and no one else’s', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const receiver = await startReceiver(context)
    const work = async () => {
      while ((await fanOut(server.services)) > 0);
      await deliverDue(server.services)
    }
    const { user, headers } = await createSignedInUser(server)
    const call = createClient(server, headers)
    const applicationId = await createApplication(server, user)
    const paths = ['/app/api/webhooks', `/app/api/applications/${applicationId}/webhooks`]
    const ids: string[] = []
    for (const path of paths) {
      const created = await call<{ data: { id: string; secret: string } }>('POST', path, {
        url: receiver.url,
      })
      assert.equal(created.status, 201)
      assert.match(created.body.data.secret, /^whsec_/)
      const list = await call<{ data: { id: string }[] }>('GET', path)
      assert.deepEqual(
        list.body.data.map(({ id }) => id),
        [created.body.data.id],
      )
      ids.push(created.body.data.id)
    }

    for (const id of ids) {
      const path = `/app/api/webhooks/${id}`
      assert.equal((await call('POST', `${path}/test`)).status, 202)
      await work()
      const log = await call<{ data: { id: string; status: string; isTest: boolean }[] }>(
        'GET',
        `${path}/deliveries`,
      )
      assert.deepEqual(
        log.body.data.map(({ status, isTest }) => [status, isTest]),
        [['delivered', true]],
      )
      assert.equal(
        (await call('POST', `${path}/replay`, { deliveryId: log.body.data[0]?.id ?? '' })).status,
        202,
      )
      assert.equal((await call('POST', `${path}/replay`, { since: '2026-01-01T00:00:00Z' })).status, 202)
      const rotated = await call<{ data: { secret: string } }>('POST', `${path}/rotate-secret`)
      assert.match(rotated.body.data.secret, /^whsec_/)
      const changed = await call<{ data: { enabled: boolean } }>('PATCH', path, { enabled: false })
      assert.equal(changed.body.data.enabled, false)
    }

    const stranger = createClient(server, (await createSignedInUser(server)).headers)
    for (const id of ids) {
      const path = `/app/api/webhooks/${id}`
      for (const [method, url, body] of [
        ['GET', `${path}/deliveries`, undefined],
        ['PATCH', path, { enabled: true }],
        ['POST', `${path}/rotate-secret`, undefined],
        ['POST', `${path}/test`, undefined],
        ['POST', `${path}/replay`, { since: '2026-01-01T00:00:00Z' }],
        ['DELETE', path, undefined],
      ] as const)
        assert.equal((await stranger(method, url, body)).status, 404, `${method} ${url}`)
    }
    assert.equal((await stranger('GET', paths[1]!)).status, 404)
    assert.equal((await stranger('POST', paths[1]!, { url: receiver.url })).status, 404)
    assert.equal((await createClient(server, {})('GET', '/app/api/webhooks')).status, 401)
    assert.equal((await call('DELETE', `/app/api/webhooks/${ids[0]}`)).status, 204)
  })
})
