// run: sweeps; kills processes around writes that other crashes cover
// The server is killed with -9 in the middle of an import and started again: the import ends by itself, with every file
// exactly once. --sweeps: 20 rounds with 300 files each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, list, unlimited } from '#test/support/flights.ts'
import { importZip, makeFlights, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'

const isFull = process.env.SWEEPS === '1'
const ROUNDS = isFull ? 20 : 1
const FILES = isFull ? 300 : 40

test(`an import ends by itself after each of ${ROUNDS} kills`, { timeout: 3_600_000 }, async (context) => {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  context.after(remove)
  const port = await findFreePort()
  Object.assign(environment, unlimited, { PORT: String(port) })
  const url = `http://localhost:${port}`
  const server: Pick<TestServer, 'fetch'> = {
    fetch: (path, init) => fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(60_000) }),
  }
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  context.after(() => services.close())
  const { sql } = services.db
  const start = async () => {
    const process = startProcess(SERVER, [], environment)
    context.after(() => process.kill('SIGKILL'))
    await waitForAnswer(url, process)
    return process
  }

  let running = await start()
  const doneAtKill: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const pilot = await createPilot({ services } as TestServer)
    const seeds = Array.from({ length: FILES }, (_, index) => round * FILES + index + 1)
    const response = await importZip(server, pilot, makeFlights(seeds))
    assert.equal(response.status, 202)
    const { id } = await readImport(response)
    const countDone = async () => (await list(server, pilot)).pagination.totalCount
    while ((await countDone()) === 0) await sleep(20)
    await sleep(Math.random() * (isFull ? 2000 : 300))
    await running.kill('SIGKILL')
    const [stored] = await sql<{ flights: number }>`
      select count(*) as flights from flights where owner_id = ${pilot.user.id}`
    doneAtKill.push(stored?.flights ?? 0)

    running = await start()
    const result = await waitForImport(server, pilot, id)
    assert.deepEqual(result.counts, {
      waiting: 0,
      new: FILES,
      duplicate: 0,
      refused: 0,
      failed: 0,
      skipped: 0,
      photos: 0,
    })
    assert.equal(await countDone(), FILES)
    const flights = await sql<{
      id: string
    }>`select id from flights where owner_id = ${pilot.user.id} order by id`
    assert.deepEqual(
      result.entries.map(({ flightId }) => flightId).sort(),
      flights.map((flight) => flight.id),
    )
    const events = await sql<{ payload: string }>`select payload from events where type = 'flight.uploaded'`
    const ofPilot = events.filter(({ payload }) => payload.includes(pilot.user.id))
    assert.equal(ofPilot.length, FILES, 'each flight was announced once')
  }
  context.diagnostic(JSON.stringify({ rounds: ROUNDS, files: FILES, doneAtKill }))
  assert.ok(
    doneAtKill.some((done) => done > 0 && done < FILES),
    'a kill came in the middle',
  )
})
