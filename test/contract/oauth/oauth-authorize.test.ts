// GET /oauth/authorize and its consent page: RFC 6749 3.1, 4.1.1, 4.1.2; RFC 7636 4.3, 4.4; RFC 8252; RFC 9207; RFC 9700.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  authorize,
  authorizePath,
  createPkce,
  decide,
  obtainTokens,
  readDecisionForm,
  REDIRECT_URI,
  registerApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

suite('GET /oauth/authorize', async () => {
  const server = await shareServer()
  const { headers } = await createSignedInUser(server, 'Petra Pilot')
  const application = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const { challenge } = createPkce()
  const asked = {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: REDIRECT_URI,
    state: 'a state, with &=%? and ü',
  }
  const open = (parameters: Record<string, string> | [string, string][], signedIn = true) =>
    server.fetch(authorizePath(parameters), signedIn ? { headers } : {})

  test('the consent page says who asks, by whom, for what in plain words, and is safe to show', async () => {
    const response = await open(asked)
    const page = await response.text()
    assert.equal(response.status, 200)
    assert.match(page, /Allow Thermal Tracker\?/)
    assert.match(page, /Olga Owner/)
    assert.match(page, /See your flights and download their IGC files/)
    assert.match(page, /app\.example\.org/)
    assert.doesNotMatch(page, /<script/)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /form-action 'self' https:\/\/app\.example\.org(;|$)/)
    assert.equal(response.headers.get('x-frame-options'), 'DENY')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  test('4.1.2, RFC 9207: approval redirects by 303 with code, state and iss', async () => {
    const page = await (await open(asked)).text()
    const response = await decide(server, page, { headers })
    assert.equal(response.status, 303)
    const location = new URL(response.headers.get('location') ?? '')
    assert.equal(location.origin + location.pathname, REDIRECT_URI)
    assert.equal(location.searchParams.get('state'), asked.state)
    assert.equal(location.searchParams.get('iss'), server.url)
    assert.match(location.searchParams.get('code') ?? '', /^[\w-]{43}$/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  })

  test('4.1.2.1, RFC 9207: denial redirects with access_denied, state and iss', async () => {
    const page = await (await open({ ...asked, prompt: 'consent' })).text()
    const response = await decide(server, page, { headers, decision: 'deny' })
    assert.equal(response.status, 303)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    assert.equal(searchParams.get('error'), 'access_denied')
    assert.equal(searchParams.get('state'), asked.state)
    assert.equal(searchParams.get('iss'), server.url)
    assert.equal(searchParams.get('code'), null)
  })

  const unsafe: [string, Record<string, string> | [string, string][]][] = [
    ['an unknown client', { ...asked, client_id: 'f'.repeat(24) }],
    ['a client_id of another shape', { ...asked, client_id: 'a\u0000' }],
    ['no client', { response_type: 'code', redirect_uri: REDIRECT_URI }],
    ['another redirect URI', { ...asked, redirect_uri: 'https://evil.example.org/callback' }],
    ['a redirect URI with something after it', { ...asked, redirect_uri: `${REDIRECT_URI}/more` }],
    ['a redirect URI with a query', { ...asked, redirect_uri: `${REDIRECT_URI}?x=1` }],
    [
      'a redirect URI in another case',
      { ...asked, redirect_uri: REDIRECT_URI.replace('callback', 'Callback') },
    ],
    ['a redirect URI on another port', { ...asked, redirect_uri: 'https://app.example.org:444/callback' }],
    ['a script for a redirect URI', { ...asked, redirect_uri: 'javascript:alert(1)' }],
    ['two redirect URIs', [...Object.entries(asked), ['redirect_uri', REDIRECT_URI]]],
    ['two clients', [...Object.entries(asked), ['client_id', application.id]]],
  ]
  for (const [name, parameters] of unsafe) {
    test(`4.1.2.1: ${name} is shown as an error and never redirected`, async () => {
      for (const signedIn of [true, false]) {
        const response = await open(parameters, signedIn)
        assert.equal(response.status, 400)
        assert.equal(response.headers.get('location'), null)
        assert.match(await response.text(), /This link does not work/)
      }
    })
  }

  test('4.1.2.1: a disabled application is shown as an error', async () => {
    const { db, now } = server.services
    const gone = await registerApplication(server)
    await db.sql`update applications set disabled_at = ${now()} where id = ${gone.id}`
    assert.equal((await open({ ...asked, client_id: gone.id })).status, 400)
  })

  test('a host that would change the page’s policy is not shown, also when it was registered earlier', async () => {
    const { db } = server.services
    const odd = await registerApplication(server)
    const redirectUri = 'https://app.example.org;script-src/callback'
    await db.sql`update applications set redirect_uris = ${JSON.stringify([redirectUri])} where id = ${odd.id}`
    const response = await open({ ...asked, client_id: odd.id, redirect_uri: redirectUri })
    assert.equal(response.status, 400)
    assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /example/)
  })

  const machine = await registerApplication(server, { grants: ['device_code'] })
  const asPublic = { ...asked, client_id: publicOne.id }
  const redirected: [string, Record<string, string> | [string, string][], string][] = [
    ['3.1.1: no response_type', { ...asked, response_type: '' }, 'invalid_request'],
    ['3.1.1: another response_type', { ...asked, response_type: 'token' }, 'unsupported_response_type'],
    [
      '3.1: a repeated parameter',
      [...Object.entries(asked), ['scope', 'profile:read'], ['scope', 'x']],
      'invalid_request',
    ],
    ['3.3: an unknown scope', { ...asked, scope: 'flights:fly' }, 'invalid_scope'],
    ['3.3: a scope that is not registered', { ...asked, scope: 'profile:email' }, 'invalid_scope'],
    ['4.1.2.1: a client without this grant', { ...asked, client_id: machine.id }, 'unauthorized_client'],
    ['RFC 7636 4.4.1: a public client without a challenge', asPublic, 'invalid_request'],
    [
      'RFC 7636 4.3: a challenge without a method is plain',
      { ...asPublic, code_challenge: challenge },
      'invalid_request',
    ],
    [
      'RFC 7636 4.3: plain',
      { ...asPublic, code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    [
      'RFC 7636 4.3: plain of a confidential client',
      { ...asked, code_challenge: challenge, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    [
      'RFC 7636 4.3: a method without a challenge',
      { ...asked, code_challenge_method: 'S256' },
      'invalid_request',
    ],
    [
      'RFC 7636 4.2: a challenge of another length',
      { ...asPublic, code_challenge: 'short', code_challenge_method: 'S256' },
      'invalid_request',
    ],
    ['an unknown response_mode', { ...asked, response_mode: 'fragment' }, 'invalid_request'],
  ]
  for (const [name, parameters, error] of redirected) {
    test(`${name}: back with ${error}, state and iss`, async () => {
      const response = await open(parameters)
      assert.equal(response.status, 303)
      const location = new URL(response.headers.get('location') ?? '')
      assert.equal(location.origin + location.pathname, REDIRECT_URI)
      assert.equal(location.searchParams.get('error'), error)
      assert.equal(location.searchParams.get('state'), asked.state)
      assert.equal(location.searchParams.get('iss'), server.url)
    })
  }

  test('RFC 9700 4.11.2: there is no redirect to an application before the sign-in, not even with an error', async () => {
    for (const parameters of [asked, { ...asked, response_type: 'token' }]) {
      const response = await open(parameters, false)
      assert.equal(response.status, 303)
      const location = new URL(response.headers.get('location') ?? '', server.url)
      assert.equal(location.pathname, '/sign-in')
      const back = new URL(location.searchParams.get('return_to') ?? '', server.url)
      assert.equal(back.pathname, '/oauth/authorize')
      assert.deepEqual(Object.fromEntries(back.searchParams), parameters)
    }
  })

  test('prompt=none answers without asking: consent_required, or a code', async () => {
    const fresh = await registerApplication(server)
    const parameters = { ...asked, client_id: fresh.id, prompt: 'none' }
    const askSilently = async () =>
      new URL((await open(parameters)).headers.get('location') ?? '').searchParams
    assert.equal((await askSilently()).get('error'), 'consent_required')
    await authorize(server, fresh, { headers })
    assert.ok((await askSilently()).get('code'))
  })

  test('3.1.2.3: the redirect URI may be left out when there is only one', async () => {
    const { redirect_uri: _, ...without } = asked
    assert.equal((await open({ ...without, prompt: 'consent' })).status, 200)
    const two = await registerApplication(server, { redirectUris: [REDIRECT_URI, 'https://b.example.org/'] })
    assert.equal((await open({ ...without, client_id: two.id })).status, 400)
  })

  test('3.1.2: a query of the redirect URI is kept', async () => {
    const uri = 'https://app.example.org/callback?tenant=7'
    const other = await registerApplication(server, { redirectUris: [uri] })
    const answer = await authorize(server, other, { headers, parameters: { redirect_uri: uri } })
    assert.equal(answer.get('tenant'), '7')
    assert.ok(answer.get('code'))
  })

  const loopback: [string, string, boolean][] = [
    ['http://127.0.0.1/cb', 'http://127.0.0.1:53123/cb', true],
    ['http://127.0.0.1:1000/cb', 'http://127.0.0.1:2000/cb', true],
    ['http://[::1]/cb', 'http://[::1]:53123/cb', true],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:53123/other', false],
    ['http://127.0.0.1/cb', 'http://[::1]:53123/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.example.org/cb', false],
    ['http://localhost:3000/cb', 'http://localhost:3001/cb', false],
    ['com.example.app:/cb', 'com.example.app:/cb', true],
    ['com.example.app:/cb', 'com.example.app:/cb2', false],
  ]
  for (const [registered, requested, matches] of loopback) {
    test(`RFC 8252 7.3: ${requested} ${matches ? 'is' : 'is not'} ${registered}`, async () => {
      const native = await registerApplication(server, { type: 'public', redirectUris: [registered] })
      const parameters = { ...asked, client_id: native.id, redirect_uri: requested }
      const response = await open({ ...parameters, code_challenge: challenge, code_challenge_method: 'S256' })
      assert.equal(response.status, matches ? 200 : 400)
      if (!matches) return
      const answer = await decide(server, await response.text(), { headers })
      assert.ok(answer.headers.get('location')?.startsWith(`${requested}?code=`))
    })
  }

  test('a consent that covers the request is not asked again, unless prompt=consent', async () => {
    const fresh = await registerApplication(server)
    const parameters = { ...asked, client_id: fresh.id, scope: 'flights:read profile:read' }
    await authorize(server, fresh, { headers, parameters })
    assert.equal((await open(parameters)).status, 303)
    assert.equal((await open({ ...parameters, scope: 'profile:read' })).status, 303)
    assert.equal((await open({ ...parameters, prompt: 'consent' })).status, 200)
    assert.equal((await open({ ...parameters, scope: 'flights:write' })).status, 200)
    const other = await createSignedInUser(server)
    const asOther = await server.fetch(authorizePath(parameters), { headers: other.headers })
    assert.equal(asOther.status, 200)
  })

  test('an unticked scope is not granted, and is asked for again', async () => {
    const fresh = await registerApplication(server)
    const tokens = await obtainTokens(server, fresh, { headers, ticked: ['flights:read'] })
    assert.equal(tokens.scope, 'flights:read')
    assert.equal((await open({ ...asked, client_id: fresh.id })).status, 200)
  })

  test('a scope that the request does not ask for cannot be smuggled into the form', async () => {
    const fresh = await registerApplication(server)
    const tokens = await obtainTokens(server, fresh, {
      headers,
      parameters: { scope: 'profile:read' },
      ticked: ['profile:read', 'flights:write', 'flights:delete'],
    })
    assert.equal(tokens.scope, 'profile:read')
  })

  test('allowing nothing shows the page again', async () => {
    const fresh = await registerApplication(server)
    const page = await (await open({ ...asked, client_id: fresh.id })).text()
    const response = await decide(server, page, { headers, ticked: [] })
    assert.equal(response.status, 400)
    assert.match(await response.text(), /Tick at least one/)
  })

  test('10.12: a decision needs the token of the very session and request that saw the page', async () => {
    const fresh = await registerApplication(server)
    const stranger = await createSignedInUser(server)
    const page = await (await open({ ...asked, client_id: fresh.id })).text()
    const { fields, action } = readDecisionForm(page)
    fields.append('decision', 'allow')
    fields.append('scope', 'profile:read')
    const post = (path: string, body: URLSearchParams, from: Record<string, string>) =>
      server.fetch(path, { method: 'POST', body, headers: from })
    const without = new URLSearchParams(fields)
    without.delete('form_token')
    const widened = action.replace('response_type=code', 'response_type=code&scope=flights%3Awrite')
    const attempts: [string, Promise<Response>][] = [
      ['another session', post(action, fields, stranger.headers)],
      ['no token', post(action, without, headers)],
      ['another request', post(widened, fields, headers)],
      ['another site', post(action, fields, { cookie: headers.cookie, origin: 'https://evil.example.org' })],
      [
        'another site by its fetch metadata',
        post(action, fields, { ...headers, 'sec-fetch-site': 'cross-site' }),
      ],
    ]
    for (const [name, attempt] of attempts) {
      const response = await attempt
      assert.equal(response.status, 403, name)
      assert.equal(response.headers.get('location'), null)
      assert.match(await response.text(), /Nothing was allowed/)
    }
    const signedOut = await post(action, fields, { origin: server.url })
    assert.match(signedOut.headers.get('location') ?? '', /^\/sign-in/)
    assert.equal((await post(action, fields, headers)).status, 303)
  })

  test('a name that looks like HTML is shown as text', async () => {
    const fresh = await registerApplication(server, { name: '<img src=x onerror=alert(1)>' })
    const page = await (await open({ ...asked, client_id: fresh.id })).text()
    assert.doesNotMatch(page, /<img src=x/)
    assert.match(page, /&lt;img src=x/)
  })

  test('HEAD issues no code', async () => {
    const response = await server.fetch(authorizePath(asked), { method: 'HEAD', headers })
    assert.equal(response.status, 405)
  })
})
