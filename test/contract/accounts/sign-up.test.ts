// run: all
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { countUsers } from '#test/support/account.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { assertRealHash } from '#test/support/passwords/hashing.ts'
import { createUser, signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { enter, isSignedIn, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

/** The first mail in the outbox, waited for. */
async function readOutbox(server: TestServer): Promise<string> {
  const folder = join(server.environment.DATA_DIR ?? '', 'outbox')
  for (let attempt = 0; attempt < 400; attempt++) {
    const [file] = existsSync(folder) ? readdirSync(folder) : []
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
    if (text !== '') return text
    await sleep(25)
  }
  throw new Error('no mail in the outbox within 10 s')
}

suite('signing up without a mail server', () => {
  test('creates an account and signs in to it', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    const answer = await signUp(visitor, 'Nia@Example.org')
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), '/app/logbook')
    assert.ok(await isSignedIn(visitor))
    const elsewhere = createVisitor(server)
    assert.equal((await enter(elsewhere, 'nia@example.org')).status, 303)
  })

  test('keeps the password as a hash that is expensive to guess', async (context) => {
    const server = await startServer(context, { hasRealPasswords: true })
    await signUp(createVisitor(server), 'nia@example.org')
    await assertRealHash(server, 'nia@example.org', PASSWORD)
    assert.equal((await enter(createVisitor(server), 'nia@example.org')).status, 303)
  })

  test('signs no one in to an existing account, unless the password is its own', async (context) => {
    const server = await startServer(context)
    await signUp(createVisitor(server), 'nia@example.org')
    const stranger = createVisitor(server)
    const answer = await signUp(stranger, 'nia@example.org', 'twenty tidy thermals')
    assert.equal(answer.status, 200)
    assert.match(answer.text, /Almost there.*sign in with .*nia@example\.org/s)
    assert.equal(await isSignedIn(stranger), false)
    const owner = createVisitor(server)
    assert.equal((await signUp(owner, 'nia@example.org')).status, 303)
    assert.ok(await isSignedIn(owner))
    assert.equal(await countUsers(server), 1)
  })

  test('writes the confirmation link to the outbox', async (context) => {
    const server = await startServer(context)
    await signUp(createVisitor(server), 'nia@example.org')
    const visitor = createVisitor(server)
    const mail = await readOutbox(server)
    assert.match(mail, /^To: nia@example\.org$/m)
    await visitor.open(readLink({ text: mail }))
    const done = await visitor.submit('/verify-email', {})
    assert.match(done.text, /Your email address is confirmed/)
  })

  test('leads to the account when the email is confirmed in a signed-in browser', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    const link = readLink({ text: await readOutbox(server) })
    await visitor.open(link)
    const { text } = await visitor.submit('/verify-email', {})
    assert.match(text, /Your email address is confirmed/)
    assert.match(text, /nia@example\.org/)
    assert.match(text, /href="\/app\/settings"/)
    assert.doesNotMatch(text, /action="\/sign-in"/)
  })

  test('refuses an invalid email or password and keeps the other fields', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    const cases: [string, string, RegExp][] = [
      ['nonsense', PASSWORD, /not a valid email address/],
      ['nia@localhost', PASSWORD, /not a valid email address/],
      ['nia@example.org', 'short', /at least 12 characters/],
      ['nia@example.org', 'qwertyuiop123', /most common/],
    ]
    for (const [email, password, sentence] of cases) {
      const answer = await signUp(visitor, email, password)
      assert.equal(answer.status, 400)
      assert.match(answer.text, sentence)
      assert.match(answer.text, /value="Nia Cumulus"/)
      assert.doesNotMatch(answer.text, new RegExp(password))
    }
    assert.equal(await countUsers(server), 0)
  })

  test('can be closed', async (context) => {
    const server = await startServer(context, { environment: { SIGN_UP: 'closed' } })
    const visitor = createVisitor(server)
    assert.equal((await visitor.open('/sign-up')).status, 403)
    const page = await visitor.open('/sign-in')
    assert.doesNotMatch(page.text, /sign-up/)
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await server.fetch('/sign-up', {
      method: 'POST',
      headers: { cookie, origin: server.url },
      body: new URLSearchParams({ form_token: token, email: 'nia@example.org', password: PASSWORD }),
    })
    assert.equal(answer.status, 403)
    assert.equal(await countUsers(server), 0)
  })
})

suite('signing up with a mail server', () => {
  test('requires the email to be confirmed before the first sign-in', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const visitor = createVisitor(server)
    assert.match((await signUp(visitor, 'nia@example.org')).text, /Open the link in it, then sign in/)
    assert.equal(await isSignedIn(visitor), false)
    assert.equal((await enter(visitor, 'nia@example.org')).status, 401)

    const link = readLink(await mail.take('nia@example.org'))
    assert.match((await visitor.open(link)).text, /Is .*nia@example\.org/)
    assert.equal(
      (await enter(visitor, 'nia@example.org')).status,
      401,
      'opening the link alone changes nothing',
    )
    await visitor.open(link)
    const done = await visitor.submit('/verify-email', {})
    assert.match(done.text, /Your email address is confirmed/)
    assert.equal((await enter(visitor, 'nia@example.org')).status, 303)
    assert.equal((await visitor.open(link)).status, 400, 'the link works once')
  })

  test('with an email that has an account looks the same, and its owner gets a mail', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUser(server)
    await signIn(server, user)
    const fresh = await signUp(createVisitor(server), 'fresh@example.org')
    const taken = await signUp(createVisitor(server), user.email.toUpperCase())
    const withoutAddress = (text: string) => text.replaceAll(/<strong>[^<]*<\/strong>/g, '')
    assert.equal(taken.status, fresh.status)
    assert.equal(withoutAddress(taken.text), withoutAddress(fresh.text))
    assert.deepEqual([...taken.headers.keys()].sort(), [...fresh.headers.keys()].sort())
    assert.match((await mail.take(user.email)).subject, /already have a Cloudstreet account/)
    assert.equal(await countUsers(server), 2)
    const visitor = createVisitor(server)
    assert.equal((await enter(visitor, user.email)).status, 401, 'the password was not changed')
  })

  test('a second time, before the email is confirmed, leads to choosing a password by mail', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    await signUp(createVisitor(server), 'nia@example.org', 'of somebody else entirely')
    await mail.take('nia@example.org')
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    const message = await mail.take('nia@example.org')
    assert.match(message.subject, /Finish/)
    await visitor.open(readLink(message))
    await visitor.submit('/reset-password', { password: PASSWORD })
    assert.equal((await enter(visitor, 'nia@example.org')).status, 303)
    assert.equal(
      (await enter(createVisitor(server), 'nia@example.org', 'of somebody else entirely')).status,
      401,
    )
  })

  test('the confirmation mail can be requested again, with the same answer for every email', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    await mail.take('nia@example.org')
    await visitor.open('/verify-email')
    const known = await visitor.submit('/verify-email/send', { email: 'nia@example.org' })
    await visitor.open('/verify-email')
    const unknown = await visitor.submit('/verify-email/send', { email: 'nobody@example.org' })
    assert.equal(known.text, unknown.text)
    assert.match(readLink(await mail.take('nia@example.org')), /^\/verify-email\?token=/)
    await sleep(100)
    assert.ok(mail.received.every((message) => message.to === 'nia@example.org'))
  })
})
