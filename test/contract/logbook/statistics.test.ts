// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import type { Records, Statistics } from '#contract/logbook/statistics.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

interface Altitude {
  maximumM: number
  greatestClimbMps: number
}

/** The records of some flights, by looking at each. */
function findBest(flights: readonly Flight[]): Records {
  const best = (valueOf: (flight: Flight) => number) => {
    const [first] = [...flights].sort((a, b) => valueOf(b) - valueOf(a) || (a.id < b.id ? -1 : 1))
    return first ? { value: valueOf(first), flightId: first.id, date: first.flight_date } : null
  }
  const altitudeOf = ({ flightInfo }: Flight) => (flightInfo.metadata as { altitude?: Altitude }).altitude!
  return {
    distance: best(({ scoring }) => scoring.distance),
    score: best(({ scoring }) => scoring.score),
    duration: best(({ flightInfo }) => flightInfo.track.duration),
    altitude: best((flight) => altitudeOf(flight).maximumM),
    climb: best((flight) => altitudeOf(flight).greatestClimbMps),
  }
}

suite('GET /api/v1/flights/statistics', async () => {
  const server = await shareServer()
  const read = async (pilot: Pick<Pilot, 'headers'>, query = ''): Promise<Statistics> => {
    const response = await server.fetch(`/api/v1/flights/statistics${query}`, { headers: pilot.headers })
    assert.equal(response.status, 200)
    return ((await response.json()) as { data: Statistics }).data
  }
  const remove = async (pilot: Pick<Pilot, 'headers'>, { id }: Flight) => {
    const response = await server.fetch(`/api/v1/flights/${id}`, {
      method: 'DELETE',
      headers: pilot.headers,
    })
    assert.equal(response.status, 204)
  }

  test('add up the flights, all of them or those of a season', async () => {
    const pilot = await createPilot(server)
    const flights = [
      await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-02' })),
      await uploadNew(server, pilot, makeFlight(2, { date: '2026-05-03' })),
      await uploadNew(server, pilot, makeFlight(3, { date: '2025-05-03' })),
    ]
    const all = await read(pilot)
    assert.deepEqual(
      [all.flights, all.seconds, all.seasons.map(({ season }) => season)],
      [3, flights.reduce((sum, { flightInfo }) => sum + flightInfo.track.duration, 0), [2026, 2025]],
    )
    assert.deepEqual(
      all.months.map(({ month, flights: count }) => [month, count]),
      [
        ['2025-05', 1],
        ['2026-05', 2],
      ],
    )
    assert.equal((await read(pilot, '?season=2026')).flights, 2)
    assert.equal((await read(pilot, '?season=2024')).flights, 0)
  })

  test('are those after the last change, however often they were read before', async () => {
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(4))
    assert.equal((await read(pilot)).flights, 1)
    assert.equal((await read(pilot)).flights, 1)
    const leaveOut = { method: 'PATCH', body: JSON.stringify({ isCounted: false }) }
    const headers = { ...pilot.headers, 'content-type': 'application/json' }
    assert.equal((await server.fetch(`/api/v1/flights/${flight.id}`, { ...leaveOut, headers })).status, 200)
    assert.equal((await read(pilot)).flights, 0)
    await server.fetch(`/api/v1/flights/${flight.id}`, { method: 'DELETE', headers: pilot.headers })
    await uploadNew(server, pilot, makeFlight(5))
    assert.equal((await read(pilot)).flights, 1)
  })

  test('has the best of all time and of each season, also after the best is deleted', async () => {
    const [pilot, other] = [await createPilot(server), await createPilot(server)]
    const flights: Flight[] = []
    for (const [seed, date, taskKm] of [
      [1, '2025-09-30', 30],
      [2, '2025-10-01', 12],
      [3, '2026-05-17', 20],
      [4, '2026-07-02', 8],
    ] as const)
      flights.push(await uploadNew(server, pilot, makeFlight(seed, { date, taskKm })))
    await uploadNew(server, other, makeFlight(5, { taskKm: 40 }))

    while (flights.length > 0) {
      const { records: allTime, seasons } = await read(pilot)
      assert.deepEqual(allTime, findBest(flights))
      assert.deepEqual(
        seasons.map(({ season, records }) => [season, records]),
        [...new Set(flights.map(({ season }) => season))]
          .sort((a, b) => b - a)
          .map((season) => [season, findBest(flights.filter((flight) => flight.season === season))]),
      )
      for (const { season, records } of seasons)
        assert.deepEqual((await read(pilot, `?season=${season}`)).records, records)
      const best = flights.find(({ id }) => id === allTime.distance?.flightId)
      assert.ok(best)
      await remove(pilot, best)
      flights.splice(flights.indexOf(best), 1)
    }
    const none = { distance: null, score: null, duration: null, altitude: null, climb: null }
    const { records, flights: left, seasons } = await read(pilot)
    assert.deepEqual([records, left, seasons], [none, 0, []])
  })

  test('compares seasons up to the same day', async () => {
    const pilot = await createPilot(server)
    for (const [seed, date] of [
      [11, '2024-10-01'],
      [12, '2025-05-17'],
      [13, '2025-05-18'],
      [14, '2025-12-31'],
      [15, '2026-02-28'],
    ] as const)
      await uploadNew(server, pilot, makeFlight(seed, { date }))
    const count = async (day: string) =>
      (await read(pilot, `?day=${day}`)).seasons.map(({ season, flights, toDay }) => [
        season,
        flights,
        toDay.flights,
      ])
    assert.deepEqual(await count('2026-05-17'), [
      [2026, 2, 2],
      [2025, 3, 2],
    ])
    assert.deepEqual(await count('2026-10-01'), [
      [2026, 2, 0],
      [2025, 3, 1],
    ])
    assert.deepEqual(await count('2024-02-29'), [
      [2026, 2, 2],
      [2025, 3, 1],
    ])
    const [season] = (await read(pilot, '?day=2026-09-30')).seasons
    const { flights, seconds, kilometres, toDay } = season!
    assert.deepEqual(toDay, { flights, seconds, kilometres })
    assert.ok(seconds > 0 && kilometres > 0)
  })

  test('is refused without flights:read, and for a day that does not exist', async () => {
    assert.equal((await server.fetch('/api/v1/flights/statistics')).status, 401)
    const key = await createKey(server, await createUser(server), ['profile:read'])
    const denied = await server.fetch('/api/v1/flights/statistics', { headers: bearer(key) })
    assert.equal(denied.status, 403)
    const pilot = await createPilot(server)
    const wrong = await server.fetch('/api/v1/flights/statistics?day=2026-02-30', { headers: pilot.headers })
    const { error_description: sentence } = (await wrong.json()) as { error_description: string }
    assert.deepEqual([wrong.status, sentence], [400, 'day must be a date such as 2026-05-17.'])
  })
})
