// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const PATH = '/docs/reference/listFlights'
const KEY = /cst_key_[A-Za-z0-9]+/g

suite('a key made in the documentation', async () => {
  const server = await startServer({ after })

  async function openPage(headers: Record<string, string>, path = PATH) {
    const page = await (await server.fetch(path, { headers })).text()
    return { page, token: /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '' }
  }

  function post(headers: Record<string, string>, token: string, scopes = ['flights:read'], path = PATH) {
    const body = new URLSearchParams([['form_token', token], ...scopes.map((scope) => ['scope', scope])])
    return server.fetch(path, { method: 'POST', headers, body })
  }

  test('is shown once, fills the samples, works, and lasts a day', async () => {
    const { headers } = await createSignedInUser(server)
    const { token } = await openPage(headers)
    const response = await post(headers, token, ['flights:read', 'profile:read'])
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const page = await response.text()
    const keys = new Set(page.match(KEY))
    assert.equal(keys.size, 1)
    const [key = ''] = keys
    for (const sample of [`Bearer <span[^>]*>${key}<`, `'${key}'`, `"${key}"|&quot;${key}&quot;`])
      assert.match(page, new RegExp(sample))
    assert.doesNotMatch(page, /CLOUDSTREET_KEY</)

    const use = () => server.fetch('/api/v1/flights', { headers: bearer(key) })
    assert.equal((await use()).status, 200)
    const list = (await (await server.fetch('/app/api/keys', { headers })).json()) as {
      items: { name: string; scopes: string[]; createdAt: number; expiresAt: number }[]
    }
    const [made] = list.items
    assert.deepEqual([made?.name, made?.scopes], ['Documentation', ['flights:read', 'profile:read']])
    assert.equal((made?.expiresAt ?? 0) - (made?.createdAt ?? 0), 86_400_000)
  })

  test('is in no page that anybody opens afterwards', async () => {
    const { headers } = await createSignedInUser(server)
    const { token } = await openPage(headers)
    const [key = ''] = (await (await post(headers, token)).text()).match(KEY) ?? []
    assert.notEqual(key, '')
    for (const reader of [headers, {}]) assert.ok(!(await openPage(reader)).page.includes(key))
  })

  test('needs a session, a form of this session, and the own site', async () => {
    const { headers } = await createSignedInUser(server)
    const other = await createSignedInUser(server)
    const { token } = await openPage(headers)
    const stranger = await post({ origin: server.url }, token)
    assert.equal(stranger.status, 303)
    assert.match(stranger.headers.get('location') ?? '', /^\/sign-in\?return_to=%2Fdocs%2Freference/)
    assert.equal((await post(headers, '')).status, 403)
    assert.equal((await post(other.headers, token)).status, 403)
    assert.equal((await post({ ...headers, origin: 'https://evil.example' }, token)).status, 403)
    assert.equal((await post({ ...headers, 'sec-fetch-site': 'cross-site' }, token)).status, 403)
    const list = (await (await server.fetch('/app/api/keys', { headers })).json()) as { items: unknown[] }
    assert.equal(list.items.length, 0)
  })

  test('has only what the form offers, and at least one scope', async () => {
    const { headers } = await createSignedInUser(server)
    const { token, page } = await openPage(headers)
    assert.match(page, /value="webhooks:manage"(?! checked)/)
    const webhooks = await openPage(headers, '/docs/reference/createWebhook')
    assert.match(webhooks.page, /checked value="webhooks:manage"|value="webhooks:manage" checked/)
    for (const scopes of [[], ['flights:delete'], ['openid'], ['everything']])
      assert.equal((await post(headers, token, scopes)).status, 400, scopes.join())
    // A page that would not show the key makes none.
    for (const name of ['deleteFlight', 'requestToken', 'nothing'])
      assert.equal((await post(headers, token, ['flights:read'], `/docs/reference/${name}`)).status, 404)
  })

  test('asks anyone who signed in long ago to prove it again', async () => {
    const { headers } = await createSignedInUser(server)
    const { token } = await openPage(headers)
    server.advance(16 * 60_000)
    const { page } = await openPage(headers)
    assert.match(page, /href="\/sign-in\?again=true&amp;return_to=%2Fdocs%2Freference%2FlistFlights"/)
    assert.doesNotMatch(page, /form_token/)
    const response = await post(headers, token)
    assert.equal(response.status, 303)
    assert.match(response.headers.get('location') ?? '', /^\/sign-in\?again=true/)
    const list = (await (await server.fetch('/app/api/keys', { headers })).json()) as { items: unknown[] }
    assert.equal(list.items.length, 0)
  })

  test('is refused while an account has to be reviewed first', async () => {
    const { user, headers } = await createSignedInUser(server)
    const { db, now } = server.services
    const { token } = await openPage(headers)
    await db.sql`update users set review_due_at = ${now()} where id = ${user.id}`
    const response = await post(headers, token)
    assert.equal(response.status, 303)
    assert.match(response.headers.get('location') ?? '', /^\/review-access\?return_to=%2Fdocs%2Freference/)
    await db.sql`update users set review_due_at = null where id = ${user.id}`
    const list = (await (await server.fetch('/app/api/keys', { headers })).json()) as { items: unknown[] }
    assert.equal(list.items.length, 0)
  })

  test('no page says whose it is to somebody else', async () => {
    const { user, headers } = await createSignedInUser(server)
    assert.ok(!(await openPage(headers)).page.includes(user.email))
    assert.match((await openPage({})).page, /Sign in<\/a> to fill these samples/)
  })
})
