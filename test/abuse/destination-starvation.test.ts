// run: sweeps; measures how other destinations fare while some are dead; lanes and slots have tests in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withForwardable } from '#server/forwardable.ts'
import { collectFlights } from '#server/forwards/sending/collect.ts'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  createForwarder,
  type Forwarder,
  forwarding,
  uploadFlight,
} from '#test/support/forwards/pilots.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const DEAD = 19
/** Thirteen flights of a day do not overlap, so all of them count. */
const toDate = (number: number) => `2026-05-${String(1 + Math.floor(number / 10)).padStart(2, '0')}`

test('20 destinations that never answer, one of them the same pilot’s, hold up no other', async (context) => {
  context.after(offerInstead({ webdav: createBoxKind() }))
  const environment = { ...forwarding, FORWARD_TIMEOUT_MS: '20000', FORWARD_DELAY_SECONDS: '0' }
  const server = await startServer(context, { environment, work: true })
  const [honest, dead] = [await startBox(context), await startBox(context)]
  let reached = 0
  dead.fault = () => {
    reached++
    return true
  }
  const [pilot, attacker] = [await createForwarder(server), await createForwarder(server)]
  await addDestination(server, pilot, honest)
  let flown = 0
  const fly = async (by: Forwarder) => {
    const flight = await uploadFlight(server, by, flown, { date: toDate(flown++) })
    // Not to measure how long it takes until the next intake.
    while (await collectFlights(withForwardable(server.services)));
    server.services.eventSignal.notify()
    return flight
  }
  const measure = () =>
    measureTimes(async () => {
      const { hash } = await fly(pilot)
      await waitUntil('the flight is there', async () => honest.flights.has(hash))
    })
  const alone = await measure()
  await addDestination(server, pilot, dead)
  for (let index = 0; index < DEAD; index++) await addDestination(server, attacker, dead)
  for (let index = 0; index < 3; index++) await fly(attacker)
  await waitUntil('the dead ones hold their slots', async () => reached >= 5)
  compareTimes(context, alone, await measure())
  assert.equal(dead.flights.size, 0)
  assert.deepEqual(honest.doubles, [])
})
