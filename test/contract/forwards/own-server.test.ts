// run: all
// A credential goes to the server that the pilot has entered it for, and nowhere else: whatever that server answers.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Kind } from '#server/forwards/kinds/kind.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import {
  addDestination,
  ask,
  createForwarder,
  forwarding,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { placeOf, startService } from '#test/support/forwards/service.ts'
import { confirmIdentity } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('a credential', () => {
  for (const [name, kind] of Object.entries(kinds) as [string, Kind][]) {
    if (name === 'email') continue
    for (const status of [301, 302, 303, 307, 308])
      test(`of ${name} does not follow an answer of ${status} to another server`, async (context) => {
        const other = await startService(context, (_request, response) => response.end())
        const own = await startService(context, (request, response) =>
          response.writeHead(status, { location: other.url + request.url }).end(),
        )
        const [door, place, flight] = [openDoor({ address: own.url }), placeOf(own.url), prepareFlight(1)]
        await kind.check(door, place)
        await kind.send(door, place, flight)
        await kind.source?.list(door, place)
        await kind.source?.read(door, place, 'a.igc', 1000)
        assert.ok(own.asked.length >= 2)
        assert.deepEqual(other.asked, [])
      })
  }

  test('does not pass the door to another host, port or scheme, nor above the folder', async (context) => {
    const own = await startService(context, (_request, response) => response.end())
    const other = await startService(context, (_request, response) => response.end())
    const door = openDoor({ address: `${own.url}/dav` })
    const { port } = new URL(own.url)
    const elsewhere = [
      other.url,
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
      `${own.url}/dav/../secret`,
      `${own.url}/dav/%2e%2E/secret`,
      `${own.url}/dav/.%2e`,
      `${own.url}/dav/a/./b`,
      String.raw`${own.url}/dav/a\..\..\secret`,
    ]
    for (const url of elsewhere) assert.equal((await door.request({ method: 'GET', url })).status, null, url)
    assert.deepEqual([own.asked, other.asked], [[], []])
    assert.equal((await door.request({ method: 'GET', url: `${own.url}/dav/a..b/..c` })).status, 200)
  })

  const multistatus = (entries: { href: string; isFolder?: boolean }[]) =>
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${entries
      .map(
        ({ href, isFolder }) =>
          `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag><d:resourcetype>${
            isFolder ? '<d:collection/>' : ''
          }</d:resourcetype></d:prop></d:propstat></d:response>`,
      )
      .join('')}</d:multistatus>`

  test('is used for no file or folder outside the one that is watched by WebDAV', async (context) => {
    const other = await startService(context, (_request, response) => response.end())
    const own = await startService(context, (request, response) => {
      if (request.method !== 'PROPFIND') return response.end('x')
      const entries = ['', 'file.igc', '/file.igc', '..', '%2e%2e', 'a/../..'].flatMap((end) =>
        [
          '/dav/me/..%2F..%2Fsecret/',
          '/dav/me/a%2F..%2F..%2F..%2Fsecret/',
          '/dav/me/a/&#46;./../../secret/',
        ].map((href) => ({ href: href + end, isFolder: !end.endsWith('.igc') })),
      )
      const more = [
        { href: `${other.url}/dav/me/file.igc` },
        { href: `${other.url}/dav/me/b/`, isFolder: true },
        { href: '//127.0.0.1:1/dav/me/b/', isFolder: true },
        { href: '/dav/me/c%2Fd.igc' },
        { href: '/dav/me/%5C..%5Cd.igc' },
        { href: '/dav/me/%ED%A0%80.igc' },
        { href: '/dav/me/&#xD800;.igc' },
        { href: '/dav/mean/file.igc' },
        { href: 'javascript:file.igc' },
        { href: '/dav/me/e/', isFolder: true },
        { href: '/dav/me/good%20%26%20%2525.igc' },
      ]
      return response.writeHead(207).end(multistatus([...entries, ...more]))
    })
    const { webdav } = kinds as Record<string, Kind>
    const [door, place] = [openDoor({ address: `${own.url}/dav/me` }), placeOf(`${own.url}/dav/me`)]
    const { files } = await webdav!.source!.list(door, place)
    assert.deepEqual(
      files.map(({ path }) => path),
      ['good & %25.igc'],
    )
    assert.deepEqual([own.asked.toSorted(), other.asked], [['PROPFIND /dav/me/', 'PROPFIND /dav/me/e/'], []])
  })

  test('is used for no object outside the folder that is watched by S3', async (context) => {
    const keys = ['f/../../other/a.igc', 'f/a/../../../b.igc', 'g/c.igc', 'f/&#xD800;.igc', 'f/good.igc']
    const entries = keys.map((key) => `<Contents><Key>${key}</Key><ETag>"1"</ETag></Contents>`).join('')
    const own = await startService(context, (_request, response) =>
      response.end(`<ListBucketResult>${entries}</ListBucketResult>`),
    )
    const { s3 } = kinds as Record<string, Kind>
    const place = placeAt(
      { url: own.url, bucket: 'flights', region: 'eu-central-1', folder: 'f' },
      { accessKeyId: 'a', secretAccessKey: 'b' },
    )
    const { files } = await s3!.source!.list(openDoor({ address: own.url }), place)
    assert.deepEqual(
      files.map(({ path }) => path),
      ['good.igc'],
    )
  })
})

suite('an address', async () => {
  let takeBack: (() => void) | undefined
  before(
    () => void (takeBack = offerInstead({ webdav: createBoxKind(), s3: createBoxKind({ canFind: false }) })),
  )
  after(() => takeBack?.())
  const server = await startServer({ after }, { environment: forwarding })

  test('of another server asks for the credential again, and one below it does not', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const other = await startBox(context)
    const { id } = await addDestination(server, pilot, box)
    const change = async (body: object) => {
      await confirmIdentity(server, pilot.user)
      return ask(server, pilot, 'PATCH', `/destinations/${id}`, body)
    }
    for (const url of [
      other.url,
      box.url.replace('127.0.0.1', 'localhost'),
      box.url.replace('http:', 'https:'),
    ]) {
      const refused = await change({ settings: { url } })
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.text, /another server.*credential/)
    }
    assert.equal((await change({ settings: { url: `${box.url}/deeper` } })).status, 200)
    assert.match((await change({ settings: { url: box.url } })).text, /not below.*credential/)
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    await work(server)
    assert.deepEqual([box.flights.size, other.asked], [1, []])
    const moved = await change({ settings: { url: other.url }, credential: { password: 'swordfish' } })
    assert.equal(moved.status, 200, moved.text)
  })

  const links = [
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    'https://ada:secret@example.org/',
    'ftp://example.org/',
  ]
  for (const link of links)
    test(`that a service gives for a flight is not shown when it is ${link}`, async (context) => {
      const [pilot, box] = [await createForwarder(server), await startBox(context)]
      const destination = await addDestination(server, pilot, box)
      box.fault = (_request, response, isStored) =>
        isStored && Boolean(response.writeHead(201, { location: link }).end('Thank you'))
      await uploadFlight(server, pilot, 1)
      server.advance(10 * MINUTE)
      await work(server)
      const [forward] = await listForwards(server, pilot, destination)
      assert.deepEqual([forward?.state, forward?.link], ['delivered', null])
    })
})

suite('a header of a service', () => {
  for (const [name, kind] of Object.entries(kinds) as [string, Kind][])
    test(`is neither a link nor a name of the flight at ${name}`, () => {
      for (const status of [200, 201, 208, 400, 409]) {
        const headers = { 'content-location': 'https://example.org/phish' }
        const answer = { status, headers, body: '{"success":true}', error: null, retryAfterMs: 0 }
        const { link, foreignId, result } = kind.classify(answer)
        assert.deepEqual([link, foreignId], [undefined, undefined])
        assert.ok(status !== 208 || name === 'email' || result !== 'duplicate', result)
      }
    })
})
