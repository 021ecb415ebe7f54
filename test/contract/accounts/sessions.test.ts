// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createId } from '#server/platform/ids.ts'
import { createSignedInUser, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000

/** A cookie of 1.0.0-alpha.28, and the secret it was signed with. */
const OLD = {
  secret: 'a secret of the release before..........',
  token: '3f2a9c0d5e7b1846a0c2e4f6081b3d5f7092a4c6e8f01234',
  cookie:
    'cloudstreet.session_token=3f2a9c0d5e7b1846a0c2e4f6081b3d5f7092a4c6e8f01234.bS5vH79Ddb61vlPDdWxLozaaSEDJVJ9O9%2FXxWYtkv5I%3D',
}

suite('a session', () => {
  test('of an earlier release holds over the upgrade, and no other token has its signature', async (context) => {
    const server = await startServer(context, { environment: { CLOUDSTREET_SECRET: OLD.secret } })
    const user = await createUser(server)
    const now = server.services.now()
    await server.services.db.sql`
      insert into sessions (id, token, user_id, created_at, updated_at, expires_at)
      values (${createId(now)}, ${OLD.token}, ${user.id}, ${now}, ${now}, ${now + 30 * DAY_MS})`
    const open = (cookie: string) => server.fetch('/app/api/account', { headers: { cookie } })
    const answer = await open(OLD.cookie)
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as { email: string }).email, user.email)
    assert.equal((await open(OLD.cookie.replace('.bS5v', '.bS5w'))).status, 401)
    assert.equal((await open(OLD.cookie.replace('=3f2a', '=3f2b'))).status, 401)
    assert.equal((await open(`cloudstreet.session_token=${OLD.token}`)).status, 401)
  })

  test('in use is renewed once a day by the same cookie, and ends 90 days after the sign-in', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    const open = () => server.fetch('/app/api/account', { headers })
    assert.deepEqual((await open()).headers.getSetCookie(), [])
    for (const day of [20, 40, 60, 80]) {
      server.advance(20 * DAY_MS)
      const renewed = await open()
      assert.equal(renewed.status, 200, `day ${day}`)
      const expected = `${headers.cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`
      assert.deepEqual(renewed.headers.getSetCookie(), [expected])
      assert.deepEqual((await open()).headers.getSetCookie(), [])
    }
    server.advance(10 * DAY_MS)
    assert.equal((await open()).status, 401)
  })

  test('that is not used for 30 days ends', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    server.advance(30 * DAY_MS)
    assert.equal((await server.fetch('/app/api/account', { headers })).status, 401)
  })
})
