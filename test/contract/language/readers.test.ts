// run: all
// Whose language counts, and what stays as it was in all of them.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { languages } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { authorizePath, REDIRECT_URI, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createSharingPilot } from '#test/support/sharing/visitor.ts'
import { PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

suite('readers', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, RATE_LIMIT_SIGN_IN: '0' } })
  const { sql } = server.services.db
  const asBrowser = { accept: 'text/html' }
  const open = async (path: string, headers: Record<string, string> = {}) =>
    (await server.fetch(path, { headers: { ...asBrowser, ...headers } })).text()
  const languageOf = (page: string) => /<html lang="(\w+)"/.exec(page)?.[1]

  test('who are signed in read in their own language, whatever the browser and its cookie say', async () => {
    const { user, headers } = await createSignedInUser(server)
    await sql`update users set language = 'it' where id = ${user.id}`
    const application = await registerApplication(server)
    const paths = [
      '/review-access',
      '/oauth/device',
      '/activate',
      '/oauth/end-session',
      authorizePath({ response_type: 'code', client_id: application.id, redirect_uri: REDIRECT_URI }),
    ]
    for (const path of paths) {
      const cookie = `${headers.cookie}; cloudstreet.preferences=fr`
      const page = await open(path, { ...headers, cookie, 'accept-language': 'de' })
      assert.equal(languageOf(page), 'it', path)
    }
  })

  test('choose from the menu without a script, and come back to the page they were on', async () => {
    const visitor = createVisitor(server, { 'accept-language': 'de' })
    const path = '/sign-in?return_to=%2Fapp%2Faccount'
    assert.equal(languageOf((await visitor.open(path)).text), 'de')
    const chosen = await visitor.submit('/preferences', { language: 'es' })
    assert.deepEqual([chosen.status, chosen.headers.get('location')], [303, path])
    assert.equal(languageOf((await visitor.open(path)).text), 'es')
    assert.equal(languageOf((await visitor.open('/')).text), 'es')
  })

  test('of a page that its address does not bring again have no menu', async () => {
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    const wrong = await visitor.submit('/sign-in', { email: 'nobody@example.org', password: 'wrong' })
    assert.doesNotMatch(wrong.text, /action="\/preferences"/)
  })

  test('of the documentation and programs of the API are answered in English', async () => {
    const headers = { 'accept-language': 'de' }
    assert.equal(languageOf(await open('/docs', headers)), 'en')
    const refused = await server.fetch('/api/v1/flights', { headers })
    const { error_description } = (await refused.json()) as { error_description: string }
    assert.equal(error_description, await readEnglish('/api/v1/flights'))
    const missing = await server.fetch('/api/v1/shared/000000000000000000000000', { headers })
    assert.match(await missing.text(), /"There is no such flight\."/)
  })

  const readEnglish = async (path: string) =>
    ((await (await server.fetch(path)).json()) as { error_description: string }).error_description

  test('see the name of an application as text, in every language', async () => {
    const name = '<img src=x onerror=alert(1)> & "Co"'
    const { headers } = await createSignedInUser(server)
    const application = await registerApplication(server, { name, description: `${name}!` })
    const path = authorizePath({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: REDIRECT_URI,
    })
    for (const language of languages) {
      const visitors = await open(`/sign-in?return_to=${encodeURIComponent(path)}`, {
        'accept-language': language,
      })
      const consent = await open(path, { ...headers, 'accept-language': language })
      for (const page of [visitors, consent]) {
        assert.equal(languageOf(page), language)
        assert.ok(
          page.includes('&lt;img src=x onerror=alert(1)>') ||
            page.includes('&lt;img src=x onerror=alert(1)&gt;'),
        )
        assert.doesNotMatch(page, /<img src=x/)
      }
    }
  })

  test('of a preview that name no language get the pilot’s; feeds and the picture are in it', async () => {
    const pilot = await createSharingPilot(server, 'Pia "<b>" Preview')
    const flight = await uploadNew(server, pilot, makeFlight(3, { shape: 'line', taskKm: 12 }))
    await pilot.setVisibility(flight.id, 'public')
    await pilot.dashboard('PATCH', '/sharing', { handle: 'pia-preview' })
    await pilot.dashboard('PATCH', '/account', { publicProfile: true, language: 'de' })
    const described = (page: string) => /property="og:description" content="([^"]*)"/.exec(page)?.[1] ?? ''
    assert.match(
      described(await open(`/f/${flight.id}`, { 'accept-language': '*' })),
      /Freie Strecke, [\d,]+ Punkte/,
    )
    assert.match(
      described(await open(`/f/${flight.id}`, { 'accept-language': 'fr' })),
      /Distance libre, [\d,]+ points/,
    )
    for (const language of languages)
      assert.doesNotMatch(await open(`/f/${flight.id}`, { 'accept-language': language }), /Pia "<b>/)
    const feed = await open('/p/pia-preview/feed.atom', { 'accept-language': 'fr' })
    assert.match(feed, /xml:lang="de"[^]*<title>Flüge von Pia/)
    const json = await server.fetch('/p/pia-preview/feed.json')
    assert.equal(((await json.json()) as { language: string }).language, 'de')
  })

  test('of an account that the operator made get emails in the language of their first page', async () => {
    const email = 'invited@example.org'
    const { output } = await runAdmin(server, ['user', 'create', '--email', email])
    const link = new URL(String(output?.link))
    const visitor = createVisitor(server, { 'accept-language': 'es' })
    const page = await visitor.open(link.pathname + link.search)
    assert.match(page.text, new RegExp(textsIn('es').resetPassword.title))
    await visitor.submit('/reset-password', { password: PASSWORD })
    const [user] = await sql<{ language: string }>`select language from users where email = ${email}`
    assert.equal(user?.language, 'es')
  })
})
