import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readAccount, send } from '#test/support/account.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { bearer, createKey, createSignedInUser, createUser, signIn } from '#test/support/people.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

suite('GET /api/v1/profile', async () => {
  const server = await shareServer()

  test('returns the profile, without the email unless the credential may read it', async () => {
    const user = await createUser(server, 'Ada Thermal')
    const key = await createKey(server, user, ['profile:read'])
    const response = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(response.status, 200)
    assert.deepEqual(await response.json(), {
      data: {
        id: user.id,
        name: 'Ada Thermal',
        email: null,
        image: null,
        publicProfile: false,
        emailVerified: false,
        earlyAdopter: false,
        club: null,
        civlId: null,
      },
    })
    const both = await createKey(server, user, ['profile:read', 'profile:email'])
    const full = await server.fetch('/api/v1/profile', { headers: bearer(both) })
    assert.equal(((await full.json()) as { data: { email: string } }).data.email, user.email)
  })

  test('shows club, CIVL id, picture and early adopters', async (context) => {
    const server = await startServer(context, { environment: { EARLY_ADOPTER_BEFORE: '2100-01-01' } })
    const user = await createUser(server)
    await server.services.db.sql`
      update users set club = 'Thermik e. V.', civl_id = 4711, image = '/images/abc.webp', public_profile = ${true},
        email_verified = ${true} where id = ${user.id}`
    const key = await createKey(server, user, ['profile:read'])
    const response = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    const { data } = (await response.json()) as { data: Record<string, unknown> }
    assert.equal(data.club, 'Thermik e. V.')
    assert.equal(data.civlId, 4711)
    assert.equal(data.image, `${server.url}/images/abc.webp`)
    assert.equal(data.publicProfile, true)
    assert.equal(data.emailVerified, true)
    assert.equal(data.earlyAdopter, true)
  })

  test('needs a credential with profile:read', async () => {
    const user = await createUser(server)
    const none = await server.fetch('/api/v1/profile')
    assert.equal(none.status, 401)
    assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer /)
    const key = await createKey(server, user, ['flights:read', 'profile:email'])
    const other = await server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal(other.status, 403)
    assert.equal(((await other.json()) as { error: string }).error, 'insufficient_scope')
  })
})

suite('a session', () => {
  test('is found by its cookie until it is signed out, expires or its user is disabled', async (context) => {
    const server = await startServer(context)
    const { user, headers } = await createSignedInUser(server)
    const open = () => server.fetch('/oauth/device', { headers })
    assert.equal((await open()).status, 200)

    const second = await signIn(server, user)
    const out = await server.fetch('/sign-out', { method: 'POST', headers: second })
    assert.equal(out.status, 303)
    assert.equal((await server.fetch('/oauth/device', { headers: second })).status, 303)
    assert.equal((await open()).status, 200, 'the other session lives on')

    await server.services.db.sql`update users set disabled_at = 1 where id = ${user.id}`
    assert.equal((await open()).status, 303)
    await server.services.db.sql`update users set disabled_at = null where id = ${user.id}`
    assert.equal((await open()).status, 200)
    server.advance(31 * 86_400_000)
    assert.equal((await open()).status, 303)
  })

  test('is not found only by its token or with a wrong signature', async () => {
    const server = await shareServer()
    const { headers } = await createSignedInUser(server)
    const [name, value] = headers.cookie.split('=') as [string, string]
    const [token] = decodeURIComponent(value).split('.') as [string]
    for (const wrong of [token, `${token}.`, `${token}.AAAA`, `${decodeURIComponent(value)}x`, '%ZZ']) {
      const response = await server.fetch('/oauth/device', {
        headers: { cookie: `${name}=${encodeURIComponent(wrong)}` },
      })
      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/sign-in?return_to=%2Foauth%2Fdevice')
    }
  })
})

const readerOf = (page: string) =>
  /<html lang="(\w+)" data-units="(\w+)" data-clock="(\w+)">/.exec(page)?.slice(1)

async function openDashboard(server: TestServer, headers: Record<string, string>) {
  return readerOf(await (await server.fetch('/app/logbook', { headers })).text())
}

function choose(server: TestServer, headers: Record<string, string>, fields: Record<string, string>) {
  const body = new URLSearchParams({ return_to: '/try', ...fields })
  return server.fetch('/preferences', { method: 'POST', redirect: 'manual', headers, body })
}

