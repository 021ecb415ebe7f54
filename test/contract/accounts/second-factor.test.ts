// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SecondFactors } from '#dashboard/second-factors.ts'
import { countRows, send } from '#test/support/account.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createUser, signIn, TEST_PASSWORD, type TestUser } from '#test/support/people.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { asPerson, removeApp, renewCodes, setUpApp, showCode } from '#test/support/second-factor.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor, type Visitor } from '#test/support/visitor.ts'
import { readZip } from '#test/support/archives/zip.ts'

// A code is for 30 seconds, which a busy machine may take between two requests.
const still = { isClockStill: true, environment: { RATE_LIMIT_SIGN_IN: '0' } }

const STEP = '/sign-in/second-factor'

async function createProtectedUser(server: TestServer) {
  const user = await createUserWithPassword(server)
  const visitor = createVisitor(server)
  await enter(visitor, user.email, TEST_PASSWORD)
  const app = await setUpApp(server, visitor, TEST_PASSWORD)
  // The code of the set-up has been used: the next one is another.
  server.advance(30_000)
  return { user, visitor, ...app }
}

/** A browser in which the password was right. */
async function beginSignIn(server: TestServer, user: TestUser, returnTo?: string): Promise<Visitor> {
  const visitor = createVisitor(server)
  const answer = await enter(visitor, user.email, TEST_PASSWORD, returnTo)
  assert.equal(answer.headers.get('location'), STEP)
  await visitor.open(STEP)
  return visitor
}

async function listEvents({ services }: TestServer, userId: string): Promise<string[]> {
  const rows = await services.db.sql<{ kind: string; subject: string | null }>`
    select kind, subject from security_events where user_id = ${userId} order by id`
  return rows.map(({ kind, subject }) => (subject === null ? kind : `${kind}: ${subject}`))
}

suite('signing in with an authenticator app', () => {
  test('opens no session before the code, and one with it', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    const visitor = await beginSignIn(server, user, '/app/settings')
    assert.ok(!(await isSignedIn(visitor)), 'the password alone is not enough')
    assert.ok(![...visitor.cookies.keys()].includes('cloudstreet.session_token'))
    await visitor.open(STEP)
    const wrong = await visitor.submit(STEP, { code: showCode(server, secret, 5) })
    assert.equal(wrong.status, 401)
    assert.match(wrong.text, /This code is wrong/)
    const right = await visitor.submit(STEP, { code: showCode(server, secret) })
    assert.equal(right.status, 303)
    assert.equal(right.headers.get('location'), '/app/settings')
    assert.ok(await isSignedIn(visitor))
    assert.equal((await visitor.open(STEP)).headers.get('location'), '/sign-in', 'it is used up')
  })

  test('takes a code once, and the one before and after the present one', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    server.advance(300_000)
    const tryCode = async (steps: number) => {
      const visitor = await beginSignIn(server, user)
      return (await visitor.submit(STEP, { code: showCode(server, secret, steps) })).status
    }
    assert.equal(await tryCode(-2), 401, 'two steps ago is too old')
    assert.equal(await tryCode(2), 401, 'two steps ahead is too early')
    assert.equal(await tryCode(-1), 303)
    assert.equal(await tryCode(-1), 401, 'a code works once')
    assert.equal(await tryCode(1), 303)
    assert.equal(await tryCode(0), 401, 'nor does one from before the last')
  })

  test('of many with one code at once lets one in', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    const visitors = await Promise.all(Array.from({ length: 4 }, () => beginSignIn(server, user)))
    const code = showCode(server, secret)
    const answers = await Promise.all(visitors.map((visitor) => visitor.submit(STEP, { code })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 401, 401, 401])
  })

  test('is over after five wrong codes, however many arrive at once', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    const visitor = await beginSignIn(server, user)
    const guesses = Array.from({ length: 9 }, () => visitor.submit(STEP, { code: '000000' }))
    for (const { status } of await Promise.all(guesses)) assert.equal(status, 401)
    const events = await listEvents(server, user.id)
    assert.equal(events.filter((kind) => kind === 'second_factor_failed').length, 5)
    await visitor.open('/sign-in')
    const late = await visitor.submit('/sign-in', { email: user.email, password: 'wrong wrong wrong' })
    assert.equal(late.status, 401)
    const [row] = await server.services.db.sql<{ count: number }>`
      select count(*) as count from one_time_secrets where purpose = 'pending-sign-in' and user_id = ${user.id}`
    assert.equal(row?.count, 0)
    const again = await beginSignIn(server, user)
    assert.equal((await again.submit(STEP, { code: showCode(server, secret) })).status, 303)
  })

  test('counts the codes for one account, from whichever sign-in they come', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '6' } })
    const { user } = await createProtectedUser(server)
    server.advance(601_000)
    const statuses: number[] = []
    for (let round = 0; round < 2; round++) {
      const visitor = await beginSignIn(server, user)
      for (let guess = 0; guess < 4; guess++)
        statuses.push((await visitor.submit(STEP, { code: '000000' })).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429])
  })

  test('expires after ten minutes, and belongs to the browser that entered the password', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    const visitor = await beginSignIn(server, user)
    assert.equal((await createVisitor(server).open(STEP)).headers.get('location'), '/sign-in')
    server.advance(601_000)
    const late = await visitor.submit(STEP, { code: showCode(server, secret) })
    assert.equal(late.status, 401)
    assert.match(late.text, /expired/)
    assert.ok(!(await isSignedIn(visitor)))
  })

  test('is ended by a disabled account and by a new password', async () => {
    const server = await shareServer(still)
    const { user, secret, visitor: own } = await createProtectedUser(server)
    const waiting = await beginSignIn(server, user)
    const body = JSON.stringify({ currentPassword: TEST_PASSWORD, newPassword: PASSWORD })
    const cookie = [...own.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
    const changed = await server.fetch('/app/api/account/password', { method: 'POST', headers, body })
    assert.equal(changed.status, 204)
    assert.equal((await waiting.submit(STEP, { code: showCode(server, secret) })).status, 401)
    assert.ok(!(await isSignedIn(waiting)))

    const disabled = createVisitor(server)
    await enter(disabled, user.email, PASSWORD)
    await disabled.open(STEP)
    await server.services.db.sql`update users set disabled_at = 1 where id = ${user.id}`
    assert.equal((await disabled.submit(STEP, { code: showCode(server, secret) })).status, 401)
  })

  test('older than seven days is asked for after a password reset too', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
    })
    const { user } = await createProtectedUser(server)
    assert.match((await mail.take(user.email)).text, /authenticator app was added/)
    server.advance(8 * 86_400_000)
    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    await visitor.open(readLink(await mail.take(user.email)))
    await visitor.submit('/reset-password', { password: PASSWORD })
    const answer = await enter(visitor, user.email, PASSWORD)
    assert.equal(answer.headers.get('location'), STEP)
    assert.ok(!(await isSignedIn(visitor)))
  })

  test('shows a wrong password the same page as without a second factor', async () => {
    const server = await shareServer(still)
    const { user } = await createProtectedUser(server)
    const other = await createUser(server)
    await signIn(server, other)
    const pages = new Set<string>()
    for (const { email } of [user, other]) {
      const answer = await enter(createVisitor(server), email, 'wrong wrong wrong')
      assert.equal(answer.status, 401)
      pages.add(answer.text.replaceAll(email, '').replaceAll(/name="form_token" value="[^"]+"/g, ''))
    }
    assert.equal(pages.size, 1)
  })
})

