// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { ForwardDelivered, type ForwardEnvelope, ForwardFailed } from '#contract/events.ts'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  ask,
  createForwarder,
  forwarding,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

test('events of forwards keep nothing of a service’s answer when the account is deleted', async (context) => {
  const takeBack = offerInstead({ webdav: createBoxKind() })
  context.after(takeBack)
  const server = await startServer(context, { environment: forwarding })
  const [pilot, box] = [await createForwarder(server), await startBox(context)]
  await addDestination(server, pilot, box)
  await uploadFlight(server, pilot, 1)
  server.advance(10 * MINUTE)
  await work(server)
  box.fault = (_request, response) => Boolean(response.writeHead(422).end('Not for Ada'))
  await uploadFlight(server, pilot, 2)
  server.advance(10 * MINUTE)
  await work(server)
  const listTold = async () => {
    const rows = await server.services.db.sql<{ payload: string }>`
      select payload from events where user_id = ${pilot.user.id} and type like 'forward.%' order by occurred_at`
    return rows.map(({ payload }) => JSON.parse(payload) as ForwardEnvelope)
  }
  assert.deepEqual(
    (await listTold()).map(({ forward }) => forward.words),
    ['Thank you', 'Not for Ada'],
  )
  const gone = await ask(server, pilot, 'DELETE', '/account', { password: TEST_PASSWORD })
  assert.equal(gone.status, 204, gone.text)
  const erased = await listTold()
  const told = erased.map(({ forward: { state, foreignId, link, words } }) => ({
    state,
    foreignId,
    link,
    words,
  }))
  const nothing = { foreignId: null, link: null, words: null }
  assert.deepEqual(told, [
    { state: 'delivered', ...nothing },
    { state: 'refused', ...nothing },
  ])
  for (const event of erased)
    assert.ok(Check(event.event === 'forward.failed' ? ForwardFailed : ForwardDelivered, event))
})
