// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { contentSecurityPolicy } from '#server/site/web.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

suite('pages and files for the browser', () => {
  test('an unknown path of the dashboard shows the dashboard, an unknown endpoint of it is 404', async () => {
    const server = await shareServer()
    const page = await server.fetch('/app/no/such/page')
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<div id="app">/)
    const endpoint = await server.fetch('/app/api/no-such-endpoint')
    assert.equal(endpoint.status, 404)
    assert.equal(((await endpoint.json()) as { error: string }).error, 'not_found')
  })

  test('a page that is not there says so without methods and ids, which are folded away', async () => {
    const server = await shareServer()
    const page = await (await server.fetch('/nowhere', { headers: { accept: 'text/html' } })).text()
    const [seen = '', folded = ''] = page.split('<details')
    assert.match(seen, /There is nothing at this address\./)
    assert.doesNotMatch(seen, /GET|\b[\da-f]{8}-/)
    assert.match(folded, /Request [\da-f-]{36}/)
  })

  test('the page allows no inline script and no other host; its files are cached for ever', async () => {
    const server = await shareServer()
    const page = await server.fetch('/app/logbook')
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /connect-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|https?:/)
    // Its form to sign out must say where it comes from.
    assert.equal(page.headers.get('referrer-policy'), 'same-origin')
    const [script] = /\/app\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
    assert.ok(script)
    const file = await server.fetch(script, { headers: { 'accept-encoding': 'br' } })
    assert.equal(file.status, 200)
    assert.match(file.headers.get('cache-control') ?? '', /max-age=31536000, immutable/)
    assert.equal(file.headers.get('content-encoding'), 'br')
  })

  test('pages and answers of the dashboard name the account that they are for, and no other does', async () => {
    const server = await shareServer()
    const { user, headers } = await createSignedInUser(server)
    const nameAccount = async (path: string, sent: Record<string, string> = headers) =>
      (await server.fetch(path, { headers: sent })).headers.get('cloudstreet-account')
    for (const path of ['/app/logbook', '/app/api/account', '/app/api/logbook?page=1'])
      assert.equal(await nameAccount(path), user.id, path)
    for (const path of ['/app/logbook', '/app/api/account']) assert.equal(await nameAccount(path, {}), null)
    for (const path of ['/', '/docs', '/privacy']) assert.equal(await nameAccount(path), null, path)
  })

  test('the service worker is another script for another language, with its files', async () => {
    const server = await shareServer()
    const read = async (language: string) => {
      const answer = await server.fetch('/app/service-worker.js', {
        headers: { 'accept-language': language },
      })
      assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; connect-src 'self'")
      const [line = ''] = (await answer.text()).split('\n', 1)
      return JSON.parse(line.replace('const APP = ', '')) as { name: string; files: string[] }
    }
    const [english, german, again] = [await read('en'), await read('de'), await read('en')]
    assert.notEqual(english.name, german.name)
    assert.deepEqual(again, english)
    for (const path of [...english.files, ...german.files])
      assert.equal((await server.fetch(path)).status, 200, path)
    const only = english.files.filter((path) => !german.files.includes(path))
    assert.equal(only.length, 1, 'the texts')
  })

  test('a tile server that the operator names is the only other source of pictures', () => {
    const policy = contentSecurityPolicy('https://tiles.example.org/{z}/{x}/{y}.png')
    assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example\.org;/)
    assert.equal(policy.match(/https/g)?.length, 1)
  })

  test('the page names the tile server to the map', async (context) => {
    const server = await startServer(context, {
      environment: { MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png?a=1&b="2' },
    })
    const page = await (await server.fetch('/app/logbook')).text()
    assert.ok(page.includes('content="https://tiles.example.org/{z}/{x}/{y}.png?a=1&amp;b=&quot;2"'))
  })

  test('the landing page says what this is and leads on', async (context) => {
    const server = await startServer(context)
    const robots = await (await server.fetch('/robots.txt')).text()
    assert.match(robots, /Disallow: \/app\/api\//)
    const page = await (await server.fetch('/')).text()
    for (const path of ['/sign-up', '/sign-in', '/docs', '/app/developers']) {
      assert.ok(page.includes(`href="${path}"`), path)
    }
    const shown = [
      '/docs/guide/instruments',
      '/docs/operate/install',
      '/docs/changelog',
      '/licence',
      '/privacy',
    ]
    for (const path of shown) {
      assert.ok(page.includes(`href="${path}"`), path)
      assert.equal((await server.fetch(path)).status, 200, path)
    }
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
    const { headers } = await server.fetch(new URL(picture).pathname)
    assert.equal(headers.get('content-type'), 'image/jpeg')
  })
})