suite('a recovery code', () => {
  test('lets in once, however it is typed, and its user is told', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
    })
    const { user, recoveryCodes } = await createProtectedUser(server)
    assert.equal(new Set(recoveryCodes).size, 10)
    await mail.take(user.email)
    const [code = '', other = ''] = recoveryCodes
    const visitor = await beginSignIn(server, user)
    assert.match((await visitor.open(`${STEP}?with=recovery-code`)).text, /Recovery code/)
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')
    assert.equal((await visitor.submit(STEP, { code: typed })).status, 303)
    assert.ok(await isSignedIn(visitor))
    const told = [await mail.take(user.email), await mail.take(user.email)]
    assert.deepEqual(told.map(({ subject }) => /recovery code|new device/.exec(subject)?.[0]).toSorted(), [
      'new device',
      'recovery code',
    ])
    assert.match(told.map(({ text }) => text).join(), /9 codes are left/)
    const again = await beginSignIn(server, user)
    assert.equal((await again.submit(STEP, { code })).status, 401)
    assert.equal((await again.submit(STEP, { code: other })).status, 303)
    const stored = await server.services.db.sql<{ hash: string }>`select hash from recovery_codes`
    assert.equal(stored.length, 8)
    for (const { hash } of stored) assert.match(hash, /^[a-f0-9]{64}$/)
    assert.deepEqual(await listEvents(server, user.id), [
      'signed_in: password',
      'identity_confirmed: password',
      'second_factor_added: authenticator app',
      'recovery_code_used',
      'new_device',
      'signed_in: password and recovery code',
      'second_factor_failed',
      'recovery_code_used',
      'new_device',
      'signed_in: password and recovery code',
    ])
  })

  test('is replaced with the nine others by a new set, and goes with the last factor', async () => {
    const server = await shareServer(still)
    const { user, visitor, recoveryCodes } = await createProtectedUser(server)
    const codes = await renewCodes(server, visitor, TEST_PASSWORD)
    assert.equal(codes.length, 10)
    const [old = ''] = recoveryCodes
    const [fresh = ''] = codes
    const entering = await beginSignIn(server, user)
    assert.equal((await entering.submit(STEP, { code: old })).status, 401)
    assert.equal((await entering.submit(STEP, { code: fresh })).status, 303)

    await removeApp(server, visitor, TEST_PASSWORD)
    assert.equal((await enter(createVisitor(server), user.email, TEST_PASSWORD)).status, 303)
    const [row] = await server.services.db.sql<{ count: number }>`
      select count(*) as count from recovery_codes where user_id = ${user.id}`
    assert.equal(row?.count, 0)
  })
})

