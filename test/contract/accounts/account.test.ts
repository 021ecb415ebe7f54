// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SignedInSession } from '#dashboard/account.ts'
import { countRows, readAccount, send } from '#test/support/account.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const NEW_PASSWORD = 'eleven elegant eagles'

suite('the account of the dashboard', async () => {
  const server = await shareServer()

  test('is read and changed in part', async () => {
    const person = await createSignedInUser(server, 'Ada')
    const account = await readAccount(server, person)
    assert.equal(account.email, person.user.email)
    assert.equal(account.name, 'Ada')
    assert.equal(typeof account.createdAt, 'number')
    const change = { club: '  Thermik  ', civlId: 4711, publicProfile: true }
    const changed = await send(server, person, 'PATCH', '/account', change)
    assert.equal(changed.status, 200)
    assert.deepEqual(await changed.json(), {
      ...account,
      club: 'Thermik',
      civlId: 4711,
      publicProfile: true,
    })
    await send(server, person, 'PATCH', '/account', { name: '', civlId: null })
    const after = await readAccount(server, person)
    assert.equal(after.name, null)
    assert.equal(after.civlId, null)
    assert.equal(after.club, 'Thermik')
  })

  test('returns markup in a field as plain text', async () => {
    const person = await createSignedInUser(server)
    const changed = await send(server, person, 'PATCH', '/account', { club: '<b>Lift</b>' })
    assert.equal(((await changed.json()) as { club: string }).club, '<b>Lift</b>')
    assert.match(changed.headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(changed.headers.get('x-content-type-options'), 'nosniff')
  })

  const refused: [string, unknown, RegExp][] = [
    ['a name that is too long', { name: 'x'.repeat(101) }, /100 characters/],
    ['a name with a control character', { name: 'a\u0000b' }, /cannot be displayed/],
    ['a CIVL id that is no number', { civlId: 'abc' }, /civlId|CIVL/],
    ['a CIVL id that is no whole number', { civlId: 1.5 }, /civlId|CIVL/],
    ['a CIVL id below one', { civlId: 0 }, /CIVL/],
    ['a CIVL id beyond 32 bits', { civlId: 2 ** 31 }, /CIVL/],
    ['a field that is not the user’s to change', { emailVerified: true }, /emailVerified/],
    ['the address', { email: 'other@example.org' }, /email/],
  ]
  test('refuses an invalid field and names it', async () => {
    const person = await createSignedInUser(server)
    for (const [name, change, sentence] of refused) {
      const response = await send(server, person, 'PATCH', '/account', change)
      assert.equal(response.status, 400, name)
      assert.match(((await response.json()) as { error_description: string }).error_description, sentence)
    }
  })

  test('is closed to visitors who are not signed in and to other sites', async () => {
    const person = await createSignedInUser(server)
    for (const path of ['/account', '/account/export', '/sessions'])
      assert.equal((await server.fetch(`/app/api${path}`)).status, 401)
    const { cookie, origin } = person.headers
    const other = { headers: await signIn(server, person.user) }
    const { items } = (await (await send(server, other, 'GET', '/sessions')).json()) as {
      items: SignedInSession[]
    }
    const changes = [
      ['PATCH', '/account'],
      ['DELETE', '/account'],
      ['POST', '/account/password'],
      ['POST', '/account/email'],
      ['POST', '/account/image'],
      ['DELETE', '/account/image'],
      ['POST', '/sessions/end-others'],
      ...items.map(({ id }) => ['DELETE', `/sessions/${id}`] as const),
    ] as const
    const elsewhere: Record<string, string>[] = [
      { cookie, origin: 'https://evil.example' },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin, 'sec-fetch-site': 'same-site' },
      // A browser says at least one of the two; what says neither is no page of ours.
      { cookie },
    ]
    const before = await countRows(server, person.user.id)
    for (const headers of elsewhere) {
      for (const [method, path] of changes) {
        const request = { method, body: JSON.stringify({ password: TEST_PASSWORD }) }
        // Types that a form or a script of another site can send without asking first.
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
          const sent = { ...request, headers: { ...headers, 'content-type': type } }
          const response = await server.fetch(`/app/api${path}`, sent)
          assert.equal(response.status, 403, `${method} ${path} ${JSON.stringify(headers)}`)
        }
      }
    }
    assert.deepEqual(await countRows(server, person.user.id), before)
  })
})

suite('the sessions of a user', async () => {
  const server = await shareServer()

  test('are listed, ended one by one, and all but this one', async () => {
    const person = await createSignedInUser(server)
    const [second, third, fourth] = [
      { headers: await signIn(server, person.user) },
      { headers: await signIn(server, person.user) },
      { headers: await signIn(server, person.user) },
    ]
    const list = async () =>
      ((await (await send(server, person, 'GET', '/sessions')).json()) as { items: SignedInSession[] }).items
    const before = await list()
    assert.equal(before.length, 4)
    assert.equal(before.filter((session) => session.isCurrent).length, 1)

    const [{ id } = { id: '' }] = (
      (await (await send(server, second, 'GET', '/sessions')).json()) as {
        items: SignedInSession[]
      }
    ).items.filter((session) => session.isCurrent)
    assert.equal((await send(server, person, 'DELETE', `/sessions/${id}`)).status, 204)
    assert.equal((await send(server, second, 'GET', '/account')).status, 401)
    assert.equal((await send(server, third, 'GET', '/account')).status, 200)
    assert.equal((await send(server, person, 'DELETE', `/sessions/${id}`)).status, 404)
    assert.equal((await send(server, person, 'DELETE', '/sessions/nonsense')).status, 404)

    assert.deepEqual(await (await send(server, person, 'POST', '/sessions/end-others')).json(), { ended: 2 })
    assert.equal((await send(server, fourth, 'GET', '/account')).status, 401)
    assert.equal((await list()).length, 1)
  })

  test('cannot be ended by another user', async () => {
    const [mine, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const { items } = (await (await send(server, other, 'GET', '/sessions')).json()) as {
      items: SignedInSession[]
    }
    assert.equal((await send(server, mine, 'DELETE', `/sessions/${items[0]?.id}`)).status, 404)
    assert.equal((await send(server, other, 'GET', '/account')).status, 200)
  })

  test('show when and from where they were last used, whatever headers a visitor sends', async (context) => {
    const server = await startServer(context)
    const user = await createUser(server)
    await signIn(server, user)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const claims = {
      'user-agent': agent,
      'x-forwarded-for': '203.0.113.9',
      'x-cloudstreet-address': '203.0.113.9',
    }
    await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD }, claims)
    server.advance(3_600_000)
    const { text } = await visitor.open('/app/api/sessions', { accept: 'application/json' })
    const current = (JSON.parse(text) as { items: SignedInSession[] }).items.find((item) => item.isCurrent)
    assert.equal(current?.browser, 'Firefox on Linux')
    assert.match(current?.address ?? '', /^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1|0000:.*)$/)
    assert.ok((current?.lastSeenAt ?? 0) - (current?.createdAt ?? 0) > 3_500_000)
  })
})

