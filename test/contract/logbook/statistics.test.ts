// daily: sqlite, postgres
// Statistics add up months; a node of the release before knows days only.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Statistics } from '#contract/logbook.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

async function countFlights(server: TestServer, { headers }: Pilot, query = ''): Promise<number> {
  const response = await server.fetch(`/api/v1/flights/statistics${query}`, { headers })
  const { data } = (await response.json()) as { data: Statistics }
  assert.equal(
    data.months.reduce((sum, { flights }) => sum + flights, 0),
    data.flights,
  )
  return data.flights
}

suite('statistics', async () => {
  test('are read from months, whatever days there are', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-02' }))
    await uploadNew(server, pilot, makeFlight(2, { date: '2026-05-03' }))
    await uploadNew(server, pilot, makeFlight(3, { date: '2025-05-03' }))
    await server.services.db.sql`delete from flight_days where owner_id = ${pilot.user.id}`
    assert.equal(await countFlights(server, pilot), 3)
    assert.equal(await countFlights(server, pilot, '?season=2026'), 2)
    assert.equal(await countFlights(server, pilot, '?season=2024'), 0)
  })

  test('are right when a node of the release before has counted a day, and by months again after the next change', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { sql } = server.services.db
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-02' }))
    await sql`update flight_counters set last_change = last_change + 1 where owner_id = ${pilot.user.id}`
    await sql`update flight_days set flights = flights + 1 where owner_id = ${pilot.user.id}`
    assert.equal(await countFlights(server, pilot), 2)
    await uploadNew(server, pilot, makeFlight(2, { date: '2026-06-02' }))
    assert.equal(await countFlights(server, pilot), 3)
    const months = await sql<{ month: string; flights: number }>`
      select m.month, m.flights from month_counts m join flight_counters c on c.owner_id = m.owner_id
      where m.owner_id = ${pilot.user.id} and c.months_as_of = c.last_change order by m.month`
    assert.deepEqual(months, [
      { month: '2026-05', flights: 2 },
      { month: '2026-06', flights: 1 },
    ])
  })
})
