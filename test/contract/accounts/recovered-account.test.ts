// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SecurityLogPage } from '#dashboard/security.ts'
import { disableUser, enableUser } from '#server/accounts/commands.ts'
import { readAccount, send } from '#test/support/account.ts'
import { type MailServer, readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { enter, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

type Person = Awaited<ReturnType<typeof createSignedInUser>>

const THIEF = 'thief@example.com'
const DAY_MS = 86_400_000

/** An account whose password somebody else knows: they have asked to change its email to their own. */
async function startTakeover(context: Parameters<typeof startMailServer>[0]) {
  const mail = await startMailServer(context)
  const server = await startServer(context as Parameters<typeof startServer>[0], {
    environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
  })
  const person = await createSignedInUser(server)
  const confirmLink = await askForChange(server, mail, person, THIEF)
  return { mail, server, person, confirmLink }
}

async function askForChange(server: TestServer, mail: MailServer, person: Person, email: string) {
  const asked = await send(server, person, 'POST', '/account/email', { email, password: TEST_PASSWORD })
  assert.equal(asked.status, 200)
  return readLink(await mail.take(email))
}

/** Presses the button of the page that a mailed link opens, as a browser does that opened it in time. */
async function pressLater(server: TestServer, link: string, meanwhile: () => Promise<void>) {
  const visitor = createVisitor(server)
  assert.equal((await visitor.open(link)).status, 200)
  await meanwhile()
  return visitor.submit(link.replace(/\?.*/, ''), {})
}

const press = (server: TestServer, link: string) => pressLater(server, link, async () => undefined)

async function askForReset(server: TestServer, mail: MailServer, email: string) {
  const visitor = createVisitor(server)
  await visitor.open('/forgot-password')
  await visitor.submit('/forgot-password', { email })
  return readLink(await takeMail(mail, email, /Choose a new password/))
}

async function readEmail(server: TestServer, { user }: Person): Promise<string | undefined> {
  const rows = await server.services.db.sql<{ email: string }>`select email from users where id = ${user.id}`
  return rows[0]?.email
}

async function listKinds(server: TestServer, person: Person): Promise<string[]> {
  const page = (await (await send(server, person, 'GET', '/security-log')).json()) as SecurityLogPage
  return page.items.map((item) => item.kind)
}

async function resetPassword(server: TestServer, mail: MailServer, email: string) {
  const visitor = createVisitor(server)
  await visitor.open(await askForReset(server, mail, email))
  const done = await visitor.submit('/reset-password', { password: PASSWORD })
  assert.match(done.text, /Your password has been changed/)
}

async function takeMail(mail: MailServer, to: string, subject: RegExp) {
  for (;;) {
    const email = await mail.take(to)
    if (subject.test(email.subject)) return email
  }
}

suite('a pending change of email', () => {
  test('ends when the password is reset: anyone who asked for it does not get the account', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const { status } = await pressLater(server, confirmLink, () =>
      resetPassword(server, mail, person.user.email),
    )
    assert.equal(status, 400)
    assert.equal(await readEmail(server, person), person.user.email)
  })

  test('ends when the password is changed', async (context) => {
    const { server, person, confirmLink } = await startTakeover(context)
    const { status } = await pressLater(server, confirmLink, async () => {
      const change = { currentPassword: TEST_PASSWORD, newPassword: PASSWORD }
      assert.equal((await send(server, person, 'POST', '/account/password', change)).status, 204)
    })
    assert.equal(status, 400)
  })

  test('ends when the user is disabled, and stays ended when they are enabled again', async (context) => {
    const { server, person, confirmLink } = await startTakeover(context)
    const options = new Map([['email', [person.user.email]]])
    const { status } = await pressLater(server, confirmLink, async () => {
      await disableUser(server.services, options)
      await enableUser(server.services, options)
    })
    assert.equal(status, 400)
  })
})

suite('the old address, when a change of email is asked for', () => {
  test('gets a link at once whose button cancels the change, in a browser without a session', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const email = await mail.take(person.user.email)
    assert.match(email.text, /thief@example\.com/)
    const keepLink = readLink(email)
    const visitor = createVisitor(server)
    assert.match((await visitor.open(keepLink)).text, /Cancel the change/)
    assert.equal((await visitor.open(confirmLink)).status, 200, 'opening the link alone cancels nothing')
    const { status } = await pressLater(server, confirmLink, async () => {
      await visitor.open(keepLink)
      assert.match((await visitor.submit('/keep-email', {})).text, /The change is cancelled/)
    })
    assert.equal(status, 400)
    assert.equal((await readAccount(server, person)).email, person.user.email)
    assert.equal((await visitor.open(keepLink)).status, 400, 'the link works once')
    assert.deepEqual(await listKinds(server, person), [
      'address_change_cancelled',
      'address_change_requested',
    ])
  })

  test('takes the account back with the same link, which ends sessions, links and the password', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const keepLink = readLink(await mail.take(person.user.email))
    assert.equal((await press(server, confirmLink)).status, 200)
    assert.equal((await readAccount(server, person)).email, THIEF)
    const thiefsReset = await askForReset(server, mail, THIEF)
    server.advance(7 * DAY_MS - 60_000)

    const visitor = createVisitor(server)
    assert.match((await visitor.open(keepLink)).text, /Take your account back/)
    const done = await visitor.submit('/keep-email', {})
    assert.match(done.text, /Everybody has been signed out/)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    assert.equal((await createVisitor(server).open(thiefsReset)).status, 400)
    assert.equal((await enter(createVisitor(server), person.user.email, TEST_PASSWORD)).status, 401)

    const resetPath = /href="(\/reset-password[^"]+)"/.exec(done.text)?.[1] ?? ''
    await visitor.open(resetPath)
    await visitor.submit('/reset-password', { password: PASSWORD })
    assert.equal((await enter(visitor, person.user.email)).status, 303)
  })

  test('can take the account back for seven days and no longer', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const keepLink = readLink(await mail.take(person.user.email))
    await press(server, confirmLink)
    server.advance(7 * DAY_MS + 60_000)
    assert.equal((await createVisitor(server).open(keepLink)).status, 400)
  })

  test('takes the account back after a second change, a new password and a link of the thief', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const keepLink = readLink(await mail.take(person.user.email))
    await press(server, confirmLink)
    await press(server, await askForChange(server, mail, person, 'thief-2@example.com'))
    const thiefsKeepLink = readLink(await takeMail(mail, THIEF, /is about to change/))
    await resetPassword(server, mail, 'thief-2@example.com')
    assert.equal((await press(server, thiefsKeepLink)).status, 200, 'the thief undoes the second change')

    assert.match((await press(server, keepLink)).text, /yours again/)
    assert.equal(await readEmail(server, person), person.user.email)
  })

  test('is kept for the account: no one else signs up with it or changes to it meanwhile', async (context) => {
    const { mail, server, person, confirmLink } = await startTakeover(context)
    const keepLink = readLink(await mail.take(person.user.email))
    await press(server, confirmLink)
    await takeMail(mail, person.user.email, /was changed/)
    const { user } = person
    assert.equal((await signUp(createVisitor(server), user.email)).status, 200)
    assert.match((await mail.take(user.email)).subject, /cannot be used/)
    const rival = await createSignedInUser(server)
    await send(server, rival, 'POST', '/account/email', { email: user.email, password: TEST_PASSWORD })
    assert.match((await mail.take(user.email)).subject, /cannot be used/)
    assert.match((await press(server, keepLink)).text, /yours again/)
  })
})

suite('answers about an email', () => {
  const FIRST_ANSWERS = 3
  test('take as long whether or not it has an account', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      hasRealPasswords: true,
      environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
    })
    const person = await createSignedInUser(server)
    const ask = async (path: string, email: string) => {
      const visitor = createVisitor(server)
      await visitor.open(path.replace('/send', ''))
      const startedAt = performance.now()
      const answer = await visitor.submit(path, { email })
      return { ms: performance.now() - startedAt, text: answer.text }
    }
    for (const path of ['/forgot-password', '/verify-email/send']) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      for (let round = 0; round < FIRST_ANSWERS; round++) {
        const known = await ask(path, person.user.email)
        const unknown = await ask(path, `nobody-${round}@example.org`)
        assert.equal(known.text, unknown.text)
        times.known.push(known.ms)
        times.unknown.push(unknown.ms)
      }
      context.diagnostic(`${path}: ${JSON.stringify(times)} ms`)
      for (const ms of [...times.known, ...times.unknown])
        assert.ok(ms >= 290, `${path} answered in ${ms} ms`)
    }
  })
})
