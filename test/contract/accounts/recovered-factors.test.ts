// run: all
// Second factors that somebody else has added, and the recovery that takes them out.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { send } from '#test/support/account.ts'
import { type MailServer, readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import {
  addPasskey,
  removeApp,
  renewCodes,
  setUpApp,
  showCode,
  STEP,
  usePasskey,
} from '#test/support/second-factor.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const DAY_MS = 86_400_000
const THIEF = 'thief@example.com'

async function start(context: Parameters<typeof startMailServer>[0]) {
  const mail = await startMailServer(context)
  const server = await startServer(context as Parameters<typeof startServer>[0], {
    environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' },
  })
  return { mail, server, person: await createSignedInUser(server) }
}

async function takeMail(mail: MailServer, to: string, subject: RegExp) {
  for (;;) {
    const email = await mail.take(to)
    if (subject.test(email.subject)) return email
  }
}

async function resetPassword(server: TestServer, mail: MailServer, email: string) {
  const visitor = createVisitor(server)
  await visitor.open('/forgot-password')
  await visitor.submit('/forgot-password', { email })
  await visitor.open(readLink(await takeMail(mail, email, /Choose a new password/)))
  const done = await visitor.submit('/reset-password', { password: PASSWORD })
  assert.match(done.text, /Your password has been changed/)
}

/** Where the password alone leads. */
async function enterWithPassword(server: TestServer, email: string) {
  const visitor = createVisitor(server)
  return { visitor, location: (await enter(visitor, email)).headers.get('location') ?? '' }
}

async function listSuspended(server: TestServer, userId: string): Promise<string[]> {
  const { sql } = server.services.db
  const rows = await sql<{ name: string }>`
    select name from passkeys where user_id = ${userId} and suspended_at is not null
    union all select 'app' as name from totp_factors where user_id = ${userId} and suspended_at is not null
    union all select distinct 'codes' as name from recovery_codes
      where user_id = ${userId} and suspended_at is not null
    order by name`
  return rows.map(({ name }) => name)
}

suite('a passkey that a thief has added', () => {
  test('is neither asked for nor accepted after the owner has reset the password', async (context) => {
    const { mail, server, person } = await start(context)
    const { authenticator } = await addPasskey(server, person, undefined, { name: 'Thief' })
    server.advance(6 * DAY_MS)
    await resetPassword(server, mail, person.user.email)

    const thief = createVisitor(server)
    assert.equal((await usePasskey(server, thief, authenticator)).status, 401)
    const { location, visitor } = await enterWithPassword(server, person.user.email)
    assert.equal(location, '/app/logbook', 'the owner is not asked for it')
    assert.equal((await visitor.open('/review-access')).status, 200)
    assert.deepEqual(await listSuspended(server, person.user.id), ['Thief', 'codes'])
    const log = await server.services.db.sql<{ subject: string }>`
      select subject from security_events where user_id = ${person.user.id} and kind = 'second_factor_suspended'`
    assert.deepEqual(log, [{ subject: 'passkey Thief' }, { subject: 'recovery codes' }])
  })

  test('is neither asked for nor accepted after the old address has taken the account back', async (context) => {
    const { mail, server, person } = await start(context)
    const { authenticator } = await addPasskey(server, person, undefined, { name: 'Thief' })
    const change = { email: THIEF, password: TEST_PASSWORD }
    assert.equal((await send(server, person, 'POST', '/account/email', change)).status, 200)
    const keepLink = readLink(await takeMail(mail, person.user.email, /is about to change/))
    const confirming = createVisitor(server)
    await confirming.open(readLink(await mail.take(THIEF)))
    assert.equal((await confirming.submit('/verify-email', {})).status, 200)
    // Longer than seven days after the passkey, and in time for the link.
    server.advance(7 * DAY_MS - 60_000)
    assert.equal((await usePasskey(server, createVisitor(server), authenticator)).status, 200)

    const owner = createVisitor(server)
    await owner.open(keepLink)
    const { text } = await owner.submit('/keep-email', {})
    assert.equal((await usePasskey(server, createVisitor(server), authenticator)).status, 401)
    await owner.open(/href="(\/reset-password[^"]*)"/.exec(text)?.[1] ?? '')
    assert.equal((await owner.submit('/reset-password', { password: PASSWORD })).status, 200)
    assert.equal((await usePasskey(server, createVisitor(server), authenticator)).status, 401)
    const { location } = await enterWithPassword(server, person.user.email)
    assert.equal(location, '/app/logbook')
  })

  test('stays suspended, however much later, until it is reviewed', async (context) => {
    const { mail, server, person } = await start(context)
    const { authenticator } = await addPasskey(server, person)
    await resetPassword(server, mail, person.user.email)
    server.advance(30 * DAY_MS)
    await resetPassword(server, mail, person.user.email)
    assert.equal((await usePasskey(server, createVisitor(server), authenticator)).status, 401)
  })
})

