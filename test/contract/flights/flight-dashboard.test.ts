// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightDetail } from '#contract/flight.ts'
import type { FlightShape, FlightStatistics, LogbookPage, StoredTrack } from '#dashboard/flights.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import { createPilot, makeFlight, multipart, unlimited, uploadNew } from '#test/support/flights.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('the dashboard’s endpoints about flights', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const headers = (await createSignedInUser(server)).headers
  const send = (path: string, init: RequestInit = {}) =>
    server.fetch(`/app/api/flights${path}`, { ...init, headers: { ...headers, ...(init.headers as object) } })
  const ask = (path: string) => server.fetch(`/app/api${path}`, { headers })
  const uploadFile = async (bytes: Uint8Array) => {
    const part = 'Content-Disposition: form-data; name="file"; filename="a.igc"'
    const { body, contentType } = multipart([{ headers: part, content: bytes }])
    const response = await send('/upload', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: body as BodyInit,
    })
    return {
      status: response.status,
      ...((await response.json()) as { data: { id: string; isNew: boolean } }),
    }
  }

  test('a signed-in pilot uploads, lists, reads, corrects, downloads and deletes a flight', async () => {
    const bytes = makeFlight(1, { date: '2026-05-17' })
    const first = await uploadFile(bytes)
    assert.equal(first.status, 201)
    const again = await uploadFile(bytes)
    assert.deepEqual([again.status, again.data.id, again.data.isNew], [200, first.data.id, false])
    const { id } = first.data

    const page = (await (await ask('/logbook')).json()) as LogbookPage
    assert.equal(page.pagination.totalCount, 1)
    const [listed, shape] = [page.data[0]!, page.shapes[0]!]
    assert.equal(listed.id, id)
    assert.deepEqual(await (await send(`/${id}/shape`)).json(), { shape, asksForName: true })
    assert.ok(shape.length >= 20 && shape.length <= 96 && shape.length % 2 === 0)

    const sent = await send(`/${id}/steps`)
    assert.equal(sent.headers.get('content-encoding'), 'gzip')
    const track = (await sent.json()) as StoredTrack
    assert.equal(track.seconds.length, track.altitude.length)
    assert.ok(track.seconds.length > 100)
    const { launch } = listed.flightInfo.metadata as { launch: { time: string; lat: number } }
    assert.equal(track.seconds[0], Date.parse(launch.time) / 1000)
    assert.equal(track.latitude[0], Math.round(launch.lat * 1e6))
    assert.ok(Math.abs(track.latitude[1]!) < 1000, 'steps after the first fix')
    assert.equal(track.utcOffsetSeconds, 7200, 'in May in the Alps')
    const plain = await send(`/${id}/steps`, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.deepEqual(await plain.json(), track)

    const corrected = await send(`/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ is_tandem: true }),
    })
    assert.equal(((await corrected.json()) as FlightDetail).data.is_tandem, true)

    const file = await send(`/${id}/igc`)
    assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
    assert.equal(file.headers.get('cache-control'), 'private, no-cache')

    assert.equal((await send(`/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await send(`/${id}`)).status, 404)
  })

  test('statistics sum what is there, also for one season, and filters narrow the list', async () => {
    const { data: older } = await uploadFile(makeFlight(2, { date: '2025-05-17' }))
    await uploadFile(makeFlight(3, { date: '2026-05-17' }))
    await uploadFile(makeFlight(4, { date: '2026-05-17', latitude: 45, longitude: 6 }))
    const all = (await (await ask('/logbook/statistics')).json()) as FlightStatistics
    assert.equal(all.flights, 3)
    assert.deepEqual(all.seasons, [2026, 2025])
    assert.equal(all.sites.length, 2)
    assert.deepEqual(
      all.months.map(({ month, flights }) => [month, flights]),
      [
        ['2025-05', 1],
        ['2026-05', 2],
      ],
    )
    assert.equal(all.days.length, 2)
    const one = (await (await ask('/logbook/statistics?season=2025')).json()) as FlightStatistics
    assert.deepEqual([one.flights, one.bestFlightId], [1, older.id])
    assert.deepEqual(one.seasons, [2026, 2025])
    const { data: flight } = (await (await send(`/${older.id}`)).json()) as FlightDetail
    assert.equal(one.seconds, flight.flightInfo.track.duration)
    assert.equal(one.kilometres, flight.scoring.distance)

    const site = all.sites[1]!
    const there = (await (await ask(`/logbook/statistics?site=${site.id}`)).json()) as FlightStatistics
    assert.deepEqual([there.flights, there.days.length], [site.flights, 1])
    const type = encodeURIComponent(flight.scoring.type)
    const nowhere = (await (
      await ask(`/logbook/statistics?season=2025&site=${site.id}&type=${type}`)
    ).json()) as FlightStatistics
    assert.deepEqual([nowhere.flights, nowhere.kilometres, nowhere.bestFlightId], [0, 0, null])

    const count = async (query: string) =>
      ((await (await ask(`/logbook${query}`)).json()) as LogbookPage).pagination.totalCount
    assert.equal(await count('?season=2026'), 2)
    assert.equal(await count(`?site=${all.sites[0]!.id}`), 2)
    assert.equal(await count(`?site=${all.sites[1]!.id}&season=2025`), 0)
    assert.equal((await count(`?type=${encodeURIComponent(flight.scoring.type)}`)) >= 1, true)
    assert.equal(await count('?type=Nothing'), 0)
    assert.equal(await count('?site=&type=&page=1'), 3)
  })

  test('statistics follow deletions', async () => {
    const { data: best } = await uploadFile(makeFlight(6, { date: '2024-05-17', taskKm: 9 }))
    const { data: other } = await uploadFile(makeFlight(7, { date: '2024-05-17', taskKm: 3 }))
    const readSeason = async (query: string) =>
      (await (await ask(`/logbook/statistics${query}`)).json()) as FlightStatistics
    const both = await readSeason('?season=2024')
    assert.deepEqual([both.flights, both.days.length, both.bestFlightId], [2, 1, best.id])
    assert.equal((await send(`/${best.id}`, { method: 'DELETE' })).status, 204)
    const left = await readSeason('?season=2024')
    assert.deepEqual([left.flights, left.bestFlightId], [1, other.id])

    assert.equal((await send(`/${other.id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual((await readSeason('?season=2024')).days, [])
  })

  test('asks for the name of a take-off of the pilot’s own that has none, once', async () => {
    const place = { latitude: 44.1, longitude: 6.9 }
    const asks = async (id: string) =>
      ((await (await send(`/${id}/shape`)).json()) as FlightShape).asksForName
    const answer = (id: string, body: object) =>
      send(`/${id}/takeoff`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const fly = async (seed: number, north = 0) => {
      const at = { ...place, latitude: place.latitude + north, date: `2023-05-${10 + seed}` }
      return (await uploadFile(makeFlight(seed, at))).data.id
    }
    const first = await fly(1)
    assert.equal(await asks(first), true)
    const stranger = await createPilot(server)
    await uploadNew(server, stranger, makeFlight(9, place))
    assert.equal(await asks(first), true, 'others and their places change nothing')
    assert.equal((await answer(first, { name: null })).status, 200)
    assert.deepEqual([await asks(first), await asks(await fly(2))], [false, false])

    const elsewhere = await fly(3, 0.1)
    assert.equal(await asks(elsewhere), true)
    await answer(elsewhere, { name: 'Ridge', isForNearby: true })
    assert.deepEqual([await asks(elsewhere), await asks(await fly(4, 0.1))], [false, false])

    const site = `id,name,longitude,latitude\n1,A site,${place.longitude},${place.latitude + 0.2}\n`
    await importTakeoffs(server.services, site, 'list')
    assert.equal(await asks(await fly(5, 0.2)), false)
  })

  test('another user’s flight is not found, and without a session nothing is shown', async () => {
    const stranger = await createPilot(server)
    const flight = await uploadNew(server, stranger, makeFlight(5))
    for (const path of ['', '/igc', '/steps', '/shape'])
      assert.equal((await send(`/${flight.id}${path}`)).status, 404)
    assert.equal((await send(`/${flight.id}`, { method: 'DELETE' })).status, 404)
    for (const path of ['/logbook', '/logbook/statistics', `/flights/${flight.id}`]) {
      assert.equal((await server.fetch(`/app/api${path}`)).status, 401)
    }
  })

  test('a page of another site cannot upload or delete', async () => {
    const other = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await send('/upload', { method: 'POST', headers: other, body: 'x' })
    assert.equal(response.status, 403)
  })
})
