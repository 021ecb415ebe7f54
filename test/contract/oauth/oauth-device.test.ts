// Device authorization and its page: RFC 8628.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  asClient,
  basic,
  callApi,
  decide,
  decideDevice,
  pollDevice,
  postForm,
  postToken,
  readDecisionForm,
  refresh,
  registerApplication,
  startDevice,
} from '#test/support/oauth.ts'
import { confirmIdentity, createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DEVICE = '/api/oauth/device_authorization'

suite('POST /api/oauth/device_authorization and the device_code grant', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { user, headers } = await createSignedInUser(server)
  const application = await registerApplication(server, { type: 'public' })
  const confidential = await registerApplication(server)

  test('3.2: the answer has every field, and interval always', async () => {
    const { status, body, headers: answered } = await postForm(server, DEVICE, asClient(application))
    assert.equal(status, 200)
    assert.match(String(body.device_code), /^[\w-]{43}$/)
    assert.match(String(body.user_code), /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.equal(body.verification_uri, `${server.url}/oauth/device`)
    assert.equal(
      body.verification_uri_complete,
      `${server.url}/oauth/device?user_code=${String(body.user_code)}`,
    )
    assert.equal(body.expires_in, 900)
    assert.equal(body.interval, 5)
    assert.equal(answered.get('cache-control'), 'no-store')
  })

  const machine = await registerApplication(server, { grants: ['client_credentials'], redirectUris: [] })
  const refusals: [string, Record<string, string>, Record<string, string>, number, string][] = [
    ['3.1: no client', {}, {}, 401, 'invalid_client'],
    ['3.1: an unknown client', { client_id: 'f'.repeat(24) }, {}, 401, 'invalid_client'],
    ['3.1: a wrong secret', {}, basic(confidential.id, 'wrong'), 401, 'invalid_client'],
    ['3.1: a client without this grant', asClient(machine), {}, 400, 'unauthorized_client'],
    ['3.1: an unknown scope', { ...asClient(application), scope: 'flights:fly' }, {}, 400, 'invalid_scope'],
  ]
  for (const [name, form, sent, status, error] of refusals) {
    test(`${name}: ${status} ${error}`, async () => {
      const answer = await postForm(server, DEVICE, form, sent)
      assert.deepEqual([answer.status, answer.body.error], [status, error])
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    })
  }

  test('a client that authenticates by Basic needs no body', async () => {
    const sent = basic(confidential.id, confidential.secret)
    const answer = await server.fetch(DEVICE, { method: 'POST', headers: sent })
    assert.equal(answer.status, 200, await answer.text())
  })

  test('a client_id that is missing or empty is called so, at both endpoints', async () => {
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' }
    for (const form of [{}, { client_id: '' }]) {
      const [started, polled] = [
        await postForm(server, DEVICE, form),
        await postForm(server, '/api/oauth/token', { ...grant, ...form }),
      ]
      for (const { status, body } of [started, polled]) {
        assert.deepEqual([status, body.error], [401, 'invalid_client'])
        assert.match(String(body.error_description), /client_id is missing or empty/)
      }
    }
  })

  test('3.5: pending, then approved, then redeemed once', async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
    const early = await pollDevice(server, application, deviceCode)
    assert.deepEqual([early.status, early.body.error], [400, 'authorization_pending'])
    assert.match(await decideDevice(server, userCode, { headers }), /You can go back to your device/)
    const { status, body } = await pollDevice(server, application, deviceCode)
    assert.equal(status, 200)
    assert.equal(body.scope, 'flights:read flights:write profile:read')
    const profile = await server.fetch('/api/v1/profile', {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    assert.equal(((await profile.json()) as { data: { id: string } }).data.id, user.id)
    const again = await pollDevice(server, application, deviceCode)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.equal(await callApi(server, body.access_token), 200)
    assert.equal((await refresh(server, application, body.refresh_token ?? '')).status, 200)
  })

  test('3.5: denied is access_denied', async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
    assert.match(
      await decideDevice(server, userCode, { headers, decision: 'deny' }),
      /go back to your device/,
    )
    assert.equal((await pollDevice(server, application, deviceCode)).body.error, 'access_denied')
    assert.equal((await pollDevice(server, application, deviceCode)).body.error, 'access_denied')
  })

  test('3.5: a code expires after 900 s, pending or approved', async () => {
    const pending = await startDevice(server, application)
    const approved = await startDevice(server, application)
    await decideDevice(server, approved.userCode, { headers })
    server.advance(900_000)
    for (const { deviceCode } of [pending, approved]) {
      const { status, body } = await pollDevice(server, application, deviceCode)
      assert.deepEqual([status, body.error], [400, 'expired_token'])
    }
    await confirmIdentity(server, user)
    const page = await server.fetch(`/oauth/device?user_code=${pending.userCode}`, { headers })
    assert.equal(page.status, 400)
  })

  test('3.5: slow_down adds 5 seconds for good, and a client that waits is served', async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
    const poll = async () => (await pollDevice(server, application, deviceCode)).body.error
    assert.equal(await poll(), 'authorization_pending')
    assert.equal(await poll(), 'slow_down')
    server.advance(5000)
    assert.equal(await poll(), 'slow_down', '5 s are not enough any more')
    server.advance(15_000)
    assert.equal(await poll(), 'authorization_pending', 'after 5 + 5 + 5 s')
    server.advance(15_000)
    assert.equal(await poll(), 'authorization_pending')
    for (let times = 0; times < 30; times++) assert.equal(await poll(), 'slow_down')
    server.advance(65_000)
    assert.equal(await poll(), 'authorization_pending', 'never longer than about a minute')
    assert.equal(await poll(), 'slow_down')
    await decideDevice(server, userCode, { headers })
    assert.equal((await pollDevice(server, application, deviceCode)).status, 200, 'once approved, at once')
  })

  test('a client that polls every 5 s is never told to slow down', async () => {
    const { deviceCode } = await startDevice(server, application)
    for (let times = 0; times < 20; times++) {
      assert.equal((await pollDevice(server, application, deviceCode)).body.error, 'authorization_pending')
      server.advance(5000)
    }
  })

  test('3.4: a device code is bound to its client', async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
    await decideDevice(server, userCode, { headers })
    const other = await registerApplication(server, { type: 'public' })
    assert.equal((await pollDevice(server, other, deviceCode)).body.error, 'invalid_grant')
    assert.equal((await pollDevice(server, application, deviceCode)).status, 200)
  })

  test('the user code is no device code', async () => {
    const { userCode } = await startDevice(server, application)
    assert.equal((await pollDevice(server, application, userCode)).body.error, 'invalid_grant')
  })

  test('an approved device is denied when the connection is revoked', async () => {
    const own = await registerApplication(server, { type: 'public' })
    const { deviceCode, userCode } = await startDevice(server, own)
    await decideDevice(server, userCode, { headers })
    await server.fetch(`/app/api/connections/${own.id}`, { method: 'DELETE', headers })
    assert.equal((await pollDevice(server, own, deviceCode)).body.error, 'access_denied')
  })

  test('an application that is not registered for refresh_token gets none', async () => {
    const plain = await registerApplication(server, { grants: ['device_code'], redirectUris: [] })
    const { deviceCode, userCode } = await startDevice(server, plain)
    await decideDevice(server, userCode, { headers })
    const { body } = await pollDevice(server, plain, deviceCode)
    assert.ok(body.access_token)
    assert.equal(body.refresh_token, undefined)
    const refused = await postToken(server, plain, { grant_type: 'refresh_token', refresh_token: 'x' })
    assert.equal(refused.body.error, 'unauthorized_client')
  })
})