suite('language, units and clock', async () => {
  const server = await shareServer()

  test('are the browser’s until the pilot has chosen, then the pilot’s on every browser', async () => {
    const person = await createSignedInUser(server)
    const german = { ...person.headers, 'accept-language': 'de-CH,de;q=0.9' }
    assert.deepEqual(await openDashboard(server, german), ['de', 'metric', '24h'])
    const choices = { language: 'fr', units: 'imperial', clock: '12h' } as const
    const changed = await send(server, person, 'PATCH', '/account', choices)
    assert.equal(changed.status, 200)
    assert.partialDeepStrictEqual(await readAccount(server, person), choices)
    assert.deepEqual(await openDashboard(server, german), ['fr', 'imperial', '12h'])

    await send(server, person, 'PATCH', '/account', { name: 'Another name' })
    assert.deepEqual(await openDashboard(server, german), ['fr', 'imperial', '12h'])
    await send(server, person, 'PATCH', '/account', { language: null })
    assert.deepEqual(await openDashboard(server, german), ['de', 'imperial', '12h'])
  })

  test('are in the export', async () => {
    const person = await createSignedInUser(server)
    const choices = { language: 'it', units: 'imperial', clock: '12h' }
    await send(server, person, 'PATCH', '/account', choices)
    const response = await send(server, person, 'GET', '/account/export')
    const archive = readZip(new Uint8Array(await response.arrayBuffer()))
    const profile = JSON.parse(archive.get('profile.json')?.toString() ?? '') as object
    assert.partialDeepStrictEqual(profile, choices)
  })

  test('that are none of ours are refused, and nothing changes', async () => {
    const person = await createSignedInUser(server)
    for (const change of [{ language: 'xx' }, { units: 'both' }, { clock: '13h' }, { language: 7 }])
      assert.equal((await send(server, person, 'PATCH', '/account', change)).status, 400)
    const refused = await choose(server, person.headers, { language: 'xx' })
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /one of en, de, fr, it, es/)
    assert.equal((await readAccount(server, person)).language, null)
  })

  test('chosen below a page are kept by a visitor’s browser, and lead back to the page', async () => {
    const from = { 'sec-fetch-site': 'same-origin' }
    const chosen = await choose(server, from, { language: 'es' })
    assert.equal(chosen.status, 303)
    assert.equal(chosen.headers.get('location'), '/try')
    const cookie = chosen.headers.get('set-cookie') ?? ''
    assert.match(cookie, /^cloudstreet\.preferences=es; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const [pair = ''] = cookie.split(';')
    const more = await choose(server, { ...from, cookie: pair }, { units: 'imperial' })
    assert.match(more.headers.get('set-cookie') ?? '', /^cloudstreet\.preferences=es\.imperial;/)
    const page = await server.fetch('/try', { headers: { cookie: pair, 'accept-language': 'de' } })
    assert.deepEqual(readerOf(await page.text()), ['es', 'metric', '24h'])
    assert.match(page.headers.get('vary') ?? '', /Accept-Language, Cookie/)
  })

  test('chosen below a page are the account’s when somebody is signed in', async () => {
    const person = await createSignedInUser(server)
    assert.equal((await choose(server, person.headers, { language: 'it' })).status, 303)
    assert.equal((await readAccount(server, person)).language, 'it')
  })

  test('are not chosen by another site, nor does the way back lead to one', async () => {
    const person = await createSignedInUser(server)
    const foreign = { ...person.headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    assert.equal((await choose(server, foreign, { language: 'it' })).status, 403)
    assert.equal((await readAccount(server, person)).language, null)
    const back = await choose(server, person.headers, { language: 'it', return_to: '//evil.example' })
    assert.equal(back.headers.get('location'), '/app/logbook')
  })

  test('a text that is preloaded is that of the language', async () => {
    const linked = async (language: string) => {
      const page = await (
        await server.fetch('/app/logbook', { headers: { 'accept-language': language } })
      ).text()
      return [...page.matchAll(/modulepreload[^>]*href="([^"]+)"/g)].map(([, href]) => href)
    }
    const [german, french] = [await linked('de'), await linked('fr')]
    const onlyGerman = german.filter((href) => !french.includes(href))
    assert.equal(onlyGerman.length, 1)
    assert.match(await (await server.fetch(onlyGerman[0] ?? '')).text(), /Flugbuch/)
  })
})
