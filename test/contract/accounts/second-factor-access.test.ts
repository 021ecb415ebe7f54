// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { chooseForAll, send, type SignedIn } from '#test/support/account.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { setUpApp, showCode } from '#test/support/second-factor.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const STALE_MS = 16 * 60_000

async function isProved(server: TestServer, person: Pick<SignedIn, 'headers'>): Promise<boolean> {
  return (await send(server, person, 'GET', '/account/proof')).status === 204
}

async function startWithApp(context: Parameters<typeof startMailServer>[0], smtpUrl = '') {
  const server = await startServer(context as Parameters<typeof startServer>[0], {
    environment: { RATE_LIMIT_SIGN_IN: '0', ...(smtpUrl && { SMTP_URL: smtpUrl }) },
  })
  const user = await createUserWithPassword(server)
  const visitor = createVisitor(server)
  await enter(visitor, user.email, TEST_PASSWORD)
  const app = await setUpApp(server, visitor, TEST_PASSWORD)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { server, user, visitor, headers: { cookie, origin: server.url }, ...app }
}

suite('a second factor', () => {
  test('proves again who is signed in: a code, once', async (context) => {
    const { server, user, headers, secret, recoveryCodes } = await startWithApp(context)
    const confirm = async (body: object) =>
      (await send(server, { headers }, 'POST', '/account/confirm', body)).status
    server.advance(STALE_MS)
    assert.ok(!(await isProved(server, { headers })))
    assert.equal(await confirm({ code: '000000' }), 400)
    assert.equal(await confirm({ code: showCode(server, secret), password: TEST_PASSWORD }), 400)
    assert.ok(!(await isProved(server, { headers })))
    const code = showCode(server, secret)
    assert.equal(await confirm({ code }), 204)
    assert.ok(await isProved(server, { headers }))
    assert.equal(await confirm({ code }), 400, 'a code works once')
    server.advance(STALE_MS)
    assert.equal(await confirm({ code: recoveryCodes[0] }), 204)
    assert.ok(await isProved(server, { headers }))
    const stranger = await createSignedInUser(server)
    const foreign = await send(server, stranger, 'POST', '/account/confirm', {
      code: showCode(server, secret, 1),
    })
    assert.equal(foreign.status, 400)
    const failed = await server.services.db.sql`
      select id from security_events where user_id = ${user.id} and kind = 'second_factor_failed'`
    assert.equal(failed.length, 2)
  })

  test('proves again who is signed in: a passkey, for its own user', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const authenticator = createAuthenticator(server.url)
    const ask = async (path: string, by = person) =>
      (await (await send(server, by, 'POST', `/second-factors/passkeys/${path}`, {})).json()) as {
        challenge: string
      }
    const response = authenticator.register(await ask('options'))
    await send(server, person, 'POST', '/second-factors/passkeys', { name: 'Key', response })
    server.advance(STALE_MS)
    const stranger = await createSignedInUser(server)
    const stolen = authenticator.sign(await ask('request', stranger))
    const foreign = await send(server, stranger, 'POST', '/account/confirm', { passkey: stolen })
    assert.equal(foreign.status, 400)
    const passkey = authenticator.sign(await ask('request'))
    assert.equal((await send(server, person, 'POST', '/account/confirm', { passkey })).status, 204)
    assert.ok(await isProved(server, person))
    const again = await send(server, person, 'POST', '/account/confirm', { passkey })
    assert.equal(again.status, 400, 'a signature works once')
    const broken = await send(server, person, 'POST', '/account/confirm', { passkey: { id: 'x' } })
    assert.equal(broken.status, 400)
  })

  test('is listed in the review of what can act for the account, and ended with its codes', async (context) => {
    const mail = await startMailServer(context)
    const { server, user, visitor } = await startWithApp(context, mail.url)
    await mail.take(user.email)
    const page = await visitor.open('/review-access')
    assert.match(page.text, /Authenticator app<\/legend>.*Recovery codes<\/legend>.*10 left/s)
    const [app = ''] = /authenticator:\d+/.exec(page.text) ?? []
    await visitor.submit('/review-access', { [app]: 'end' })
    assert.match((await mail.take(user.email)).text, /- Authenticator app/)
    const codes = await server.services.db.sql`select hash from recovery_codes where user_id = ${user.id}`
    assert.equal(codes.length, 0, 'they are there in place of a factor')
    const next = createVisitor(server)
    await enter(next, user.email, TEST_PASSWORD)
    assert.ok(await isSignedIn(next))
    const events = await server.services.db.sql<{ kind: string; subject: string | null }>`
      select kind, subject from security_events where user_id = ${user.id} and kind = 'second_factor_removed'`
    assert.deepEqual(events, [{ kind: 'second_factor_removed', subject: 'Authenticator app' }])
  })

  test('is neither ended nor kept by somebody who finds the browser open later', async (context) => {
    const { server, user, visitor } = await startWithApp(context)
    server.advance(STALE_MS)
    const page = await visitor.open('/review-access')
    assert.match(page.text, /Your password/)
    const { sql } = server.services.db
    const count = async () => (await sql`select 1 as one from totp_factors where user_id = ${user.id}`).length
    for (const choice of ['keep', 'end'] as const) {
      const choices = chooseForAll(page, choice)
      const refused = await visitor.submit('/review-access', { ...choices, password: 'wrong wrong wrong' })
      assert.equal(refused.status, 400)
      assert.equal(await count(), 1)
    }
    await visitor.submit('/review-access', { ...chooseForAll(page, 'end'), password: TEST_PASSWORD })
    assert.equal(await count(), 0)
  })
})
