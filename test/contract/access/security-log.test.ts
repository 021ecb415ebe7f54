// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { SecurityEvent, SecurityLogPage } from '#dashboard/security.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { runAdmin } from '#test/support/admin.ts'
import { send, type SignedIn } from '#test/support/account.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { asClient, obtainTokens, postForm, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser, createUser, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { onLoopback } from '#test/support/webhooks.ts'

suite('the security log', async () => {
  const mail = await startMailServer({ after })
  const server = await startServer(
    { after },
    { environment: { ...onLoopback, RATE_LIMIT_SIGN_IN: '0', SMTP_URL: mail.url } },
  )
  const { sql } = server.services.db

  async function readPage(person: Pick<SignedIn, 'headers'>, before = ''): Promise<SecurityLogPage> {
    return (await (await send(server, person, 'GET', `/security-log${before}`)).json()) as SecurityLogPage
  }
  /** Oldest first. */
  async function readLog(person: Pick<SignedIn, 'headers'>): Promise<SecurityEvent[]> {
    return (await readPage(person)).items.toReversed()
  }
  const toLines = (events: SecurityEvent[]) =>
    events.map(({ kind, actor, subject }) => [kind, actor, subject].filter(Boolean).join(' '))
  async function post(person: SignedIn, path: string, body: object = {}) {
    const answer = await send(server, person, 'POST', path, body)
    assert.ok(answer.ok, `${path}: ${answer.status}`)
    const { data, ...own } = answer.status === 204 ? {} : ((await answer.json()) as { data?: object })
    return { ...own, ...data } as Record<string, string>
  }

  test('tells of sign-ins, failures and sign-outs, from where and with what', async () => {
    const person = await createSignedInUser(server)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    assert.equal((await enter(visitor, person.user.email, 'not the password at all')).status, 401)
    assert.equal((await enter(visitor, person.user.email, TEST_PASSWORD)).status, 303)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: server.url }
    assert.equal((await server.fetch('/sign-out', { method: 'POST', headers })).status, 303)
    assert.equal(await isSignedIn(visitor), false)
    const events = await readLog(person)
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== 'new_device')
    assert.deepEqual(kinds, ['sign_in_failed', 'signed_in', 'signed_out'])
    for (const event of events) assert.equal(event.address, '127.0.0.1')
  })

  test('says the browser in words', async () => {
    const person = await createSignedInUser(server)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await send(server, { headers: { ...person.headers, 'user-agent': agent } as never }, 'POST', '/keys', {
      name: 'Vario',
      scopes: ['flights:read'],
      days: null,
    })
    assert.equal((await readLog(person))[0]?.browser, 'Firefox on Linux')
  })

  test('is not filled by strangers: further failures of an hour are counted', async () => {
    const person = await createSignedInUser(server)
    for (let tries = 0; tries < 13; tries++) {
      const visitor = createVisitor(server)
      await visitor.open('/sign-in')
      await enter(visitor, person.user.email, 'not the password at all')
    }
    const events = await readLog(person)
    assert.equal(events.length, 10)
    assert.equal(events.at(-1)?.times, 4)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const [before] = await sql<{ count: number }>`select count(*) as count from security_events`
    await enter(visitor, 'nobody-at-all@example.org', 'not the password at all')
    const [now] = await sql<{ count: number }>`select count(*) as count from security_events`
    assert.equal(now?.count, before?.count, 'an address without an account')
  })

  test('tells of keys, applications, webhooks and sessions', async () => {
    const person = await createSignedInUser(server)
    const key = await post(person, '/keys', { name: 'Vario', scopes: ['flights:read'], days: null })
    await send(server, person, 'DELETE', `/keys/${key.id}`)
    const app = await post(person, '/applications', {
      name: 'Diary',
      description: null,
      website: null,
      type: 'confidential',
      grants: ['client_credentials'],
      scopes: ['flights:read'],
      redirectUris: [],
    })
    const path = `/applications/${app.id}`
    await send(server, person, 'PATCH', path, { name: 'Diary 2' })
    await post(person, `${path}/rotate-secret`)
    await post(person, `${path}/disable`)
    await post(person, `${path}/enable`)
    await send(server, person, 'DELETE', path)
    const hook = await post(person, '/webhooks', { url: 'http://127.0.0.1:9/a-secret-path' })
    await send(server, person, 'PATCH', `/webhooks/${hook.id}`, { url: 'http://127.0.0.1:10/another' })
    await post(person, `/webhooks/${hook.id}/rotate-secret`)
    await send(server, person, 'DELETE', `/webhooks/${hook.id}`)
    await post(person, '/sessions/end-others')
    await (await send(server, person, 'GET', '/account/export')).arrayBuffer()
    assert.deepEqual(toLines(await readLog(person)), [
      'key_created user Vario',
      'key_revoked user Vario',
      'application_created user Diary',
      'application_changed user Diary 2',
      'client_secret_rotated user Diary 2',
      'application_disabled user Diary 2',
      'application_enabled user Diary 2',
      'application_deleted user Diary 2',
      'webhook_created user 127.0.0.1:9',
      'webhook_changed user 127.0.0.1:10',
      'webhook_secret_rotated user 127.0.0.1:10',
      'webhook_deleted user 127.0.0.1:10',
      'account_exported user',
    ])
  })

  test('has no entry for a request that failed', async () => {
    const [person, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const hook = await post(person, '/webhooks', { url: 'http://127.0.0.1:9/' })
    assert.equal((await send(server, other, 'DELETE', `/webhooks/${hook.id}`)).status, 404)
    assert.equal((await send(server, other, 'POST', `/webhooks/${hook.id}/rotate-secret`)).status, 404)
    assert.deepEqual(toLines(await readLog(person)), ['webhook_created user 127.0.0.1:9'])
    assert.deepEqual(await readLog(other), [])
  })

  test('tells of consents and of a refresh token that was used twice', async () => {
    const person = await createSignedInUser(server)
    const application = await registerApplication(server, { name: 'Vario Cloud' })
    const tokens = await obtainTokens(server, application, { headers: person.headers })
    const refresh = () =>
      postForm(server, '/api/oauth/token', {
        ...asClient(application),
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
      })
    assert.equal((await refresh()).status, 200)
    assert.equal((await refresh()).status, 400)
    assert.equal((await send(server, person, 'DELETE', `/connections/${application.id}`)).status, 204)
    assert.deepEqual(toLines(await readLog(person)), [
      'consent_given user Vario Cloud',
      'token_replayed application Vario Cloud',
      'consent_withdrawn user Vario Cloud',
    ])
  })

  test('tells the user of a new key by mail, with what to do', async () => {
    const person = await createSignedInUser(server)
    await post(person, '/keys', { name: 'Vario', scopes: ['flights:read'], days: null })
    const { subject, text } = await mail.take(person.user.email)
    assert.match(subject, /new API key/)
    assert.match(text, /"Vario"[\s\S]*not you, revoke the key: .*\/app\/developers\/keys/)
  })

  test('tells the user of a sign-in on a new device by mail, and of no other', async () => {
    const user = await createUserWithPassword(server)
    const first = createVisitor(server)
    const enterAs = async (visitor: typeof first) =>
      assert.equal((await enter(visitor, user.email, TEST_PASSWORD)).status, 303)
    const countMails = () => mail.received.filter(({ to }) => to === user.email).length
    await enterAs(first)
    first.cookies.delete([...first.cookies.keys()].find((name) => name.includes('session')) ?? '')
    await enterAs(first)
    const second = createVisitor(server)
    await enterAs(second)
    const { subject, text } = await mail.take(user.email)
    assert.match(subject, /new device/)
    assert.match(text, /127\.0\.0\.1[\s\S]*not you, choose a new password at once: .*\/forgot-password/)
    assert.equal(countMails(), 1, 'neither for the first sign-in nor for the same browser again')
    const [events] = await sql<{ count: number }>`
      select count(*) as count from security_events where user_id = ${user.id} and kind = 'new_device'`
    assert.equal(events?.count, 1)
  })

  test('shows the operator every command that changes something, without its secrets', async () => {
    const email = 'by-operator@example.org'
    const create = ['user', 'create', '--email', email, '--password', 'forty four forgotten foxes']
    assert.equal((await runAdmin(server, create)).code, 0)
    assert.equal((await runAdmin(server, ['user', 'disable', '--email', email])).code, 0)
    assert.equal((await runAdmin(server, ['user', 'list'])).code, 0)
    const { output } = await runAdmin(server, ['audit', '--days', '1'])
    const events = (output as { events: SecurityEvent[] }).events.filter(({ actor }) => actor === 'operator')
    assert.deepEqual(toLines(events.toReversed()), [
      `operator_command operator user create ${email}`,
      'account_created operator',
      `operator_command operator user disable ${email}`,
      'account_disabled operator',
    ])
    assert.ok(!JSON.stringify(output).includes('foxes'))
  })

  test('keeps of a deleted account only that there was one', async () => {
    const person = await createSignedInUser(server)
    await post(person, '/keys', { name: 'Vario', scopes: ['flights:read'], days: null })
    const gone = await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.equal(gone.status, 204)
    const rows = await sql<{ kind: string; address: string | null }>`
      select kind, address from security_events where user_id = ${person.user.id} or subject = ${person.user.id}`
    assert.deepEqual(
      rows.map(({ kind, address }) => ({ kind, address })),
      [{ kind: 'account_deleted', address: null }],
    )
  })

  test('comes a page at a time, and shows no one another’s', async () => {
    const person = await createSignedInUser(server)
    const other = await createUser(server)
    for (let made = 0; made < 60; made++) {
      const owner = made < 55 ? person.user : other
      await server.services.db.transaction(async (transaction) => {
        const event = { userId: owner.id, kind: 'signed_in', actor: 'user' } as const
        await recordSecurityEvent(transaction, server.services.now(), event)
      })
    }
    const first = await readPage(person)
    assert.equal(first.items.length, 50)
    const second = await readPage(person, `?before=${first.next}`)
    assert.deepEqual([second.items.length, second.next], [5, null])
    assert.equal(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 55)
  })
})
