// run: all
// Services answer what they like: what is read of that, how long and at what cost has an end, and people read it as a line of text.
import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Kind } from '#server/forwards/kinds/kind.ts'
import { kinds } from '#server/forwards/kinds/kinds.ts'
import { describeStorage } from '#server/flights/files/quota.ts'
import { continueImports } from '#server/flights/import/work.ts'
import { makeFlight } from '#test/support/flights.ts'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { prepareFlight } from '#test/support/forwards/flight.ts'
import {
  addDestination,
  ask,
  createForwarder,
  findDestination,
  forwarding,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { placeOf, startService } from '#test/support/forwards/service.ts'
import { startServer } from '#test/support/server.ts'

const all = Object.fromEntries(Object.entries(kinds)) as Record<string, Kind>
const overHttp = Object.entries(all).filter(([name]) => name !== 'email')

const multistatus = (content: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`
const dav = (href: string, properties = '') =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:resourcetype/>${properties}</d:prop></d:propstat></d:response>`

/** Until the other side has closed the connection. */
function pour(response: ServerResponse, piece: Buffer, everyMs = 0): void {
  const more = () => {
    if (response.destroyed) return
    if (everyMs > 0) setTimeout(more, everyMs)
    else response.once('drain', more)
    while (response.write(piece) && everyMs === 0);
  }
  more()
}

const TIMEOUT_MS = 500
const bomb = gzipSync(Buffer.alloc(200_000_000))

const attacks: Record<string, (response: ServerResponse) => void> = {
  'a body without end': (response) => pour(response, Buffer.alloc(65_536, 'x')),
  'a body of 1 GB': (response) =>
    pour(response.writeHead(200, { 'content-length': 1e9 }), Buffer.alloc(65_536, '<')),
  'a byte every 50 ms': (response) => pour(response, Buffer.from('x'), 50),
  'headers without end': (response) => {
    const { socket } = response
    socket?.write('HTTP/1.1 200 OK\r\n')
    const more = () => {
      if (socket?.destroyed) return
      socket?.write(`x-${Math.random()}: ${'y'.repeat(1000)}\r\n`)
      setImmediate(more)
    }
    more()
  },
  'interim answers without end': (response) => {
    const { socket } = response
    const more = () => {
      if (socket?.destroyed) return
      socket?.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n')
      setImmediate(more)
    }
    more()
  },
  'a gzip bomb': (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  'a refusal that is a gzip bomb': (response) =>
    void response.writeHead(503, { 'content-encoding': 'gzip' }).end(bomb),
}

suite('a hostile service', () => {
  for (const [name, kind] of overHttp)
    for (const [what, attack] of Object.entries(attacks))
      test(`at ${name}: ${what} is read within bounds`, async (context) => {
        const { url } = await startService(context, (_request, response) => attack(response))
        const [door, place] = [openDoor({ timeoutMs: TIMEOUT_MS }), placeOf(url)]
        const startedAt = performance.now()
        const before = process.memoryUsage().rss
        const outcome = kind.classify(await kind.send(door, place, prepareFlight(1)))
        const listing = await kind.source?.list(door, place)
        // A try has a few requests, each of which this door gives the whole time limit.
        const tookMs = performance.now() - startedAt
        assert.ok(tookMs < 10 * TIMEOUT_MS, `${tookMs} ms`)
        assert.ok(process.memoryUsage().rss - before < 150e6)
        assert.notEqual(outcome.result, 'delivered')
        assert.doesNotMatch(outcome.words ?? '', /[\p{Cc}\ufffd]/u)
        assert.notEqual(listing?.outcome.result, 'delivered')
      })

  const lists: Record<string, string> = {
    'a million elements': multistatus('<a/>'.repeat(1_000_000)),
    'a million entries': multistatus(dav('/x.igc').repeat(1_000_000 / 20)),
    'a million entities': multistatus(`<a>${'&#1;'.repeat(1_000_000)}</a>`),
    'a million entities in a name': multistatus(dav(`/${'&#65;'.repeat(700_000)}.igc`)),
    'elements in elements': '<a>'.repeat(1_000_000),
    'an entity that grows': `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}">]>${multistatus('&a;'.repeat(100_000))}`,
    'a comment without end': `<!--${'-'.repeat(4_000_000)}`,
    'attributes without end': `<a ${' b="c"'.repeat(600_000)}`,
    'a name without end': `<${'a:'.repeat(2_000_000)}`,
  }
  for (const [what, list] of Object.entries(lists))
    test(`a listing with ${what} does not keep the process busy`, async (context) => {
      const { url } = await startService(
        context,
        (_request, response) => void response.writeHead(207).end(list),
      )
      const before = process.cpuUsage()
      const { outcome, files } = await all.webdav!.source!.list(openDoor(), placeOf(url))
      const { user } = process.cpuUsage(before)
      assert.ok(['credential', 'unknown', 'delivered'].includes(outcome.result))
      assert.ok(files.length < 10)
      assert.ok(user < 500_000, `${user} µs`)
    })

  test('a tree of folders without end is not walked through, however large its lists are', async (context) => {
    let asked = 0
    let sent = 0
    const { url } = await startService(context, (request, response) => {
      asked++
      const folder = `<d:response><d:href>${request.url}${asked}/</d:href><d:collection/></d:response>`
      const body = multistatus(folder + dav('/notes.txt').repeat(10_000))
      sent += body.length
      response.writeHead(207).end(body)
    })
    const { outcome } = await all.webdav!.source!.list(openDoor(), placeOf(url))
    assert.ok(['credential', 'delivered'].includes(outcome.result))
    assert.ok(sent < 16_000_000, `${sent} bytes of ${asked} lists`)
  })

  const odd: [string, string][] = [
    ['dhv-xc', `{"success":true,"message":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['dhv-xc', '{"success":true,"message":{"a":1}}'],
    ['cloudstreet', '{"data":"text"}'],
    ['cloudstreet', '{"data":{"id":["a"],"isNew":true}}'],
    ['cloudstreet', '{"data":{"id":"../../x","isNew":"yes"}}'],
  ]
  for (const [name, body] of odd)
    test(`at ${name}: ${body.slice(0, 60)} is an answer like any other`, async (context) => {
      const { url } = await startService(context, (_request, response) => void response.end(body))
      const kind = all[name]!
      const outcome = kind.classify(await kind.send(openDoor(), placeOf(url), prepareFlight(1)))
      assert.ok(outcome.foreignId === undefined || typeof outcome.foreignId === 'string')
      assert.doesNotMatch(outcome.link ?? '', /object|\.\./)
    })
})

suite('of a hostile service', async () => {
  let takeBack: (() => void) | undefined
  const odd = createBoxKind({ canFind: false })
  before(
    () =>
      void (takeBack = offerInstead({
        s3: createBoxKind(),
        // A kind may read anything out of an answer.
        leonardo: {
          ...odd,
          classify: () => ({ result: 'delivered', foreignId: { a: 1 } as never, words: ['x'] as never }),
        },
      })),
  )
  after(() => takeBack?.())
  const server = await startServer({ after }, { environment: { ...forwarding, FORWARD_TIMEOUT_MS: '1000' } })

  test('the words are one line of text without controls, cut between two characters', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const destination = await addDestination(server, pilot, box, { kind: 's3' })
    const words = `\0a\u001b[31m b\u202Ec\u2066d\u2028e\n${'🪂'.repeat(1000)}`
    box.fault = (_request, response) => Boolean(response.writeHead(422).end(words))
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    await work(server)
    const [forward] = await listForwards(server, pilot, destination)
    assert.equal(forward?.state, 'refused')
    assert.match(forward.words ?? '', /^a \[31m bcd e 🪂+$/u)
    assert.ok(Buffer.byteLength(forward.words ?? '') <= 1024)
  })

  test('no answer leaves a flight between two states', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const destination = await addDestination(server, pilot, box, { kind: 'leonardo' })
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    await work(server)
    const [forward] = await listForwards(server, pilot, destination)
    assert.deepEqual([forward?.state, forward?.foreignId, forward?.words], ['delivered', null, null])
  })

  const watch = async (listener: RequestListener, context: { after: (end: () => void) => void }) => {
    const [pilot, { url }] = [await createForwarder(server), await startService(context, listener)]
    const given = { settings: { url, user: 'ada' }, credential: { password: 'secret' }, isSource: true }
    const { id } = await addDestination(server, pilot, { url }, given)
    return { pilot, id }
  }

  test('a file is told from its older self by an ETag that is short, whatever the service sends', async (context) => {
    const marks = ['&#0;', '&#xD800;', 'x'.repeat(1_000_000), `${'x'.repeat(1_000_000)}y`]
    const list = marks.map((mark, seed) => dav(`/${seed}.igc`, `<d:getetag>${mark}</d:getetag>`)).join('')
    const { pilot, id } = await watch((request, response) => {
      if (request.method === 'PROPFIND') response.writeHead(207).end(multistatus(list))
      else response.end(makeFlight(Number(request.url?.slice(1, 2)) + 1))
    }, context)
    await work(server)
    const { text, body } = await ask(server, pilot, 'GET', `/destinations/${id}/files`)
    assert.equal((body.data as unknown[]).length, 4, text)
    const rows = await server.services.db.sql<{ mark: string }>`
      select mark from source_files where destination_id = ${id}`
    assert.deepEqual(
      [new Set(rows.map(({ mark }) => mark)).size, rows.every(({ mark }) => mark.length < 300)],
      [4, true],
    )
  })

  test('a watched folder is remembered as far as it is listed, at the cost of its pilot’s storage', async (context) => {
    let listed = { from: 0, to: 60 }
    const { pilot, id } = await watch((request, response) => {
      const numbers = Array.from({ length: listed.to - listed.from }, (_, index) => listed.from + index)
      // Each twice.
      const list = numbers.map((number) => dav(`/${number}.igc`).repeat(2)).join('')
      if (request.method === 'PROPFIND') response.writeHead(207).end(multistatus(list))
      else response.end('no flight')
    }, context)
    const lookAt = async (from: number, to: number) => {
      listed = { from, to }
      for (let look = 0; look < 4; look++) {
        await work(server)
        while (await continueImports(server.services, new AbortController().signal));
        server.advance(15 * MINUTE)
      }
      const [row] = await server.services.db.sql<{ count: number }>`
        select count(*) as count from source_files where destination_id = ${id}`
      const { usedBytes } = await describeStorage(server.services, pilot.user.id)
      return { known: row!.count, usedBytes, state: (await findDestination(server, pilot, id)).state }
    }
    assert.deepEqual(await lookAt(0, 60), { known: 60, usedBytes: 60_000, state: 'active' })
    assert.deepEqual(await lookAt(50, 80), { known: 30, usedBytes: 30_000, state: 'active' })
    assert.deepEqual(await lookAt(0, 2001), { known: 30, usedBytes: 30_000, state: 'needs_you' })
    assert.equal((await ask(server, pilot, 'DELETE', `/destinations/${id}`)).status, 204)
    assert.equal((await describeStorage(server.services, pilot.user.id)).usedBytes, 0)
  })

  test('files that come slowly are taken over several looks', async (context) => {
    const list = Array.from({ length: 20 }, (_, seed) => dav(`/${seed}.igc`)).join('')
    const { pilot, id } = await watch((request, response) => {
      if (request.method === 'PROPFIND') response.writeHead(207).end(multistatus(list))
      else setTimeout(() => response.end(makeFlight(1)), 700)
    }, context)
    const startedAt = performance.now()
    await work(server)
    const tookMs = performance.now() - startedAt
    assert.ok(tookMs < 4000, `${tookMs} ms`)
    const { state, waiting } = await findDestination(server, pilot, id)
    assert.ok(state === 'active' && waiting >= 1 && waiting <= 4, `${state} ${waiting}`)
  })
})
