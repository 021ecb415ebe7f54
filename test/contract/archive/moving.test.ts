// run: all
// on: postgres
// Moving house: everything from one database to another, of either engine, while the service is used.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { findPlace, undoMove } from '#server/archive/commands.ts'
import { moveDatabase } from '#server/archive/move.ts'
import { readConfig } from '#server/platform/config.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { runAdmin } from '#test/support/admin.ts'
import {
  addFlight,
  furnish,
  type Home,
  type House,
  inspect,
  makeEmptyHome,
  openHome,
  rotate,
} from '#test/support/installation/fill.ts'
import { list } from '#test/support/flights.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { runToEnd, SERVER } from '#test/support/process.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const MAX_LOAD = process.env.SWEEPS ? 400 : 12

function whereTo(environment: Record<string, string>): string {
  return environment.DATABASE_URL ?? environment.DATA_DIR ?? ''
}

/** Uploads, refreshes and deletes, until it is told to stop. */
function useService(server: TestServer, house: House): { stop: () => Promise<void> } {
  let isStopping = false
  const run = async () => {
    for (let count = 0; !isStopping && count < MAX_LOAD; count++) {
      await addFlight(server, house, 100 + house.files.size * 7 + count)
      await rotate(server, house)
      if (count % 4 === 3) await removeOne(server, house)
    }
  }
  const running = run()
  return {
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

async function removeOne(server: TestServer, house: House): Promise<void> {
  const [flight] = (await list(server, house.pilot, '?pageSize=1')).data
  const response = await server.fetch(`/api/v1/flights/${flight?.id}`, {
    method: 'DELETE',
    headers: house.pilot.headers,
  })
  assert.ok(response.ok, await response.text())
  house.files.delete(flight?.hash ?? '')
}

function move(home: Home, to: Record<string, string>) {
  return moveDatabase(placeOf(home.environment), placeOf(to), now())
}

const now = () => ({ nowMs: Date.now(), files: createFiles(['database']) })

function placeOf(environment: Record<string, string>) {
  return findPlace(readConfig(environment))
}

/** Once while it is used, once after it was stopped. */
async function moveHouse(
  context: TestContext,
  home: Home,
  house: House,
  to: Record<string, string>,
): Promise<Home> {
  const load = useService(home.server, house)
  const first = await runAdmin(home.server, ['move', '--to', whereTo(to)])
  await load.stop()
  assert.equal(first.output?.isFinished, false, first.error)
  await home.server.close()
  const second = await move(home, to)
  assert.equal(second.isFinished, true)
  assert.equal(second.files, house.files.size)
  context.diagnostic(
    `copied ${String(first.output.copied)} rows under load, then ${second.copied} of ${second.rows}`,
  )
  assert.ok(second.copied < second.rows, 'what was the same is not copied again')
  return { environment: to, server: await startServer(context, { on: to, work: true }) }
}

suite('moving house', () => {
  const destinations = isPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

  test('goes to PostgreSQL or a folder; anything else is refused, and nothing is made', async (context) => {
    const server = await startServer(context)
    const file = join(server.environment.DATA_DIR ?? '', 'a-file')
    writeFileSync(file, '')
    for (const to of ['sqlite:/elsewhere', 'mysql://db/flights', file]) {
      const { error } = await runAdmin(server, ['move', '--to', to])
      assert.match(error, /is neither postgres:\/\/… nor a folder; nothing was moved\.$/m)
    }
    assert.equal(existsSync('sqlite:'), false)
  })

  test('keeps ids, keys, tokens, files and sequences, there and back', async (context) => {
    const receiver = await startReceiver(context)
    let home = await openHome(context)
    const house = await furnish(home.server, receiver)
    for (const engine of destinations) {
      home = await moveHouse(context, home, house, await makeEmptyHome(context, engine))
      await inspect(home.server, house)
    }
    await addFlight(home.server, house, 9000)
    const total = house.files.size
    await receiver.waitFor(total)
    const sequences = receiver.received.map(({ sequence }) => sequence)
    assert.deepEqual(
      sequences.toSorted((a, b) => a - b),
      sequences.map((_, index) => index + 1),
      'no number is missing and none comes twice',
    )
    assert.ok(receiver.received.every(({ headers }) => headers['x-cloudstreet-epoch'] === '0'))
  })

  test('leaves a database behind that is not served from, unless the operator says so', async (context) => {
    const home = await openHome(context)
    await furnish(home.server, await startReceiver(context))
    await home.server.close()
    const to = await makeEmptyHome(context, destinations.at(-1) ?? 'sqlite')
    await move(home, to)
    const refused = await runToEnd(SERVER, [], { ...home.environment, PORT: '0' })
    assert.equal(refused.code, 1)
    assert.match(refused.output, /was moved to/)
    const undo = () => undoMove(placeOf(home.environment))
    await undo()
    const again = await startServer(context, { on: home.environment })
    assert.equal((await again.fetch('/readyz')).status, 200)
    await assert.rejects(undo(), /Nothing was moved away/)
  })

  test('that could not be finished goes on where it stopped; until then the target is not served from', async (context) => {
    const home = await openHome(context)
    await furnish(home.server, await startReceiver(context))
    const { sql } = home.server.services.db
    const [file] = await sql<{ flight_id: string; compressed: Uint8Array }>`
      select flight_id, compressed from flight_files limit 1`
    const write = (compressed: Uint8Array) =>
      sql`update flight_files set compressed = ${compressed} where flight_id = ${file?.flight_id ?? ''}`
    await write(Buffer.from('no longer what was uploaded'))
    const to = await makeEmptyHome(context, destinations[0])
    await assert.rejects(move(home, to), /The file is missing or is another for the flights/)
    await assert.rejects(startServer(context, { on: to }), /is being filled from .* and is not whole/)
    await write(file?.compressed ?? new Uint8Array())
    await home.server.close()
    const outcome = await move(home, to)
    assert.deepEqual([outcome.isFinished, outcome.files], [true, 3])
    assert.ok(outcome.copied < outcome.rows / 2, `${outcome.copied} of ${outcome.rows} rows`)
  })

  test('is refused when the target is not empty', async (context) => {
    const [home, other] = [await openHome(context), await openHome(context)]
    await home.server.close()
    await assert.rejects(move(home, other.environment), /is not empty/)
    assert.equal((await other.server.fetch('/readyz')).status, 200)
  })

  test('is refused when there is nothing to move', async (context) => {
    const [here, there] = [await makeEmptyHome(context, 'sqlite'), await makeEmptyHome(context, 'sqlite')]
    await assert.rejects(moveDatabase(placeOf(here), placeOf(there), now()), /There is no database/)
  })
})
