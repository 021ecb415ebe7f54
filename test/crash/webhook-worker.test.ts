// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '#test/support/people.ts'
import { startProcess } from '#test/support/process.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { recordUploads } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const WEBHOOKS = process.env.SWEEPS ? 10 : 4
const EVENTS = process.env.SWEEPS ? 100 : 40
const KILLS = process.env.SWEEPS ? 25 : 2

test(`${WEBHOOKS * EVENTS} deliveries survive ${KILLS} kill -9 of the worker: each arrives, no number is missing`, async (context) => {
  // The time-out is short: deliveries of a killed worker come back soon.
  const environment = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT_MS: '200' }
  const server = await startServer(context, { environment })
  const user = await createUser(server)
  const receivers: Receiver[] = []
  for (let index = 0; index < WEBHOOKS; index++) {
    const receiver = await startReceiver(context, async (response) => {
      await sleep(Math.random() * 8)
      response.end()
    })
    await createWebhook(server.services, { userId: user.id }, receiver.url)
    receivers.push(receiver)
  }
  const startWorker = () => startProcess('test/support/processes/webhook-worker.ts', [], server.environment)
  let worker = startWorker()
  context.after(() => worker.kill('SIGKILL'))

  const hashes: (string | null)[] = []
  for (let round = 0; round < KILLS; round++) {
    // Some rounds catch the worker numbering, others sending, others just begun.
    const envelopes = await recordUploads(server, user, Math.ceil(EVENTS / KILLS))
    hashes.push(...envelopes.map(({ flight }) => flight.hash))
    const before = countReceived()
    await waitUntil('a delivery has come', () => countReceived() > before)
    await sleep(Math.random() * 60)
    await worker.kill('SIGKILL')
    worker = startWorker()
  }
  const isComplete = () => receivers.every(({ received }) => sequencesOf(received).size === hashes.length)
  await waitUntil('every delivery has come', isComplete)

  function countReceived(): number {
    return receivers.reduce((sum, { received }) => sum + received.length, 0)
  }
  for (const { received } of receivers) {
    const expected = new Set(Array.from({ length: hashes.length }, (_, index) => index + 1))
    assert.deepEqual(new Set([...sequencesOf(received)].sort((a, b) => a - b)), expected)
    const arrived = new Set(
      received.map(({ body }) => (JSON.parse(body) as { flight: { hash: string } }).flight.hash),
    )
    assert.deepEqual(arrived, new Set(hashes))
    // One number is always the same event.
    const pairs = new Set(
      received.map(({ sequence, headers }) => `${sequence} ${String(headers['webhook-id'])}`),
    )
    assert.equal(pairs.size, hashes.length)
  }
  const extra = countReceived() - hashes.length * WEBHOOKS
  context.diagnostic(
    `${hashes.length * WEBHOOKS} deliveries, ${KILLS} kills, ${extra} arrived more than once, 0 lost`,
  )
  assert.equal(await worker.kill('SIGTERM'), 0, 'a worker that is asked to stop ends well')
})

function sequencesOf(received: { sequence: number }[]): Set<number> {
  return new Set(received.map(({ sequence }) => sequence))
}
