import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

async function countUsers({ services }: TestServer): Promise<number> {
  const [row] = await services.db.sql<{ count: number }>`select count(*) as count from users`
  return row?.count ?? -1
}

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
  test('makes an account that can sign in at once', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    const answer = await signUp(visitor, 'Nia@Example.org')
    assert.equal(answer.status, 200)
    assert.match(answer.text, /Almost there/)
    const signedIn = await enter(visitor, 'nia@example.org')
    assert.equal(signedIn.status, 303)
    assert.equal(signedIn.headers.get('location'), '/app/logbook')
    assert.ok(await isSignedIn(visitor))
  })

  test('writes the link to confirm the address into the outbox', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    const mail = await readOutbox(server)
    assert.match(mail, /^To: nia@example\.org$/m)
    await visitor.open(readLink({ text: mail }))
    const done = await visitor.submit('/verify-email', {})
    assert.match(done.text, /Your address is confirmed/)
  })

  test('an address confirmed where one is signed in leads to the account, elsewhere to signing in', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    await enter(visitor, 'nia@example.org')
    const link = readLink({ text: await readOutbox(server) })
    await visitor.open(link)
    const { text } = await visitor.submit('/verify-email', {})
    assert.match(text, /Your address is confirmed/)
    assert.match(text, /nia@example\.org/)
    assert.match(text, /href="\/app\/account"/)
    assert.doesNotMatch(text, /action="\/sign-in"/)
  })

  test('refuses what cannot be an account, keeping what was typed', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    const cases: [string, string, RegExp][] = [
      ['nonsense', PASSWORD, /not an email address/],
      ['nia@localhost', PASSWORD, /not an email address/],
      ['nia@example.org', 'short', /at least 12 characters/],
      ['nia@example.org', 'qwertyuiop123', /commonest/],
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
  test('needs the address to be confirmed before the first sign-in', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
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
    assert.match(done.text, /Your address is confirmed/)
    assert.equal((await enter(visitor, 'nia@example.org')).status, 303)
    assert.equal((await visitor.open(link)).status, 400, 'the link works once')
  })

  test('with an address that has an account looks the same, and its owner is told', async (context) => {
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
    assert.match((await mail.take(user.email)).subject, /account already/)
    assert.equal(await countUsers(server), 2)
    const visitor = createVisitor(server)
    assert.equal((await enter(visitor, user.email)).status, 401, 'the password was not changed')
  })

  test('a second time before the address is confirmed leads to choosing a password by mail', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    await signUp(createVisitor(server), 'nia@example.org', 'of somebody else entirely')
    await mail.take('nia@example.org')
    const visitor = createVisitor(server)
    await signUp(visitor, 'nia@example.org')
    const letter = await mail.take('nia@example.org')
    assert.match(letter.subject, /Finish/)
    await visitor.open(readLink(letter))
    await visitor.submit('/reset-password', { password: PASSWORD })
    assert.equal((await enter(visitor, 'nia@example.org')).status, 303)
    assert.equal(
      (await enter(createVisitor(server), 'nia@example.org', 'of somebody else entirely')).status,
      401,
    )
  })

  test('the confirmation mail can be asked for again, by anyone for anyone, with one answer', async (context) => {
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
    assert.ok(mail.received.every((letter) => letter.to === 'nia@example.org'))
  })
})