suite('a reset of the password', () => {
  test('does not undo factors older than seven days: a stolen mailbox is not enough', async (context) => {
    const { mail, server, person } = await start(context)
    const { authenticator } = await addPasskey(server, person, undefined, { name: 'Mine' })
    server.advance(7 * DAY_MS + 60_000)
    await resetPassword(server, mail, person.user.email)
    assert.deepEqual(await listSuspended(server, person.user.id), [])
    const { location, visitor } = await enterWithPassword(server, person.user.email)
    assert.equal(location, '/sign-in/second-factor')
    assert.equal((await usePasskey(server, visitor, authenticator, STEP)).status, 200)
  })

  test('suspends a young authenticator app, its codes and a set-up that was begun', async (context) => {
    const { mail, server, person } = await start(context)
    const thief = createVisitor(server)
    await enter(thief, person.user.email, TEST_PASSWORD)
    await setUpApp(server, thief, TEST_PASSWORD)
    const waiting = createVisitor(server)
    await enter(waiting, person.user.email, TEST_PASSWORD)
    assert.equal((await waiting.open('/sign-in/second-factor')).status, 200)
    await resetPassword(server, mail, person.user.email)
    const ended = await waiting.open('/sign-in/second-factor')
    assert.equal(ended.headers.get('location'), '/sign-in', 'a sign-in that waited for its code is over')
    const { location } = await enterWithPassword(server, person.user.email)
    assert.equal(location, '/app/logbook')
    assert.deepEqual(await listSuspended(server, person.user.id), ['app', 'codes'])

    const other = await createSignedInUser(server)
    assert.equal((await send(server, other, 'POST', '/second-factors/app', {})).status, 200)
    await resetPassword(server, mail, other.user.email)
    const { sql } = server.services.db
    const begun = await sql`select 1 as one from totp_factors where user_id = ${other.user.id}`
    assert.equal(begun.length, 0, 'the thief knows the key that it shows')
  })

  test('suspends renewed recovery codes but not an older app, whose code is still asked for', async (context) => {
    const { mail, server, person } = await start(context)
    const owner = createVisitor(server)
    await enter(owner, person.user.email, TEST_PASSWORD)
    const { secret } = await setUpApp(server, owner, TEST_PASSWORD)
    server.advance(8 * DAY_MS)
    const [code = ''] = await renewCodes(server, owner, TEST_PASSWORD)
    await resetPassword(server, mail, person.user.email)
    assert.deepEqual(await listSuspended(server, person.user.id), ['codes'])
    const { visitor } = await enterWithPassword(server, person.user.email)
    await visitor.open('/sign-in/second-factor')
    assert.equal((await visitor.submit('/sign-in/second-factor', { code })).status, 401)
    const entered = await visitor.submit('/sign-in/second-factor', { code: showCode(server, secret) })
    assert.equal(entered.status, 303)
  })
})

