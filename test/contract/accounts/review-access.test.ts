import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { send } from '#test/support/account.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { asClient, callApi, obtainTokens, postForm, registerApplication } from '#test/support/oauth.ts'
import { bearer, createKey, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

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
  return { mail, server, user, headers, key, tokens, own }
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

/** What still acts for the account. */
async function listActing({ server, user, key, tokens, own }: Started): Promise<string[]> {
  const { sql } = server.services.db
  const asOwner = await postForm(server, '/api/oauth/token', {
    ...asClient(own),
    grant_type: 'client_credentials',
  })
  const webhooks = await sql`select id from webhooks where user_id = ${user.id} and disabled_at is null`
  return [
    (await server.fetch('/api/v1/profile', { headers: bearer(key) })).status === 200 && 'key',
    (await callApi(server, tokens.access_token)) === 200 && 'connected application',
    asOwner.status === 200 && 'own application',
    webhooks.length > 0 && 'webhook',
  ].filter((name) => name !== false)
}

const everything = ['key', 'connected application', 'own application', 'webhook']

suite('the first sign-in after a password reset', () => {
  test('shows what else can act for the account, and one button ends all of it', async (context) => {
    const started = await startWithAccess(context)
    const { server, user } = started
    const visitor = await reset(started)
    assert.deepEqual(await listActing(started), everything)

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
    assert.ok(text.indexOf('End all of it') < text.indexOf('Keep everything'), 'ending is the default')
    const forged = await visitor.submit('/review-access', { decision: 'end', form_token: 'x' })
    assert.equal(forged.status, 403)
    await visitor.open(location)
    assert.equal((await visitor.submit('/review-access', { decision: 'perhaps' })).status, 400)
    await visitor.open(location)
    const done = await visitor.submit('/review-access', { decision: 'end' })
    assert.match(done.text, /All of it is ended/)
    assert.match(done.text, /href="\/app\/logbook"/)

    assert.deepEqual(await listActing(started), [])
    assert.equal((await visitor.open('/app/logbook')).status, 200)
    const log = await visitor.open('/app/api/security-log')
    assert.match(log.text, /access_reviewed/)
    const applications = await visitor.open('/app/api/applications')
    assert.doesNotMatch(applications.text, /"disabledAt":null/)
    assert.equal((await createVisitor(server).open('/review-access')).status, 303)
  })

  test('leaves everything as it is when the user says so', async (context) => {
    const started = await startWithAccess(context)
    const visitor = await reset(started)
    await enter(visitor, started.user.email)
    await visitor.open('/review-access?return_to=https://evil.example/')
    const done = await visitor.submit('/review-access', { decision: 'keep' })
    assert.match(done.text, /Everything is kept/)
    assert.match(done.text, /href="\/app\/logbook"/)
    assert.deepEqual(await listActing(started), everything)
    assert.equal((await visitor.open('/app/logbook')).status, 200)
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
  test('can be reviewed at any time, which also ends the other sessions', async (context) => {
    const started = await startWithAccess(context)
    const { server, user, headers } = started
    const visitor = createVisitor(server)
    await enter(visitor, user.email, TEST_PASSWORD)
    assert.match((await visitor.open('/review-access')).text, /without being signed in/)
    await visitor.submit('/review-access', { decision: 'end' })
    assert.deepEqual(await listActing(started), [])
    assert.equal((await send(server, { headers }, 'GET', '/account')).status, 401)
    assert.match((await visitor.open('/review-access')).text, /Nothing else can act/)
  })

  test('is reviewed by its own user alone, on a page of this service', async (context) => {
    const { server, headers } = await startWithAccess(context)
    const body = new URLSearchParams({ decision: 'end' })
    const elsewhere = { ...headers, origin: 'https://evil.example' }
    for (const sent of [headers, elsewhere]) {
      const answer = await server.fetch('/review-access', { method: 'POST', body, headers: sent })
      assert.equal(answer.status, 403)
    }
  })
})