suite('signing in', () => {
  test('refuses unknown, wrong, disabled and unconfirmed with the same page', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUser(server)
    await signIn(server, user)
    const disabled = await createUser(server)
    await signIn(server, disabled)
    await server.services.db.sql`update users set disabled_at = 1 where id = ${disabled.id}`
    await signUp(createVisitor(server), 'unconfirmed@example.org')
    const attempts: [string, string][] = [
      ['nobody@example.org', PASSWORD],
      [user.email, 'wrong wrong wrong'],
      [disabled.email, TEST_PASSWORD],
      ['unconfirmed@example.org', PASSWORD],
      ['not an address', PASSWORD],
    ]
    const pages = new Set<string>()
    for (const [email, password] of attempts) {
      const visitor = createVisitor(server)
      const answer = await enter(visitor, email, password)
      assert.equal(answer.status, 401)
      assert.ok(!(await isSignedIn(visitor)))
      pages.add(answer.text.replaceAll(email, '').replaceAll(/name="form_token" value="[^"]+"/g, ''))
    }
    assert.equal(pages.size, 1)
  })

  test('costs the same for an unknown address and a wrong password', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '0' } })
    const user = await createUserWithPassword(server)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    // Time of the processor, not of the clock: other work on this machine does not count.
    const costs = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 6; round++) {
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? user.email : 'nobody@example.org'
        const before = process.cpuUsage()
        const startedAt = performance.now()
        await visitor.submit('/sign-in', { email, password: 'wrong wrong wrong' })
        assert.ok(performance.now() - startedAt >= 299, 'a refusal is not given at once')
        const { user: own, system } = process.cpuUsage(before)
        costs[kind].push((own + system) / 1000)
      }
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
    const [known, unknown] = [median(costs.known), median(costs.unknown)]
    context.diagnostic(`${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown`)
    assert.ok(unknown > 0.5 * known && known > 0.5 * unknown, `${known} ms and ${unknown} ms`)
  })

  test('leads back to our own pages only', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '0' } })
    const { email } = await createUserWithPassword(server)
    const cases: [string, string][] = [
      ['/app/account', '/app/account'],
      ['/app/flights/1?a=b', '/app/flights/1?a=b'],
      ['//evil.example', '/app/logbook'],
      ['/\\evil.example', '/app/logbook'],
      ['https://evil.example/', '/app/logbook'],
      ['/.//evil.example', '/app/logbook'],
      ['javascript:alert(1)', '/app/logbook'],
    ]
    for (const [asked, location] of cases) {
      const answer = await enter(createVisitor(server), email, TEST_PASSWORD, asked)
      assert.equal(answer.headers.get('location'), location)
      const visitor = createVisitor(server)
      await visitor.open('/sign-in')
      const forged = await visitor.submit('/sign-in', { email, password: TEST_PASSWORD, return_to: asked })
      assert.equal(forged.headers.get('location'), location)
    }
  })

  test('on the way to a consent leads on by a page, not by a redirect of the form', async (context) => {
    const server = await startServer(context)
    const { email } = await createUserWithPassword(server)
    const answer = await enter(
      createVisitor(server),
      email,
      TEST_PASSWORD,
      '/oauth/authorize?client_id=1&state=2',
    )
    assert.equal(answer.status, 200)
    assert.match(
      answer.text,
      /http-equiv="refresh" content="0; url=\/oauth\/authorize\?client_id=1&amp;state=2"/,
    )
  })

  test('is limited for one account and address, and says until when', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const { email } = await createUserWithPassword(server)
    const visitor = createVisitor(server)
    for (let attempt = 0; attempt < 3; attempt++)
      assert.equal((await enter(visitor, email, 'wrong wrong wrong')).status, 401)
    const refused = await enter(visitor, email, TEST_PASSWORD)
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many attempts/)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await enter(createVisitor(server), 'other@example.org')).status, 401)
    server.advance(601_000)
    assert.equal((await enter(visitor, email, TEST_PASSWORD)).status, 303)
  })

  test('sends a cookie that scripts cannot read and other sites do not send', async (context) => {
    const server = await startServer(context)
    const { email } = await createUserWithPassword(server)
    const plain = (await enter(createVisitor(server), email, TEST_PASSWORD)).headers.getSetCookie()
    assert.match(plain.join('\n'), /^cloudstreet\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/m)
    assert.doesNotMatch(plain.join('\n'), /Secure/)
    const secure = await startServer(context, { environment: { BASE_URL: 'https://cloudstreet.example' } })
    const { headers } = await createSignedInUser(secure)
    assert.match(headers.cookie, /^__Secure-cloudstreet\.session_token=/)
  })

  test('somebody who is signed in already goes on', async (context) => {
    const server = await startServer(context)
    const { headers } = await createSignedInUser(server)
    for (const path of ['/sign-in', '/sign-up']) {
      const response = await server.fetch(`${path}?return_to=/app/account`, { headers })
      assert.equal(response.headers.get('location'), '/app/account')
    }
  })
})

suite('a form from elsewhere', () => {
  const actions = [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/verify-email/send',
  ]
  test('does nothing, whichever form it is', async (context) => {
    const server = await startServer(context)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const email = 'nia@example.org'
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [
        { cookie, origin: server.url },
        { email, password: PASSWORD },
      ],
      [{ origin: server.url }, { email, form_token: 'x' }],
      [{ cookie, origin: 'https://evil.example' }, { email }],
      [{ cookie, 'sec-fetch-site': 'cross-site' }, { email }],
      [{ cookie, 'sec-fetch-site': 'same-site', origin: server.url }, { email }],
    ]
    for (const action of actions) {
      for (const [headers, fields] of attempts) {
        const body = new URLSearchParams(fields)
        assert.equal((await server.fetch(action, { method: 'POST', headers, body })).status, 403, action)
      }
    }
    assert.equal(await countUsers(server), 0)
  })
})

suite('every page', () => {
  test('has a strict policy and is kept by no cache', async (context) => {
    const server = await startServer(context)
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/verify-email']) {
      const { headers, text } = await createVisitor(server).open(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.match(policy, /form-action 'self'/)
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.doesNotMatch(text, /<script|style="| on\w+="/)
    }
  })

  test('shows an error to people as a page and to programs as JSON', async (context) => {
    const server = await startServer(context)
    const page = await server.fetch('/nothing', { headers: { accept: 'text/html,*/*' } })
    assert.match(await page.text(), /There is nothing here/)
    assert.equal(page.status, 404)
    const json = await server.fetch('/api/v1/nothing', { headers: { accept: 'text/html,*/*' } })
    assert.equal(((await json.json()) as { error: string }).error, 'not_found')
  })
})