suite('/oauth/device', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const { headers } = await createSignedInUser(server)
  const application = await registerApplication(server, { type: 'public' })

  test('a visitor signs in first, and comes back with the code', async () => {
    const response = await server.fetch('/oauth/device?user_code=BCDF-GHJK')
    assert.equal(response.status, 303)
    assert.equal(
      response.headers.get('location'),
      `/sign-in?return_to=${encodeURIComponent('/oauth/device?user_code=BCDF-GHJK')}`,
    )
  })

  test('6.1: the code is read in any case, with or without the dash, with blanks', async () => {
    const { userCode } = await startDevice(server, application)
    const plain = userCode.replace('-', '')
    const typings = [userCode, plain, plain.toLowerCase(), ` ${plain.slice(0, 4)} ${plain.slice(4)} `]
    for (const typed of typings) {
      const path = `/oauth/device?user_code=${encodeURIComponent(typed)}`
      const response = await server.fetch(path, { headers })
      assert.equal(response.status, 200, typed)
      assert.match(await response.text(), new RegExp(userCode))
    }
  })

  test('3.3.1: the complete link still asks, and shows which device asks, from where and when', async () => {
    const { body } = await postForm(server, DEVICE, asClient(application), {
      'user-agent': 'VarioOS/7.2 (Skydrop)',
    })
    const response = await server.fetch(String(body.verification_uri_complete), { headers })
    const page = await response.text()
    assert.match(page, /Connect Thermal Tracker\?/)
    assert.match(page, /127\.0\.0\.1|::1/)
    assert.match(page, /\d\d:\d\d UTC/)
    assert.match(page, /VarioOS\/7\.2 \(Skydrop\)/)
    assert.match(page, /only if you started it yourself/)
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const poll = await pollDevice(server, application, String(body.device_code))
    assert.equal(poll.body.error, 'authorization_pending')
  })

  test('a scope can be unticked', async () => {
    const { deviceCode, userCode } = await startDevice(server, application, 'flights:read profile:read')
    await decideDevice(server, userCode, { headers, ticked: ['profile:read'] })
    assert.equal((await pollDevice(server, application, deviceCode)).body.scope, 'profile:read')
  })

  test('allowing nothing shows the page again', async () => {
    const { userCode } = await startDevice(server, application)
    assert.match(await decideDevice(server, userCode, { headers, ticked: [] }), /Tick at least one/)
  })

  test('of two decisions the first counts', async () => {
    const { deviceCode, userCode } = await startDevice(server, application)
    const page = await (await server.fetch(`/oauth/device?user_code=${userCode}`, { headers })).text()
    await decide(server, page, { headers, decision: 'deny' })
    assert.equal((await decide(server, page, { headers })).status, 400)
    assert.equal((await pollDevice(server, application, deviceCode)).body.error, 'access_denied')
  })

  test('5.4: a decision needs the token of the session that saw this code', async () => {
    const { userCode } = await startDevice(server, application)
    const other = await startDevice(server, application)
    const stranger = await createSignedInUser(server)
    const page = await (await server.fetch(`/oauth/device?user_code=${userCode}`, { headers })).text()
    assert.equal((await decide(server, page, { headers: stranger.headers })).status, 403)
    const { fields } = readDecisionForm(page)
    fields.set('user_code', other.userCode)
    fields.append('decision', 'allow')
    const swapped = await server.fetch('/oauth/device', { method: 'POST', body: fields, headers })
    assert.equal(swapped.status, 403)
    const poll = await pollDevice(server, application, other.deviceCode)
    assert.equal(poll.body.error, 'authorization_pending')
  })

  test('5.1: guesses are limited, per account and per address', async (context) => {
    const strict = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const guess = async (as: Record<string, string>, from: string, code = 'BCDF-GHJK') => {
      const response = await strict.fetch(`/oauth/device?user_code=${code}`, {
        headers: { ...as, 'x-forwarded-for': from },
      })
      return response.status
    }
    const first = await createSignedInUser(strict)
    for (let times = 0; times < 3; times++) assert.equal(await guess(first.headers, '192.0.2.1'), 400)
    assert.equal(await guess(first.headers, '192.0.2.1'), 429)
    const app = await registerApplication(strict, { type: 'public' })
    const { userCode } = await startDevice(strict, app)
    assert.equal(await guess(first.headers, '192.0.2.1', userCode), 429, 'even a right one')
    for (const _ of [1, 2]) {
      const more = await createSignedInUser(strict)
      for (let times = 0; times < 3; times++) assert.equal(await guess(more.headers, '192.0.2.1'), 400)
    }
    const last = await createSignedInUser(strict)
    assert.equal(await guess(last.headers, '192.0.2.1'), 429, 'the address has had its share')
    strict.advance(601_000)
    assert.equal(await guess(first.headers, '192.0.2.1'), 400, 'after ten minutes it is open again')
  })
})
