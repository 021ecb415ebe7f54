// run: all
// on: postgres
// Moving house: everything from one database to another, of either engine.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { findPlace } from '#server/archive/commands.ts'
import { moveDatabase, undoMove } from '#server/archive/move.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runAdmin } from '#test/support/admin.ts'
import {
  addFlight,
  furnish,
  type Home,
  inspect,
  makeEmptyHome,
  openHome,
} from '#test/support/installation/fill.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { runToEnd, SERVER } from '#test/support/process.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'

function move(context: TestContext, home: Home, to: Record<string, string>) {
  return moveDatabase(placeOf(home.environment), placeOf(to), makeFolder(context), Date.now())
}

function placeOf(environment: Record<string, string>) {
  return findPlace(readConfig(environment))
}

async function moveHouse(context: TestContext, home: Home, to: Record<string, string>): Promise<Home> {
  const { environment, server } = home
  await assert.rejects(move(context, home, to), /The service is running; stop it first\./)
  await server.close()
  const where = to.DATABASE_URL ?? to.DATA_DIR ?? ''
  const { output, error } = await runAdmin({ environment }, ['move', '--to', where])
  assert.ok(Number(output?.rows) > 0, error)
  assert.deepEqual(
    readdirSync(environment.DATA_DIR ?? '').filter((name) => name.startsWith('.move')),
    [],
  )
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
      home = await moveHouse(context, home, await makeEmptyHome(context, engine))
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
    await move(context, home, to)
    const refused = await runToEnd(SERVER, [], { ...home.environment, PORT: '0' })
    assert.equal(refused.code, 1)
    assert.match(refused.output, /was moved to/)
    const undo = () => undoMove(placeOf(home.environment))
    await undo()
    const again = await startServer(context, { on: home.environment })
    assert.equal((await again.fetch('/readyz')).status, 200)
    await assert.rejects(undo(), /Nothing was moved away/)
  })

  test('is refused when the target is not empty', async (context) => {
    const [home, other] = [await openHome(context), await openHome(context)]
    await home.server.close()
    await assert.rejects(move(context, home, other.environment), /is not empty/)
    assert.equal((await other.server.fetch('/readyz')).status, 200)
  })

  test('is refused when there is nothing to move', async (context) => {
    const [here, there] = [await makeEmptyHome(context, 'sqlite'), await makeEmptyHome(context, 'sqlite')]
    const moving = moveDatabase(placeOf(here), placeOf(there), makeFolder(context), Date.now())
    await assert.rejects(moving, /There is no database/)
  })
})
