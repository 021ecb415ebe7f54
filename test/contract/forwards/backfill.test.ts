// run: all
// A thousand older flights, over the days that the cap makes of it. The clock is played.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  ask,
  createForwarder,
  DAY,
  type Forwarder,
  forwarding,
  HOUR,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { fillLogbook } from '#test/support/memory/logbook.ts'
import { signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const FLIGHTS = 1000
const OTHERS = 60
/** By default. */
const OF_DESTINATION = 50

test('1,000 older flights keep the cap of a destination, and all arrive, newest first', async (context) => {
  context.after(offerInstead({ webdav: createBoxKind() }))
  const server = await startServer(context, { environment: forwarding })
  const { sql } = server.services.db
  const begin = async (pilot: Forwarder, flights: number) => {
    await fillLogbook(server.services, pilot.user.id, flights, { taskKm: 3, rateSeconds: 10 })
    server.advance(1000)
    const box = await startBox(context)
    const { id } = await addDestination(server, pilot, box)
    const asked = await ask(server, pilot, 'POST', `/destinations/${id}/backfill`, {})
    assert.equal(asked.status, 202, asked.text)
    assert.equal((asked.body.data as { flights: number }).flights, flights)
    return box
  }
  const [pilot, other] = [await createForwarder(server), await createForwarder(server)]
  const [box, others] = [await begin(pilot, FLIGHTS), await begin(other, OTHERS)]
  const perDay: number[] = []
  for (let day = 0; box.flights.size < FLIGHTS || others.flights.size < OTHERS; day++) {
    assert.ok(day < 40, `${box.flights.size} and ${others.flights.size} flights are there`)
    const before = [box.flights.size, others.flights.size] as const
    await work(server)
    const [own, more] = [box.flights.size - before[0], others.flights.size - before[1]]
    assert.ok(own <= OF_DESTINATION && more <= OF_DESTINATION, `${own} and ${more} on day ${day}`)
    perDay.push(own + more)
    // The next day, when every destination has begun again.
    const nowMs = server.services.now()
    server.advance((Math.floor(nowMs / DAY) + 1) * DAY + HOUR - nowMs)
  }
  const newestFirst = await sql<{ hash: string }>`
    select hash from flights where owner_id = ${pilot.user.id} order by flight_date desc`
  assert.deepEqual(
    [...box.flights.keys()],
    newestFirst.map(({ hash }) => hash),
  )
  const states = await sql<{ state: string; count: number }>`
    select state, count(*) as count from forwards group by state`
  assert.deepEqual(states, [{ state: 'delivered', count: FLIGHTS + OTHERS }])
  assert.deepEqual([box.doubles, others.doubles], [[], []])
  context.diagnostic(
    `${FLIGHTS + OTHERS} flights on ${perDay.length} days, at most ${Math.max(...perDay)} a day`,
  )
})

test('flights that have waited for weeks, untried, are sent when their destination is resumed', async (context) => {
  context.after(offerInstead({ webdav: createBoxKind() }))
  const server = await startServer(context, { environment: forwarding })
  const [pilot, box] = [await createForwarder(server), await startBox(context)]
  const { id } = await addDestination(server, pilot, box)
  await ask(server, pilot, 'POST', `/destinations/${id}/pause`, { state: 'paused' })
  await uploadFlight(server, pilot, 1)
  await work(server)
  server.advance(20 * DAY)
  const browser = await signIn(server, pilot.user)
  const resumed = await ask(server, { browser }, 'POST', `/destinations/${id}/resume`)
  assert.equal(resumed.status, 200, resumed.text)
  await work(server)
  assert.equal(box.flights.size, 1)
})
