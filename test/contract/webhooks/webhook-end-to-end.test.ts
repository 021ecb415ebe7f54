import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Check } from 'typebox/value'
import { FlightDeleted, FlightUploaded } from '#contract/events.ts'
import { createWebhookPart } from '#server/webhooks/account-part.ts'
import { createPilot, makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { postToken, registerApplication } from '#test/support/oauth.ts'
import { bearer, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { runToEnd, SERVER } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { giveConsent, onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('from the upload to the receiver', async () => {
  test('an upload and a deletion reach an application that registered with its client credentials', async (context) => {
    const server = await startServer(context, { environment: onLoopback, work: true })
    const application = await registerApplication(server)
    const token = await postToken(server, application, {
      grant_type: 'client_credentials',
      scope: 'flights:read',
    })
    const receiver = await startReceiver(context)
    const registered = await server.fetch('/api/v1/webhooks', {
      method: 'POST',
      headers: { ...bearer(token.body.access_token ?? ''), 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url }),
    })
    assert.equal(registered.status, 201)
    const { secret } = ((await registered.json()) as { data: { secret: string } }).data

    const pilot = await createPilot(server)
    await giveConsent(server, pilot.user, application.id)
    const { hash } = await readUploaded(await upload(server, pilot, makeFlight(1)))
    const answeredAt = Date.now()
    await receiver.waitFor(1)
    context.diagnostic(`told ${Date.now() - answeredAt} ms after the answer to the upload`)
    const list = await server.fetch('/api/v1/flights', { headers: pilot.headers })
    const [flight] = ((await list.json()) as { data: { id: string; scoring: { score: number } }[] }).data
    // A correction is told to who asked for flight.updated: not to a webhook as it was registered here.
    await server.fetch(`/api/v1/flights/${flight?.id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: '{"is_tandem":true}',
    })
    await server.fetch(`/api/v1/flights/${flight?.id}`, { method: 'DELETE', headers: pilot.headers })
    await receiver.waitFor(2)

    const [uploaded, deleted] = receiver.received.map(({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>),
    ) as [FlightUploaded, FlightDeleted]
    assert.ok(Check(FlightUploaded, uploaded), JSON.stringify(uploaded))
    assert.ok(Check(FlightDeleted, deleted), JSON.stringify(deleted))
    assert.deepEqual(Object.keys(uploaded), ['event', 'occurredAt', 'user', 'flight'])
    assert.equal(uploaded.user.id, pilot.user.id)
    assert.equal(uploaded.flight.hash, hash)
    assert.equal(uploaded.flight.id, flight?.id)
    assert.equal(uploaded.flight.score, flight?.scoring.score)
    assert.deepEqual(deleted.flight, { id: flight?.id, hash })
  })

  test('who deletes the account takes the webhooks along; others keep numbers and hashes alone', async (context) => {
    const server = await startServer(context, { environment: onLoopback, work: true })
    const application = await registerApplication(server)
    const [own, other] = [await startReceiver(context), await startReceiver(context)]
    const pilot = await createPilot(server)
    await createWebhook(server.services, { userId: pilot.user.id }, own.url)
    const { id } = await createWebhook(server.services, { applicationId: application.id }, other.url)
    await giveConsent(server, pilot.user, application.id)
    await readUploaded(await upload(server, pilot, makeFlight(2)))
    await Promise.all([own.waitFor(1), other.waitFor(1)])

    const browser = await signIn(server, pilot.user)
    const exported: string[] = []
    for await (const { content } of createWebhookPart(server.services).exportFiles(pilot.user))
      exported.push(await text(content))
    const { deliveries } = JSON.parse(exported[0] ?? '') as { deliveries: { event: string }[] }
    assert.deepEqual(
      deliveries.map(({ event }) => event),
      ['flight.uploaded'],
    )
    assert.equal(exported.length, 1)
    assert.match(exported[0] ?? '', /"url": "http:\/\/127.0.0.1/)
    assert.doesNotMatch(exported[0] ?? '', /whsec_/)

    const gone = await server.fetch('/app/api/account', {
      method: 'DELETE',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ password: TEST_PASSWORD }),
    })
    assert.equal(gone.status, 204)
    await other.waitFor(2)
    assert.equal((JSON.parse(other.received[1]?.body ?? '') as FlightDeleted).event, 'flight.deleted')
    const kept = await server.services.db.sql<{ sequence: number; payload: string; webhook_id: string }>`
      select sequence, payload, webhook_id from deliveries order by sequence`
    assert.deepEqual(
      kept.map(({ sequence, webhook_id }) => [sequence, webhook_id]),
      [1, 2].map((sequence) => [sequence, id]),
    )
    const erased = JSON.parse(kept[0]?.payload ?? '') as FlightUploaded
    assert.ok(Check(FlightUploaded, erased))
    assert.deepEqual([erased.flight.score, erased.flight.date, erased.flight.gliderType], [null, null, null])
  })

  test('--no-work and --work-only together are refused', async () => {
    const { code, output } = await runToEnd(SERVER, ['--no-work', '--work-only'], {})
    assert.equal(code, 1)
    assert.match(output, /leave nothing to do/)
  })
})
