// run: all
import assert from 'node:assert/strict'
import { after, before, suite, test, type TestContext } from 'node:test'
import type { Destination } from '#contract/forwards/destinations.ts'
import { type Box, createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  ask,
  createForwarder,
  DAY,
  findDestination,
  type Forwarder,
  forwarding,
  HOUR,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { readOutbox } from '#test/support/mail-server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

// A storage and two leagues, by names that the contract knows.
const boxes = {
  webdav: createBoxKind(),
  s3: createBoxKind({ canFind: false, perHour: 3 }),
  xccup: createBoxKind({ isLeague: true, deadlineDays: 14 }),
}

function offerBoxes(): void {
  let takeBack: (() => void) | undefined
  before(() => void (takeBack = offerInstead(boxes)))
  after(() => takeBack?.())
}

/** Without looks at what is there. */
const listSent = ({ asked }: Box) => asked.filter((one) => one.startsWith('PUT'))

suite('a flight', async () => {
  offerBoxes()
  const server = await startServer({ after }, { environment: forwarding })
  const start = async (context: TestContext, more = {}) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    return { pilot, box, destination: await addDestination(server, pilot, box, more) }
  }

  test('reaches a destination ten minutes after its upload, as it came, once for life', async (context) => {
    const { pilot, box, destination } = await start(context)
    const { bytes, hash } = await uploadFlight(server, pilot, 1)
    await work(server)
    assert.equal(box.flights.size, 0)
    const [waiting] = await listForwards(server, pilot, destination)
    assert.equal(waiting?.state, 'waiting')
    const dueMs = Date.parse(waiting.nextTryAt ?? '') - server.services.now()
    assert.ok(dueMs > 9 * MINUTE && dueMs <= 10 * MINUTE, String(dueMs))
    server.advance(10 * MINUTE)
    await work(server)
    assert.deepEqual(box.flights.get(hash), Buffer.from(bytes))
    const [forward] = await listForwards(server, pilot, destination)
    assert.equal(forward?.state, 'delivered')
    assert.equal(forward.link, `${box.url}/${hash}`)
    assert.equal(forward.words, 'Thank you')
    // A later change does not send it again.
    const path = `/api/v1/flights/${forward.flightId}`
    const headers = { ...pilot.headers, 'content-type': 'application/json' }
    await server.fetch(path, { method: 'PATCH', headers, body: '{"title":"Later"}' })
    await work(server)
    assert.deepEqual([listSent(box).length, box.doubles], [1, []])
    assert.match([...box.agents][0] ?? '', /^Cloudstreet\/\S+ \(\+http/)
    assert.equal((await findDestination(server, pilot, destination.id)).delivered, 1)
  })

  const outcomes = [
    { status: 409, state: 'already_there', nextMs: null },
    { status: 422, state: 'refused', nextMs: null },
    { status: 503, state: 'waiting', nextMs: MINUTE },
    { status: 302, state: 'waiting', nextMs: MINUTE },
  ]
  for (const { status, state, nextMs } of outcomes)
    test(`that is answered ${status} is ${state}, with the service's words`, async (context) => {
      const { pilot, box, destination } = await start(context)
      box.fault = (_request, response) => Boolean(response.writeHead(status).end(`words of ${status}`))
      await uploadFlight(server, pilot, 1)
      server.advance(10 * MINUTE)
      await work(server)
      const [forward] = await listForwards(server, pilot, destination)
      assert.deepEqual([forward?.state, forward?.words], [state, `words of ${status}`])
      const waitMs = forward?.nextTryAt ? Date.parse(forward.nextTryAt) - server.services.now() : null
      if (nextMs === null) assert.equal(waitMs, null)
      else assert.ok(waitMs! > 0.85 * nextMs && waitMs! < 1.15 * nextMs, String(waitMs))
    })

  test('is tried after 1, 5 and 30 minutes, 2 and 6 hours, every 12 hours, and given up after 14 days', async (context) => {
    const { pilot, box, destination } = await start(context)
    box.fault = (_request, response) => Boolean(response.writeHead(503).end('Full disk'))
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    const waits: number[] = []
    for (;;) {
      await work(server)
      const [forward] = await listForwards(server, pilot, destination)
      if (!forward?.nextTryAt) {
        assert.deepEqual([forward?.state, forward?.words], ['given_up', 'Full disk'])
        break
      }
      const waitMs = Date.parse(forward.nextTryAt) - server.services.now()
      waits.push(waitMs)
      server.advance(waitMs + 1)
    }
    const expected = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]
    for (const [index, waitMs] of waits.entries()) {
      const wanted = expected[index] ?? 12 * HOUR
      assert.ok(waitMs > 0.85 * wanted && waitMs < 1.15 * wanted, `${index}: ${waitMs}`)
    }
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    assert.ok(total > 12 * DAY && total < 14 * DAY, String(total / DAY))
    // The pilot may try it again.
    box.fault = undefined
    const id = (await listForwards(server, pilot, destination))[0]?.id ?? ''
    assert.equal((await ask(server, pilot, 'POST', `/forwards/${id}/retry`)).status, 202)
    await work(server)
    assert.equal((await listForwards(server, pilot, destination))[0]?.state, 'delivered')
    assert.equal((await ask(server, pilot, 'POST', `/forwards/${id}/retry`)).status, 409)
  })

  test('expires a day before the deadline of a league', async (context) => {
    const { pilot, box, destination } = await start(context, { kind: 'xccup' })
    box.fault = (_request, response) => Boolean(response.writeHead(503).end('Maintenance'))
    const date = new Date(server.services.now()).toISOString().slice(0, 10)
    const { id } = await uploadFlight(server, pilot, 1, { date })
    await share(server, pilot, id)
    server.advance(10 * MINUTE)
    await work(server)
    assert.equal((await listForwards(server, pilot, destination))[0]?.state, 'waiting')
    server.advance(13 * DAY)
    await work(server)
    const [forward] = await listForwards(server, pilot, destination)
    assert.deepEqual([forward?.state, forward?.words], ['expired', 'Maintenance'])
    // One that is too old already is not taken at all.
    await share(server, pilot, (await uploadFlight(server, pilot, 2, { date })).id)
    server.advance(10 * MINUTE)
    await work(server)
    assert.equal((await listForwards(server, pilot, destination)).length, 1)
  })

  test('that is private goes to storage and never to a league, also when it becomes private meanwhile', async (context) => {
    const { pilot, box, destination } = await start(context)
    const league = await addDestination(server, pilot, box, { kind: 'xccup' })
    const date = new Date(server.services.now()).toISOString().slice(0, 10)
    const { id: secret } = await uploadFlight(server, pilot, 1, { date })
    const { id: open } = await uploadFlight(server, pilot, 2, { date })
    await share(server, pilot, open)
    await work(server)
    assert.deepEqual(
      (await listForwards(server, pilot, league)).map(({ flightId }) => flightId),
      [open],
    )
    await share(server, pilot, open, 'private')
    server.advance(10 * MINUTE)
    await work(server)
    assert.equal((await listForwards(server, pilot, league)).length, 0)
    assert.equal((await findDestination(server, pilot, destination.id)).delivered, 2)
    assert.equal(listSent(box).length, 2)
    // Shared after all, it follows.
    await share(server, pilot, secret)
    await work(server)
    assert.deepEqual(
      (await listForwards(server, pilot, league)).map(({ state }) => state),
      ['already_there'],
    )
  })

  test('that does not fit the filter, or was there before, is not taken', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    await uploadFlight(server, pilot, 1)
    server.advance(1000)
    const all = await addDestination(server, pilot, box)
    const far = await addDestination(server, pilot, box, { filter: { minDistanceKm: 500 } })
    const shared = await addDestination(server, pilot, box, { filter: { onlyPublic: true } })
    await uploadFlight(server, pilot, 2)
    await work(server)
    const counts = await Promise.all(
      [all, far, shared].map(async (one) => (await listForwards(server, pilot, one)).length),
    )
    assert.deepEqual(counts, [1, 0, 0])
  })

  async function share(
    on: typeof server,
    { headers }: { headers: object },
    id: string,
    visibility = 'public',
  ): Promise<void> {
    const response = await on.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility }),
    })
    assert.equal(response.status, 200, await response.text())
  }
})

