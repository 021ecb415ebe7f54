// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Statistics } from '#contract/logbook/statistics.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

suite('statistics', async () => {
  const server = await shareServer()

  async function readStatistics({ headers }: Pilot, query = ''): Promise<Statistics> {
    const response = await server.fetch(`/api/v1/flights/statistics${query}`, { headers })
    return ((await response.json()) as { data: Statistics }).data
  }

  test('add up the flights, all of them or those of a season', async () => {
    const pilot = await createPilot(server)
    const flights = [
      await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-02' })),
      await uploadNew(server, pilot, makeFlight(2, { date: '2026-05-03' })),
      await uploadNew(server, pilot, makeFlight(3, { date: '2025-05-03' })),
    ]
    const all = await readStatistics(pilot)
    assert.deepEqual(
      [all.flights, all.seconds, all.seasons],
      [3, flights.reduce((sum, { flightInfo }) => sum + flightInfo.track.duration, 0), [2026, 2025]],
    )
    assert.deepEqual(
      all.months.map(({ month, flights: count }) => [month, count]),
      [
        ['2025-05', 1],
        ['2026-05', 2],
      ],
    )
    const [best] = flights.toSorted((a, b) => b.scoring.score - a.scoring.score)
    assert.deepEqual([all.bestScore, all.bestFlightId], [best?.scoring.score, best?.id])
    assert.equal((await readStatistics(pilot, '?season=2026')).flights, 2)
    assert.equal((await readStatistics(pilot, '?season=2024')).flights, 0)
  })

  test('are those after the last change, however often they were read before', async () => {
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(4))
    assert.equal((await readStatistics(pilot)).flights, 1)
    assert.equal((await readStatistics(pilot)).flights, 1)
    const leaveOut = { method: 'PATCH', body: JSON.stringify({ isCounted: false }) }
    const headers = { ...pilot.headers, 'content-type': 'application/json' }
    assert.equal((await server.fetch(`/api/v1/flights/${flight.id}`, { ...leaveOut, headers })).status, 200)
    assert.equal((await readStatistics(pilot)).flights, 0)
    await server.fetch(`/api/v1/flights/${flight.id}`, { method: 'DELETE', headers: pilot.headers })
    await uploadNew(server, pilot, makeFlight(5))
    assert.equal((await readStatistics(pilot)).flights, 1)
  })
})
