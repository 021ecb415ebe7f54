// The refresh_token grant: RFC 6749 6, 10.4; RFC 6819 5.2.2.3; RFC 9700 4.14.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  callApi,
  obtainTokens,
  postForm,
  refresh,
  registerApplication,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000

suite('grant refresh_token', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { headers } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const start = (of: TestApplication = application, as = headers) => obtainTokens(server, of, { headers: as })

  test('6: a refresh token gives a new pair, and the old access token lives on until it expires', async () => {
    const first = await start()
    const { status, body, headers: answered } = await refresh(server, application, first.refresh_token ?? '')
    assert.equal(status, 200)
    assert.notEqual(body.refresh_token, first.refresh_token)
    assert.equal(body.scope, first.scope)
    assert.equal(answered.get('cache-control'), 'no-store')
    assert.equal(await callApi(server, body.access_token), 200)
    assert.equal(await callApi(server, first.access_token), 200)
  })

  test('6: a scope may only narrow, for that answer only', async () => {
    const first = await start()
    const narrow = await refresh(server, application, first.refresh_token ?? '', 'profile:read')
    assert.equal(narrow.body.scope, 'profile:read')
    const wide = await refresh(server, application, narrow.body.refresh_token ?? '')
    assert.equal(wide.body.scope, first.scope)
  })

  test('6: a wider scope is invalid_scope, and the token is not spent by it', async () => {
    const tokens = await obtainTokens(server, application, {
      headers,
      parameters: { scope: 'profile:read' },
    })
    for (const scope of ['profile:read flights:read', 'flights:fly', ' ']) {
      const { status, body } = await refresh(server, application, tokens.refresh_token ?? '', scope)
      assert.deepEqual([status, body.error], [400, 'invalid_scope'], scope)
    }
    assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).status, 200)
  })

  test('10.4: a refresh token is bound to its client; another one neither spends nor revokes it', async () => {
    const tokens = await start()
    const other = await registerApplication(server)
    const publicOther = await registerApplication(server, { type: 'public' })
    for (const thief of [other, publicOther]) {
      const { status, body } = await refresh(server, thief, tokens.refresh_token ?? '')
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    }
    assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).status, 200)
  })

  test('an access token is no refresh token', async () => {
    const tokens = await start()
    assert.equal((await refresh(server, application, tokens.access_token)).body.error, 'invalid_grant')
  })

  test('RFC 6819 5.2.2.3: a replay revokes every chain of that user and application, and no one else’s', async () => {
    const first = await start()
    const elsewhere = await start()
    const second = (await refresh(server, application, first.refresh_token ?? '')).body
    const third = (await refresh(server, application, second.refresh_token ?? '')).body
    const stranger = await createSignedInUser(server)
    const ofStranger = await start(application, stranger.headers)
    const otherApplication = await registerApplication(server)
    const ofOther = await start(otherApplication)

    const replay = await refresh(server, application, first.refresh_token ?? '')
    assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant'])
    for (const tokens of [first, second, third, elsewhere]) {
      assert.equal(await callApi(server, tokens.access_token), 401)
      const { body } = await refresh(server, application, tokens.refresh_token ?? '')
      assert.equal(body.error, 'invalid_grant')
    }
    assert.equal(await callApi(server, ofStranger.access_token), 200)
    assert.equal(await callApi(server, ofOther.access_token), 200)
    assert.equal((await refresh(server, otherApplication, ofOther.refresh_token ?? '')).status, 200)
  })

  test('a replay after the chain has ended does not touch a new one', async () => {
    const first = await start()
    await refresh(server, application, first.refresh_token ?? '')
    await refresh(server, application, first.refresh_token ?? '')
    const fresh = await start()
    assert.equal((await refresh(server, application, first.refresh_token ?? '')).body.error, 'invalid_grant')
    assert.equal(await callApi(server, fresh.access_token), 200)
    assert.equal((await refresh(server, application, fresh.refresh_token ?? '')).status, 200)
  })

  test('a replay with a bad scope is still a replay', async () => {
    const first = await start()
    const second = (await refresh(server, application, first.refresh_token ?? '')).body
    const replay = await refresh(server, application, first.refresh_token ?? '', 'flights:fly')
    assert.equal(replay.body.error, 'invalid_grant')
    assert.equal(await callApi(server, second.access_token), 401)
  })

  test('the incident is shown to the user with its address, and to the owner without', async () => {
    const owner = await createSignedInUser(server)
    const pilot = await createSignedInUser(server)
    const mine = await registerApplication(server, { owner: owner.user })
    const first = await start(mine, pilot.headers)
    await refresh(server, mine, first.refresh_token ?? '')
    await refresh(server, mine, first.refresh_token ?? '')
    const list = async (path: string, as: Record<string, string>) =>
      (await (await server.fetch(path, { headers: as })).json()) as {
        items: Record<string, unknown>[]
        incidents: Record<string, unknown>[]
      }
    const { items } = await list('/app/api/incidents', pilot.headers)
    assert.equal(items.length, 1)
    assert.equal(items[0]?.kind, 'refresh_token_replayed')
    assert.equal(items[0]?.applicationId, mine.id)
    assert.match(String(items[0]?.address), /127\.0\.0\.1|::1/)
    const { incidents } = await list(`/app/api/applications/${mine.id}`, owner.headers)
    assert.equal(incidents.length, 1)
    assert.equal(incidents[0]?.address, null)
    assert.equal((await list('/app/api/incidents', owner.headers)).items.length, 0)
    assert.equal(
      (await server.fetch(`/app/api/applications/${mine.id}`, { headers: pilot.headers })).status,
      404,
    )
  })

  test('scopes that the owner or the user has removed since are not granted again', async () => {
    const mine = await registerApplication(server)
    const first = await start(mine)
    const { sql } = server.services.db
    await sql`update applications set scopes = 'flights:read profile:read' where id = ${mine.id}`
    const second = (await refresh(server, mine, first.refresh_token ?? '')).body
    assert.equal(second.scope, 'flights:read profile:read')
    await obtainTokens(server, mine, { headers, ticked: ['profile:read'], parameters: { prompt: 'consent' } })
    const third = (await refresh(server, mine, second.refresh_token ?? '')).body
    assert.equal(third.scope, 'profile:read')
    assert.equal(await callApi(server, third.access_token), 200)
    await sql`update applications set scopes = 'flights:read' where id = ${mine.id}`
    assert.equal(await callApi(server, third.access_token), 401, 'nor used')
  })

  test('a disabled user gets no more tokens', async () => {
    const pilot = await createSignedInUser(server)
    const tokens = await start(application, pilot.headers)
    const { db, now } = server.services
    await db.sql`update users set disabled_at = ${now()} where id = ${pilot.user.id}`
    assert.equal((await refresh(server, application, tokens.refresh_token ?? '')).body.error, 'invalid_grant')
  })

  test('metrics count tokens by grant, refusals by error, and replays', async () => {
    const text = await (await server.fetch('/metrics')).text()
    assert.match(text, /cloudstreet_oauth_tokens_issued_total\{grant="refresh_token"\} \d+/)
    assert.match(text, /cloudstreet_oauth_refusals_total\{endpoint="token",error="invalid_grant"\} \d+/)
    assert.match(text, /cloudstreet_oauth_replays_total\{kind="refresh_token"\} \d+/)
  })

  test('a refresh token expires 30 days after its issue, the chain 365 days after its start', async (context) => {
    const other = await startServer(context, { environment: { RATE_LIMIT_OAUTH: '0' } })
    const pilot = await createSignedInUser(other)
    const mine = await registerApplication(other)
    let tokens = await obtainTokens(other, mine, { headers: pilot.headers })
    const idle = await obtainTokens(other, mine, { headers: pilot.headers })
    for (let day = 29; day < 365; day += 29) {
      other.advance(29 * DAY_MS)
      const { status, body } = await refresh(other, mine, tokens.refresh_token ?? '')
      assert.equal(status, 200, `day ${day}`)
      tokens = body as typeof tokens
      if (day === 58) {
        const late = await refresh(other, mine, idle.refresh_token ?? '')
        assert.equal(late.body.error, 'invalid_grant', 'expired, which is no replay')
      }
    }
    // 12 x 29 = 348 days: the last token lives only as long as the chain.
    assert.ok((tokens.refresh_token_expires_in ?? 0) <= 17 * 86_400)
    other.advance(18 * DAY_MS)
    assert.equal((await refresh(other, mine, tokens.refresh_token ?? '')).body.error, 'invalid_grant')
  })

  test('refusals are counted for the application’s owner', async () => {
    const owner = await createSignedInUser(server)
    const mine = await registerApplication(server, { owner: owner.user })
    await refresh(server, mine, 'nonsense')
    await refresh(server, mine, 'nonsense')
    await postForm(server, '/api/oauth/token', { grant_type: 'password', client_id: mine.id })
    await new Promise((resolve) => setTimeout(resolve, 1300))
    const response = await server.fetch(`/app/api/applications/${mine.id}`, { headers: owner.headers })
    const { refusals } = (await response.json()) as { refusals: { error: string; count: number }[] }
    const counts = refusals.map(({ error, count }) => [error, count]).sort()
    assert.deepEqual(counts, [
      ['invalid_grant', 2],
      ['unsupported_grant_type', 1],
    ])
  })
})
