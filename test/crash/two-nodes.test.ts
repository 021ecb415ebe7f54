// run: sweeps; kills nodes for minutes; each part of it is killed in tests of every run
// Two nodes on one PostgreSQL, each killed with -9 in turn while pilots upload and import and a webhook listens: what was
// acknowledged is there once, and was announced. --sweeps: 15 rounds.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { importZip, makeFlights, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const isFull = process.env.SWEEPS === '1'
const ROUNDS = isFull ? 15 : 2
const FILES = isFull ? 40 : 12
const CLIENTS = 2
const skip = process.env.TEST_ENGINE === 'postgres' ? false : 'an embedded database has one node'

type Fetch = Pick<TestServer, 'fetch'>

test(
  `two nodes lose and double nothing in ${ROUNDS} kills`,
  { skip, timeout: 3_600_000 },
  async (context) => {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    Object.assign(environment, unlimited, onLoopback, { WEBHOOK_TIMEOUT_MS: '2000' })
    const services = await buildServices(readConfig(environment), { log: createLog('silent') })
    context.after(() => services.close())
    const { sql } = services.db
    const pilot = await createPilot({ services } as TestServer)
    const receiver = await startReceiver(context)
    await createWebhook(services, { userId: pilot.user.id }, receiver.url)
    const nodes = [await findFreePort(), await findFreePort()].map((port) => startNode(port))
    context.after(async () => {
      for (const node of nodes) await node.kill()
    })
    for (const node of nodes) await node.start()

    const acknowledged = new Set<string>()
    let [seed, cut, isOver] = [1_000_000, 0, false]
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      while (!isOver) {
        const bytes = makeFlight(seed++, { taskKm: 3 })
        const node = nodes[(seed + client) % nodes.length]
        const response = await upload(node as Fetch, pilot, bytes).catch(() => undefined)
        if (response?.status === 201) acknowledged.add(hash('sha256', bytes))
        else cut++
        if (!response) await sleep(50)
      }
    })
    const imports: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [killed, other] = round % 2 === 0 ? nodes : nodes.toReversed()
      assert.ok(killed && other)
      const files = makeFlights(Array.from({ length: FILES }, (_, index) => 1 + round * FILES + index))
      const { id } = await readImport(await importZip(killed, pilot, files))
      imports.push(id)
      for (const [, bytes] of files) acknowledged.add(hash('sha256', bytes))
      await sleep(Math.random() * 1_500)
      await killed.kill()
      const result = await waitForImport(other, pilot, id)
      assert.equal(result.counts.new, FILES, 'the other node ends the import')
      await killed.start()
    }
    isOver = true
    await Promise.all(clients)

    const stored = await sql<{ hash: string }>`select hash from flights`
    const hashes = new Set(stored.map((flight) => flight.hash))
    assert.equal(hashes.size, stored.length, 'no flight is there twice')
    for (const one of acknowledged) assert.ok(hashes.has(one), 'an acknowledged flight is there')
    await requireRightCounts(sql)
    await waitUntil('every flight was announced', () => sequences().size >= stored.length)
    const announced = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as { flight: { hash: string } }).flight.hash),
    )
    assert.deepEqual(announced, hashes)
    assert.deepEqual(
      [...sequences()].toSorted((a, b) => a - b),
      Array.from({ length: stored.length }, (_, index) => index + 1),
    )
    context.diagnostic(
      `${ROUNDS} kills: ${acknowledged.size} flights acknowledged, ${stored.length} stored, 0 lost, 0 double; ${cut} requests ` +
        `refused or cut; ${imports.length} imports of ${FILES} ended; ${receiver.received.length - stored.length} deliveries came twice`,
    )

    function sequences(): Set<number> {
      return new Set(receiver.received.map(({ sequence }) => sequence))
    }

    function startNode(port: number): Fetch & { start(): Promise<void>; kill(): Promise<unknown> } {
      const url = `http://localhost:${port}`
      let running: ServerProcess | undefined
      return {
        fetch: (path, init) => fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(60_000) }),
        start: async () => {
          running = startProcess(SERVER, [], { ...environment, PORT: String(port) })
          await waitForAnswer(url, running)
        },
        kill: async () => running?.kill('SIGKILL'),
      }
    }
  },
)
