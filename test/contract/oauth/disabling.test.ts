// run: all
import assert from 'node:assert/strict'
import { after, suite, test, type TestContext } from 'node:test'
import { disableUser, enableUser } from '#server/accounts/commands.ts'
import { disableApplication, enableApplication } from '#server/oauth/commands.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import {
  authorizePath,
  basic,
  callApi,
  obtainTokens,
  postForm,
  postToken,
  REDIRECT_URI,
  refresh,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser, createUser, signIn } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const options = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([name, value]): [string, string[]] => [name, [value]]))

const introspect = async (server: TestServer, application: TestApplication, token: string) =>
  (await postForm(server, '/api/oauth/introspect', { token }, basic(application.id, application.secret))).body

suite('disabling', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { services } = server
  const pilot = await createSignedInUser(server)

  const ways: [string, (application: TestApplication) => Promise<[unknown, () => Promise<object>]>][] = [
    [
      'the owner of an application',
      async ({ owner }) => {
        const given = options({ email: owner.email })
        return [await disableUser(services, given), () => enableUser(services, given)]
      },
    ],
    [
      'an application',
      async ({ id }) => {
        const given = options({ app: id })
        return [await disableApplication(services, given), () => enableApplication(services, given)]
      },
    ],
  ]
  for (const [what, disable] of ways) {
    test(`${what} stops what the application holds of every user, until it is enabled`, async () => {
      const application = await registerApplication(server)
      const tokens = await obtainTokens(server, application, { headers: pilot.headers })
      const own = await postToken(server, application, { grant_type: 'client_credentials' })
      const device = await startDevice(server, application)
      const statuses = async () => [
        await callApi(server, tokens.access_token),
        await callApi(server, own.body.access_token),
        (await postToken(server, application, { grant_type: 'client_credentials' })).status,
        (await introspect(server, application, tokens.access_token)).active ?? false,
        (await introspect(server, application, tokens.refresh_token ?? '')).active ?? false,
      ]
      assert.deepEqual(await statuses(), [200, 200, 200, true, true])
      const [, enable] = await disable(application)
      assert.deepEqual(await statuses(), [401, 401, 401, false, false])
      const refused = await refresh(server, application, tokens.refresh_token ?? '')
      assert.deepEqual([refused.status, refused.body.error], [401, 'invalid_client'])
      const query = { response_type: 'code', client_id: application.id, redirect_uri: REDIRECT_URI }
      assert.equal((await server.fetch(authorizePath(query), { headers: pilot.headers })).status, 400)
      const page = await server.fetch(`/oauth/device?user_code=${device.userCode}`, {
        headers: pilot.headers,
      })
      assert.doesNotMatch(await page.text(), /Thermal Tracker/)
      await enable()
      assert.deepEqual(await statuses(), [200, 200, 200, true, true])
      assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).status, 200)
    })
  }

  test('a user makes the tokens that others hold of the user inactive', async () => {
    const application = await registerApplication(server)
    const { user, headers } = await createSignedInUser(server)
    const tokens = await obtainTokens(server, application, { headers })
    await disableUser(services, options({ email: user.email }))
    assert.equal((await introspect(server, application, tokens.access_token)).active, false)
    assert.equal((await introspect(server, application, tokens.refresh_token ?? '')).active, false)
    const refused = await refresh(server, application, tokens.refresh_token ?? '')
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'])
  })

  test('an application by the operator cannot be undone by its owner', async () => {
    const application = await registerApplication(server)
    const headers = await signIn(server, application.owner)
    const post = (verb: string) =>
      server.fetch(`/app/api/applications/${application.id}/${verb}`, { method: 'POST', headers })
    await disableApplication(services, options({ app: application.id }))
    assert.equal((await post('disable')).status, 200)
    const refused = await post('enable')
    assert.equal(refused.status, 409)
    assert.match(await refused.text(), /The operator of this service has disabled this application/)
    await enableApplication(services, options({ app: application.id }))
    assert.equal((await post('disable')).status, 200)
    assert.equal((await post('enable')).status, 200, 'what the owner disabled the owner enables')
  })

  test('is recorded for the account, as done by the operator', async () => {
    const application = await registerApplication(server, { name: 'Noted Tracker' })
    const { email, id } = application.owner
    await disableApplication(services, options({ app: application.id }))
    await enableApplication(services, options({ app: application.id }))
    await disableUser(services, options({ email }))
    await enableUser(services, options({ email }))
    const events = await services.db.sql<{ kind: string; actor: string; subject: string }>`
      select kind, actor, subject from security_events
      where user_id = ${id} and actor = 'operator' order by id`
    assert.deepEqual(
      events.map(({ kind, actor, subject }) => [kind, actor, subject]),
      [
        ['application_disabled', 'operator', 'Noted Tracker'],
        ['application_enabled', 'operator', 'Noted Tracker'],
        ['account_disabled', 'operator', null],
        ['account_enabled', 'operator', null],
      ],
    )
  })

  test('an application that is not there is one clear sentence', async () => {
    for (const app of ['0'.repeat(24), 'nonsense', 'a\0b'])
      await assert.rejects(disableApplication(services, options({ app })), /There is no application/)
  })
})

suite('webhooks of a disabled owner', async () => {
  const start = async (context: TestContext) => {
    const server = await startServer(context, { environment: { ...onLoopback, RATE_LIMIT_OAUTH: '0' } })
    const application = await registerApplication(server)
    const pilot = await createSignedInUser(server)
    await obtainTokens(server, application, { headers: pilot.headers })
    const mine = await startReceiver(context)
    const its = await startReceiver(context)
    await createWebhook(server.services, { userId: application.owner.id }, mine.url)
    await createWebhook(server.services, { applicationId: application.id }, its.url)
    const email = options({ email: application.owner.email })
    return { server, application, pilot: pilot.user, mine, its, email }
  }

  test('what waits is kept and sent on enabling; what happens to others meanwhile is never told', async (context) => {
    const { server, application, pilot, mine, its, email } = await start(context)
    const { services } = server
    await recordUploads(server, pilot, 1)
    await recordUploads(server, application.owner, 1)
    await fanOut(services)
    await disableUser(services, email)
    await recordUploads(server, pilot, 1)
    await fanOut(services)
    await deliverDue(services)
    assert.equal(mine.received.length + its.received.length, 0)
    await enableUser(services, email)
    await recordUploads(server, pilot, 1)
    await fanOut(services)
    await deliverDue(services)
    assert.deepEqual(
      [mine, its].map(({ received }) => received.map(({ sequence }) => sequence)),
      [[1], [1, 2]],
      'the event of the time in between has no number',
    )
  })

  test('the batch in progress is the last one', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const { services } = server
    const owner = await createUser(server)
    const receiver = await startReceiver(context, async (response) => {
      await disableUser(services, options({ email: owner.email }))
      response.end('ok')
    })
    await createWebhook(services, { userId: owner.id }, receiver.url)
    await recordUploads(server, owner, 80)
    await fanOut(services)
    await deliverDue(services)
    assert.ok(receiver.received.length <= 50, `${receiver.received.length} sent: one batch at most`)
  })
})
