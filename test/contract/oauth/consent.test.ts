// run: all
// When consent is asked for: RFC 8252 8.6, RFC 9700 4.11.2, OpenID Connect Core 3.1.2.6.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  authorize,
  authorizePath,
  createPkce,
  decide,
  decideDevice,
  pollDevice,
  REDIRECT_URI,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import type { Connection } from '#dashboard/applications.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('consent', async () => {
  const mail = await startMailServer({ after })
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0', SMTP_URL: mail.url } })
  const { user, headers } = await createSignedInUser(server)
  const addRedirectUri = async (application: TestApplication, uri: string) => {
    const asOwner = await signIn(server, application.owner)
    const answer = await server.fetch(`/app/api/applications/${application.id}`, {
      method: 'PATCH',
      headers: { ...asOwner, 'content-type': 'application/json' },
      body: JSON.stringify({ redirectUris: [REDIRECT_URI, uri] }),
    })
    assert.equal(answer.status, 200)
  }
  const { challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const open = (application: TestApplication, more: Record<string, string> = {}, from = headers as object) =>
    server.fetch(
      authorizePath({
        response_type: 'code',
        client_id: application.id,
        redirect_uri: REDIRECT_URI,
        ...pkce,
        ...more,
      }),
      { headers: { ...from } },
    )
  const allow = async (application: TestApplication, more: Record<string, string> = {}) => {
    const answer = await decide(server, await (await open(application, more)).text(), { headers })
    assert.match(answer.headers.get('location') ?? '', /[?&]code=/)
  }
  const answerOf = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams

  const kinds: ['public' | 'confidential', string, number][] = [
    ['public', 'http://127.0.0.1/cb', 200],
    ['public', 'http://[::1]/cb', 200],
    ['public', 'http://localhost:3000/cb', 200],
    ['public', 'com.example.app:/cb', 200],
    ['public', REDIRECT_URI, 303],
    ['confidential', 'http://127.0.0.1/cb', 303],
    ['confidential', REDIRECT_URI, 303],
  ]
  for (const [type, redirectUri, status] of kinds) {
    const outcome = status === 200 ? 'is asked for every time' : 'is remembered'
    test(`RFC 8252 8.6: of a ${type} application on ${redirectUri} ${outcome}`, async () => {
      const application = await registerApplication(server, { type, redirectUris: [redirectUri] })
      const more = { redirect_uri: redirectUri }
      await allow(application, more)
      assert.equal((await open(application, more)).status, status)
      const silent = await open(application, { ...more, prompt: 'none' })
      const answer = new URL(silent.headers.get('location') ?? '').searchParams
      assert.equal(answer.get('error') ?? 'a code', status === 200 ? 'consent_required' : 'a code')
    })
  }

  test('to delete is asked for every time', async () => {
    const application = await registerApplication(server, { scopes: ['flights:read', 'flights:delete'] })
    const scope = 'flights:read flights:delete'
    await allow(application, { scope })
    assert.equal((await open(application, { scope })).status, 200)
    const silent = answerOf(await open(application, { scope, prompt: 'none' }))
    assert.deepEqual([silent.get('error'), silent.get('code')], ['consent_required', null])
    assert.equal((await open(application, { scope: 'flights:read' })).status, 303)
  })

  test('on the device page is no consent to a redirect, and a redirect’s survives it', async () => {
    const application = await registerApplication(server)
    const scope = 'flights:read profile:read'
    const device = await startDevice(server, application, scope)
    await decideDevice(server, device.userCode, { headers })
    assert.equal((await pollDevice(server, application, device.deviceCode)).status, 200)
    assert.equal((await open(application, { scope })).status, 200)
    const silent = answerOf(await open(application, { scope, prompt: 'none' }))
    assert.equal(silent.get('error'), 'consent_required')
    await allow(application, { scope })
    assert.equal((await open(application, { scope })).status, 303)
    const second = await startDevice(server, application, 'flights:read flights:write')
    await decideDevice(server, second.userCode, { headers })
    assert.equal((await open(application, { scope })).status, 303)
    assert.equal((await open(application, { scope: 'flights:write' })).status, 200)
    const third = await startDevice(server, application, scope)
    await decideDevice(server, third.userCode, { headers, ticked: ['flights:read'] })
    assert.equal((await open(application, { scope })).status, 200, 'what was unticked is asked for again')
  })

  test('that was withdrawn is asked for again, also after a device was approved', async () => {
    const application = await registerApplication(server)
    await authorize(server, application, { headers })
    assert.equal((await open(application)).status, 303)
    const path = `/app/api/connections/${application.id}`
    assert.equal((await server.fetch(path, { method: 'DELETE', headers })).status, 204)
    const device = await startDevice(server, application)
    await decideDevice(server, device.userCode, { headers })
    assert.equal((await open(application)).status, 200)
  })

  test('prompt=none: a signed-out visitor comes back with login_required, but never to a program', async () => {
    const program = 'http://127.0.0.1/cb'
    const application = await registerApplication(server, { redirectUris: [REDIRECT_URI, program] })
    await allow(application)
    const refused = answerOf(await open(application, { prompt: 'none', state: 's' }, {}))
    assert.deepEqual(Object.fromEntries(refused), {
      error: 'login_required',
      error_description: 'The user has to sign in.',
      state: 's',
      iss: server.url,
    })
    const wrong = answerOf(await open(application, { prompt: 'none', scope: 'nonsense' }, {}))
    assert.equal(wrong.get('error'), 'invalid_scope')
    for (const more of [{}, { prompt: 'none', redirect_uri: program }, { prompt: 'login' }]) {
      const response = await open(application, more as Record<string, string>, {})
      assert.match(response.headers.get('location') ?? '', /^\/sign-in\?return_to=/)
    }
    assert.equal(
      (await open(application, { prompt: 'none', redirect_uri: 'https://x.example/' }, {})).status,
      400,
    )
    assert.ok(answerOf(await open(application, { prompt: 'none' })).get('code'))
  })

  test('prompt=none: who has a review to do comes back with interaction_required', async () => {
    const application = await registerApplication(server)
    const recovered = await createSignedInUser(server)
    await server.services.db.sql`update users set review_due_at = 1 where id = ${recovered.user.id}`
    const silent = answerOf(await open(application, { prompt: 'none' }, recovered.headers))
    assert.deepEqual([silent.get('error'), silent.get('code')], ['interaction_required', null])
    const seen = await open(application, {}, recovered.headers)
    assert.match(seen.headers.get('location') ?? '', /^\/review-access\?return_to=/)
  })

  test('that was given for one origin does not send a code to another that was added since', async () => {
    const application = await registerApplication(server)
    await allow(application)
    assert.equal((await open(application)).status, 303)
    const added = 'https://evil.example.net/cb'
    await addRedirectUri(application, added)
    const moved = { redirect_uri: added }
    const silent = answerOf(await open(application, { ...moved, prompt: 'none' }))
    assert.deepEqual([silent.get('error'), silent.get('code')], ['consent_required', null])
    const page = await open(application, moved)
    assert.equal(page.status, 200)
    const text = await page.text()
    assert.match(text, /before, but it returned you to[^.]*app\.example\.org/)
    assert.match(text, /Now it\s+wants to\s+return you to[^.]*evil\.example\.net/)
    assert.equal((await open(application)).status, 303, 'the origin that was consented to is still covered')
  })

  test('to a new origin is told by email and on the page of connected apps', async () => {
    const application = await registerApplication(server)
    await allow(application)
    const added = 'https://new.example.net/cb'
    await addRedirectUri(application, added)
    await allow(application, { redirect_uri: added })
    assert.equal((await open(application, { redirect_uri: added })).status, 303)
    const email = await mail.take(user.email)
    assert.match(email.subject, /new address/)
    assert.match(email.text, /https:\/\/new\.example\.net/)
    const answer = await server.fetch('/app/api/connections', { headers })
    const { items } = (await answer.json()) as { items: Connection[] }
    const connection = items.find(({ applicationId }) => applicationId === application.id)
    assert.deepEqual(connection?.redirectOrigins, [new URL(REDIRECT_URI).origin, 'https://new.example.net'])
  })

  test('to a scope at one origin is no consent to it at another', async () => {
    const other = 'https://other.example.net/cb'
    const application = await registerApplication(server, { redirectUris: [REDIRECT_URI, other] })
    await allow(application, { scope: 'flights:read' })
    await allow(application, { scope: 'profile:read', redirect_uri: other })
    assert.equal((await open(application, { scope: 'flights:read' })).status, 303)
    assert.equal((await open(application, { scope: 'profile:read' })).status, 200)
    assert.equal((await open(application, { scope: 'flights:read', redirect_uri: other })).status, 200)
  })
})
