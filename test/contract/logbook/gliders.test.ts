// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Flight, FlightDetail } from '#contract/flight.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import { readCsv } from '#test/support/formats/readers.ts'
import { createPilot, list, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { fillLogbook } from '#test/support/memory/logbook.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

/** The glider in the file. */
const headerOf = ({ flightInfo }: Flight) => (flightInfo.metadata as { glider?: string }).glider

suite('a pilot’s gliders', async () => {
  const server = await shareServer()
  type Caller = Pick<Pilot, 'headers'>
  const send = (pilot: Caller, method: string, path: string, body?: object) =>
    server.fetch(`/api/v1${path}`, {
      method,
      headers: { ...pilot.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const call = async <Data>(pilot: Caller, method: string, path: string, body?: object): Promise<Data> => {
    const response = await send(pilot, method, path, body)
    const answer = (await response.json()) as { data: Data }
    assert.ok(response.ok, JSON.stringify(answer))
    return answer.data
  }
  const refuse = async (pilot: Caller, method: string, path: string, body?: object) => {
    const response = await send(pilot, method, path, body)
    const { error_description: sentence } = (await response.json()) as { error_description: string }
    return [response.status, sentence]
  }
  const add = (pilot: Caller, name: string, more: object = {}) =>
    call<Glider>(pilot, 'POST', '/gliders', { name, class: 'B', ...more })
  const listOf = (pilot: Caller) => call<Glider[]>(pilot, 'GET', '/gliders')
  const choose = async (pilot: Caller, flight: string, glider: string | null) =>
    call<FlightDetail['data']>(pilot, 'PATCH', `/flights/${flight}`, { gliderId: glider })

  test('are added, changed and listed: the default first, then by name, retired ones last', async () => {
    const pilot = await createPilot(server)
    const old = await add(pilot, ' Gin  Explorer\u0000 ', { class: 'C', inspectedOn: '2024-03-01' })
    const { id, dateCreated, ...rest } = old
    assert.match(id, /^[a-f0-9]{24}$/)
    assert.ok(Math.abs(Date.parse(dateCreated) - server.services.now()) < 60_000)
    const flown = { flights: 0, seconds: 0 }
    assert.deepEqual(rest, {
      name: 'Gin Explorer',
      class: 'C',
      isDefault: false,
      isRetired: false,
      inspectedOn: '2024-03-01',
      ...flown,
      sinceInspection: flown,
    })
    const zeno = await add(pilot, 'Ozone Zeno 2', { class: 'D', isDefault: true })
    assert.equal(zeno.sinceInspection, null)
    const alpina = await add(pilot, 'Ozone Alpina 5')
    const names = async () => (await listOf(pilot)).map(({ name }) => name)
    assert.deepEqual(await names(), ['Ozone Zeno 2', 'Gin Explorer', 'Ozone Alpina 5'])

    await call(pilot, 'PATCH', `/gliders/${alpina.id}`, { isDefault: true, class: 'CCC' })
    const defaults = (await listOf(pilot)).filter(({ isDefault }) => isDefault)
    assert.deepEqual(
      defaults.map((glider) => [glider.name, glider.class]),
      [['Ozone Alpina 5', 'CCC']],
      'one default at most',
    )
    const retired = await call<Glider>(pilot, 'PATCH', `/gliders/${alpina.id}`, { isRetired: true })
    assert.deepEqual([retired.isRetired, retired.isDefault], [true, false])
    assert.deepEqual(await names(), ['Gin Explorer', 'Ozone Zeno 2', 'Ozone Alpina 5'])
    assert.equal((await send(pilot, 'DELETE', `/gliders/${zeno.id}`)).status, 204)
    assert.deepEqual(await names(), ['Gin Explorer', 'Ozone Alpina 5'])
    assert.deepEqual(await listOf(await createPilot(server)), [], 'no one else’s')
  })

  test('are chosen for a flight, found by it, and counted, all and since the inspection', async () => {
    const pilot = await createPilot(server)
    const [first, second] = [
      await uploadNew(server, pilot, makeFlight(1, { glider: 'Header One', date: '2026-05-01' })),
      await uploadNew(server, pilot, makeFlight(2, { glider: 'Header Two', date: '2026-06-01' })),
    ]
    const glider = await add(pilot, 'Ozone Alpina 5', { inspectedOn: '2026-06-01' })
    const own = { id: glider.id, name: 'Ozone Alpina 5', class: 'B' }
    const chosen = await choose(pilot, first.id, glider.id)
    assert.deepEqual(chosen.flightInfo.metadata.ownGlider, own)
    assert.equal(headerOf(chosen), 'Header One', 'what the file says stays')
    await choose(pilot, second.id, glider.id)
    const [a, b] = [first, second].map(({ flightInfo }) => flightInfo.track.duration)
    const counts = async () => {
      const [{ flights, seconds, sinceInspection } = assert.fail()] = await listOf(pilot)
      return [flights, seconds, sinceInspection]
    }
    assert.deepEqual(await counts(), [2, a! + b!, { flights: 1, seconds: b }])

    const find = async (query: string) => (await list(server, pilot, query)).data.map(({ id }) => id)
    assert.deepEqual(await find(`?gliderId=${glider.id}`), [second.id, first.id])
    assert.deepEqual(await find(`?gliderId=${glider.id}&limit=1`), [second.id])
    assert.deepEqual(await find('?q=alpina'), [second.id, first.id])
    assert.deepEqual(await find('?q=alpina+header+two'), [second.id])
    const csv = await server.fetch('/api/v1/flights/export', { headers: pilot.headers })
    const [line] = readCsv(Buffer.from(await csv.arrayBuffer()))
    assert.deepEqual([line?.glider, line?.glider_class], ['Ozone Alpina 5', 'B'])

    const freed = await choose(pilot, second.id, null)
    assert.ok(!('ownGlider' in freed.flightInfo.metadata))
    assert.deepEqual(await counts(), [1, a, { flights: 0, seconds: 0 }])
    assert.equal((await send(pilot, 'DELETE', `/flights/${first.id}`)).status, 204)
    assert.deepEqual(await counts(), [0, 0, { flights: 0, seconds: 0 }])
  })

  test('are those of a new flight: the one that the file names, else the default', async () => {
    const pilot = await createPilot(server)
    await add(pilot, 'Ozone Alpina 5', { isDefault: true })
    await add(pilot, 'Gin Éxplorer')
    const gliderOf = async (seed: number, glider: string, query = '') => {
      const flight = await uploadNew(server, pilot, makeFlight(seed, { glider }), { query })
      return [flight.flightInfo.metadata.ownGlider?.name, headerOf(flight)]
    }
    assert.deepEqual(await gliderOf(11, 'Some other'), ['Ozone Alpina 5', 'Some other'])
    assert.deepEqual(await gliderOf(12, 'GIN explorer'), ['Gin Éxplorer', 'GIN explorer'])
    assert.deepEqual(await gliderOf(13, 'x', '?gliderName=gin%20explorer'), ['Gin Éxplorer', 'gin explorer'])
  })

  test('that are renamed are shown so everywhere, and no client is told that nothing has changed', async () => {
    const pilot = await createPilot(server)
    const glider = await add(pilot, 'Before', { isDefault: true })
    const { id } = await uploadNew(server, pilot, makeFlight(21))
    const ask = (path: string, tag: string) =>
      server.fetch(path, { headers: { ...pilot.headers, 'if-none-match': tag } })
    for (const [name, path] of [
      ['After', '/api/v1/flights'],
      ['Later', `/api/v1/flights/${id}`],
    ] as const) {
      const tag = (await ask(path, '')).headers.get('etag') ?? ''
      assert.equal((await ask(path, tag)).status, 304)
      await call(pilot, 'PATCH', `/gliders/${glider.id}`, { name })
      const again = await ask(path, tag)
      assert.equal(again.status, 200)
      assert.match(await again.text(), new RegExp(`"ownGlider":\\{[^}]*"name":"${name}"`))
    }
  })

  test('are chosen for all flights of some days that have none', async () => {
    const pilot = await createPilot(server)
    const flights = []
    for (const [seed, date] of [
      [31, '2024-05-01'],
      [32, '2025-05-01'],
      [33, '2025-06-01'],
      [34, '2026-05-01'],
    ] as const)
      flights.push(await uploadNew(server, pilot, makeFlight(seed, { date })))
    const [old, current] = [await add(pilot, 'Old one'), await add(pilot, 'New one')]
    await choose(pilot, flights[1]!.id, current.id)
    const give = (id: string, body: object) =>
      call<{ changed: number }>(pilot, 'POST', `/gliders/${id}/flights`, body)
    assert.deepEqual(await give(old.id, { from: '2025-01-01', to: '2025-12-31' }), { changed: 1 })
    assert.deepEqual(await give(current.id, {}), { changed: 2 })
    const counts = (await listOf(pilot)).map(({ name, flights: count }) => [name, count])
    assert.deepEqual(counts, [
      ['New one', 3],
      ['Old one', 1],
    ])
  })

  test('are chosen for all of very many flights, also when several requests ask for it at once', async () => {
    const pilot = await createPilot(server)
    await fillLogbook(server.services, pilot.user.id, 250, { taskKm: 6, rateSeconds: 5 })
    const { sql } = server.services.db
    // More of one day than are changed at once.
    await sql`update flights set flight_date = '2020-05-17' where owner_id = ${pilot.user.id} and flight_date < '2010-06-20'`
    const gliders = [await add(pilot, 'One'), await add(pilot, 'Other')]
    const changed = await Promise.all(
      gliders.map(({ id }) => call<{ changed: number }>(pilot, 'POST', `/gliders/${id}/flights`, {})),
    )
    const left = await sql`select id from flights where owner_id = ${pilot.user.id} and glider_id is null`
    assert.deepEqual(left, [])
    assert.ok(changed.reduce((sum, answer) => sum + answer.changed, 0) >= 250)
  })

  test('with flights are not deleted: a sentence says what to do', async () => {
    const pilot = await createPilot(server)
    const glider = await add(pilot, 'Alpina', { isDefault: true })
    await uploadNew(server, pilot, makeFlight(41))
    assert.deepEqual(await refuse(pilot, 'DELETE', `/gliders/${glider.id}`), [
      409,
      '1 flight was flown with this glider: retire it, or choose another one for it first.',
    ])
    await uploadNew(server, pilot, makeFlight(42))
    const [status, sentence] = await refuse(pilot, 'DELETE', `/gliders/${glider.id}`)
    assert.deepEqual(
      [status, sentence],
      [409, '2 flights were flown with this glider: retire it, or choose another one for them first.'],
    )
    assert.equal((await listOf(pilot)).length, 1)
  })

  test('that are no good are refused with a sentence, and no one changes another pilot’s', async () => {
    const [pilot, stranger] = [await createPilot(server), await createPilot(server)]
    const glider = await add(pilot, 'Alpina')
    const { id } = await uploadNew(server, stranger, makeFlight(51))
    const refusals: [unknown[], [number, string]][] = [
      [
        ['POST', '/gliders', { name: 'ALPINA', class: 'A' }],
        [400, 'You already have a glider with this name.'],
      ],
      [
        ['POST', '/gliders', { name: ' \u0000', class: 'A' }],
        [400, 'name must be text of 1 to 100 characters.'],
      ],
      [
        ['POST', '/gliders', { name: 'x'.repeat(101), class: 'A' }],
        [400, 'name must be text of 1 to 100 characters.'],
      ],
      [
        ['POST', '/gliders', { name: 'x', class: 'E' }],
        [400, 'class must be one of: A, B, C, D, CCC, tandem, miniwing, hang glider, rigid wing, other.'],
      ],
      [
        ['POST', '/gliders', { name: 'x', class: 'A', inspectedOn: '2026-02-30' }],
        [400, 'inspectedOn must be a date such as 2026-05-17.'],
      ],
      [
        ['PATCH', `/gliders/${'0'.repeat(24)}`, { class: 'A' }],
        [404, 'There is no such glider.'],
      ],
      [
        ['PATCH', '/gliders/x', { class: 'A' }],
        [404, 'There is no such glider.'],
      ],
    ]
    for (const [request, expected] of refusals)
      assert.deepEqual(await refuse(pilot, ...(request as [string, string, object])), expected)
    const other = await add(pilot, 'Zeno')
    assert.deepEqual(await refuse(pilot, 'PATCH', `/gliders/${other.id}`, { name: 'alpina' }), [
      400,
      'You already have a glider with this name.',
    ])
    for (const [method, path, body] of [
      ['PATCH', `/gliders/${glider.id}`, { name: 'Mine' }],
      ['DELETE', `/gliders/${glider.id}`, undefined],
      ['POST', `/gliders/${glider.id}/flights`, {}],
    ] as const)
      assert.deepEqual(await refuse(stranger, method, path, body), [404, 'There is no such glider.'])
    assert.deepEqual(await refuse(stranger, 'PATCH', `/flights/${id}`, { gliderId: glider.id }), [
      400,
      'gliderId must be the id of one of your gliders, or null.',
    ])
    assert.deepEqual((await list(server, stranger, `?gliderId=${glider.id}`)).data, [])
    const reader = { headers: bearer(await createKey(server, pilot.user, ['flights:read'])) }
    assert.equal((await send(reader, 'POST', '/gliders', { name: 'x', class: 'A' })).status, 403)
    assert.equal((await listOf(reader)).length, 2)
  })

  test('are a hundred at most', async () => {
    const pilot = await createPilot(server)
    for (let count = 0; count < 100; count++) await add(pilot, `Glider ${count}`)
    assert.deepEqual(await refuse(pilot, 'POST', '/gliders', { name: 'One more', class: 'A' }), [
      400,
      'You have 100 gliders, the most there may be: delete one first.',
    ])
  })
})
