// Client authentication and the shape of token requests: RFC 6749 2.3, 3.2, 4.4, 5.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import {
  asClient,
  basic,
  callApi,
  type Form,
  postForm,
  postToken,
  registerApplication,
} from '#test/support/oauth.ts'
import { shareServer, startServer } from '#test/support/server.ts'

const TOKEN = '/api/oauth/token'
const GRANT = { grant_type: 'client_credentials' }

suite('POST /api/oauth/token: client authentication and parameters', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const application = await registerApplication(server)
  const other = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })
  const disabled = await registerApplication(server)
  await server.services.db
    .sql`update applications set disabled_at = ${server.services.now()} where id = ${disabled.id}`

  test('4.4: client_credentials gives a token that acts for the owner, and no refresh token', async () => {
    const { status, headers, body } = await postToken(server, application, GRANT)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
    assert.match(body.access_token ?? '', /^cst_at_[0-9A-Za-z]{49}$/)
    assert.equal(body.token_type, 'Bearer')
    assert.equal(body.expires_in, 3600)
    assert.equal(body.scope, 'flights:read flights:write profile:read')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('pragma'), 'no-cache')
    const profile = await server.fetch('/api/v1/profile', {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    assert.equal(((await profile.json()) as { data: { id: string } }).data.id, application.owner.id)
  })

  test('2.3.1: HTTP Basic works as well, its parts form-decoded', async () => {
    const plain = await postForm(server, TOKEN, GRANT, basic(application.id, application.secret))
    assert.equal(plain.status, 200)
    const everyCharacter = (text: string) =>
      text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    const encoded = Buffer.from(
      `${everyCharacter(application.id)}:${everyCharacter(application.secret)}`,
    ).toString('base64')
    const answer = await postForm(server, TOKEN, GRANT, { authorization: `Basic ${encoded}` })
    assert.equal(answer.status, 200)
  })

  test('2.3.1: the scheme is read in any case, and client_id may accompany Basic when it is the same', async () => {
    const headers = {
      authorization: basic(application.id, application.secret).authorization.replace('Basic', 'bAsIc'),
    }
    const { status } = await postForm(server, TOKEN, { ...GRANT, client_id: application.id }, headers)
    assert.equal(status, 200)
  })

  test('3.3: a scope that is asked for is what the token gets; destructive ones only by name', async () => {
    const wide = await registerApplication(server, {
      scopes: ['flights:read', 'flights:delete', 'profile:read'],
    })
    const narrow = await postToken(server, wide, { ...GRANT, scope: 'profile:read' })
    assert.equal(narrow.body.scope, 'profile:read')
    const silent = await postToken(server, wide, GRANT)
    assert.equal(silent.body.scope, 'flights:read profile:read')
    const named = await postToken(server, wide, {
      ...GRANT,
      scope: 'flights:delete  profile:read profile:read',
    })
    assert.equal(named.body.scope, 'flights:delete profile:read')
  })

  test('a form with a charset in its content type is a form', async () => {
    const response = await server.fetch(TOKEN, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams({ ...GRANT, ...asClient(application) }).toString(),
    })
    assert.equal(response.status, 200)
  })

  const id = application.id
  const secret = application.secret
  const mine = asClient(application)
  const inHeader = basic(id, secret)
  const refusals: [string, Form, Record<string, string>, number, string][] = [
    // 5.2 invalid_client: one answer for all of them.
    ['2.3: no client at all', GRANT, {}, 401, 'invalid_client'],
    [
      '5.2: an unknown client',
      { ...GRANT, client_id: 'f'.repeat(24), client_secret: secret },
      {},
      401,
      'invalid_client',
    ],
    [
      '5.2: a client_id of another shape',
      { ...GRANT, client_id: 'a\u0000b', client_secret: secret },
      {},
      401,
      'invalid_client',
    ],
    [
      '5.2: a wrong secret',
      { ...GRANT, client_id: id, client_secret: `${secret}x` },
      {},
      401,
      'invalid_client',
    ],
    [
      '5.2: the secret of another client',
      { ...GRANT, client_id: id, client_secret: other.secret },
      {},
      401,
      'invalid_client',
    ],
    ['5.2: a disabled client', { ...GRANT, ...asClient(disabled) }, {}, 401, 'invalid_client'],
    [
      '2.3: a public client with a secret',
      { grant_type: 'refresh_token', client_id: publicOne.id, client_secret: secret, refresh_token: 'x' },
      {},
      401,
      'invalid_client',
    ],
    ['5.2: a wrong secret by Basic', GRANT, basic(id, 'wrong'), 401, 'invalid_client'],
    [
      '5.2: Basic without a colon',
      GRANT,
      { authorization: `Basic ${Buffer.from(id).toString('base64')}` },
      401,
      'invalid_client',
    ],
    [
      '5.2: Basic that is not percent-encoding',
      GRANT,
      { authorization: `Basic ${Buffer.from(`${id}:%zz`).toString('base64')}` },
      401,
      'invalid_client',
    ],
    ['5.2: another scheme', GRANT, { authorization: `Bearer ${secret}` }, 401, 'invalid_client'],
    // A confidential client without its secret, on every grant.
    ['3.2.1: client_credentials without the secret', { ...GRANT, client_id: id }, {}, 401, 'invalid_client'],
    [
      '3.2.1: authorization_code without the secret',
      { grant_type: 'authorization_code', client_id: id, code: 'x' },
      {},
      401,
      'invalid_client',
    ],
    [
      '3.2.1: refresh_token without the secret',
      { grant_type: 'refresh_token', client_id: id, refresh_token: 'x' },
      {},
      401,
      'invalid_client',
    ],
    [
      '3.2.1: device_code without the secret',
      { grant_type: DEVICE_CODE_GRANT, client_id: id, device_code: 'x' },
      {},
      401,
      'invalid_client',
    ],
    ['3.2.1: an empty secret', { ...GRANT, client_id: id, client_secret: '' }, {}, 401, 'invalid_client'],
    ['3.2.1: an empty secret by Basic', GRANT, basic(id, ''), 401, 'invalid_client'],
    // 2.3: one method per request.
    [
      '2.3: Basic and a secret in the form',
      { ...GRANT, client_secret: secret },
      inHeader,
      400,
      'invalid_request',
    ],
    ['2.3: Basic and another client_id', { ...GRANT, client_id: other.id }, inHeader, 400, 'invalid_request'],
    // 3.2, 5.2 invalid_request.
    ['3.2: no grant_type', mine, {}, 400, 'invalid_request'],
    ['3.2: an empty grant_type', { ...mine, grant_type: '' }, {}, 400, 'invalid_request'],
    [
      '3.2: a repeated parameter',
      [
        ...Object.entries(mine),
        ['grant_type', 'client_credentials'],
        ['scope', 'profile:read'],
        ['scope', 'flights:read'],
      ],
      {},
      400,
      'invalid_request',
    ],
    [
      '3.2: a repeated unknown parameter',
      [...Object.entries(mine), ['grant_type', 'client_credentials'], ['x', '1'], ['x', '1']],
      {},
      400,
      'invalid_request',
    ],
    [
      '3.2: a repeated client_id',
      [...Object.entries(mine), ['client_id', id], ['grant_type', 'client_credentials']],
      {},
      400,
      'invalid_request',
    ],
    ['4.1.3: no code', { ...mine, grant_type: 'authorization_code' }, {}, 400, 'invalid_request'],
    ['6: no refresh_token', { ...mine, grant_type: 'refresh_token' }, {}, 400, 'invalid_request'],
    ['RFC 8628 3.4: no device_code', { ...mine, grant_type: DEVICE_CODE_GRANT }, {}, 400, 'invalid_request'],
    ['5.2: an unknown grant', { ...mine, grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    [
      '5.2: a grant by its short name',
      { ...mine, grant_type: 'device_code' },
      {},
      400,
      'unsupported_grant_type',
    ],
    // 4.4: only confidential clients.
    [
      '4.4: client_credentials of a public client',
      { ...GRANT, client_id: publicOne.id },
      {},
      400,
      'unauthorized_client',
    ],
    [
      '3.3: an unknown scope',
      { ...GRANT, ...mine, scope: 'flights:read flights:fly' },
      {},
      400,
      'invalid_scope',
    ],
    [
      '3.3: a scope that is not registered',
      { ...GRANT, ...mine, scope: 'profile:email' },
      {},
      400,
      'invalid_scope',
    ],
    ['3.3: a scope of blanks', { ...GRANT, ...mine, scope: '  ' }, {}, 400, 'invalid_scope'],
    [
      '4.1: an unknown code',
      { ...mine, grant_type: 'authorization_code', code: 'nonsense' },
      {},
      400,
      'invalid_grant',
    ],
    [
      '6: an unknown refresh token',
      { ...mine, grant_type: 'refresh_token', refresh_token: 'nonsense' },
      {},
      400,
      'invalid_grant',
    ],
    [
      'RFC 8628 3.5: an unknown device code',
      { ...mine, grant_type: DEVICE_CODE_GRANT, device_code: 'nonsense' },
      {},
      400,
      'invalid_grant',
    ],
  ]
  for (const [name, form, headers, status, error] of refusals) {
    test(`${name}: ${status} ${error}`, async () => {
      const answer = await postForm(server, TOKEN, form, headers)
      assert.equal(answer.status, status)
      assert.equal(answer.body.error, error)
      // 5.2: printable ASCII without quotes and backslashes.
      assert.match(String(answer.body.error_description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.equal(answer.body.access_token, undefined)
      if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm=/)
    })
  }

  test('5.2: unknown, wrong and disabled clients get the very same answer', async () => {
    const forms = [
      { ...GRANT, client_id: 'f'.repeat(24), client_secret: secret },
      { ...GRANT, client_id: id, client_secret: other.secret },
      { ...GRANT, ...asClient(disabled) },
    ]
    const answers = await Promise.all(forms.map((form) => postForm(server, TOKEN, form)))
    for (const { body } of answers) assert.deepEqual(body, answers[0]?.body)
  })

  test('5.2: a grant that the client is not registered for is unauthorized_client', async () => {
    const machine = await registerApplication(server, { grants: ['client_credentials'], redirectUris: [] })
    for (const grant_type of ['authorization_code', 'refresh_token', DEVICE_CODE_GRANT]) {
      const form = { grant_type, code: 'x', refresh_token: 'x', device_code: 'x' }
      const { status, body } = await postToken(server, machine, form)
      assert.deepEqual([status, body.error], [400, 'unauthorized_client'], grant_type)
    }
  })

  const misplaced = ['client_secret', 'client_id', 'refresh_token', 'code', 'grant_type', 'device_code']
  for (const name of misplaced) {
    test(`3.2: ${name} in the query is invalid_request`, async () => {
      const { status, body } = await postForm(server, `${TOKEN}?${name}=x`, { ...GRANT, ...mine })
      assert.deepEqual([status, body.error], [400, 'invalid_request'])
    })
  }

  const bodies: [string, string | undefined, string | undefined][] = [
    ['JSON', JSON.stringify({ ...GRANT, ...mine }), 'application/json'],
    ['plain text', 'grant_type=client_credentials', 'text/plain'],
    ['a multipart form', '--x--', 'multipart/form-data; boundary=x'],
    ['no body', undefined, undefined],
    ['a form that is not percent-encoding', 'grant_type=%ZZ', 'application/x-www-form-urlencoded'],
  ]
  for (const [name, body, type] of bodies) {
    test(`3.2: ${name} is 400 invalid_request`, async () => {
      const response = await server.fetch(TOKEN, {
        method: 'POST',
        ...(body === undefined ? {} : { body }),
        headers: type === undefined ? {} : { 'content-type': type },
      })
      const answer = (await response.json()) as { error: string }
      assert.deepEqual([response.status, answer.error], [400, 'invalid_request'])
      assert.equal(response.headers.get('cache-control'), 'no-store')
    })
  }

  test('a form that is far too large is 413 before it is read', async () => {
    const { status, body } = await postForm(server, TOKEN, { ...GRANT, ...mine, padding: 'x'.repeat(65_536) })
    assert.deepEqual([status, body.error], [413, 'payload_too_large'])
    const other = await postForm(server, TOKEN, { ...GRANT, ...mine, padding: 'x'.repeat(65_000) })
    assert.equal(other.status, 200)
  })

  test('3.2: GET is not allowed', async () => {
    const response = await server.fetch(`${TOKEN}?grant_type=client_credentials`)
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), 'POST')
  })

  test('a token stops working when it expires', async () => {
    const { body } = await postToken(server, application, GRANT)
    assert.equal(await callApi(server, body.access_token), 200)
    server.advance(3_600_000)
    assert.equal(await callApi(server, body.access_token), 401)
  })

  test('tokens of a disabled application and of one with a disabled owner end at once', async () => {
    const { db, now } = server.services
    const victim = await registerApplication(server)
    const { body } = await postToken(server, victim, GRANT)
    await db.sql`update applications set disabled_at = ${now()} where id = ${victim.id}`
    assert.equal(await callApi(server, body.access_token), 401)
    await db.sql`update applications set disabled_at = null where id = ${victim.id}`
    assert.equal(await callApi(server, body.access_token), 200)
    await db.sql`update users set disabled_at = ${now()} where id = ${victim.owner.id}`
    assert.equal(await callApi(server, body.access_token), 401)
    assert.equal((await postToken(server, victim, GRANT)).body.error, 'invalid_client')
  })
})