suite('a second factor', () => {
  test('is removed by the operator, who has to, and its user is told', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
    })
    const { user, recoveryCodes } = await createProtectedUser(server)
    await mail.take(user.email)
    const waiting = await beginSignIn(server, user)
    const done = await runAdmin(server, ['user', 'reset-second-factor', '--email', user.email])
    assert.equal(done.code, 0, done.error)
    assert.deepEqual(done.output?.removed, ['authenticator app'])
    assert.match((await mail.take(user.email)).text, /operator of the service has removed/)
    assert.equal((await waiting.submit(STEP, { code: recoveryCodes[0] ?? '' })).status, 401)
    const visitor = createVisitor(server)
    await enter(visitor, user.email, TEST_PASSWORD)
    assert.ok(await isSignedIn(visitor))
    assert.ok((await listEvents(server, user.id)).includes('second_factor_removed: authenticator app'))
    const again = await runAdmin(server, ['user', 'reset-second-factor', '--email', user.email])
    assert.deepEqual(again.output?.removed, [])
  })

  test('is in the export without its secret, and goes with the account', async () => {
    const server = await shareServer(still)
    const { user, visitor, secret, recoveryCodes } = await createProtectedUser(server)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
    const exported = await server.fetch('/app/api/account/export', { headers })
    const archive = readZip(Buffer.from(await exported.arrayBuffer()))
    const text = archive.get('second-factors.json')?.toString() ?? ''
    const factors = JSON.parse(text) as SecondFactors
    assert.ok(factors.authenticatorApp)
    assert.equal(factors.recoveryCodesLeft, 10)
    for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden))
    const body = JSON.stringify({ password: TEST_PASSWORD })
    const deleted = await server.fetch('/app/api/account', { method: 'DELETE', headers, body })
    assert.equal(deleted.status, 204)
    const { apps, codes } = await countRows(server, user.id)
    assert.deepEqual({ apps, codes }, { apps: 0, codes: 0 })
  })
})

suite('setting an authenticator app up', () => {
  test('needs the password, and counts only once a code has confirmed it', async () => {
    const server = await shareServer(still)
    const user = await createUserWithPassword(server)
    const visitor = createVisitor(server)
    await enter(visitor, user.email, TEST_PASSWORD)
    server.advance(901_000)
    const ask = async (path: string, body: object = {}) => {
      const answer = await send(server, asPerson(server, visitor), 'POST', path, body)
      return { status: answer.status, text: await answer.text() }
    }
    assert.equal((await ask('/second-factors/app')).status, 403)
    assert.equal((await ask('/account/confirm', { password: TEST_PASSWORD })).status, 204)
    const begun = await ask('/second-factors/app')
    assert.match(begun.text, /"picture":"data:image\/svg\+xml;base64,/)
    const wrong = await ask('/second-factors/app/confirm', { code: '000000' })
    assert.equal(wrong.status, 400)
    assert.equal((await enter(createVisitor(server), user.email, TEST_PASSWORD)).status, 303)
    server.advance(901_000)
    await ask('/account/confirm', { password: TEST_PASSWORD })
    const { secret } = JSON.parse(begun.text) as { secret: string }
    const late = await ask('/second-factors/app/confirm', { code: showCode(server, secret) })
    assert.match(late.text, /The set-up has expired/)
  })

  test('stores the key sealed only for its user', async () => {
    const server = await shareServer(still)
    const { user, secret } = await createProtectedUser(server)
    const other = await createProtectedUser(server)
    const { sql } = server.services.db
    const [row] = await sql<{ sealed_secret: Uint8Array }>`
      select sealed_secret from totp_factors where user_id = ${user.id}`
    assert.ok(row && !Buffer.from(row.sealed_secret).includes(secret))
    await sql`update totp_factors set sealed_secret = ${row.sealed_secret} where user_id = ${other.user.id}`
    const visitor = await beginSignIn(server, other.user)
    assert.notEqual((await visitor.submit(STEP, { code: showCode(server, secret) })).status, 303)
  })
})
