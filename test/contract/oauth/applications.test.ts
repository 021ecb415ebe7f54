// /app/api/applications, /app/api/connections and `admin app create`.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { runAdmin } from '#test/support/admin.ts'
import {
  asClient,
  callApi,
  obtainTokens,
  postForm,
  postToken,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const wanted = {
  name: 'Thermal Tracker',
  description: 'Shows where it goes up.',
  website: 'https://tracker.example.org',
  type: 'confidential',
  grants: ['authorization_code', 'refresh_token', 'client_credentials'],
  scopes: ['flights:read', 'profile:read'],
  redirectUris: ['https://tracker.example.org/callback'],
}

suite('/app/api/applications', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { headers } = await createSignedInUser(server, 'Olga Owner')

  const send = async (method: string, path: string, body?: unknown, as: Record<string, string> = headers) => {
    const response = await server.fetch(`/app/api${path}`, {
      method,
      headers: body === undefined ? as : { ...as, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    }
  }
  const create = async (more: object = {}) => {
    const { status, body } = await send('POST', '/applications', { ...wanted, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return { id: String(body.id), secret: String(body.clientSecret) }
  }
  const askToken = ({ id, secret }: { id: string; secret: string }) =>
    postForm(server, '/api/oauth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    })

  test('an owner has at most 50 applications, also when several are made at the same moment', async () => {
    const many = await createSignedInUser(server)
    const make = () => send('POST', '/applications', wanted, many.headers)
    for (let count = 0; count < 48; count++) assert.equal((await make()).status, 201)
    const statuses = (await Promise.all([make(), make(), make(), make()])).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, 201, 409, 409])
    assert.match(String((await make()).body.error_description), /50 applications/)
  })

  test('an application is registered, shown without its secret, and works', async () => {
    const answer = await send('POST', '/applications', wanted)
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const { id, clientSecret } = answer.body
    assert.match(String(id), /^[a-f0-9]{24}$/)
    assert.match(String(clientSecret), /^cst_sec_[0-9A-Za-z]{49}$/)
    const detail = await send('GET', `/applications/${String(id)}`)
    const { createdAt, ...rest } = detail.body
    assert.ok(Math.abs(Number(createdAt) - server.services.now()) < 60_000)
    assert.deepEqual(rest, {
      ...wanted,
      id,
      disabledAt: null,
      connectedUsers: 0,
      oldSecretExpiresAt: null,
      refusals: [],
      incidents: [],
    })
    const list = (await send('GET', '/applications')).body.items as { id: string }[]
    assert.ok(list.some((one) => one.id === id))
    assert.equal((await askToken({ id: String(id), secret: String(clientSecret) })).status, 200)
  })

  test('a public application has no secret', async () => {
    const { body } = await send('POST', '/applications', {
      ...wanted,
      type: 'public',
      grants: ['authorization_code', 'refresh_token'],
    })
    assert.equal(body.clientSecret, null)
    assert.equal((await send('POST', `/applications/${String(body.id)}/rotate-secret`)).status, 400)
  })

  const refusals: [string, object, RegExp][] = [
    ['no name', { name: ' ' }, /name is missing/],
    ['a long name', { name: 'x'.repeat(101) }, /longer than 100/],
    ['a name with a direction mark', { name: 'Bank\u202e' }, /cannot be displayed/],
    ['a name with a NUL', { name: 'a\u0000b' }, /cannot be displayed/],
    ['a website that is a script', { website: 'javascript:alert(1)' }, /https/],
    ['no grant', { grants: [] }, /at least one grant/],
    ['an unknown grant', { grants: ['password'] }, /^Each of grants must be one of: authorization_code, /],
    ['refresh_token alone', { grants: ['refresh_token'] }, /as well/],
    ['client_credentials of a public one', { type: 'public' }, /no secret/],
    ['another type', { type: 'trusted' }, /type/],
    ['no scope', { scopes: [] }, /at least one scope/],
    ['an unknown scope', { scopes: ['flights:fly'] }, /^Each of scopes must be one of: flights:read, /],
    ['no redirect URI for codes', { redirectUris: [] }, /at least one redirect URI/],
    ['a redirect URI over http', { redirectUris: ['http://tracker.example.org/cb'] }, /loopback/],
    ['a redirect URI with a fragment', { redirectUris: ['https://tracker.example.org/cb#x'] }, /fragment/],
    ['a redirect URI with a wildcard', { redirectUris: ['https://*.example.org/cb'] }, /wildcard/],
    ['a private scheme without a dot', { redirectUris: ['myapp:/cb'] }, /dot/],
    ['a script', { redirectUris: ['javascript:alert(1)'] }, /must use https/],
    ['a field that is not known', { trusted: true }, /trusted is not known/],
    ['scopes that are no list', { scopes: 'flights:read' }, /scopes/],
  ]
  for (const [name, more, sentence] of refusals) {
    test(`${name} is refused with a sentence`, async () => {
      const { status, body } = await send('POST', '/applications', { ...wanted, ...more })
      assert.deepEqual([status, body.error], [400, 'invalid_request'])
      assert.match(String(body.error_description), sentence)
    })
  }

  test('it can be changed, except for its type, and a change is checked as a whole', async () => {
    const { id } = await create()
    const changed = await send('PATCH', `/applications/${id}`, { name: 'Renamed', scopes: ['flights:read'] })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.name, 'Renamed')
    assert.deepEqual(changed.body.scopes, ['flights:read'])
    assert.equal(changed.body.description, wanted.description)
    assert.equal((await send('PATCH', `/applications/${id}`, { type: 'public' })).status, 400)
    assert.equal((await send('PATCH', `/applications/${id}`, { redirectUris: [] })).status, 400)
  })

  test('a rotated secret works at once, the old one for 24 hours more', async () => {
    const first = await create()
    const { status, body } = await send('POST', `/applications/${first.id}/rotate-secret`)
    assert.equal(status, 200)
    const second = { id: first.id, secret: String(body.clientSecret) }
    assert.equal((await askToken(first)).status, 200)
    assert.equal((await askToken(second)).status, 200)
    const detail = await send('GET', `/applications/${first.id}`)
    const remaining = Number(detail.body.oldSecretExpiresAt) - server.services.now()
    assert.ok(Math.abs(remaining - 86_400_000) < 60_000)
    server.advance(86_400_000)
    assert.equal((await askToken(first)).status, 401)
    assert.equal((await askToken(second)).status, 200)
  })

  test('a second rotation revokes the oldest secret at once', async () => {
    const { headers: as } = await createSignedInUser(server)
    const created = (await send('POST', '/applications', wanted, as)).body
    const id = String(created.id)
    const secrets = [String(created.clientSecret)]
    for (let times = 0; times < 2; times++) {
      const { body } = await send('POST', `/applications/${id}/rotate-secret`, undefined, as)
      secrets.push(String(body.clientSecret))
    }
    const works = await Promise.all(secrets.map(async (secret) => (await askToken({ id, secret })).status))
    assert.deepEqual(works, [401, 200, 200])
  })

  test('disabled, it is refused everywhere; enabled, it works again; deleted, its tokens are gone', async () => {
    const { headers: as } = await createSignedInUser(server)
    const created = (await send('POST', '/applications', wanted, as)).body
    const application = { id: String(created.id), secret: String(created.clientSecret) }
    const token = (await askToken(application)).body.access_token
    assert.ok((await send('POST', `/applications/${application.id}/disable`, undefined, as)).body.disabledAt)
    assert.equal((await askToken(application)).status, 401)
    assert.equal(await callApi(server, token), 401)
    const enabled = await send('POST', `/applications/${application.id}/enable`, undefined, as)
    assert.equal(enabled.body.disabledAt, null)
    assert.equal(await callApi(server, token), 200)
    assert.equal((await send('DELETE', `/applications/${application.id}`, undefined, as)).status, 204)
    assert.equal(await callApi(server, token), 401)
    assert.equal((await askToken(application)).status, 401)
    assert.equal((await send('GET', `/applications/${application.id}`, undefined, as)).status, 404)
  })

  test('somebody else’s application is 404', async () => {
    const { headers: as } = await createSignedInUser(server)
    const created = (await send('POST', '/applications', wanted, as)).body
    const path = `/applications/${String(created.id)}`
    const other = await createSignedInUser(server)
    const attempts: [string, string, unknown][] = [
      ['GET', path, undefined],
      ['PATCH', path, { name: 'Mine' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/rotate-secret`, undefined],
      ['POST', `${path}/disable`, undefined],
      ['POST', `${path}/enable`, undefined],
    ]
    for (const [method, target, body] of attempts) {
      assert.equal((await send(method, target, body, other.headers)).status, 404, `${method} ${target}`)
    }
    assert.deepEqual((await send('GET', '/applications', undefined, other.headers)).body.items, [])
  })

  test('without a session 401, from another site 403', async () => {
    const { headers: as } = await createSignedInUser(server)
    for (const path of ['/applications', '/connections', '/incidents']) {
      assert.equal((await send('GET', path, undefined, {})).status, 401)
    }
    const foreign = { ...as, origin: 'https://evil.example.org' }
    assert.equal((await send('POST', '/applications', wanted, foreign)).status, 403)
  })
})

suite('/app/api/connections', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server)
  const list = async (as = headers) =>
    (
      (await (await server.fetch('/app/api/connections', { headers: as })).json()) as {
        items: Record<string, unknown>[]
      }
    ).items
  const disconnect = (id: string, as = headers) =>
    server.fetch(`/app/api/connections/${id}`, { method: 'DELETE', headers: as })

  test('a user sees each connection and revokes it: its tokens stop working at once, and no others', async () => {
    const application = await registerApplication(server)
    const other = await registerApplication(server)
    const stranger = await createSignedInUser(server)
    const tokens = await obtainTokens(server, application, { headers })
    const second = await obtainTokens(server, application, { headers })
    const refreshed = (await refresh(server, application, second.refresh_token ?? '')).body
    const ofOther = await obtainTokens(server, other, { headers })
    const ofStranger = await obtainTokens(server, application, { headers: stranger.headers })

    const connection = (await list()).find((one) => one.applicationId === application.id)
    assert.equal(connection?.applicationName, 'Thermal Tracker')
    assert.equal(connection?.ownerName, 'Olga Owner')
    assert.deepEqual(connection?.scopes, ['flights:read', 'flights:write', 'profile:read'])
    assert.ok(Number(connection?.since) > 0)
    assert.ok(Number(connection?.lastUsedAt) >= Number(connection?.since))

    assert.equal((await disconnect(application.id)).status, 204)
    for (const { access_token } of [tokens, second, refreshed])
      assert.equal(await callApi(server, access_token), 401)
    for (const { refresh_token } of [tokens, refreshed]) {
      assert.equal((await refresh(server, application, refresh_token ?? '')).body.error, 'invalid_grant')
    }
    assert.equal(await callApi(server, ofOther.access_token), 200)
    assert.equal(await callApi(server, ofStranger.access_token), 200)
    assert.ok((await list()).every((one) => one.applicationId !== application.id))
    assert.equal((await disconnect(application.id)).status, 404)
  })

  test('a revoked connection can be made again, and dates from then on', async () => {
    const application = await registerApplication(server)
    await obtainTokens(server, application, { headers })
    const before = (await list()).find((one) => one.applicationId === application.id)
    await disconnect(application.id)
    server.advance(1000)
    const tokens = await obtainTokens(server, application, { headers, ticked: ['profile:read'] })
    const after = (await list()).find((one) => one.applicationId === application.id)
    assert.equal(await callApi(server, tokens.access_token), 200)
    assert.deepEqual(after?.scopes, ['profile:read'], 'what was allowed before is forgotten')
    assert.ok(Number(after?.since) > Number(before?.since))
  })

  test('the owner sees how many users are connected', async () => {
    const owner = await createSignedInUser(server)
    const application = await registerApplication(server, { owner: owner.user })
    await obtainTokens(server, application, { headers })
    const detail = await server.fetch(`/app/api/applications/${application.id}`, { headers: owner.headers })
    assert.equal(((await detail.json()) as { connectedUsers: number }).connectedUsers, 1)
  })

  test('consents and tokens are deleted with their user', async () => {
    const pilot = await createSignedInUser(server)
    const application = await registerApplication(server)
    const tokens = await obtainTokens(server, application, { headers: pilot.headers })
    await server.services.db.sql`delete from users where id = ${pilot.user.id}`
    assert.equal(await callApi(server, tokens.access_token), 401)
    assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).body.error, 'invalid_grant')
    assert.ok(user.id)
  })
})

suite('admin app create', async () => {
  const server = await startServer({ after })
  const { user } = await createSignedInUser(server)
  const options = ['--owner', user.email, '--name', 'Tracker', '--scopes', 'profile:read flights:read']

  test('a confidential application is printed with its secret, and works', async () => {
    const { code, output } = await runAdmin(server, [
      'app',
      'create',
      ...options,
      '--type',
      'confidential',
      '--grants',
      'authorization_code refresh_token client_credentials device_code',
      '--redirect-uri',
      'https://a.example.org/cb',
      '--redirect-uri',
      'http://127.0.0.1/cb',
    ])
    assert.equal(code, 0)
    assert.deepEqual(Object.keys(output ?? {}), ['client_id', 'client_secret'])
    const application = { id: String(output?.client_id), secret: String(output?.client_secret), owner: user }
    assert.equal((await postToken(server, application, { grant_type: 'client_credentials' })).status, 200)
    const device = await postForm(server, '/api/oauth/device_authorization', asClient(application))
    assert.equal(device.status, 200)
  })

  test('a public application has the secret null', async () => {
    const { code, output } = await runAdmin(server, [
      'app',
      'create',
      ...options,
      '--type',
      'public',
      '--grants',
      'device_code refresh_token',
    ])
    assert.equal(code, 0)
    assert.equal(output?.client_secret, null)
  })

  const faults: [string, string[], RegExp][] = [
    [
      'an unknown owner',
      ['--owner', 'nobody@example.org', '--type', 'public', '--grants', 'device_code'],
      /no user/,
    ],
    ['an unknown type', ['--type', 'trusted', '--grants', 'device_code'], /confidential or public/],
    ['an unknown grant', ['--type', 'public', '--grants', 'password'], /must be one of/],
    ['no grants', ['--type', 'public'], /--grants/],
    ['no redirect URI', ['--type', 'public', '--grants', 'authorization_code'], /redirect URI/],
  ]
  for (const [name, args, sentence] of faults) {
    test(`${name}: one sentence and exit code 1`, async () => {
      const { code, output, error } = await runAdmin(server, ['app', 'create', ...options, ...args])
      assert.equal(code, 1)
      assert.equal(output, undefined)
      assert.match(error, sentence)
      assert.equal(error.split('\n').length, 1)
    })
  }
})
