import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import Schema from 'typebox/schema'
import { Flight, FlightDetail } from '#contract/flight.ts'
import { FlightList } from '#contract/flight-list.ts'
import { listFlights } from '#server/flights/read/list-store.ts'
import type { Sql, SqlValue } from '#server/platform/database/database.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const DATES = [
  '2024-09-30',
  '2024-10-01',
  '2025-05-17',
  '2025-05-31',
  '2025-06-01',
  '2025-12-31',
  '2026-05-17',
]

suite('GET /api/v1/flights and /api/v1/flights/{id}', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  const other = await createPilot(server)
  for (const [index, date] of DATES.entries()) {
    await uploadNew(server, pilot, makeFlight(index + 1, { date }))
    server.advance(1000)
  }
  // A second flight on the last day, and one of another user.
  await uploadNew(server, pilot, makeFlight(100, { date: '2026-05-17' }))
  await uploadNew(server, other, makeFlight(101, { date: '2026-05-17' }))
  const get = (path: string, headers: Record<string, string> = pilot.headers) =>
    server.fetch(path, { headers })

  test('newest first by date, then by upload, with the right totals and none of another pilot', async () => {
    const body = await list(server, pilot)
    const dates = body.data.map((flight) => flight.flight_date)
    assert.deepEqual(dates, ['2026-05-17', ...DATES.toReversed()])
    assert.ok(body.data[0]!.date_created > body.data[1]!.date_created)
    assert.deepEqual(body.pagination, {
      page: 1,
      pageSize: 25,
      totalCount: 8,
      totalPages: 1,
      limit: 25,
      next: null,
    })
    assert.equal((await list(server, other)).pagination.totalCount, 1)
  })

  test('the answers are as the contract types say, every field present', async () => {
    const body = await list(server, pilot)
    assert.ok(Schema.Check(FlightList, body))
    const response = await get(`/api/v1/flights/${body.data[0]!.id}`)
    const detail = (await response.json()) as { data: object }
    assert.ok(Schema.Check(FlightDetail, detail))
    assert.deepEqual(detail.data, body.data[0])
    assert.deepEqual(Object.keys(detail.data), Object.keys(Flight.properties))
  })

  test('every page size walks over all flights once, from both ends', async () => {
    const all = (await list(server, pilot, '?pageSize=100')).data.map((flight) => flight.id)
    for (const pageSize of [1, 2, 3, 5, 7, 8]) {
      const seen: string[] = []
      const pages = Math.ceil(all.length / pageSize)
      for (let page = 1; page <= pages; page++) {
        const body = await list(server, pilot, `?page=${page}&pageSize=${pageSize}`)
        const { next, ...pagination } = body.pagination
        assert.deepEqual(pagination, { page, pageSize, totalCount: 8, totalPages: pages, limit: pageSize })
        assert.equal(next === null, page === pages)
        seen.push(...body.data.map((flight) => flight.id))
      }
      assert.deepEqual(seen, all, `pages of ${pageSize}`)
    }
  })

  test('a flight that arrives while the list is read pushes no other one out of it', async () => {
    const busy = await createPilot(server)
    for (const date of ['2025-05-17', '2025-05-18']) {
      await uploadNew(server, busy, makeFlight(200, { date }))
    }
    const { sql } = server.services.db
    let statements = 0
    const interrupted = (async (strings: TemplateStringsArray, ...values: SqlValue[]) => {
      const rows = await sql(strings, ...values)
      if (statements++ === 0) await uploadNew(server, busy, makeFlight(201, { date: '2025-05-19' }))
      return rows
    }) as Sql
    const page = await listFlights(interrupted, busy.user.id, {}, { page: 1, pageSize: 25 })
    assert.ok(statements > 1)
    const dates = page.rows.map((row) => row.flight_date)
    assert.deepEqual(dates, ['2025-05-19', '2025-05-18', '2025-05-17'])
    assert.equal(page.totalCount, 3)
  })

  test('a page past the end is empty', async () => {
    const body = await list(server, pilot, '?page=1000000')
    assert.deepEqual(body, {
      data: [],
      pagination: { page: 1_000_000, pageSize: 25, totalCount: 8, totalPages: 1, limit: 25, next: null },
    })
  })

  const filters: [string, number][] = [
    ['?from=2025-05-17', 6],
    ['?to=2025-05-17', 3],
    ['?from=2025-05-17&to=2025-05-31', 2],
    ['?from=2025-05-18&to=2025-05-30', 0],
    ['?from=2025-06-01&to=2025-05-31', 0],
    ['?season=2024', 1],
    ['?season=2025', 4],
    ['?season=2026', 3],
    ['?season=2027', 0],
    ['?season=2025&from=2025-05-31', 2],
    ['?updatedSince=2001-01-01', 8],
    ['?updatedSince=2999-01-01T00:00:00%2B02:00', 0],
    ['?updatedSince=2001-01-01T10:00:00Z&season=2026', 3],
  ]
  for (const [query, count] of filters) {
    test(`${query} finds ${count}`, async () => {
      const body = await list(server, pilot, query)
      assert.equal(body.data.length, count)
      assert.equal(body.pagination.totalCount, count)
      if (count > 1) {
        const second = await list(server, pilot, `${query}&page=2&pageSize=1`)
        assert.equal(second.data[0]?.id, body.data[1]?.id)
      }
    })
  }

  const refusals: [string, RegExp][] = [
    ['?page=0', /^page must be a whole number of at least 1/],
    ['?page=-1', /^page must/],
    ['?page=1.5', /^page must/],
    ['?page=x', /^page must/],
    ['?page=', /^page must/],
    ['?page=1&page=2', /^page is given more than once/],
    ['?pageSize=0', /^pageSize must be a whole number from 1 to 100/],
    ['?pageSize=101', /^pageSize must/],
    ['?pageSize=0x10', /^pageSize must/],
    ['?from=yesterday', /^from must be a date/],
    ['?to=2025-02-30', /^to must be a date/],
    ['?season=this', /^season must be a year/],
    ['?updatedSince=1', /^updatedSince must be a time/],
    ['?hash=2c26', /^hash must be 64 lowercase hexadecimal characters/],
  ]
  for (const [query, sentence] of refusals) {
    test(`${query} is 400 and names the parameter`, async () => {
      const response = await get(`/api/v1/flights${query}`)
      const body = (await response.json()) as { error: string; error_description: string }
      assert.equal(response.status, 400)
      assert.equal(body.error, 'invalid_request')
      assert.match(body.error_description, sentence)
    })
  }

  test('list and detail are conditional: 304 until something changes', async () => {
    const { id } = (await list(server, pilot)).data[0]!
    for (const path of ['/api/v1/flights?pageSize=2', `/api/v1/flights/${id}`]) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      for (const condition of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
        const same = await get(path, { ...pilot.headers, 'if-none-match': condition })
        assert.equal(same.status, 304, condition)
        assert.equal(await same.text(), '')
        assert.equal(same.headers.get('etag'), etag)
      }
      const init = { method: 'HEAD', headers: { ...pilot.headers, 'if-none-match': etag } }
      assert.equal((await server.fetch(path, init)).status, 304)
      const changed = await get(path, { ...pilot.headers, 'if-none-match': '"x"' })
      assert.equal(changed.status, 200)
    }
    const etag = (await get('/api/v1/flights')).headers.get('etag') ?? ''
    await server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ launch_type: 'Driving' }),
    })
    const after = await get('/api/v1/flights', { ...pilot.headers, 'if-none-match': etag })
    assert.equal(after.status, 200)
  })

  test('an unknown flight, a malformed id and another user’s flight look the same: 404', async () => {
    const { id } = (await list(server, other)).data[0]!
    const bodies = new Set<string>()
    for (const one of [id, 'f'.repeat(24), 'F'.repeat(24), 'x', '%20', id.toUpperCase()]) {
      const response = await get(`/api/v1/flights/${one}`)
      assert.equal(response.status, 404, one)
      bodies.add(await response.text())
    }
    assert.deepEqual([...bodies], ['{"error":"not_found","error_description":"There is no such flight."}\n'])
  })

  test('a flight is read by its hash as by its id: itself, its file, its track and its analysis', async () => {
    const { id, hash } = (await list(server, pilot)).data[0]!
    for (const part of ['', '/igc', '/track', '/track?format=columns', '/analysis']) {
      const [byId, byHash] = [
        await get(`/api/v1/flights/${id}${part}`),
        await get(`/api/v1/flights/${hash}${part}`),
      ]
      assert.equal(byHash.status, 200)
      assert.equal(byHash.headers.get('etag'), byId.headers.get('etag'))
      assert.equal(await byHash.text(), await byId.text())
    }
    const found = await list(server, pilot, `?hash=${hash}`)
    assert.deepEqual([found.data.map((flight) => flight.id), found.pagination.totalCount], [[id], 1])
  })

  test('an unknown hash, or one of another user, finds nothing', async () => {
    const { hash } = (await list(server, other)).data[0]!
    for (const one of [hash, 'f'.repeat(64)]) {
      for (const part of ['', '/igc', '/track', '/analysis'])
        assert.equal((await get(`/api/v1/flights/${one}${part}`)).status, 404)
      assert.deepEqual((await list(server, pilot, `?hash=${one}`)).data, [])
    }
  })

  test('HEAD is answered as GET without a body', async () => {
    const response = await server.fetch('/api/v1/flights', { method: 'HEAD', headers: pilot.headers })
    assert.equal(response.status, 200)
    assert.ok(Number(response.headers.get('content-length')) > 1000)
    assert.equal(await response.text(), '')
  })

  test('without the scope 403, without a credential 401', async () => {
    const writer = await createKey(server, await createUser(server), ['flights:write'])
    const { id } = (await list(server, pilot)).data[0]!
    for (const path of ['', `/${id}`, `/${id}/igc`, `/${id}/track`, `/${id}/analysis`]) {
      const forbidden = await get(`/api/v1/flights${path}`, bearer(writer))
      assert.equal(forbidden.status, 403)
      assert.match(forbidden.headers.get('www-authenticate') ?? '', /insufficient_scope.*flights:read/)
      const unknown = await get(`/api/v1/flights${path}`, {})
      assert.equal(unknown.status, 401)
      assert.match(unknown.headers.get('www-authenticate') ?? '', /^Bearer /)
    }
  })

  test('the metadata holds what the file says, and the certificate of the score', async () => {
    const bytes = makeFlight(200, { pilot: 'Ada Wing', glider: 'Ozone Zeno', gliderClass: 'D' })
    const flight = await uploadNew(server, await createPilot(server), bytes)
    const metadata = flight.flightInfo.metadata as Record<string, Record<string, unknown>>
    assert.equal(metadata.pilot, 'Ada Wing')
    assert.equal(metadata.glider, 'Ozone Zeno')
    assert.equal(metadata.timeZone, 'Europe/Zurich')
    assert.equal(metadata.scoring?.score, flight.scoring.score)
    assert.equal(metadata.scoring?.proven, true)
    assert.deepEqual(metadata.scoring?.rules, { name: 'XContest', version: '2019' })
    assert.ok((metadata.altitude?.maximumM as number) > 1000)
    const { fastest30sKmh } = flight.flightInfo.metadata
    assert.ok(fastest30sKmh && fastest30sKmh > 36 && fastest30sKmh < 80, String(fastest30sKmh))
    assert.equal(flight.flightInfo.takeoff.country, 'CH')
    assert.ok(flight.flightInfo.takeoff.name.length > 0)
    assert.ok(flight.flightInfo.track.distance > flight.scoring.distance)
  })

  test('the date is the local one at take-off, and the season begins in October', async () => {
    const newZealand = await createPilot(server)
    // 2025-09-30 22:00 UTC is 1 October in New Zealand.
    const bytes = makeFlight(300, {
      date: '2025-09-30',
      startSecondsOfDay: 22 * 3600,
      latitude: -44.9,
      longitude: 168.8,
    })
    const flight = await uploadNew(server, newZealand, bytes)
    assert.equal(flight.flight_date, '2025-10-01')
    assert.equal(flight.season, 2026)
    assert.equal(flight.flightInfo.takeoff.country, 'NZ')
  })
})
