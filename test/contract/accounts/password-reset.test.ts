// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

suite('a forgotten password', () => {
  test('is reset by a link that works once and ends every session', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUserWithPassword(server)
    const old = createVisitor(server)
    await enter(old, user.email, TEST_PASSWORD)
    assert.ok(await isSignedIn(old))

    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    const link = readLink(await mail.take(user.email))
    await visitor.open(link)
    const weak = await visitor.submit('/reset-password', { password: 'too short' })
    assert.equal(weak.status, 400)
    assert.match(weak.text, /at least 12/)
    const done = await visitor.submit('/reset-password', { password: PASSWORD })
    assert.match(done.text, /Your password has been changed/)
    assert.match((await mail.take(user.email)).subject, /password was changed/)

    assert.ok(!(await isSignedIn(old)), 'sessions from before are ended')
    assert.equal((await visitor.open(link)).status, 400)
    assert.equal((await enter(visitor, user.email, TEST_PASSWORD)).status, 401)
    assert.equal((await enter(visitor, user.email)).status, 303)
  })

  test('gets the same answer for an unknown email, which gets no mail', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUserWithPassword(server)
    const ask = async (email: string) => {
      const visitor = createVisitor(server)
      await visitor.open('/forgot-password')
      return visitor.submit('/forgot-password', { email })
    }
    const known = await ask(user.email)
    const unknown = await ask('nobody@example.org')
    assert.equal(known.status, unknown.status)
    assert.equal(known.text, unknown.text)
    await mail.take(user.email)
    await sleep(100)
    assert.equal(mail.received.length, 1)
  })

  test('is not reset by a link that is expired, forged or of a disabled user', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUserWithPassword(server)
    const visitor = createVisitor(server)
    await visitor.open('/forgot-password')
    await visitor.submit('/forgot-password', { email: user.email })
    const link = readLink(await mail.take(user.email))
    assert.equal((await visitor.open('/reset-password?token=forged')).status, 400)
    assert.equal((await visitor.open('/reset-password')).status, 400)
    await visitor.open(link)
    await server.services.db.sql`update users set disabled_at = 1 where id = ${user.id}`
    assert.equal((await visitor.submit('/reset-password', { password: PASSWORD })).status, 400)
    await server.services.db.sql`update users set disabled_at = null where id = ${user.id}`
    await server.services.db.sql`update one_time_secrets set expires_at = ${Date.now() - 1}`
    assert.equal((await visitor.open(link)).status, 400)
  })

  test('sends a limited number of mails to one mailbox', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '3' },
    })
    const user = await createUserWithPassword(server)
    for (let attempt = 0; attempt < 6; attempt++) {
      const visitor = createVisitor(server)
      await visitor.open('/forgot-password')
      assert.equal((await visitor.submit('/forgot-password', { email: user.email })).status, 200)
    }
    for (let count = 0; count < 3; count++) await mail.take(user.email)
    await sleep(200)
    assert.equal(mail.received.length, 3)
  })
})

suite('mailed links', () => {
  test('are stored as hashes', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    await signUp(createVisitor(server), 'nia@example.org')
    const token = readLink(await mail.take('nia@example.org')).split('token=')[1] ?? ''
    const rows = await server.services.db.sql<{ hash: string }>`select hash from one_time_secrets`
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]?.hash.includes(token))
  })
})
