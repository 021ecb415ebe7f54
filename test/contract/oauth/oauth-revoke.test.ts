// POST /api/oauth/revoke: RFC 7009.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  asClient,
  basic,
  callApi,
  type Form,
  obtainTokens,
  postForm,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { createKey, createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

const REVOKE = '/api/oauth/revoke'

suite('POST /api/oauth/revoke', async () => {
  const server = await shareServer()
  const { user, headers } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const other = await registerApplication(server)
  const start = () => obtainTokens(server, application, { headers })

  test('2.1: an access token is revoked, its refresh token is not', async () => {
    const tokens = await start()
    const answer = await postForm(server, REVOKE, { token: tokens.access_token, ...asClient(application) })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(await callApi(server, tokens.access_token), 401)
    assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).status, 200)
  })

  test('2.1: a refresh token is revoked with its chain, and no other chain of the user', async () => {
    const tokens = await start()
    const elsewhere = await start()
    const next = (await refresh(server, application, tokens.refresh_token ?? '')).body
    await postForm(server, REVOKE, { token: next.refresh_token ?? '', token_type_hint: 'refresh_token' })
    assert.equal(await callApi(server, tokens.access_token), 401)
    assert.equal(await callApi(server, next.access_token), 401)
    assert.equal((await refresh(server, application, next.refresh_token ?? '')).body.error, 'invalid_grant')
    assert.equal(await callApi(server, elsewhere.access_token), 200)
  })

  test('anyone who holds a token may revoke it, and a personal key can be revoked too', async () => {
    const tokens = await start()
    await postForm(server, REVOKE, { token: tokens.access_token })
    assert.equal(await callApi(server, tokens.access_token), 401)
    const key = await createKey(server, user, ['profile:read'])
    assert.equal(await callApi(server, key), 200)
    await postForm(server, REVOKE, { token: key, token_type_hint: 'nonsense' })
    assert.equal(await callApi(server, key), 401)
  })

  test('2.1: a wrong hint does not matter', async () => {
    const tokens = await start()
    await postForm(server, REVOKE, { token: tokens.access_token, token_type_hint: 'refresh_token' })
    assert.equal(await callApi(server, tokens.access_token), 401)
  })

  const refused: [string, Record<string, string>, Record<string, string>][] = [
    ['a wrong secret', { client_id: application.id, client_secret: 'wrong' }, {}],
    ['a wrong secret by Basic', {}, basic(application.id, 'wrong')],
    ['an unknown client', { client_id: 'f'.repeat(24), client_secret: 'x' }, {}],
    ['another client with its secret', asClient(other), {}],
    ['another client_id', { client_id: other.id }, {}],
    ['a client_id of another shape', { client_id: 'a\u0000' }, {}],
    [
      'two ways of authentication',
      { client_secret: application.secret },
      basic(application.id, application.secret),
    ],
  ]
  for (const [name, form, sent] of refused) {
    test(`2.1: ${name} revokes nothing, and is answered 200`, async () => {
      const tokens = await start()
      for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
        assert.equal((await postForm(server, REVOKE, { token, ...form }, sent)).status, 200)
      }
      assert.equal(await callApi(server, tokens.access_token), 200)
      assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).status, 200)
    })
  }

  const forms: [string, Form][] = [
    ['no token', {}],
    ['an unknown token', { token: 'nonsense' }],
    ['a token with a NUL', { token: 'cst_at_\u0000' }],
    [
      'two tokens',
      [
        ['token', 'a'],
        ['token', 'b'],
      ],
    ],
  ]
  for (const [name, form] of forms) {
    test(`2.2: ${name} is answered 200`, async () => {
      assert.equal((await postForm(server, REVOKE, form)).status, 200)
    })
  }

  const bodies: [string, string, string][] = [
    ['JSON', '{"token":"x"}', 'application/json'],
    ['broken JSON', '{', 'application/json'],
    ['an unknown type', 'x', 'application/x-unknown'],
    ['a form that is not percent-encoding', 'token=%ZZ', 'application/x-www-form-urlencoded'],
    ['a body that is too large', `token=${'x'.repeat(2_000_000)}`, 'application/x-www-form-urlencoded'],
  ]
  for (const [name, body, type] of bodies) {
    test(`2.2: ${name} is answered 200`, async () => {
      const response = await server.fetch(REVOKE, { method: 'POST', body, headers: { 'content-type': type } })
      assert.equal(response.status, 200)
    })
  }

  test('2.2: it is answered 200 however often it is asked', async (context) => {
    const strict = await startServer(context, { environment: { RATE_LIMIT_OAUTH: '2' } })
    for (let times = 0; times < 5; times++) {
      assert.equal((await postForm(strict, REVOKE, { token: 'nonsense' })).status, 200)
    }
  })

  test('a token in the query is answered 200 and not revoked', async () => {
    const tokens = await start()
    assert.equal((await postForm(server, `${REVOKE}?token=${tokens.access_token}`, {})).status, 200)
    assert.equal(await callApi(server, tokens.access_token), 200)
  })
})
