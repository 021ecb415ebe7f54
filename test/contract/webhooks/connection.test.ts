// run: all
// DELETE /api/v1/connection, the event connection.ended, and what a user sees of a connection.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import { ConnectionEnded } from '#contract/events.ts'
import type { Connection } from '#dashboard/applications.ts'
import type { SecurityLogPage } from '#dashboard/security.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import {
  callApi,
  obtainTokens,
  postForm,
  postToken,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { bearer, createKey, createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('the end of a connection', async () => {
  const server = await startServer({ after }, { environment: { ...onLoopback, RATE_LIMIT_OAUTH: '0' } })
  const { services } = server
  const receiver = await startReceiver({ after })
  const application = await registerApplication(server)
  await createWebhook(services, { applicationId: application.id }, receiver.url, undefined, {
    events: ['flight.uploaded', 'flight.deleted', 'connection.ended'],
  })
  // One that has not asked for it.
  await createWebhook(services, { applicationId: application.id }, `${receiver.url}/plain`)
  const work = async () => {
    while ((await fanOut(services)) > 0);
    await deliverDue(services)
  }
  /** The events since the last call, with where they came. */
  const takeEvents = async () => {
    await work()
    return receiver.received
      .splice(0)
      .map(({ body, path }) => ({ path, ...(JSON.parse(body) as ConnectionEnded) }))
  }
  const connect = async (ticked?: string[]) => {
    const person = await createSignedInUser(server)
    const tokens = await obtainTokens(server, application, {
      headers: person.headers,
      ...(ticked && { ticked }),
    })
    return { ...person, tokens }
  }
  const list = async (headers: Record<string, string>) => {
    const answer = await server.fetch('/app/api/connections', { headers })
    return ((await answer.json()) as { items: Connection[] }).items
  }
  const drop = (token: string) =>
    server.fetch('/api/v1/connection', { method: 'DELETE', headers: bearer(token) })

  test('an application drops it: consent, tokens and events end, and no one else’s', async () => {
    const [pilot, other] = [await connect(), await connect()]
    const second = await obtainTokens(server, application, { headers: pilot.headers })
    const answer = await drop(second.access_token)
    assert.equal(answer.status, 204)
    assert.equal(await answer.text(), '')
    for (const { access_token, refresh_token } of [pilot.tokens, second]) {
      assert.equal(await callApi(server, access_token), 401)
      assert.equal((await refresh(server, application, refresh_token ?? '')).body.error, 'invalid_grant')
    }
    assert.deepEqual(await list(pilot.headers), [])
    assert.equal((await drop(second.access_token)).status, 401, 'the token is gone with it')
    assert.equal(await callApi(server, other.tokens.access_token), 200)

    await recordUploads(server, pilot.user, 1)
    const events = await takeEvents()
    assert.equal(events.length, 1, 'no flight after the end, and nothing to who has not asked for it')
    const { path, ...event } = events[0]!
    assert.equal(path, '/hook')
    assert.ok(Check(ConnectionEnded, event))
    assert.equal(event.user.id, pilot.user.id)
    assert.deepEqual(event.connection, { applicationId: application.id, reason: 'dropped' })
    const log = await server.fetch('/app/api/security-log', { headers: pilot.headers })
    const [entry] = ((await log.json()) as SecurityLogPage).items
    assert.deepEqual(
      [entry?.kind, entry?.actor, entry?.subject],
      ['consent_withdrawn', 'application', 'Thermal Tracker'],
    )
  })

  test('a pilot withdraws, even from an application that may not see flights', async () => {
    const pilot = await connect(['profile:read'])
    const path = `/app/api/connections/${application.id}`
    assert.equal((await server.fetch(path, { method: 'DELETE', headers: pilot.headers })).status, 204)
    const [event, ...more] = await takeEvents()
    assert.deepEqual([event?.user.id, event?.connection.reason, more.length], [pilot.user.id, 'withdrawn', 0])
  })

  test('a pilot deletes the account', async () => {
    const pilot = await connect()
    const gone = await server.fetch('/app/api/account', {
      method: 'DELETE',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ password: TEST_PASSWORD }),
    })
    assert.equal(gone.status, 204)
    const [event, ...more] = await takeEvents()
    assert.deepEqual(
      [event?.user.id, event?.connection.reason, more.length],
      [pilot.user.id, 'account_deleted', 0],
    )
  })

  test('many requests at once end it once', async () => {
    const pilot = await connect()
    const answers = await Promise.all(Array.from({ length: 6 }, () => drop(pilot.tokens.access_token)))
    assert.ok(answers.some(({ status }) => status === 204))
    assert.ok(answers.every(({ status }) => status === 204 || status === 401))
    assert.equal((await takeEvents()).length, 1)
  })

  test('what belongs to no connection is told so', async () => {
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['flights:read'])
    const byKey = await drop(key)
    assert.equal(byKey.status, 400)
    assert.match(await byKey.text(), /A personal key belongs to no connection/)
    const own = await registerApplication(server, { owner: user, grants: ['client_credentials'] })
    const { body } = await postToken(server, own, { grant_type: 'client_credentials' })
    const byApplication = await drop(body.access_token ?? '')
    assert.equal(byApplication.status, 400)
    assert.match(await byApplication.text(), /acts for the application itself/)
    const without = await server.fetch('/api/v1/connection', { method: 'DELETE', headers })
    assert.equal(without.status, 401, 'a session is no token')
    assert.match(without.headers.get('www-authenticate') ?? '', /^Bearer realm="cloudstreet"/)
    assert.equal((await drop('cst_at_nonsense')).status, 401)
    assert.equal((await server.fetch('/api/v1/flights', { headers: bearer(key) })).status, 200)
  })

  test('the user sees what still acts when every token is gone', async () => {
    const pilot = await connect()
    const see = async () => {
      const [connection] = await list(pilot.headers)
      return [connection?.hasTokens, connection?.webhooks]
    }
    assert.deepEqual(await see(), [true, 2])
    await postForm(server, '/api/oauth/revoke', { token: pilot.tokens.refresh_token ?? '' })
    assert.deepEqual(await see(), [false, 2])
    await recordUploads(server, pilot.user, 1)
    assert.equal((await takeEvents()).length, 2, 'the webhooks do hear of the flight')
    const modest = await connect(['profile:read'])
    const [connection] = await list(modest.headers)
    assert.deepEqual([connection?.hasTokens, connection?.webhooks], [true, 0])
  })
})
