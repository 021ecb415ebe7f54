// run: sweeps; kills processes around writes that other crashes cover
// A logbook is copied by cursor, by changes and by webhook while another process uploads, corrects and deletes flights at
// random and the server is killed with -9: at the end all three copies are what the server has.
// --sweeps: 5,000 changes and 12 kills.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import {
  type Ask,
  type Copy,
  copyByChanges,
  copyByCursor,
  copyByWebhook,
  createAsk,
  readAll,
} from '#test/support/copies/copies.ts'
import { createPilot, unlimited } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const isFull = process.env.SWEEPS === '1'
const CHANGES = isFull ? 5000 : 120
const KILLS = isFull ? 12 : 1

test(
  `three copies equal the server’s after ${CHANGES} changes and ${KILLS} kills`,
  { timeout: 3_600_000 },
  async (context) => {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    const port = await findFreePort()
    Object.assign(environment, unlimited, onLoopback, { PORT: String(port) })
    const url = `http://localhost:${port}`
    const services = await buildServices(readConfig(environment), { log: createLog('silent') })
    context.after(() => services.close())
    const pilot = await createPilot({ services } as TestServer)
    const ask = createAsk(url, pilot.headers)
    const byChanges = copyByChanges(ask)
    const byWebhook = await copyByWebhook(context, ask)
    context.after(byWebhook.stop)
    await createWebhook(services, { userId: pilot.user.id }, byWebhook.url, undefined, {
      events: ['flight.uploaded', 'flight.updated', 'flight.deleted'],
    })

    let server = await startServer(context, environment, url)
    const args = [url, pilot.token, String(CHANGES)]
    const writer = startProcess('test/support/processes/logbook-writer.ts', args, environment)
    context.after(() => writer.kill('SIGKILL'))
    const end = once(writer.child, 'close')
    let isOver = false
    const reading = (async () => {
      let walks = 0
      for (; !isOver; walks++) {
        await requireWholeWalk(ask, byChanges)
        await sleep(200)
      }
      return walks
    })()

    for (let kill = 1; kill <= KILLS; kill++) {
      const moment = Math.floor((CHANGES * kill) / (KILLS + 1))
      while (countLines(writer) < moment && writer.child.exitCode === null) await sleep(5)
      await sleep(Math.random() * 100)
      await server.kill('SIGKILL')
      server = await startServer(context, environment, url)
    }
    await end
    isOver = true
    const walks = await reading
    const done = JSON.parse(writer.output().trim().split('\n').at(-1) ?? '') as Record<string, number>

    const truth = await readAll(ask)
    await byChanges.catchUp()
    assert.deepEqual(byChanges.copy, truth, 'the copy by changes')
    assert.deepEqual(await copyByCursor(ask), truth, 'the copy by cursor')
    await untilEqual(byWebhook.copy, truth)
    assert.deepEqual(byWebhook.copy, truth, 'the copy by webhook')
    context.diagnostic(
      JSON.stringify({ ...done, flights: truth.size, walks, entries: byChanges.countEntries() }),
    )
    assert.ok(done.uploaded && done.corrected && done.deleted && done.asked_again, 'everything happened')
  },
)

async function startServer(
  context: TestContext,
  environment: Record<string, string>,
  url: string,
): Promise<ServerProcess> {
  const server = startProcess(SERVER, [], environment)
  context.after(() => server.kill('SIGKILL'))
  await waitForAnswer(url, server)
  return server
}

function countLines(writer: ServerProcess): number {
  return writer.output().split('\n').length - 1
}

/** A flight that was there before the walk and after it must be in it. */
async function requireWholeWalk(ask: Ask, byChanges: ReturnType<typeof copyByChanges>): Promise<void> {
  const before = [...byChanges.copy.keys()]
  const walk = await copyByCursor(ask)
  await byChanges.catchUp()
  for (const id of before)
    assert.ok(walk.has(id) || !byChanges.copy.has(id), `${id} was there all the time, but not in the walk`)
}

/** Deliveries that a killed server held come back when its lease is over. */
async function untilEqual(copy: Copy, truth: Copy): Promise<void> {
  const text = (map: Copy) => JSON.stringify([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
  const wanted = text(truth)
  await waitUntil('the copy is complete', () => text(copy) === wanted)
}
