// run: all
// OpenID Connect RP-Initiated Logout 1.0.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { SignJWT, generateKeyPair } from 'jose'
import { rotateSigningKey } from '#server/oauth/openid/commands.ts'
import {
  authorizePath,
  obtainTokens,
  REDIRECT_URI,
  readDecisionForm,
  registerApplication,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

const HOUR_MS = 3_600_000

suite('an application that asks to end the session', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const application = await registerApplication(server)
  const goodbye = 'https://app.example.org/goodbye?from=cloudstreet'

  const enter = async (asked: TestApplication = application) => {
    const { user, headers } = await createSignedInUser(server)
    const { id_token: idToken = '' } = await obtainTokens(server, asked, {
      headers,
      parameters: { scope: 'openid' },
    })
    const isSignedIn = async () => (await server.fetch('/app/api/connections', { headers })).status === 200
    return { user, headers, idToken, isSignedIn }
  }
  const open = (parameters: Record<string, string> | [string, string][], headers: object = {}) =>
    server.fetch(`/oauth/end-session?${new URLSearchParams(parameters).toString()}`, {
      headers: { ...headers },
    })
  const confirm = (page: string, headers: Record<string, string>, fields?: URLSearchParams) => {
    const form = readDecisionForm(page)
    return server.fetch(form.action, { method: 'POST', body: fields ?? form.fields, headers })
  }

  test('finds it in the metadata', async () => {
    const answer = await server.fetch('/.well-known/openid-configuration')
    const { end_session_endpoint: found } = (await answer.json()) as Record<string, string>
    assert.equal(found, `${server.url}/oauth/end-session`)
  })

  test('with the id_token of who is signed in: signed out at once, and back with the state', async () => {
    const { headers, idToken, isSignedIn, user } = await enter()
    server.advance(2 * HOUR_MS)
    assert.equal(await isSignedIn(), true)
    const answer = await open(
      { id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 'a b' },
      headers,
    )
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), `${goodbye}&state=a+b`)
    assert.match(answer.headers.get('set-cookie') ?? '', /max-age=0/i)
    assert.equal(await isSignedIn(), false)
    const [event] = await server.services.db.sql<{ kind: string }>`
      select kind from security_events where user_id = ${user.id} order by id desc limit 1`
    assert.equal(event?.kind, 'signed_out')
  })

  test('without an address to return to: a page of ours, which the client_id may accompany', async () => {
    const { headers, idToken, isSignedIn } = await enter()
    const answer = await open({ id_token_hint: idToken, client_id: application.id }, headers)
    assert.match(await answer.text(), /You are signed out/)
    assert.equal(await isSignedIn(), false)
  })

  test('without a hint, or with one that proves nothing, the user is asked; a click signs out', async () => {
    const other = await enter()
    const { privateKey } = await generateKeyPair('RS256')
    const forge = (sub: string) =>
      new SignJWT({ sub })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(server.url)
        .setAudience(application.id)
        .sign(privateKey)
    for (const makeHint of [
      async () => ({}),
      async () => ({ id_token_hint: 'nonsense' }),
      async () => ({ id_token_hint: other.idToken }),
      async (sub: string) => ({ id_token_hint: await forge(sub) }),
    ]) {
      const { user, headers, isSignedIn } = await enter()
      const hint = (await makeHint(user.id)) as Record<string, string>
      const asked = { client_id: application.id, post_logout_redirect_uri: goodbye, ...hint }
      const page = await open(asked, headers)
      assert.equal(page.status, 200)
      const text = await page.text()
      assert.match(text, /Thermal Tracker<\/strong> asks to sign you out/)
      assert.match(text, /app\.example\.org/)
      assert.equal(await isSignedIn(), true)
      assert.match(
        page.headers.get('content-security-policy') ?? '',
        /form-action 'self' https:\/\/app\.example\.org;?/,
      )
      const done = await confirm(text, headers)
      assert.equal(done.headers.get('location'), goodbye)
      assert.equal(await isSignedIn(), false)
    }
    assert.equal(await other.isSignedIn(), true, 'and no one else')
  })

  test('by POST of another site: the browser is sent here by GET, where its cookie comes along', async () => {
    const { headers, idToken, isSignedIn } = await enter()
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: goodbye, logout_hint: 'x' }
    const init = {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://app.example.org' },
    }
    const sent = await server.fetch('/oauth/end-session', init)
    assert.equal(sent.status, 303)
    const location = sent.headers.get('location') ?? ''
    assert.match(location, /^\/oauth\/end-session\?/)
    assert.equal(await isSignedIn(), true)
    const answer = await server.fetch(location, { headers })
    assert.equal(answer.headers.get('location'), goodbye)
    assert.equal(await isSignedIn(), false)
  })

  test('a form of another page, session or request signs no one out', async () => {
    const [victim, attacker] = [await enter(), await enter()]
    const page = await (await open({ client_id: application.id }, victim.headers)).text()
    const foreign = await (await open({ client_id: application.id }, attacker.headers)).text()
    const elsewhere = await (await open({}, victim.headers)).text()
    for (const [headers, fields] of [
      [victim.headers, readDecisionForm(foreign).fields],
      [victim.headers, readDecisionForm(elsewhere).fields],
      [victim.headers, new URLSearchParams({ form_token: 'x' })],
      [{ ...victim.headers, origin: 'https://evil.example' }, undefined],
      [{ ...victim.headers, 'sec-fetch-site': 'cross-site' }, undefined],
    ] as [Record<string, string>, URLSearchParams | undefined][]) {
      assert.equal((await confirm(page, headers, fields)).status, 403)
      assert.equal(await victim.isSignedIn(), true)
    }
    const head = await server.fetch('/oauth/end-session', { method: 'HEAD', headers: victim.headers })
    assert.equal(head.headers.get('set-cookie'), null)
  })

  test('an address elsewhere is never gone to, and signs no one out', async () => {
    const program = await registerApplication(server, {
      redirectUris: [REDIRECT_URI, 'http://127.0.0.1/cb', 'com.example.app:/cb'],
    })
    const { headers, idToken, isSignedIn } = await enter(program)
    for (const address of [
      'https://evil.example/',
      'https://app.example.org.evil.example/',
      'https://app.example.org@evil.example/',
      'http://app.example.org/',
      'https://app.example.org:8443/',
      '//evil.example/',
      '/app/logbook',
      'javascript:alert(1)',
      'com.example.app2:/cb',
      'https://app.example.org/\\evil.example',
      'http://localhost/cb',
    ]) {
      const page = await open({ id_token_hint: idToken, post_logout_redirect_uri: address }, headers)
      assert.deepEqual([page.status, page.headers.get('location')], [400, null], address)
      assert.match(await page.text(), /has not registered the address/)
      const visitor = await open({ client_id: program.id, post_logout_redirect_uri: address })
      assert.deepEqual([visitor.status, visitor.headers.get('location')], [200, null])
      assert.doesNotMatch(await visitor.text(), /Continue/)
    }
    assert.equal(await isSignedIn(), true)
    for (const address of ['http://127.0.0.1:4711/bye', 'com.example.app:/bye', `${REDIRECT_URI}/../x`]) {
      const page = await open({ client_id: program.id, post_logout_redirect_uri: address }, headers)
      assert.equal(page.status, 200, address)
    }
  })

  test('a request that contradicts itself, and a disabled application, end nothing by themselves', async () => {
    const doomed = await registerApplication(server)
    const { headers, idToken, isSignedIn } = await enter(doomed)
    const contradicting = await open({ id_token_hint: idToken, client_id: application.id }, headers)
    assert.equal(contradicting.status, 400)
    const twice = await open(
      [
        ['id_token_hint', idToken],
        ['state', 'a'],
        ['state', 'b'],
      ],
      headers,
    )
    assert.equal(twice.status, 400)
    await server.services.db.sql`update applications set disabled_at = 1 where id = ${doomed.id}`
    const disabled = await open({ id_token_hint: idToken }, headers)
    assert.match(await disabled.text(), /Sign out\?/)
    assert.equal(await isSignedIn(), true)
  })

  test('who is signed out already goes on by a click, not by a link that anybody may have made', async () => {
    const { idToken } = await enter()
    const page = await open({ id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 's' })
    assert.deepEqual([page.status, page.headers.get('location')], [200, null])
    assert.match(
      await page.text(),
      /href="https:\/\/app\.example\.org\/goodbye\?from=cloudstreet&amp;state=s"/,
    )
  })

  test('an id_token whose key is gone proves nothing', async () => {
    const { headers, idToken, isSignedIn } = await enter()
    await rotateSigningKey(server.services, new Map([['compromised', ['true']]]))
    assert.match(await (await open({ id_token_hint: idToken }, headers)).text(), /Sign out\?/)
    assert.equal(await isSignedIn(), true)
    server.advance(60_000)
  })
})

