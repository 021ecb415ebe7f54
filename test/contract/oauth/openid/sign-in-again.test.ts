// run: all
// prompt=login and max_age: OpenID Connect Core 3.1.2.1.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { authorizePath, decide, REDIRECT_URI, registerApplication } from '#test/support/oauth.ts'
import { createUser, signIn, TEST_PASSWORD, type TestUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor, type Visitor } from '#test/support/visitor.ts'

const MINUTE_MS = 60_000

suite('signing in again for an application', async () => {
  const server = await startServer(
    { after },
    { environment: { RATE_LIMIT_OAUTH: '0', RATE_LIMIT_SIGN_IN: '0' } },
  )
  const application = await registerApplication(server)
  const asked = { response_type: 'code', client_id: application.id, redirect_uri: REDIRECT_URI }
  const open = (visitor: Visitor, parameters: Record<string, string>) =>
    visitor.open(authorizePath({ ...asked, ...parameters }))
  const location = ({ headers }: { headers: Headers }) => headers.get('location') ?? ''

  /** Signed in and connected: a plain request is answered with a code at once. */
  const connect = async () => {
    const user = await createUser(server)
    await signIn(server, user)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD })
    const headers = { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const page = await open(visitor, {})
    await decide(server, page.text, { headers: { ...headers, origin: server.url } })
    assert.match(location(await open(visitor, {})), /[?&]code=/)
    return { visitor, user, headers }
  }
  /** From the redirect to the sign-in page and back to the application. */
  const signInAgain = async (visitor: Visitor, user: TestUser, to: string) => {
    assert.match(to, /^\/sign-in\?again=true&return_to=/)
    const page = await visitor.open(to)
    assert.equal(page.status, 200, 'the form is shown to anyone who is signed in, too')
    const entered = await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD })
    const next = /href="(\/oauth\/authorize[^"]*)"/.exec(entered.text)?.[1] ?? ''
    return visitor.open(next.replaceAll('&amp;', '&'))
  }

  for (const prompt of ['login', 'login consent', 'select_account']) {
    test(`prompt=${prompt}: the sign-in page, and then on, once`, async () => {
      const { visitor, user } = await connect()
      server.advance(1000)
      const first = await open(visitor, { prompt })
      const answer = await signInAgain(visitor, user, location(first))
      if (prompt === 'login consent') assert.match(answer.text, /Allow Thermal Tracker/)
      else assert.match(location(answer), /[?&]code=/)
      assert.match(location(await open(visitor, { prompt })), /^\/sign-in/, 'the next request asks again')
    })
  }

  test('opening the way back without signing in leads to the sign-in page again', async () => {
    const { visitor } = await connect()
    server.advance(1000)
    const to = new URL(location(await open(visitor, { prompt: 'login' })), server.url)
    const back = await visitor.open(to.searchParams.get('return_to') ?? '')
    assert.match(location(back), /^\/sign-in\?again=true/)
  })

  test('a way back that is older than a quarter of an hour counts no more', async () => {
    const { visitor, user } = await connect()
    server.advance(1000)
    const to = location(await open(visitor, { prompt: 'login' }))
    const back = new URL(to, server.url).searchParams.get('return_to') ?? ''
    await signInAgain(visitor, user, to)
    assert.match(location(await visitor.open(back)), /[?&]code=/)
    server.advance(15 * MINUTE_MS)
    assert.match(location(await visitor.open(back)), /^\/sign-in\?again=true/)
  })

  test('max_age: a sign-in that is recent enough will do, an older one will not', async () => {
    const { visitor, user } = await connect()
    assert.match(location(await open(visitor, { max_age: '300' })), /[?&]code=/)
    server.advance(6 * MINUTE_MS)
    const old = await open(visitor, { max_age: '300' })
    assert.match(location(await open(visitor, { max_age: '600' })), /[?&]code=/)
    assert.match(location(await signInAgain(visitor, user, location(old))), /[?&]code=/)
    assert.match(location(await open(visitor, { max_age: '300' })), /[?&]code=/)
  })

  test('max_age=0 asks every time, and ends', async () => {
    const { visitor, user } = await connect()
    server.advance(1000)
    const first = await open(visitor, { max_age: '0' })
    assert.match(location(await signInAgain(visitor, user, location(first))), /[?&]code=/)
  })

  test('prompt=none: an old sign-in comes back as login_required', async () => {
    const { visitor } = await connect()
    server.advance(6 * MINUTE_MS)
    const answer = new URL(location(await open(visitor, { prompt: 'none', max_age: '300' })))
    assert.equal(answer.searchParams.get('error'), 'login_required')
    assert.equal(answer.searchParams.get('iss'), server.url)
  })

  test('a decision on a page that has grown too old asks for the sign-in first', async () => {
    const { visitor, headers } = await connect()
    const page = await open(visitor, { prompt: 'consent', max_age: '300' })
    server.advance(6 * MINUTE_MS)
    const answer = await decide(server, page.text, { headers: { ...headers, origin: server.url } })
    assert.match(answer.headers.get('location') ?? '', /^\/sign-in\?again=true/)
  })

  test('a max_age that is no number, and prompt=none with another, are invalid_request', async () => {
    const { visitor } = await connect()
    for (const wrong of [{ max_age: 'soon' }, { max_age: '-1' }, { prompt: 'none login' }]) {
      const answer = new URL(location(await open(visitor, wrong as Record<string, string>)))
      assert.equal(answer.searchParams.get('error'), 'invalid_request')
    }
  })
})
