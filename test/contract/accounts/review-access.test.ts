// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { webhookReceivers } from '#server/webhooks/delivery/queue-store.ts'
import { chooseForAll, send } from '#test/support/account.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import {
  asClient,
  callApi,
  obtainTokens,
  postForm,
  refresh,
  registerApplication,
} from '#test/support/oauth.ts'
import { bearer, createKey, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { addPasskey, usePasskey } from '#test/support/second-factor.ts'
import { startServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const DAY_MS = 86_400_000

/** An account with one of everything that can act for it. */
async function startWithAccess(context: Parameters<typeof startMailServer>[0]) {
  const mail = await startMailServer(context)
  const server = await startServer(context as Parameters<typeof startServer>[0], {
    environment: { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0', WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  const user = await createUser(server)
  const headers = await signIn(server, user)
  const key = await createKey(server, user, ['profile:read'])
  const connected = await registerApplication(server, { name: 'Vario Cloud' })
  const tokens = await obtainTokens(server, connected, { headers })
  const own = await registerApplication(server, { name: 'My Logger', owner: user })
  await send(server, { headers }, 'POST', '/webhooks', { url: 'https://example.com/thief' })
  return { mail, server, user, headers, key, connected, tokens, own }
}

type Started = Awaited<ReturnType<typeof startWithAccess>>

async function reset({ mail, server, user }: Pick<Started, 'mail' | 'server' | 'user'>) {
  const visitor = createVisitor(server)
  await visitor.open('/forgot-password')
  await visitor.submit('/forgot-password', { email: user.email })
  await visitor.open(readLink(await mail.take(user.email)))
  await visitor.submit('/reset-password', { password: PASSWORD })
  return visitor
}

/** Credentials that still act for the account. */
async function listActing({ server, user, key, tokens, own }: Started): Promise<string[]> {
  const { sql } = server.services.db
  const asOwner = await postForm(server, '/api/oauth/token', {
    ...asClient(own),
    grant_type: 'client_credentials',
  })
  await sql`update webhooks set due_at = ${server.services.now()} where user_id = ${user.id}`
  const webhooks = await webhookReceivers.listDue(sql, server.services.now(), {
    lane: 'fast',
    limit: 10,
    busyAccounts: [],
  })
  return [
    (await server.fetch('/api/v1/profile', { headers: bearer(key) })).status === 200 && 'key',
    (await callApi(server, tokens.access_token)) === 200 && 'connected application',
    (await callApi(server, asOwner.body.access_token)) === 200 && 'own application',
    webhooks.length > 0 && 'webhook',
  ].filter((name) => name !== false)
}

const everything = ['key', 'connected application', 'own application', 'webhook']

suite('the first sign-in after a password reset', () => {
  test('shows what else can act for the account, and ends what is young unless it is kept', async (context) => {
    const started = await startWithAccess(context)
    const { server, user } = started
    const visitor = await reset(started)
    assert.deepEqual(await listActing(started), [], 'suspended by the recovery itself')

    const signedIn = await enter(visitor, user.email)
    assert.equal(signedIn.headers.get('location'), '/app/logbook')
    const page = await visitor.open('/app/logbook')
    assert.equal(page.status, 303)
    const location = page.headers.get('location') ?? ''
    assert.equal(location, '/review-access?return_to=%2Fapp%2Flogbook')
    const refused = await visitor.open('/app/api/keys')
    assert.equal(refused.status, 403)
    assert.match(refused.text, /review_required/)
    assert.equal((await visitor.open('/oauth/device')).status, 303, 'no consent before the review')
    const silently = await visitor.open(`/oauth/authorize?response_type=code&client_id=${started.own.id}`)
    assert.match(silently.headers.get('location') ?? '', /^\/review-access\?return_to=/)

    const { text } = await visitor.open(location)
    for (const name of ['>test<', 'Vario Cloud', 'My Logger', 'https://example.com/thief'])
      assert.ok(text.includes(name), `${name} is listed`)
    assert.match(text, /Someone else may have left something behind/)
    assert.match(text, /created less than a day ago/)
    assert.doesNotMatch(text, /Keep everything/)
    const forged = await visitor.submit('/review-access', { form_token: 'x' })
    assert.equal(forged.status, 403)
    await visitor.open(location)
    const done = await visitor.submit('/review-access', {})
    assert.match(done.text, /Your choices are saved/)
    assert.match(done.text, /href="\/app\/logbook"/)

    assert.deepEqual(await listActing(started), [])
    assert.equal((await visitor.open('/app/logbook')).status, 200)
    const log = await visitor.open('/app/api/security-log')
    assert.match(log.text, /access_reviewed/)
    assert.match(log.text, /"kind":"key_revoked"[^}]*"subject":"test"/)
    const applications = await visitor.open('/app/api/applications')
    assert.doesNotMatch(applications.text, /"disabledAt":null/)
    assert.equal((await createVisitor(server).open('/review-access')).status, 303)
  })

  test('keeps what is older than seven days, and ends or keeps each as the user says', async (context) => {
    const started = await startWithAccess(context)
    started.server.advance(8 * DAY_MS)
    const visitor = await reset(started)
    await enter(visitor, started.user.email)
    const { text } = await visitor.open('/review-access?return_to=https://evil.example/')
    assert.match(text, /created 8 days ago \(\d{1,2} \w+ \d{4}\)/)
    const [webhook = ''] = /webhook:[\w-]+/.exec(text) ?? []
    const done = await visitor.submit('/review-access', { [webhook]: 'end' })
    assert.match(done.text, /Ended.*example\.com\/thief.*Kept.*Vario Cloud/s)
    assert.match(done.text, /href="\/app\/logbook"/)
    // The access token has expired meanwhile.
    const acting = await listActing(started)
    assert.deepEqual(acting, ['key', 'own application'])
    const connected = await started.server.services.db.sql`
      select id from consents where user_id = ${started.user.id} and revoked_at is null`
    assert.equal(connected.length, 1)
    assert.equal((await visitor.open('/app/logbook')).status, 200)
  })

  test('suspends what is young until it is kept, and leaves alone what is older', async (context) => {
    const started = await startWithAccess(context)
    const { server, user, tokens, connected } = started
    const { headers } = started
    const others = await createUser(server)
    const stranger = await createKey(server, others, ['profile:read'])
    assert.deepEqual(await listActing(started), everything)
    const visitor = await reset(started)
    assert.deepEqual(await listActing(started), [])
    assert.equal(await callApi(server, stranger), 200)
    const refused = await refresh(server, connected, tokens.refresh_token ?? '')
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'])
    assert.match(String(refused.body.error_description), /review/)
    const seen = await postForm(server, '/api/oauth/introspect', {
      ...asClient(connected),
      token: tokens.refresh_token ?? '',
    })
    assert.equal(seen.body.active, false)
    assert.equal((await server.fetch('/app/api/keys', { headers })).status, 401, 'as every session')

    await enter(visitor, user.email)
    const page = await visitor.open('/review-access')
    assert.equal(page.text.match(/suspended by the recovery/g)?.length, everything.length)
    await visitor.submit('/review-access', chooseForAll(page, 'keep'))
    assert.deepEqual(await listActing(started), everything)
    const answer = await refresh(server, connected, tokens.refresh_token ?? '')
    assert.equal(answer.status, 200, 'the token was not used up meanwhile')
    server.advance(8 * DAY_MS)
    await server.services.db.sql`update users set review_due_at = ${server.services.now()}`
    assert.equal(await callApi(server, started.key), 200, 'older than seven days')
    const again = await refresh(server, connected, answer.body.refresh_token ?? '')
    assert.equal(await callApi(server, again.body.access_token), 200, 'a young token of an older consent')
    const log = await server.services.db.sql<{ subject: string }>`
      select subject from security_events where user_id = ${user.id} and kind = 'access_suspended' order by id`
    assert.deepEqual(
      log.map(({ subject }) => subject).toSorted(),
      ['My Logger', 'Vario Cloud', 'https://example.com/thief', 'test'].toSorted(),
    )
  })

  test('asks about what has come about since the page was shown', async (context) => {
    const started = await startWithAccess(context)
    const { server, user } = started
    const visitor = await reset(started)
    await enter(visitor, user.email)
    await visitor.open('/review-access')
    const later = await createKey(server, user, ['profile:read'])
    const again = await visitor.submit('/review-access', {})
    assert.match(again.text, /Decide about what is left/)
    assert.equal((await visitor.open('/app/logbook')).status, 303, 'the review is not over')
    await visitor.open('/review-access')
    assert.match((await visitor.submit('/review-access', {})).text, /Your choices are saved/)
    assert.equal((await server.fetch('/api/v1/profile', { headers: bearer(later) })).status, 401)
    assert.equal((await visitor.open('/app/logbook')).status, 200)
  })

  test('needs the new password: an older passkey opens a session that decides nothing', async (context) => {
    const started = await startWithAccess(context)
    const { server, user, headers } = started
    const { authenticator } = await addPasskey(server, { user, headers })
    // Before its link has expired, and the email with it.
    await started.mail.take(user.email)
    server.advance(8 * DAY_MS)
    await reset(started)
    const visitor = createVisitor(server)
    assert.equal((await usePasskey(server, visitor, authenticator)).status, 200)
    assert.match((await visitor.open('/review-access')).text, /Your password/)
    for (const password of ['', TEST_PASSWORD]) {
      const refused = await visitor.submit('/review-access', { password })
      assert.equal(refused.status, 400)
      assert.match(refused.text, /The current password is wrong/)
    }
    assert.equal((await visitor.open('/app/logbook')).status, 303)
    await visitor.open('/review-access')
    const done = await visitor.submit('/review-access', { password: PASSWORD })
    assert.match(done.text, /Your choices are saved/)
  })

  test('restores a suspended passkey that is kept, and deletes one that is ended', async (context) => {
    const started = await startWithAccess(context)
    const { server, user, headers } = started
    const mine = await addPasskey(server, { user, headers }, undefined, { name: 'Mine' })
    const other = await addPasskey(server, { user, headers }, undefined, { name: 'Not mine' })
    for (let index = 0; index < 2; index++) await started.mail.take(user.email)
    const visitor = await reset(started)
    await enter(visitor, user.email)
    const { text } = await visitor.open('/review-access')
    assert.match(text, /Mine.*added less than a day ago.*suspended by the recovery/s)
    const [kept = ''] = /passkey:[\w-]+/.exec(text) ?? []
    await visitor.submit('/review-access', { [kept]: 'keep' })
    assert.equal((await usePasskey(server, createVisitor(server), mine.authenticator)).status, 200)
    assert.equal((await usePasskey(server, createVisitor(server), other.authenticator)).status, 401)
    const names = await server.services.db.sql`select name from passkeys where user_id = ${user.id}`
    assert.deepEqual(names, [{ name: 'Mine' }])
  })

  test('goes straight on when there is nothing to review', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUser(server)
    await signIn(server, user)
    const visitor = await reset({ mail, server, user })
    await enter(visitor, user.email)
    const first = await visitor.open('/app/logbook')
    const second = await visitor.open(first.headers.get('location') ?? '')
    assert.equal(second.headers.get('location'), '/app/logbook')
    assert.equal((await visitor.open('/app/logbook')).status, 200)
  })
})

suite('access', () => {
  test('can be reviewed at any time: ending something also ends the other sessions', async (context) => {
    const started = await startWithAccess(context)
    const { mail, server, user, headers } = started
    const visitor = createVisitor(server)
    await enter(visitor, user.email, TEST_PASSWORD)
    const page = await visitor.open('/review-access')
    assert.match(page.text, /without being signed in/)
    await visitor.submit('/review-access', {})
    assert.deepEqual(await listActing(started), everything, 'everything is kept unless it is ended')
    assert.equal((await send(server, { headers }, 'GET', '/account')).status, 200)
    await visitor.open('/review-access')
    await visitor.submit('/review-access', chooseForAll(page, 'end'))
    assert.deepEqual(await listActing(started), [])
    assert.equal((await send(server, { headers }, 'GET', '/account')).status, 401)
    assert.match((await mail.take(user.email)).text, /No longer able to act for your account.*- test/s)
    assert.match((await visitor.open('/review-access')).text, /Nothing else can act/)
  })

  test('tells what a key was made with', async (context) => {
    const { server, user } = await startWithAccess(context)
    const visitor = createVisitor(server)
    await enter(visitor, user.email, TEST_PASSWORD)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const key = { name: 'laptop', scopes: ['profile:read'] }
    const person = { headers: { cookie, origin: server.url } }
    assert.equal((await send(server, person, 'POST', '/keys', key)).status, 201)
    const { text } = await visitor.open('/review-access')
    assert.match(text, /laptop<\/legend>.*created less than a day ago, confirmed by password/s)
  })

  test('is reviewed by its own user alone, on a page of this service', async (context) => {
    const { server, headers } = await startWithAccess(context)
    const body = new URLSearchParams({ 'key:x': 'end' })
    const elsewhere = { ...headers, origin: 'https://evil.example' }
    for (const sent of [headers, elsewhere]) {
      const answer = await server.fetch('/review-access', { method: 'POST', body, headers: sent })
      assert.equal(answer.status, 403)
    }
  })
})
