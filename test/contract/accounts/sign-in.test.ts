// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'
import { createUserWithPassword, enter, isSignedIn, PASSWORD, signUp } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

suite('signing in', async () => {
  const server = await shareServer()

  test('shows the same page for an unknown email, a wrong password, a disabled and an unconfirmed account', async (context) => {
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

  test('takes the same work for an unknown email and a wrong password', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: true,
      environment: { RATE_LIMIT_SIGN_IN: '0' },
    })
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
        assert.ok(performance.now() - startedAt >= 300, 'a refusal is not given at once')
        const { user: own, system } = process.cpuUsage(before)
        costs[kind].push((own + system) / 1000)
      }
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
    const [known, unknown] = [median(costs.known), median(costs.unknown)]
    context.diagnostic(`${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown`)
    assert.ok(unknown > 0.5 * known && known > 0.5 * unknown, `${known} ms and ${unknown} ms`)
  })

  test('redirects to paths of this service only', async () => {
    const { email } = await createUserWithPassword(server)
    const cases: [string, string][] = [
      ['/app/settings', '/app/settings'],
      ['/app/flights/1?a=b', '/app/flights/1?a=b'],
      ['//evil.example', '/app/logbook'],
      ['/\\evil.example', '/app/logbook'],
      ['https://evil.example/', '/app/logbook'],
      ['/.//evil.example', '/app/logbook'],
      ['javascript:alert(1)', '/app/logbook'],
    ]
    for (const [returnTo, location] of cases) {
      const answer = await enter(createVisitor(server), email, TEST_PASSWORD, returnTo)
      assert.equal(answer.headers.get('location'), location)
      const visitor = createVisitor(server)
      await visitor.open('/sign-in')
      const forged = await visitor.submit('/sign-in', { email, password: TEST_PASSWORD, return_to: returnTo })
      assert.equal(forged.headers.get('location'), location)
    }
  })

  test('on the way to a consent leads on by a page, not by a redirect', async () => {
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

  test('is limited per account and IP address, and says when to try again', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const { email } = await createUserWithPassword(server)
    const visitor = createVisitor(server)
    for (let attempt = 0; attempt < 3; attempt++)
      assert.equal((await enter(visitor, email, 'wrong wrong wrong')).status, 401)
    const refused = await enter(visitor, email, TEST_PASSWORD)
    assert.equal(refused.status, 429)
    assert.match(refused.text, /Too many attempts/)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0')
    assert.ok(Number(refused.headers.get('x-ratelimit-reset')) > Date.now() / 1000)
    assert.equal((await enter(createVisitor(server), 'other@example.org')).status, 401)
    server.advance(601_000)
    assert.equal((await enter(visitor, email, TEST_PASSWORD)).status, 303)
  })

  test('sets a cookie that scripts cannot read and other sites do not send', async (context) => {
    const { email } = await createUserWithPassword(server)
    const plain = (await enter(createVisitor(server), email, TEST_PASSWORD)).headers.getSetCookie()
    assert.match(plain.join('\n'), /^cloudstreet\.session_token=[^;]+;.*HttpOnly.*SameSite=Lax/m)
    assert.doesNotMatch(plain.join('\n'), /Secure/)
    const secure = await startServer(context, { environment: { BASE_URL: 'https://cloudstreet.example' } })
    const { headers } = await createSignedInUser(secure)
    assert.match(headers.cookie, /^__Secure-cloudstreet\.session_token=/)
  })

  test('redirects at once when already signed in', async () => {
    const { headers } = await createSignedInUser(server)
    for (const path of ['/sign-in', '/sign-up']) {
      const response = await server.fetch(`${path}?return_to=/app/settings`, { headers })
      assert.equal(response.headers.get('location'), '/app/settings')
    }
  })
})
