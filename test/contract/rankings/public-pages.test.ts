// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { addEntrant, addRanking, ask, fly, foundLeague } from '#test/support/rankings/league.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

async function startRanking(server: TestServer) {
  const league = await foundLeague(server)
  const id = await addRanking(server, league)
  const anna = await addEntrant(server, league, 'Anna <b>Alpha</b>', { displayName: 'initial' })
  const flight = await fly(server, anna, 1, { km: 8 })
  return { league, id, anna, flight }
}

suite('a public ranking on another site', () => {
  test('is a page for a frame, in the language that is asked for, without a script', async () => {
    const server = await shareServer()
    const { id, flight, anna } = await startRanking(server)
    const answer = await server.fetch(`/rankings/${id}/embed?lang=de`, {
      headers: { 'accept-language': 'fr' },
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    assert.equal(answer.headers.get('x-frame-options'), null)
    assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors \*/)
    assert.doesNotMatch(answer.headers.get('content-security-policy')!, /script-src/)
    assert.match(text, /<html lang="de">.*<th scope="col">Platz<\/th>/s)
    assert.match(text, /<td>1<\/td><th scope="row">Anna &lt;.*<\/th><td>\d+,\d\d<\/td><td>1<\/td>/s)
    assert.doesNotMatch(text, /<script|Alpha/)
    for (const secret of [flight, anna.user.id, anna.user.email]) assert.ok(!text.includes(secret), secret)
    const french = await server.fetch(`/rankings/${id}/embed`, { headers: { 'accept-language': 'fr' } })
    assert.match(await french.text(), /<html lang="fr">/)
    assert.equal((await server.fetch(`/rankings/${id}/embed?lang=xx`)).status, 400)
    assert.equal((await server.fetch(`/rankings/${id}/embed?rows=0`)).status, 400)
  })

  test('has feeds of the newest flights that count, with their public pages', async (context) => {
    const server = await startServer(context)
    const { id, flight, anna } = await startRanking(server)
    const atom = await (await server.fetch(`/rankings/${id}/feed.atom`)).text()
    assert.match(atom, /<title>Newest flights in Overall, Season<\/title>/)
    assert.match(atom, /<entry>.*<title>Anna &lt;.*: [\d.]+ points<\/title><updated>2026-05-17T00:00:00Z/s)
    const answer = await server.fetch(`/rankings/${id}/feed.json`)
    assert.match(answer.headers.get('content-type')!, /^application\/feed\+json/)
    const feed = (await answer.json()) as { items: { id: string }[]; feed_url: string; home_page_url: string }
    assert.equal(feed.items.length, 1)
    assert.equal(feed.feed_url, `${server.services.config.baseUrl}/rankings/${id}/feed.json`)
    assert.equal(new URL(feed.home_page_url).pathname.endsWith(`/rankings/${id}`), true)
    assert.equal(feed.items[0]!.id, `${server.services.config.baseUrl}/f/${flight}`)
    assert.ok(!(atom + JSON.stringify(feed)).includes(anna.user.id))
  })

  test('comes with a picture of its podium, which links to its pages show', async () => {
    const server = await shareServer()
    const { id, anna, league } = await startRanking(server)
    const draw = () => server.fetch(`/rankings/${id}/picture.png`)
    const answer = await draw()
    assert.equal(answer.headers.get('content-type'), 'image/png')
    const png = Buffer.from(await answer.arrayBuffer())
    const { width, height } = await sharp(png).metadata()
    assert.deepEqual([width, height], [1200, 630])
    const club = `/app/clubs/${league.clubId}`
    const season = `/app/seasons/${league.season.id}`
    const pages = [club, `${club}/flights`, season, `${season}/rankings/${id}`]
    const read = async (path: string) => (await server.fetch(path)).text()
    const image = `<meta property="og:image" content="${server.services.config.baseUrl}/rankings/${id}/picture.png"`
    for (const path of pages) assert.ok((await read(path)).includes(image), path)
    assert.match(await read(pages[3]!), /<title>Overall · Season · League \d+ · Cloudstreet<\/title>/)

    await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)
    const without = Buffer.from(await (await draw()).arrayBuffer())
    assert.notDeepEqual(without, png, 'a pilot who has left is gone from it at once')
    await ask(server, league.owner, 'PATCH', `/clubs/${league.clubId}`, { visible: 'members' })
    assert.equal((await draw()).status, 404)
    for (const path of pages) assert.doesNotMatch(await read(path), /og:image|Overall|League/, path)
  })

  test('names take-offs in the language of its reader', async () => {
    const server = await shareServer()
    const { league } = await startRanking(server)
    const id = await addRanking(server, league, { group: { by: 'takeoff' } })
    await server.services.db.sql`update takeoffs set name = '4 km NE of Thun'`
    const page = await (await server.fetch(`/rankings/${id}/embed?lang=de`)).text()
    assert.match(page, /<th scope="row">Thun, 4\skm nordöstlich<\/th>/)
  })

  test('is kept by its tag until it changes', async () => {
    const server = await shareServer()
    const { id, anna } = await startRanking(server)
    for (const [index, path] of ['embed', 'feed.atom', 'feed.json'].entries()) {
      const read = (headers = {}) => server.fetch(`/rankings/${id}/${path}`, { headers })
      const first = await read()
      assert.match(first.headers.get('cache-control')!, /^public, max-age=60$/)
      const known = { 'if-none-match': first.headers.get('etag')! }
      const unchanged = await read(known)
      assert.equal(unchanged.status, 304, path)
      assert.equal(unchanged.headers.get('vary'), first.headers.get('vary'))
      await fly(server, anna, 2 + index, { km: 9 + index })
      assert.equal((await read(known)).status, 200, path)
    }
  })

  test('of members, or of a club that only they see, does not exist', async () => {
    const server = await shareServer()
    const { league, id } = await startRanking(server)
    const inner = await addRanking(server, league, { audience: 'members' })
    const statuses = (ranking: string) =>
      Promise.all(
        ['embed', 'feed.atom', 'feed.json'].map(
          async (path) => (await server.fetch(`/rankings/${ranking}/${path}`)).status,
        ),
      )
    assert.deepEqual(await statuses(inner), [404, 404, 404])
    assert.deepEqual(await statuses(id), [200, 200, 200])
    const hidden = await ask(server, league.owner, 'PATCH', `/clubs/${league.clubId}`, { visible: 'members' })
    assert.equal(hidden.status, 200, hidden.text)
    assert.deepEqual(await statuses(id), [404, 404, 404])
  })
})
