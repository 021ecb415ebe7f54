// run: all
// A recording that ends in the air, or holds no flight, does not count until its pilot says so.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import type { Statistics } from '#contract/logbook/statistics.ts'
import { importZip, readImport } from '#test/support/archives/imports.ts'
import { send } from '#test/support/account.ts'
import { createPilot, list, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { cutShort } from '#test/support/igc/cut-short.ts'
import { signIn } from '#test/support/people.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

function lieStill(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file).toString('latin1')
  const [first = ''] = text.match(/^B.*$/m) ?? []
  return Buffer.from(
    text.replaceAll(/^B(\d{6}).*$/gm, (_, time: string) => `B${time}${first.slice(7).trimEnd()}\r`),
    'latin1',
  )
}

async function correct(
  server: TestServer,
  { headers }: Pilot,
  id: string,
  change: object,
): Promise<Response> {
  return server.fetch(`/api/v1/flights/${id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
}

async function totalsOf(server: TestServer, { headers }: Pilot, query = '') {
  const response = await server.fetch(`/api/v1/flights/statistics${query}`, { headers })
  return ((await response.json()) as { data: Statistics }).data
}

const metadataOf = ({ flightInfo }: Flight) => flightInfo.metadata

suite('a recording that is not a whole flight', async () => {
  const server = await shareServer()

  test('is said to be so, is listed, and counts nowhere until the pilot says so', async () => {
    const pilot = await createPilot(server)
    const whole = await uploadNew(server, pilot, makeFlight(1))
    const before = await totalsOf(server, pilot)
    const short = await uploadNew(server, pilot, cutShort(makeFlight(2)))
    const still = await uploadNew(server, pilot, lieStill(makeFlight(3)))
    const { data, pagination } = await list(server, pilot)
    assert.equal(pagination.totalCount, 3)
    const judged = Object.fromEntries(data.map((flight) => [flight.id, metadataOf(flight)]))
    const say = (id: string) => [judged[id]?.recording, judged[id]?.isCounted]
    assert.deepEqual(say(whole.id), ['complete', true])
    assert.deepEqual(say(short.id), ['cut-short', false])
    assert.deepEqual(say(still.id), ['no-flight', false])
    assert.deepEqual(await totalsOf(server, pilot), { ...before, uncountedFlights: 2 })

    const answer = await correct(server, pilot, short.id, { isCounted: true })
    assert.equal(answer.status, 200)
    assert.equal(metadataOf(((await answer.json()) as { data: Flight }).data).isCounted, true)
    assert.equal((await totalsOf(server, pilot)).flights, 2)
    await correct(server, pilot, whole.id, { isCounted: false })
    const after = await totalsOf(server, pilot)
    assert.deepEqual([after.flights, after.records.score?.flightId], [1, short.id])
    for (const { id } of [short, whole]) await correct(server, pilot, id, { isCounted: null })
    assert.deepEqual(await totalsOf(server, pilot), { ...before, uncountedFlights: 2 })
    assert.equal((await correct(server, pilot, whole.id, { isCounted: 'maybe' })).status, 400)
  })

  test('is left out of a list, and counted in sums, where a reader asks for that', async () => {
    const pilot = await createPilot(server)
    const whole = await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-17' }))
    const long = await uploadNew(server, pilot, cutShort(makeFlight(2, { date: '2026-05-18', taskKm: 60 })))
    const ids = async (query: string) => (await list(server, pilot, query)).data.map(({ id }) => id)
    assert.deepEqual(await ids('?counting=counted'), [whole.id])
    assert.deepEqual(await ids('?counting=counted&limit=5'), [whole.id])
    assert.deepEqual(await ids('?counting=all'), [long.id, whole.id])
    const pages = await Promise.all(
      ['', '?counting=all', '?counting=counted'].map((query) => list(server, pilot, query)),
    )
    assert.deepEqual(
      pages.map(({ pagination }) => [
        pagination.totalCount,
        (pagination as { uncountedFlights?: number }).uncountedFlights,
      ]),
      [
        [2, undefined],
        [2, undefined],
        [1, 1],
      ],
    )
    const none = await list(server, pilot, '?counting=counted&from=2026-05-18')
    assert.deepEqual(
      [none.data, none.pagination],
      [[], { ...none.pagination, totalCount: 0, uncountedFlights: 1 }],
    )
    const sums = async (query: string) => {
      const { flights, records, uncountedFlights } = await totalsOf(server, pilot, query)
      return [flights, records.distance?.flightId, uncountedFlights]
    }
    assert.deepEqual(await sums(''), [1, whole.id, 1])
    assert.deepEqual(await sums('?counting=counted'), [1, whole.id, 1])
    assert.deepEqual(await sums('?counting=all&season=2026'), [2, long.id, 0])
    const wrong = await server.fetch('/api/v1/flights?counting=some', { headers: pilot.headers })
    assert.equal(wrong.status, 400)
  })

  test('keeps what its pilot has said over an export and an import', async () => {
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const files = [makeFlight(1), makeFlight(2), cutShort(makeFlight(3)), cutShort(makeFlight(4))]
    const made: { id: string; hash: string }[] = []
    for (const file of files) made.push(await uploadNew(server, pilot, file))
    await correct(server, pilot, made[0]!.id, { isCounted: false })
    await correct(server, pilot, made[2]!.id, { isCounted: true })
    const exported = await send(
      server,
      { headers: await signIn(server, pilot.user) },
      'GET',
      '/account/export',
    )
    await readImport(await importZip(server, another, new Uint8Array(await exported.arrayBuffer())))
    const copies = new Map(
      (await list(server, another)).data.map((flight) => [flight.hash, metadataOf(flight)]),
    )
    assert.deepEqual(
      made.map(({ hash }) => copies.get(hash)?.isCounted),
      [false, true, true, false],
    )
  })

  test('is neither in the totals nor in the list of a public profile', async () => {
    const pilot = await createPilot(server)
    const headers = await signIn(server, pilot.user)
    await send(server, { headers }, 'PATCH', '/account', { publicProfile: true, name: 'Mara' })
    await send(server, { headers }, 'PATCH', '/sharing', { handle: 'mara', defaultVisibility: 'public' })
    const whole = await uploadNew(server, pilot, makeFlight(1))
    const short = await uploadNew(server, pilot, cutShort(makeFlight(2)))
    const page = await (await server.fetch('/p/mara')).text()
    assert.ok(page.includes(`/f/${whole.id}`))
    assert.ok(!page.includes(`/f/${short.id}`))
    assert.match(page, /Public flights<\/dt>\s*<dd>1</)
  })
})