suite('id_token_hint in an authorization request', async () => {
  const server = await shareServer()
  const application = await registerApplication(server)
  const asked = {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: REDIRECT_URI,
    scope: 'openid',
  }
  const enter = async (at: TestApplication = application) => {
    const { user, headers } = await createSignedInUser(server)
    const { id_token: idToken = '' } = await obtainTokens(server, at, {
      headers,
      parameters: { scope: 'openid' },
    })
    return { user, headers, idToken }
  }
  const answer = async (parameters: Record<string, string>, headers: object) => {
    const response = await server.fetch(authorizePath({ ...asked, ...parameters }), {
      headers: { ...headers },
    })
    return new URL(response.headers.get('location') ?? '').searchParams
  }

  test('3.1.2.1: the answer is about that user, or login_required', async () => {
    const [ada, bob] = [await enter(), await enter()]
    for (const prompt of [{}, { prompt: 'none' }]) {
      assert.ok((await answer({ id_token_hint: ada.idToken, ...prompt }, ada.headers)).get('code'))
      const other = await answer({ id_token_hint: bob.idToken, ...prompt }, ada.headers)
      assert.deepEqual([other.get('error'), other.get('code')], ['login_required', null])
    }
  })

  test('a hint that proves nothing is refused only to who asks silently', async () => {
    const elsewhere = await registerApplication(server)
    const [ada, other] = [await enter(), await enter(elsewhere)]
    for (const hint of ['nonsense', other.idToken]) {
      assert.ok((await answer({ id_token_hint: hint }, ada.headers)).get('code'))
      const silent = await answer({ id_token_hint: hint, prompt: 'none' }, ada.headers)
      assert.equal(silent.get('error'), 'login_required')
    }
  })
})