suite('the email about an added factor', () => {
  const press = async (server: TestServer, link: string) => {
    const visitor = createVisitor(server)
    const page = await visitor.open(link)
    if (page.status !== 200) return { visitor, status: page.status, text: page.text }
    return { visitor, ...(await visitor.submit('/undo-factor', {})) }
  }
  const takeLink = async (mail: MailServer, email: string) =>
    readLink(await takeMail(mail, email, /second factors/))

  test('has a link that removes it and begins the recovery, also after a new password', async (context) => {
    const { mail, server, person } = await start(context)
    const { authenticator } = await addPasskey(server, person, undefined, { name: 'Thief' })
    const link = await takeLink(mail, person.user.email)
    const other = await addPasskey(server, person, undefined, { name: 'Second' })
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'thirteen thieving thrushes' }
    assert.equal((await send(server, person, 'POST', '/account/password', change)).status, 204)
    assert.match((await createVisitor(server).open(link)).text, /Thief.*Was it not you/s)
    assert.equal(
      (await usePasskey(server, createVisitor(server), authenticator)).status,
      200,
      'opening it alone',
    )
    server.advance(7 * DAY_MS - 60_000)

    const { visitor, text } = await press(server, link)
    assert.match(text, /no longer signs in/)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    assert.equal((await usePasskey(server, createVisitor(server), authenticator)).status, 401)
    assert.equal((await usePasskey(server, createVisitor(server), other.authenticator)).status, 401)
    assert.deepEqual(await listSuspended(server, person.user.id), ['Second', 'codes'])
    const refused = await enter(createVisitor(server), person.user.email, change.newPassword)
    assert.equal(refused.status, 401, 'the password that the thief has chosen')
    await visitor.open(/href="(\/reset-password[^"]*)"/.exec(text)?.[1] ?? '')
    assert.equal((await visitor.submit('/reset-password', { password: PASSWORD })).status, 200)
    const { location } = await enterWithPassword(server, person.user.email)
    assert.equal(location, '/app/logbook')
    assert.equal((await press(server, link)).status, 400, 'the link works once')
  })

  test('has a link that ends with the factor, and after seven days', async (context) => {
    const { mail, server, person } = await start(context)
    const visitor = createVisitor(server)
    await enter(visitor, person.user.email, TEST_PASSWORD)
    await setUpApp(server, visitor, TEST_PASSWORD)
    const removed = await takeLink(mail, person.user.email)
    await removeApp(server, visitor, TEST_PASSWORD)
    assert.equal((await press(server, removed)).status, 400)
    await takeMail(mail, person.user.email, /second factors/)
    await setUpApp(server, visitor, TEST_PASSWORD)
    assert.equal((await press(server, removed)).status, 400, 'another app is not removed')
    const late = await takeLink(mail, person.user.email)
    assert.equal((await createVisitor(server).open(late)).status, 200)
    server.advance(7 * DAY_MS)
    assert.equal((await press(server, late)).status, 400)
  })

  test('gives the account to the reader of its present address only', async (context) => {
    const { mail, server, person } = await start(context)
    await addPasskey(server, person)
    const link = await takeLink(mail, person.user.email)
    const { sql } = server.services.db
    await sql`update users set email = ${THIEF} where id = ${person.user.id}`
    const { text } = await press(server, link)
    assert.match(text, /another email address now/)
    assert.doesNotMatch(text, /reset-password/)
  })

  test('has a link that a thief loses when the old address takes the account back', async (context) => {
    const { mail, server, person } = await start(context)
    const change = { email: THIEF, password: TEST_PASSWORD }
    assert.equal((await send(server, person, 'POST', '/account/email', change)).status, 200)
    const keepLink = readLink(await takeMail(mail, person.user.email, /is about to change/))
    const confirming = createVisitor(server)
    await confirming.open(readLink(await mail.take(THIEF)))
    await confirming.submit('/verify-email', {})
    await addPasskey(server, person)
    const thiefsLink = await takeLink(mail, THIEF)
    const owner = createVisitor(server)
    await owner.open(keepLink)
    assert.equal((await owner.submit('/keep-email', {})).status, 200)
    assert.equal((await press(server, thiefsLink)).status, 400)
  })
})