suite(
  'client authentication takes the same time for a client that exists and one that does not',
  async () => {
    const server = await shareServer()
    const application = await registerApplication(server)

    const measure = async (): Promise<{ known: number; unknown: number }> => {
      const wrong = `${application.secret.slice(0, -1)}x`
      const kinds = [
        { id: application.id, times: [] as number[] },
        { id: '0123456789abcdef01234567', times: [] as number[] },
      ] as const
      for (let round = 0; round < 120; round++) {
        for (const { id, times } of round % 2 === 0 ? kinds : kinds.toReversed()) {
          const started = performance.now()
          await postForm(server, TOKEN, { ...GRANT, client_id: id, client_secret: wrong })
          if (round >= 20) times.push(performance.now() - started)
        }
      }
      return { known: fastest(kinds[0].times), unknown: fastest(kinds[1].times) }
    }

    // A busy machine delays some requests and not others; a difference of ours would be in the fastest ones, too.
    test('the fastest tenth of 100 requests each differs by less than a quarter, in one of three tries', async () => {
      let share = 1
      for (let attempt = 0; attempt < 3 && share >= 0.25; attempt++) {
        const { known, unknown } = await measure()
        share = Math.abs(known - unknown) / Math.max(known, unknown)
      }
      assert.ok(share < 0.25, `they differ by ${Math.round(share * 100)} %`)
    })
  },
)

/** The longest time of the fastest tenth. */
function fastest(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN
}