suite('a destination', async () => {
  offerBoxes()
  const server = await startServer({ after }, { environment: { ...forwarding, FORWARDS_PER_DAY: '80' } })
  const { sql } = server.services.db

  test('whose credential is refused waits for its pilot, who is told once, and loses nothing', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box)
    box.password = 'changed'
    for (const seed of [1, 2]) await uploadFlight(server, pilot, seed)
    server.advance(10 * MINUTE)
    await work(server)
    const refused = await findDestination(server, pilot, id)
    assert.deepEqual([refused.state, refused.words, refused.waiting], ['needs_you', 'Wrong password', 2])
    assert.equal(box.asked.length, 1, 'wrong passwords lock accounts: one try, not two')
    const countMails = () => countSentMails(server)
    assert.equal(await countMails(), 1)
    // A day later it is asked, not sent to.
    server.advance(DAY + MINUTE)
    await work(server)
    assert.deepEqual(box.asked.slice(1), ['GET '])
    assert.equal((await findDestination(server, pilot, id)).state, 'needs_you')
    assert.equal(await countMails(), 1)
    await saveCredential(pilot, id, 'changed')
    await work(server)
    assert.equal(box.flights.size, 2)
    assert.equal((await findDestination(server, pilot, id)).state, 'active')
  })

  test('that needs its pilot resumes by itself when the service takes the credential again', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box)
    box.password = 'locked'
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    await work(server)
    box.password = 'swordfish'
    server.advance(DAY + MINUTE)
    await work(server)
    assert.deepEqual([(await findDestination(server, pilot, id)).state, box.flights.size], ['active', 1])
  })

  test('is paused and resumed, and switched off takes nothing', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box)
    const pause = (state: string) => ask(server, pilot, 'POST', `/destinations/${id}/pause`, { state })
    assert.equal(((await pause('paused')).body.data as Destination).state, 'paused')
    await uploadFlight(server, pilot, 1)
    server.advance(10 * MINUTE)
    await work(server)
    assert.equal((await findDestination(server, pilot, id)).waiting, 1)
    await pause('off')
    await uploadFlight(server, pilot, 2)
    await work(server)
    assert.equal((await findDestination(server, pilot, id)).waiting, 1)
    await ask(server, pilot, 'POST', `/destinations/${id}/resume`)
    server.advance(10 * MINUTE)
    await work(server)
    assert.deepEqual([box.flights.size, (await findDestination(server, pilot, id)).waiting], [1, 0])
  })

  test('gets older flights after a count, so many a day, oldest last', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const dates = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06']
    const hashes: string[] = []
    for (const [seed, date] of dates.entries())
      hashes.push((await uploadFlight(server, pilot, seed, { date })).hash)
    server.advance(1000)
    const { id } = await addDestination(server, pilot, box)
    const path = `/destinations/${id}/backfill`
    const count = await ask(server, pilot, 'GET', `${path}?since=2026-05-02`)
    assert.deepEqual(count.body, { data: { flights: 5, perDay: 4, days: 2 } })
    assert.equal((await ask(server, pilot, 'POST', path, { since: '2026-05-02' })).status, 202)
    await work(server)
    assert.deepEqual([...box.flights.keys()], hashes.slice(2).reverse())
    await work(server)
    assert.equal(box.flights.size, 4)
    server.advance(DAY)
    await work(server)
    assert.deepEqual([...box.flights.keys()], hashes.slice(1).reverse())
    assert.equal(((await ask(server, pilot, 'GET', path)).body.data as { flights: number }).flights, 1)
  })

  test('of a service that takes so many flights an hour waits for the next one, and says so', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box, { kind: 's3' })
    for (const seed of [1, 2, 3, 4]) await uploadFlight(server, pilot, seed)
    server.advance(10 * MINUTE)
    await work(server)
    assert.equal(box.flights.size, 3)
    const { nextTryAt } = await findDestination(server, pilot, id)
    const waitMs = Date.parse(nextTryAt ?? '') - server.services.now()
    assert.ok(waitMs >= HOUR && waitMs <= HOUR + 2 * MINUTE, String(waitMs))
    server.advance(waitMs)
    await work(server)
    assert.equal(box.flights.size, 4)
  })

  test('is for its own pilot, with a recent proof, and never shows its credential', async (context) => {
    const [pilot, other, box] = [
      await createForwarder(server),
      await createForwarder(server),
      await startBox(context),
    ]
    const { id } = await addDestination(server, pilot, box)
    const { text } = await ask(server, pilot, 'GET', '/destinations')
    assert.doesNotMatch(text, /swordfish/)
    const [row] = await sql<{ credential: Uint8Array }>`select credential from destinations where id = ${id}`
    assert.equal(Buffer.from(row!.credential).includes('swordfish'), false)
    const requests = [
      ['PATCH', `/destinations/${id}`, { label: 'Mine' }],
      ['DELETE', `/destinations/${id}`],
      ['POST', `/destinations/${id}/check`],
      ['POST', `/destinations/${id}/pause`, { state: 'off' }],
      ['POST', `/destinations/${id}/resume`],
      ['GET', `/destinations/${id}/backfill`],
      ['POST', `/destinations/${id}/backfill`, {}],
      ['GET', `/destinations/${id}/forwards`],
    ] as const
    for (const [method, path, body] of requests)
      assert.equal((await ask(server, other, method, path, body)).status, 404, `${method} ${path}`)
    await sql`update sessions set proved_at = 0 where user_id = ${pilot.user.id}`
    assert.equal((await ask(server, pilot, 'PATCH', `/destinations/${id}`, { label: 'Mine' })).status, 403)
    const key = await server.fetch('/api/v1/destinations', { headers: pilot.headers })
    assert.equal(key.status, 404)
  })

  test('refuses settings that its kind does not know, and addresses that it may not reach', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const body = { kind: 'webdav', label: 'Box', settings: { url: box.url }, credential: { password: 'x' } }
    const refusals: [object, RegExp][] = [
      [{ settings: {} }, /url/],
      [{ settings: { url: box.url, more: 1 } }, /more/],
      [{ credential: {} }, /password/],
      [{ settings: { url: 'ftp://example.org/' } }, /https/],
      [{ settings: { url: 'http://169.254.169.254/' } }, /public address/],
      [{ kind: 'fittrackee' }, /offered/],
    ]
    for (const [part, sentence] of refusals) {
      const { status, text } = await ask(server, pilot, 'POST', '/destinations', { ...body, ...part })
      assert.equal(status, 400, text)
      assert.match(text, sentence)
    }
  })

  test('is checked without a flight', async (context) => {
    const [pilot, box] = [await createForwarder(server), await startBox(context)]
    const { id } = await addDestination(server, pilot, box)
    const check = () => ask(server, pilot, 'POST', `/destinations/${id}/check`)
    assert.deepEqual((await check()).body, { data: { ok: true, result: 'delivered', words: null } })
    box.password = 'changed'
    const refused = { ok: false, result: 'credential', words: 'Wrong password' }
    assert.deepEqual((await check()).body, { data: refused })
    assert.deepEqual(box.asked, ['GET ', 'GET '])
  })

  async function saveCredential(pilot: Forwarder, id: string, password: string) {
    await sql`update sessions set proved_at = ${server.services.now()}`
    const { status, text } = await ask(server, pilot, 'PATCH', `/destinations/${id}`, {
      credential: { password },
    })
    assert.equal(status, 200, text)
  }
})

async function countSentMails({ services }: TestServer): Promise<number> {
  await waitUntil(
    'all mail is sent',
    async () => (await services.db.sql`select id from queue where kind = 'emails'`).length === 0,
  )
  return (await readOutbox(services.config.dataDir)).length
}
