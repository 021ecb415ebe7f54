import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightEnvelope } from '#contract/events.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { recordEvent } from '#server/events/record.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createExampleEnvelope } from '#server/webhooks/example.ts'
import { createSignedInUser, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import {
  createApplication,
  createClient,
  createToken,
  giveConsent,
  onLoopback,
} from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('the events of a webhook', async () => {
  const server = await startServer({ after }, { environment: onLoopback })
  const { services } = server
  const work = async () => {
    while ((await fanOut(services)) > 0);
    await deliverDue(services)
  }
  const announce = (userId: string, ...events: FlightEnvelope['event'][]) =>
    services.db.transaction(async (sql) => {
      for (const event of events)
        await recordEvent(services, sql, services.now(), createExampleEnvelope(event, services.now(), userId))
    })

  test('are uploads and deletions unless it asks for others, and only these take a number', async (context) => {
    const { user } = await createSignedInUser(server)
    const plain = await startReceiver(context)
    const curious = await startReceiver(context)
    await createWebhook(services, { userId: user.id }, plain.url)
    await createWebhook(services, { userId: user.id }, curious.url, undefined, {
      events: ['flight.updated', 'flight.deleted'],
    })
    await announce(user.id, 'flight.uploaded', 'flight.updated', 'flight.deleted', 'flight.updated')
    await work()
    const seen = (receiver: typeof plain) =>
      receiver.received.map(({ sequence, body }) => [sequence, (JSON.parse(body) as { event: string }).event])
    assert.deepEqual(seen(plain), [
      [1, 'flight.uploaded'],
      [2, 'flight.deleted'],
    ])
    assert.deepEqual(seen(curious), [
      [1, 'flight.updated'],
      [2, 'flight.deleted'],
      [3, 'flight.updated'],
    ])
  })

  test('an application chooses them, changes them, and describes the webhook', async (context) => {
    const receiver = await startReceiver(context)
    const [developer, pilot] = [await createUser(server), await createUser(server)]
    const applicationId = await createApplication(server, developer)
    await giveConsent(server, pilot, applicationId)
    const token = await createToken(server, developer, applicationId)
    const call = createClient(server, { authorization: `Bearer ${token}` })
    type One = { data: Webhook }
    const created = await call<One>('POST', '/api/v1/webhooks', { url: receiver.url })
    assert.equal(created.status, 201)
    assert.deepEqual(created.body.data.events, ['flight.uploaded', 'flight.deleted'])
    assert.equal(created.body.data.description, null)
    const path = `/api/v1/webhooks/${created.body.data.id}`
    const changed = await call<One>('PATCH', path, {
      events: ['connection.ended', 'flight.updated', 'flight.updated'],
      description: 'Staging',
    })
    assert.deepEqual(changed.body.data.events, ['flight.updated', 'connection.ended'])
    assert.equal(changed.body.data.description, 'Staging')
    await announce(pilot.id, 'flight.uploaded', 'flight.updated')
    await work()
    assert.deepEqual(
      receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event),
      ['flight.updated'],
    )
    assert.equal((await call('POST', `${path}/test`, { event: 'connection.ended' })).status, 202)
    await work()
    const { connection } = JSON.parse(receiver.received[1]?.body ?? '') as { connection: object }
    assert.deepEqual(connection, { applicationId, reason: 'withdrawn' })
    const cleared = await call<One>('PATCH', path, { description: null })
    assert.deepEqual([cleared.body.data.description, cleared.body.data.events.length], [null, 2])

    const refused: [object, RegExp][] = [
      [{ events: [] }, /events must/],
      [{ events: ['flight.exploded'] }, /Each of events must be one of: flight\.uploaded/],
      [{ events: 'flight.uploaded' }, /events must be/],
      [{ description: 'a'.repeat(201) }, /description must be text of at most 200 characters/],
      [{ description: 'a\u0000b' }, /description must be text/],
    ]
    for (const [body, sentence] of refused) {
      const answer = await call<{ error_description: string }>('PATCH', path, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.body.error_description, sentence)
    }
  })

  test('an application that is no longer registered for flights:read hears of no flight', async (context) => {
    const receiver = await startReceiver(context)
    const [developer, pilot] = [await createUser(server), await createUser(server)]
    const applicationId = await createApplication(server, developer)
    await giveConsent(server, pilot, applicationId)
    await createWebhook(services, { applicationId }, receiver.url)
    await announce(pilot.id, 'flight.uploaded')
    await services.db.sql`update applications set scopes = 'profile:read' where id = ${applicationId}`
    await announce(pilot.id, 'flight.deleted')
    await work()
    assert.deepEqual(
      receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event),
      ['flight.uploaded'],
    )
  })

  test('a user’s own webhook has no connections to hear of', async (context) => {
    const receiver = await startReceiver(context)
    const { user, headers } = await createSignedInUser(server)
    const call = createClient(server, headers)
    const events = ['flight.uploaded', 'connection.ended']
    const refused = await call<{ error_description: string }>('POST', '/app/api/webhooks', {
      url: receiver.url,
      events,
    })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error_description, /connection\.ended is for webhooks of applications/)
    const { id } = await createWebhook(services, { userId: user.id }, receiver.url)
    const path = `/app/api/webhooks/${id}`
    assert.equal((await call('PATCH', path, { events })).status, 400)
    assert.equal((await call('POST', `${path}/test`, { event: 'connection.ended' })).status, 400)
    const changed = await call<{ data: { events: string[]; description: string } }>('PATCH', path, {
      events: ['flight.updated'],
      description: 'My laptop',
    })
    const { events: chosen, description } = changed.body.data
    assert.deepEqual([chosen, description], [['flight.updated'], 'My laptop'])
  })

  test('each attempt keeps the headers it was sent with', async (context) => {
    const receiver = await startReceiver(context)
    const developer = await createUser(server)
    const applicationId = await createApplication(server, developer)
    const { id } = await createWebhook(services, { applicationId }, receiver.url)
    const token = await createToken(server, developer, applicationId)
    const call = createClient(server, { authorization: `Bearer ${token}` })
    await call('POST', `/api/v1/webhooks/${id}/test`)
    await work()
    type Log = { data: WebhookDelivery[] }
    const { body } = await call<Log>('GET', `/api/v1/webhooks/${id}/deliveries`)
    const kept = body.data[0]?.attempts[0]?.requestHeaders ?? {}
    assert.equal(kept['x-cloudstreet-test'], 'true')
    assert.match(kept['x-cloudstreet-signature'] ?? '', /^t=\d+,v1=[a-f0-9]{64}$/)
    for (const [name, value] of Object.entries(kept))
      assert.equal(receiver.received[0]?.headers[name], value, name)
  })
})
