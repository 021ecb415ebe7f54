// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FlightTracks } from '#contract/logbook/tracks.ts'
import { fillLogbook } from '#test/support/memory/logbook.ts'
import { decodeLine } from '#test/support/formats/polyline.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { createKey, bearer } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

suite('GET /api/v1/flights/tracks', async () => {
  const server = await shareServer()
  const ask = (pilot: Pick<Pilot, 'headers'>, query = '', tag = '') =>
    server.fetch(`/api/v1/flights/tracks${query}`, {
      headers: { ...pilot.headers, ...(tag && { 'if-none-match': tag }) },
    })
  const read = async (pilot: Pick<Pilot, 'headers'>, query = ''): Promise<FlightTracks> => {
    const response = await ask(pilot, query)
    assert.equal(response.status, 200)
    return ((await response.json()) as { data: FlightTracks }).data
  }

  test('has the line of each flight, newest first, from its launch to its landing, and no one else’s', async () => {
    const [pilot, other] = [await createPilot(server), await createPilot(server)]
    const first = await uploadNew(server, pilot, makeFlight(1, { date: '2025-05-17' }))
    const second = await uploadNew(server, pilot, makeFlight(2, { date: '2026-05-17' }))
    await uploadNew(server, other, makeFlight(3))
    const { tracks, isComplete } = await read(pilot)
    assert.ok(isComplete)
    assert.deepEqual(
      tracks.map(({ id, date }) => [id, date]),
      [second, first].map(({ id, flight_date: date }) => [id, date]),
    )
    for (const [index, flight] of [second, first].entries()) {
      const line = decodeLine(tracks[index]!.line)
      assert.ok(line.length >= 20 && line.length <= 96)
      const { launch, landing } = flight.flightInfo.metadata as unknown as Record<
        'launch' | 'landing',
        { lat: number; lng: number }
      >
      const ends = [launch.lat, launch.lng, landing.lat, landing.lng]
      for (const [at, value] of [line[0], line[1], line.at(-2), line.at(-1)].entries())
        assert.ok(Math.abs(value! - ends[at]!) < 0.00002, `${value} is not ${ends[at]}`)
    }
    assert.deepEqual(
      (await read(pilot, '?season=2025')).tracks.map(({ id }) => id),
      [first.id],
    )
    assert.deepEqual(await read(await createPilot(server)), { tracks: [], isComplete: true })
  })

  test('is not read again while nothing has changed, and without a deleted flight when one has', async () => {
    const pilot = await createPilot(server)
    const { id } = await uploadNew(server, pilot, makeFlight(11))
    const tag = (await ask(pilot)).headers.get('etag') ?? ''
    assert.equal((await ask(pilot, '', tag)).status, 304)
    const removed = await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
    assert.equal(removed.status, 204)
    const again = await ask(pilot, '', tag)
    assert.deepEqual([again.status, await again.json()], [200, { data: { tracks: [], isComplete: true } }])
  })

  test('stays small, however many flights there are', async (context) => {
    const pilot = await createPilot(server)
    const flights = process.env.SWEEPS ? 10_001 : 150
    await fillLogbook(server.services, pilot.user.id, flights)
    const began = performance.now()
    const response = await ask(pilot)
    const text = await response.text()
    const ms = Math.round(performance.now() - began)
    const { data } = JSON.parse(text) as { data: FlightTracks }
    assert.equal(data.tracks.length, Math.min(flights, 10_000))
    assert.equal(data.isComplete, flights <= 10_000)
    const points = data.tracks.reduce((sum, { line }) => sum + decodeLine(line).length / 2, 0)
    context.diagnostic(`${flights} flights: ${ms} ms, ${Math.round(text.length / 1000)} kB, ${points} points`)
    assert.ok(points <= 100_000)
    assert.ok(text.length < 2_000_000)
  })

  test('is refused without flights:read', async () => {
    const pilot = await createPilot(server)
    const key = await createKey(server, pilot.user, ['profile:read'])
    assert.equal((await ask({ headers: bearer(key) })).status, 403)
    assert.equal((await server.fetch('/api/v1/flights/tracks')).status, 401)
  })
})
