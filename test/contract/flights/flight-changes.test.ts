// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Check } from 'typebox/value'
import { type Flight } from '#contract/flight.ts'
import { FlightChanges } from '#contract/flight-list.ts'
import { nextNumber } from '#server/flights/record/change-numbers.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { pruneRows } from '#server/prune.ts'
import { removeAllFlights } from '#server/flights/record/remove.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

suite('GET /api/v1/flights/changes', async () => {
  let seed = 1
  const server = await startServer({ after }, { environment: unlimited })
  const ask = (pilot: Pilot, query = '') =>
    server.fetch(`/api/v1/flights/changes${query}`, { headers: pilot.headers })
  const changes = async (pilot: Pilot, query = '') => {
    const response = await ask(pilot, query)
    const body = (await response.json()) as FlightChanges
    assert.equal(response.status, 200, JSON.stringify(body))
    assert.ok(Check(FlightChanges, body), JSON.stringify(body))
    return body
  }
  const fly = (pilot: Pilot) => uploadNew(server, pilot, makeFlight(seed++))
  const patch = async (pilot: Pilot, { id }: Flight) => {
    const response = await server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: '{"is_tandem":true}',
    })
    return ((await response.json()) as { data: Flight }).data
  }
  const remove = (pilot: Pilot, { id }: Flight) =>
    server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })

  test('uploads, corrections and deletions come in their order, each flight once and as it is now', async () => {
    const pilot = await createPilot(server)
    assert.deepEqual((await changes(pilot)).data, [])
    const [one, two, three] = [await fly(pilot), await fly(pilot), await fly(pilot)]
    const start = await changes(pilot)
    assert.deepEqual(
      start.data.map(({ change, flight }) => [change, flight]),
      [one, two, three].map((flight) => ['created', flight]),
    )
    assert.equal(start.pagination.hasMore, false)

    const corrected = await patch(pilot, one)
    await remove(pilot, two)
    const since = await changes(pilot, `?after=${start.pagination.next}`)
    assert.deepEqual(
      since.data.map(({ change, id, hash, flight }) => ({ change, id, hash, flight })),
      [
        { change: 'updated', id: one.id, hash: one.hash, flight: corrected },
        { change: 'deleted', id: two.id, hash: two.hash, flight: null },
      ],
    )
    const end = await changes(pilot, `?after=${since.pagination.next}`)
    assert.deepEqual([end.data, end.pagination.next], [[], since.pagination.next])
  })

  test('a copy from the start is whole, page by page, also while flights change between the pages', async () => {
    const pilot = await createPilot(server)
    const flights = [await fly(pilot), await fly(pilot), await fly(pilot), await fly(pilot)]
    const copy = new Map<string, unknown>()
    let path = '/api/v1/flights/changes?limit=1'
    for (let page = 0; ; page++) {
      const response = await server.fetch(path, { headers: pilot.headers })
      const { data, pagination } = (await response.json()) as FlightChanges
      for (const { id, flight } of data) {
        if (flight) copy.set(id, flight)
        else copy.delete(id)
      }
      if (page === 1) {
        await patch(pilot, flights[0]!)
        await remove(pilot, flights[1]!)
        await remove(pilot, flights[3]!)
      }
      const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      assert.equal(link !== undefined, pagination.hasMore)
      if (!link) break
      path = link.slice(server.url.length)
    }
    const { data } = await list(server, pilot)
    assert.deepEqual(copy, new Map(data.map((flight) => [flight.id, flight])))
  })

  test('no change is seen before one that was numbered earlier: it waits for that one’s commit', async () => {
    const [pilot, other] = [await createPilot(server), await createPilot(server)]
    const [flight, foreign] = [await fly(pilot), await fly(other)]
    const { next } = (await changes(pilot)).pagination
    const { db } = server.services
    const [isNumbered, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const earlier = db.transaction(async (sql) => {
      await nextNumber(sql, pilot.user.id)
      isNumbered.resolve()
      await mayCommit.promise
    })
    await isNumbered.promise
    let isAnswered = false
    const later = patch(pilot, flight).finally(() => (isAnswered = true))
    // SQLite has one writer at a time; PostgreSQL holds up the changes of this pilot alone.
    if (db.engine === 'postgres') await patch(other, foreign)
    await sleep(200)
    assert.equal(isAnswered, false)
    assert.deepEqual((await changes(pilot, `?after=${next}`)).data, [])
    mayCommit.resolve()
    await Promise.all([earlier, later])
    const seen = (await changes(pilot, `?after=${next}`)).data
    assert.deepEqual(
      seen.map(({ change, id }) => [change, id]),
      [['updated', flight.id]],
    )
  })

  test('fields=light leaves out the metadata alone', async () => {
    const pilot = await createPilot(server)
    const flight = await fly(pilot)
    const response = await ask(pilot, '?fields=light')
    const { data } = (await response.json()) as FlightChanges
    const { metadata: _, ...info } = flight.flightInfo
    assert.deepEqual(data[0]?.flight, { ...flight, flightInfo: info })
  })

  test('a cursor older than the deletions that are kept is 410 and says to start over', async () => {
    const pilot = await createPilot(server)
    const [one, two] = [await fly(pilot), await fly(pilot)]
    const old = (await changes(pilot)).pagination.next
    await remove(pilot, one)
    const current = (await changes(pilot)).pagination.next
    server.advance(91 * DAY_MS)
    const begun = (await changes(pilot, '?limit=1')).pagination.next
    await pruneRows(server.services)
    const expired = await ask(pilot, `?after=${old}`)
    const problem = (await expired.json()) as { error: string; error_description: string }
    assert.deepEqual([expired.status, problem.error], [410, 'cursor_expired'])
    assert.match(problem.error_description, /Start over/)
    // Neither who knew of the deletion nor who began after it has missed anything.
    assert.deepEqual((await changes(pilot, `?after=${current}`)).data, [])
    await changes(pilot, `?after=${begun}`)
    const start = await changes(pilot)
    assert.deepEqual(
      start.data.map((change) => change.id),
      [two.id],
    )
  })

  test('what is no cursor of this pilot’s changes is 400', async () => {
    const [pilot, other] = [await createPilot(server), await createPilot(server)]
    await fly(pilot)
    await fly(pilot)
    const foreign = (await changes(other)).pagination.next
    const listed = (await (
      await server.fetch('/api/v1/flights?limit=1', { headers: pilot.headers })
    ).json()) as { pagination: { next: string } }
    for (const cursor of ['x', '%00', foreign, listed.pagination.next]) {
      const response = await ask(pilot, `?after=${cursor}`)
      const problem = (await response.json()) as { error_description: string }
      assert.equal(response.status, 400)
      assert.match(problem.error_description, /^after must be a cursor/)
    }
  })

  test('a cursor of the future, from before a backup was restored, is 410', async () => {
    const pilot = await createPilot(server)
    await fly(pilot)
    const { next } = (await changes(pilot)).pagination
    await server.services.db.sql`update flight_counters set last_change = 0 where owner_id = ${pilot.user.id}`
    assert.equal((await ask(pilot, `?after=${next}`)).status, 410)
  })

  test('with the account go its numbers and what is kept of deleted flights', async () => {
    const pilot = await createPilot(server)
    await remove(pilot, await fly(pilot))
    await fly(pilot)
    await makeChange(server.services, pilot.user.id, removeAllFlights)
    const kept = await server.services.db.sql`
      select owner_id from flight_counters where owner_id = ${pilot.user.id}
      union all select owner_id from deleted_flights where owner_id = ${pilot.user.id}`
    assert.deepEqual(kept, [])
  })
})
