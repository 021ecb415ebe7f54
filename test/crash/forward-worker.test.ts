// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Box, createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import {
  addDestination,
  createForwarder,
  forwarding,
  listForwards,
  uploadFlight,
} from '#test/support/forwards/pilots.ts'
import { startProcess } from '#test/support/process.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const KILLS = process.env.SWEEPS ? 200 : 4
/** A lease is two of these and a second: what a killed worker held comes back soon. */
const TIMEOUT_MS = '300'

test(`flights survive ${KILLS} kill -9 of the worker: each is there once, at a service that can be asked and at one that refuses copies`, async (context) => {
  context.after(offerInstead({ webdav: createBoxKind(), s3: createBoxKind({ canFind: false }) }))
  const environment = { ...forwarding, FORWARD_TIMEOUT_MS: TIMEOUT_MS, FORWARD_DELAY_SECONDS: '0' }
  const server = await startServer(context, { environment: { ...environment, FORWARDS_PER_DAY: '1000000' } })
  const pilot = await createForwarder(server)
  // The first one would take everything twice: only asking saves it. The second one refuses copies.
  const asked = await startBox(context, { takesAll: true })
  const refusing = await startBox(context)
  const destinations = [
    await addDestination(server, pilot, asked, { kind: 'webdav' }),
    await addDestination(server, pilot, refusing, { kind: 's3' }),
  ]
  const startWorker = () => startProcess('test/support/processes/forward-worker.ts', [], server.environment)
  let worker = startWorker()
  context.after(() => worker.kill('SIGKILL'))
  const hashes: string[] = []
  let killAt: (() => void) | undefined
  const boxes = [asked, refusing]
  for (const box of boxes) box.fault = (_request, _response, isStored) => stopAt(isStored)
  const stopAt = (isStored: boolean) => {
    const kill = killAt
    if (!kill || isStored !== killsAfterStoring) return false
    killAt = undefined
    kill()
    // The answer never comes.
    return true
  }
  let killsAfterStoring = false
  for (let round = 0; round < KILLS; round++) {
    // Before the service has stored it, after that, and at some moment.
    killsAfterStoring = round % 3 === 1
    const killed = Promise.withResolvers<void>()
    if (round % 3 < 2) killAt = () => killed.resolve()
    // Thirteen flights of a day do not overlap, so all of them count.
    const date = new Date(Date.UTC(2026, 4, 1 + Math.floor(round / 13))).toISOString().slice(0, 10)
    hashes.push((await uploadFlight(server, pilot, round, { date })).hash)
    if (round % 3 === 2) setTimeout(killed.resolve, Math.random() * 1500)
    await killed.promise
    await worker.kill('SIGKILL')
    worker = startWorker()
  }
  const isComplete = (box: Box) => hashes.every((hash) => box.flights.has(hash))
  /** A slow machine has not answered in time here and there: the next try is in minutes. */
  const hurry = async () => {
    const now = Date.now()
    const { sql } = server.services.db
    await sql`update forwards set next_try_at = ${now} where state = 'waiting' and next_try_at > ${now}`
    await sql`update destinations set due_at = ${now} where due_at > ${now}`
  }
  const allSettled = async () => {
    await hurry()
    const lists = await Promise.all(destinations.map((one) => countOpen(one.id)))
    return boxes.every(isComplete) && lists.every((open) => open === 0)
  }
  const countOpen = async (id: string) => {
    const [row] = await server.services.db.sql<{ count: number }>`
      select count(*) as count from forwards where destination_id = ${id} and state <> 'delivered'`
    return row?.count ?? 0
  }
  await waitUntil('every flight is there and known to be', allSettled)
  await sleep(300)
  for (const [index, box] of boxes.entries()) {
    assert.equal(box.flights.size, hashes.length)
    const states = new Set(
      (await listForwards(server, pilot, destinations[index]!)).map(({ state }) => state),
    )
    assert.deepEqual(states, new Set(['delivered']))
  }
  assert.deepEqual(asked.doubles, [], 'nothing was sent twice where the service can be asked')
  context.diagnostic(
    `${hashes.length} flights to 2 services, ${KILLS} kills: 0 lost, 0 double, ${refusing.doubles.length} copies refused`,
  )
  assert.equal(await worker.kill('SIGTERM'), 0, 'a worker that is asked to stop ends well')
})
