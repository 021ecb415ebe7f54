// run: all
// A webhook without a public address: registered disabled, its events are read instead of posted.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Webhook } from '#contract/webhooks.ts'
import { enableWebhookByOperator } from '#server/webhooks/commands.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'
import {
  createApplication,
  createClient,
  createToken,
  giveConsent,
  recordUploads,
} from '#test/support/webhooks.ts'

interface Refused {
  error_description: string
}
interface Page {
  data: { sequence: number; status: string; payload: { flight: { hash: string } } }[]
}

const NOT_PUBLIC =
  'url must start with https://. For a receiver on your own machine use "cloudstreet listen", or a server of your own ' +
  'with WEBHOOK_ALLOW_PRIVATE=true.'

suite('a webhook that is registered disabled', async () => {
  const server = await shareServer()
  const { services } = server
  const work = async () => {
    while ((await fanOut(services)) > 0);
    await deliverDue(services)
  }
  const register = { url: 'http://localhost:3000/hook', enabled: false }

  test('needs no public address, and an application reads its events', async () => {
    const [developer, pilot] = [await createUser(server), await createUser(server)]
    const applicationId = await createApplication(server, developer)
    await giveConsent(server, pilot, applicationId)
    const call = createClient(server, bearer(await createToken(server, developer, applicationId)))
    const refused = await call<Refused>('POST', '/api/v1/webhooks', { url: register.url })
    assert.deepEqual([refused.status, refused.body.error_description], [400, NOT_PUBLIC])

    const created = await call<{ data: Webhook }>('POST', '/api/v1/webhooks', register)
    assert.equal(created.status, 201)
    const { id, url, enabled, disabledReason } = created.body.data
    assert.deepEqual([url, enabled, disabledReason], [register.url, false, 'by its owner'])
    const [first, second] = await recordUploads(server, pilot, 2)
    await work()
    const { body } = await call<Page>('GET', `/api/v1/events?webhookId=${id}`)
    assert.deepEqual(
      body.data.map(({ sequence, status, payload }) => [sequence, status, payload.flight.hash]),
      [
        [1, 'failed', first?.flight.hash],
        [2, 'failed', second?.flight.hash],
      ],
    )
    assert.equal((await call<Page>('GET', `/api/v1/events?webhookId=${id}&after=1`)).body.data.length, 1)
  })

  test('is not enabled while its address is none that may be sent to, by whomever', async () => {
    const user = await createUser(server)
    const key = await createKey(server, user, ['webhooks:manage', 'flights:read'])
    const call = createClient(server, bearer(key))
    const { body } = await call<{ data: Webhook }>('POST', '/api/v1/webhooks', register)
    const path = `/api/v1/webhooks/${body.data.id}`
    const enabled = await call<Refused>('PATCH', path, { enabled: true })
    assert.deepEqual([enabled.status, enabled.body.error_description], [400, NOT_PUBLIC])
    await assert.rejects(enableWebhookByOperator(services, new Map([['webhook', [body.data.id]]])), /https/)
    const local = { url: 'https://10.0.0.1/hook', enabled: false }
    const { id } = (await call<{ data: Webhook }>('POST', '/api/v1/webhooks', local)).body.data
    const refused = await call<Refused>('PATCH', `/api/v1/webhooks/${id}`, { enabled: true })
    assert.deepEqual([refused.status, /public address/.test(refused.body.error_description)], [400, true])
    const [changed] = (await call<{ data: Webhook[] }>('GET', '/api/v1/webhooks')).body.data
    assert.equal(changed?.enabled, false)
    assert.equal((await call('PATCH', path, { url: 'https://1.1.1.1/hook', enabled: true })).status, 200)
  })

  test('is refused where its address is no address of the web', async () => {
    const key = await createKey(server, await createUser(server), ['webhooks:manage'])
    const call = createClient(server, bearer(key))
    for (const url of ['nowhere', 'ftp://localhost/hook', 'http://me:secret@localhost/hook'])
      assert.equal((await call('POST', '/api/v1/webhooks', { url, enabled: false })).status, 400, url)
  })
})