suite('a change of password', () => {
  test('asks for the old one, ends the other sessions and keeps this one', async () => {
    const server = await shareServer()
    const person = await createSignedInUser(server)
    const other = { headers: await signIn(server, person.user) }
    const change = (currentPassword: string, newPassword: string) =>
      send(server, person, 'POST', '/account/password', { currentPassword, newPassword })
    const wrong = await change('wrong wrong wrong', NEW_PASSWORD)
    assert.equal(wrong.status, 400)
    assert.match(await wrong.text(), /current password is wrong/)
    assert.equal((await change(TEST_PASSWORD, 'short')).status, 400)
    assert.equal((await send(server, other, 'GET', '/account')).status, 200)

    const changed = await change(TEST_PASSWORD, NEW_PASSWORD)
    assert.equal(changed.status, 204)
    assert.equal((await send(server, other, 'GET', '/account')).status, 401)
    const cookie = changed.headers.getSetCookie().map((line) => line.replace(/;.*/, ''))
    const next = { headers: { ...person.headers, cookie: cookie.join('; ') } }
    assert.equal((await send(server, next, 'GET', '/account')).status, 200)

    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    assert.equal(
      (await visitor.submit('/sign-in', { email: person.user.email, password: TEST_PASSWORD })).status,
      401,
    )
    assert.equal(
      (await visitor.submit('/sign-in', { email: person.user.email, password: NEW_PASSWORD })).status,
      303,
    )
  })

  test('guessing the old one is limited like signing in', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const person = await createSignedInUser(server)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++) {
      const body = { currentPassword: 'wrong wrong wrong', newPassword: NEW_PASSWORD }
      statuses.push((await send(server, person, 'POST', '/account/password', body)).status)
    }
    assert.deepEqual(statuses, [400, 400, 400, 429, 429])
  })
})

suite('a change of email', () => {
  test('takes effect once the link sent to the new address is used, and both addresses get a mail', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const person = await createSignedInUser(server)
    const email = 'moved@example.org'
    const wrong = await send(server, person, 'POST', '/account/email', {
      email,
      password: 'wrong wrong wrong',
    })
    assert.equal(wrong.status, 400)
    const asked = await send(server, person, 'POST', '/account/email', { email, password: TEST_PASSWORD })
    assert.deepEqual(await asked.json(), { outcome: 'sent' })
    assert.equal((await readAccount(server, person)).email, person.user.email)

    const visitor = createVisitor(server)
    await visitor.open(readLink(await mail.take(email)))
    await visitor.submit('/verify-email', {})
    const account = await readAccount(server, person)
    assert.equal(account.email, email)
    assert.equal(account.emailVerified, true)
    assert.match((await mail.take(person.user.email)).text, /moved@example\.org/)
  })

  test('to an email that has an account gets the same answer and changes nothing', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const [person, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const body = { email: other.user.email, password: TEST_PASSWORD }
    const asked = await send(server, person, 'POST', '/account/email', body)
    assert.deepEqual(await asked.json(), { outcome: 'sent' })
    assert.match((await mail.take(other.user.email)).subject, /tried to use your email address/)
    assert.equal((await readAccount(server, person)).email, person.user.email)
  })

  test('fails when somebody else has taken the new email in the meantime', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const person = await createSignedInUser(server)
    await send(server, person, 'POST', '/account/email', {
      email: 'moved@example.org',
      password: TEST_PASSWORD,
    })
    const link = readLink(await mail.take('moved@example.org'))
    const rival = await createUser(server)
    await server.services.db.sql`update users set email = 'moved@example.org' where id = ${rival.id}`
    const visitor = createVisitor(server)
    await visitor.open(link)
    assert.equal((await visitor.submit('/verify-email', {})).status, 400)
    assert.equal((await readAccount(server, person)).email, person.user.email)
  })

  test('takes effect at once without a mail server', async () => {
    const server = await shareServer()
    const [person, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const change = (email: string) =>
      send(server, person, 'POST', '/account/email', { email, password: TEST_PASSWORD })
    assert.deepEqual(await (await change('Moved@example.org')).json(), { outcome: 'changed' })
    const account = await readAccount(server, person)
    assert.equal(account.email, 'moved@example.org')
    assert.equal(account.emailVerified, false)
    assert.equal((await change(other.user.email)).status, 400)
    assert.equal((await change('nonsense')).status, 400)
  })
})
