import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { suite, test } from 'node:test'
import { addOperations, type Caller, operation } from '#server/access/operations/operation.ts'
import { createSecret } from '#server/platform/secrets.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { issueCredential } from '#test/support/access/issuing.ts'

function start(context: Parameters<typeof startServer>[0]): Promise<TestServer> {
  return startServer(context, {
    environment: { RATE_LIMIT_REQUESTS: '0' },
    addRoutes: (app) => {
      const doors = { api: 'flights:read' } as const
      const handle = ({ userId }: Caller) => ({ user: userId })
      addOperations(app, [
        operation({ route: 'GET /test-read', doors, handle }),
        operation({ route: 'POST /test-read', doors, handle }),
      ])
    },
  })
}

async function call(server: TestServer, authorization?: string, path = '/api/v1/test-read') {
  const response = await server.fetch(path, authorization === undefined ? {} : { headers: { authorization } })
  const body = (await response.json()) as { error?: string; error_description?: string; user?: string }
  return { status: response.status, challenge: readChallenge(server, response), body }
}

/** RFC 9728 5.1: every challenge names the metadata of the API. Returns the rest of it. */
function readChallenge(server: TestServer, response: Response): string | null {
  const challenge = response.headers.get('www-authenticate')
  if (challenge === null) return null
  const metadata = `, resource_metadata="${server.url}/.well-known/oauth-protected-resource"`
  assert.ok(challenge.includes(metadata), challenge)
  return challenge.replace(metadata, '')
}

const NO_TOKEN = 'Bearer realm="cloudstreet", scope="flights:read"'
const BAD_TOKEN =
  'Bearer realm="cloudstreet", error="invalid_token", error_description="The token is unknown, revoked or expired.", scope="flights:read"'

suite('Bearer authentication', async () => {
  test('without a token: 401, a challenge with realm and scope, and no error in it', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    for (const authorization of [
      undefined,
      '',
      'Basic dXNlcjpwYXNz',
      key,
      `Token ${key}`,
      `xBearer ${key}`,
    ]) {
      const { status, challenge, body } = await call(server, authorization)
      assert.equal(status, 401, authorization)
      assert.equal(challenge, NO_TOKEN, authorization)
      assert.deepEqual(Object.keys(body), ['error', 'error_description'])
      assert.equal(body.error, 'invalid_token')
    }
  })

  test('an unknown, mistyped or malformed token: 401 invalid_token in header and body', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const other = createSecret('cst_key_')
    const bad = [
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${other}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.toLowerCase()}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key}, Basic dXNlcjpwYXNz`,
      `Bearer Bearer ${key}`,
      `Bearer "${key}"`,
      `Bearer ${'a'.repeat(5000)}`,
      `Bearer ${createSecret('cst_rt_')}`,
      `Bearer ${createSecret('cst_sec_')}`,
      `Bearer 'or 1=1--`,
    ]
    for (const authorization of bad) {
      const { status, challenge, body } = await call(server, authorization)
      assert.equal(status, 401, authorization)
      assert.equal(challenge, BAD_TOKEN, authorization)
      assert.deepEqual(body, {
        error: 'invalid_token',
        error_description: 'The token is unknown, revoked or expired.',
      })
    }
  })

  test('a good token in any case of the scheme and with several spaces is accepted', async (context) => {
    const server = await start(context)
    const user = await createUser(server)
    const key = await createKey(server, user, ['flights:read'])
    for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`, `Bearer ${key}  `]) {
      const { status, challenge, body } = await call(server, authorization)
      assert.deepEqual([status, challenge, body], [200, null, { user: user.id }], authorization)
    }
  })

  test('a token in the query or in a form is not checked', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const inQuery = await call(server, undefined, `/api/v1/test-read?access_token=${key}`)
    assert.deepEqual([inQuery.status, inQuery.challenge], [401, NO_TOKEN])
    const inForm = await server.fetch('/api/v1/test-read', {
      method: 'POST',
      body: new URLSearchParams({ access_token: key }),
    })
    assert.deepEqual([inForm.status, readChallenge(server, inForm)], [401, NO_TOKEN])
  })

  test('a token without the scope: 403 insufficient_scope, naming the scope', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:write', 'profile:read'])
    const { status, challenge, body } = await call(server, `Bearer ${key}`)
    assert.equal(status, 403)
    assert.equal(
      challenge,
      'Bearer realm="cloudstreet", error="insufficient_scope", error_description="This needs the scope flights:read.", scope="flights:read"',
    )
    assert.deepEqual(body, {
      error: 'insufficient_scope',
      error_description: 'This needs the scope flights:read.',
    })
  })

  test('tokens of a disabled user or application, and expired ones, are refused', async (context) => {
    const server = await start(context)
    const { db, now } = server.services
    const user = await createUser(server)
    const id = 'a'.repeat(24)
    await db.sql`
      insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
      values (${id}, ${user.id}, 'Tracker', 'confidential', '', 'flights:read', '', 1, 1)`
    const token = {
      kind: 'access_token',
      userId: user.id,
      applicationId: id,
      scopes: ['flights:read'],
    } as const
    const { secret } = await issueCredential(db.sql, now(), { ...token, expiresAt: now() + 3_600_000 })
    const status = async () => (await call(server, `Bearer ${secret}`)).status
    assert.equal(await status(), 200)
    await db.sql`update applications set disabled_at = 1`
    assert.equal(await status(), 401)
    await db.sql`update applications set disabled_at = null`
    await db.sql`update users set disabled_at = 1`
    assert.equal(await status(), 401)
    await db.sql`update users set disabled_at = null`
    assert.equal(await status(), 200)
    server.advance(3_600_000)
    assert.equal(await status(), 401)
  })

  test('a mistyped token is refused without asking the database', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const swapped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
    // Any look-up now fails, and a failed one is not answered 401.
    await server.services.db.sql`alter table credentials rename to credentials_away`
    assert.equal((await call(server, `Bearer ${swapped}`)).status, 401)
    assert.equal((await call(server, 'Bearer cst_key_')).status, 401)
    assert.equal((await call(server, `Bearer ${key}`)).status, 500)
    await server.services.db.sql`alter table credentials_away rename to credentials`
  })

  test('of two Authorization headers none is joined to the other', async (context) => {
    const server = await start(context)
    const key = await createKey(server, await createUser(server), ['flights:read'])
    const status = await new Promise((resolve, reject) => {
      const headers = [
        'Host',
        'localhost',
        'Authorization',
        'Basic dXNlcjpwYXNz',
        'Authorization',
        `Bearer ${key}`,
      ]
      const request = httpRequest(`${server.url}/api/v1/test-read`, { headers })
      request.on('response', (response) => resolve(response.resume().statusCode))
      request.on('error', reject).end()
    })
    assert.equal(status, 401)
  })

  test('no answer repeats the token', async (context) => {
    const server = await start(context)
    const secret = createSecret('cst_key_')
    const response = await server.fetch('/api/v1/test-read', { headers: bearer(secret) })
    const text = JSON.stringify([...response.headers]) + (await response.text())
    assert.ok(!text.includes(secret))
  })
})
