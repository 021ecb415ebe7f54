// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createUserByOperator } from '#server/accounts/commands.ts'
import { authorizePath, createPkce, registerApplication, startDevice } from '#test/support/oauth.ts'
import { createSignedInUser, createUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

const IMITATION = 'Сloudstreet Support'

suite('what a consent page says', async () => {
  const server = await shareServer()
  const { user, headers } = await createSignedInUser(server)
  const { challenge } = createPkce()
  const pathOf = (id: string, redirectUri: string) =>
    authorizePath({
      response_type: 'code',
      client_id: id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
  const open = async (path: string) => {
    const response = await server.fetch(path, { headers })
    const page = await response.text()
    assert.equal(response.status, 200, page)
    return { page, text: page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
  }

  const places: [string, RegExp][] = [
    ['https://app.example.org:8443/cb', /you return to app\.example\.org:8443 \./],
    ['http://127.0.0.1:5000/cb', /you return to a program on this computer, 127\.0\.0\.1:5000 \./],
    ['http://[::1]:5000/cb', /you return to a program on this computer, \[::1\]:5000 \./],
    ['com.example.app:/cb', /you return to an app on this device, com\.example\.app \./],
  ]
  for (const [redirectUri, words] of places) {
    test(`where it leads: ${redirectUri}`, async () => {
      const { id } = await registerApplication(server, { redirectUris: [redirectUri], type: 'public' })
      assert.match((await open(pathOf(id, redirectUri))).text, words)
    })
  }

  test('the sign-in on the way there names the application, as far as it may be trusted', async () => {
    const application = await registerApplication(server, { name: 'Thermal <b>Diary' })
    const path = pathOf(application.id, 'https://app.example.org/callback')
    const visit = await server.fetch(path, { redirect: 'manual' })
    const signInPath = visit.headers.get('location') ?? ''
    assert.match(signInPath, /^\/sign-in\?return_to=/)
    for (const way of [signInPath, signInPath.replace('/sign-in', '/sign-up')]) {
      const page = await (await server.fetch(way)).text()
      assert.match(page, /to continue to <strong>Thermal &lt;b(>|&gt;)Diary<\/strong>/)
    }
    const nameless = await registerApplication(server)
    await server.services.db.sql`update applications set name = ${IMITATION} where id = ${nameless.id}`
    const others: [string, RegExp | undefined][] = [
      [pathOf(nameless.id, 'https://app.example.org/callback'), /<strong>app\.example\.org<\/strong>/],
      [pathOf(application.id, 'https://evil.example/callback'), undefined],
      [pathOf('0'.repeat(24), 'https://app.example.org/callback'), undefined],
      ['/oauth/device', undefined],
      ['/app/logbook', undefined],
    ]
    for (const [returnTo, words] of others) {
      const page = await (await server.fetch(`/sign-in?return_to=${encodeURIComponent(returnTo)}`)).text()
      if (words) assert.match(page, words)
      else assert.doesNotMatch(page, /to continue to/)
    }
  })

  for (const kind of ['consent', 'device'] as const) {
    test(`whose account it is; "Not you?" signs out and comes back to the same ${kind} page`, async () => {
      const own = await createSignedInUser(server)
      const application = await registerApplication(server)
      const path =
        kind === 'consent'
          ? pathOf(application.id, 'https://app.example.org/callback')
          : `/oauth/device?user_code=${(await startDevice(server, application)).userCode}`
      const page = await (await server.fetch(path, { headers: own.headers })).text()
      assert.match(page, new RegExp(`Signed in as <span class="address">${own.user.email}</span>`))
      const form = /<form method="post" action="\/sign-out".*?<\/form>/s.exec(page)?.[0] ?? ''
      assert.match(form, /Not you\?/)
      const valueOf = (name: string) =>
        (new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '').replaceAll('&amp;', '&')
      const fields = { form_token: valueOf('form_token'), return_to: valueOf('return_to') }
      const send = (body: Record<string, string>, from: Record<string, string>) =>
        server.fetch('/sign-out', { method: 'POST', body: new URLSearchParams(body), headers: from })
      const { cookie } = own.headers
      const forged = await send({ ...fields, form_token: 'x' }, { cookie, origin: 'null' })
      assert.equal(forged.status, 403)
      // The page sends no referrer: a browser without fetch metadata sends no origin either.
      const answer = await send(fields, { cookie, origin: 'null' })
      assert.equal(answer.status, 303)
      const over = await server.fetch(answer.headers.get('location') ?? '')
      const location = new URL(over.headers.get('location') ?? '', server.url)
      assert.equal(location.pathname, '/sign-in')
      const back = new URL(location.searchParams.get('return_to') ?? '', server.url)
      const wanted = new URL(path, server.url)
      assert.equal(back.pathname, wanted.pathname)
      assert.deepEqual([...back.searchParams], [...wanted.searchParams])
      const after = await server.fetch(path, { headers: own.headers })
      assert.match(after.headers.get('location') ?? '', /^\/sign-in\?/)
    })
  }

  test('signing out leads to no other site', async () => {
    const own = await createSignedInUser(server)
    const answer = await server.fetch('/sign-out', {
      method: 'POST',
      body: new URLSearchParams({ return_to: 'https://evil.example.org/' }),
      headers: own.headers,
    })
    const over = answer.headers.get('location') ?? ''
    assert.equal(over, '/app/signed-out?return_to=%2Fapp%2Flogbook')
    const end = await server.fetch(over)
    assert.equal(end.headers.get('location'), '/sign-in?return_to=%2Fapp%2Flogbook')
  })

  test('a name that imitates the service or hides characters is refused, new or changed', async () => {
    const send = (method: string, path: string, body: object) =>
      server.fetch(`/app/api${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      })
    const { id } = await registerApplication(server, { owner: user })
    const wanted = { type: 'public', grants: ['device_code'], scopes: ['profile:read'], redirectUris: [] }
    for (const [name, sentence] of [
      [IMITATION, /The name looks like Cloudstreet, the name of this service itself/],
      ['Bank\u2066', /The name contains characters that cannot be displayed/],
      ['Ba\u200bnk', /The name contains characters that cannot be displayed/],
    ] as const) {
      const attempts = [
        await send('POST', '/applications', { ...wanted, name }),
        await send('PATCH', `/applications/${id}`, { name }),
        await send('PATCH', '/account', { name }),
      ]
      for (const attempt of attempts) {
        assert.equal(attempt.status, 400)
        assert.match(await attempt.text(), sentence)
      }
      const options = new Map([
        ['email', ['new@example.org']],
        ['name', [name]],
      ])
      await assert.rejects(createUserByOperator(server.services, options), sentence)
    }
  })

  const offenders: [string, object, string][] = [
    ['an application', { name: IMITATION }, 'Olga Owner'],
    ['an owner', { name: 'Thermal Tracker' }, IMITATION],
  ]
  for (const [what, { name }, ownerName] of offenders as [string, { name: string }, string][]) {
    test(`${what} named before names were checked is shown only by the host`, async () => {
      const { sql } = server.services.db
      const owner = await createUser(server, ownerName)
      const application = await registerApplication(server, { owner, website: 'https://site.example.org' })
      await sql`update applications set name = ${name} where id = ${application.id}`
      const { userCode } = await startDevice(server, application)
      const consent = await open(pathOf(application.id, 'https://app.example.org/callback'))
      const device = await open(`/oauth/device?user_code=${userCode}`)
      assert.match(consent.text, /Allow app\.example\.org\?/)
      assert.match(device.text, /Connect site\.example\.org\?/)
      for (const { page } of [consent, device]) {
        for (const hidden of [IMITATION, 'Olga Owner', 'Thermal Tracker']) assert.ok(!page.includes(hidden))
      }
    })
  }
})
