// on: sqlite, postgres
// The restore drill: a whole backup and five increments, each made while pilots upload, correct and delete, and each killed
// with -9 on the way; then the service is killed, and so is the restore. Everything that was acknowledged before the last
// increment began is there, and nothing that was deleted before comes back.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { findPlace } from '#server/archive/commands.ts'
import { listArchives } from '#server/archive/increments/folder.ts'
import { openSession } from '#server/archive/tables/open-session.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, list, makeFlight, type Pilot, readUploaded, upload } from '#test/support/flights.ts'
import { houseSettings, makeEmptyHome, makeFolder } from '#test/support/installation/fill.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { runToEnd, SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, startServer, type TestServer } from '#test/support/server.ts'

const ADMIN = 'server/admin.ts'
const INCREMENTS = 5
const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

type Environment = Record<string, string>

/** Flights that a pilot was told are stored: hash -> title. */
type Acknowledged = Map<string, string | null>

test(
  'a backup and five increments lose nothing, whichever step is killed',
  { timeout: 600_000 },
  async (context) => {
    const folder = makeFolder(context)
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    Object.assign(environment, houseSettings, { BACKUP_DIR: folder })
    const server = await startService(context, environment)
    const pilot = await createPilot(server)
    const leaving = await createPilot(server, 'Leaving Pilot')
    await readUploaded(await upload(server, leaving, makeFlight(90)))

    const flights: Acknowledged = new Map()
    let [killed, stored] = [0, new Map(flights)]
    for (let step = 0; step <= INCREMENTS; step++) {
      await changeFlights(server, pilot, flights, 4 * step)
      if (step === 3) await deleteAccount(server, leaving)
      if (await killWhen(environment, ['backup', 'increment'], () => hasPartial(folder))) killed++
      stored = new Map(flights)
      // Others go on meanwhile.
      const meanwhile = addFlight(server, pilot, new Map(), 70 + step)
      const made = await runToEnd(ADMIN, ['backup', 'increment'], environment)
      assert.equal(made.code, 0, made.output)
      await meanwhile
    }
    assert.equal(
      readdirSync(folder).some((name) => name.endsWith('.partial')),
      false,
    )
    await server.kill()
    // A kill after an archive was there and before it was noted makes the next one a whole one.
    const made = listArchives(folder).reduce((sum, { increments }) => sum + 1 + increments.length, 0)
    assert.ok(made >= INCREMENTS + 1)

    const home = await makeEmptyHome(context, engine)
    const restore = ['restore', folder, '--force']
    assert.ok(await killWhen(home, restore, await watchRows(context, home)), 'it was writing rows')
    killed++
    const restored = await runToEnd(ADMIN, restore, home)
    assert.equal(restored.code, 0, restored.output)
    const again = await startServer(context, { on: home })
    const { data } = await list(again, pilot, '?pageSize=100')
    const there = new Map(data.map((flight) => [flight.hash, flight.flightInfo.metadata.title ?? null]))
    for (const [flight, title] of stored)
      assert.equal(there.get(flight), title, `${flight} is as it was acknowledged`)
    const extra = [...there.keys()].filter((flight) => !stored.has(flight))
    assert.ok(extra.length <= INCREMENTS + 1, 'nothing else but what came meanwhile')
    assert.equal((await again.fetch('/api/v1/flights', { headers: leaving.headers })).status, 401)
    context.diagnostic(
      `${stored.size} acknowledged, 0 lost; ${killed} of ${INCREMENTS + 2} steps were killed at work`,
    )
  },
)

/** A separate process that serves, and leaves background work to the commands. */
async function startService(context: TestContext, environment: Environment) {
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  context.after(() => services.close())
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const service = startProcess(SERVER, ['--no-work'], { ...environment, PORT: String(port) })
  context.after(async () => void (await service.kill('SIGKILL')))
  await waitForAnswer(url, service)
  const ask = (path: string, init?: RequestInit) => fetch(url + path, init)
  const server = { services, url, fetch: ask } as unknown as TestServer
  return Object.assign(server, { kill: () => service.kill('SIGKILL') })
}

async function changeFlights(server: TestServer, pilot: Pilot, flights: Acknowledged, seed: number) {
  for (const each of [1, 2, 3]) await addFlight(server, pilot, flights, seed + each)
  const [gone, corrected] = (await list(server, pilot, '?pageSize=100')).data
  const headers = { ...pilot.headers, 'content-type': 'application/json' }
  const path = `/api/v1/flights/${corrected?.id}`
  const body = JSON.stringify({ title: `Seed ${seed}` })
  assert.equal((await server.fetch(path, { method: 'PATCH', headers, body })).status, 200)
  if (flights.has(corrected?.hash ?? '')) flights.set(corrected?.hash ?? '', `Seed ${seed}`)
  const deleted = await server.fetch(`/api/v1/flights/${gone?.id}`, {
    method: 'DELETE',
    headers: pilot.headers,
  })
  assert.equal(deleted.status, 204)
  flights.delete(gone?.hash ?? '')
}

async function addFlight(server: TestServer, pilot: Pilot, flights: Acknowledged, seed: number) {
  const bytes = makeFlight(seed)
  await readUploaded(await upload(server, pilot, bytes))
  flights.set(hash('sha256', bytes), null)
}

async function deleteAccount(server: TestServer, { user }: Pilot): Promise<void> {
  const headers = { ...(await signIn(server, user)), 'content-type': 'application/json' }
  const body = JSON.stringify({ password: TEST_PASSWORD })
  assert.equal((await server.fetch('/app/api/account', { method: 'DELETE', headers, body })).status, 204)
}

const hasPartial = (folder: string) => readdirSync(folder).some((name) => name.endsWith('.partial'))

/** Whether rows are being written to a database that is restored. */
async function watchRows(context: TestContext, home: Environment): Promise<() => Promise<boolean>> {
  if (engine === 'sqlite') {
    // There from the transaction's first write on.
    const journal = join(home.DATA_DIR ?? '', 'cloudstreet.db.partial-journal')
    return async () => existsSync(journal)
  }
  const session = await openSession(findPlace(readConfig(home)))
  context.after(() => session.close())
  return async () => {
    const writing = await session.run(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'insert into "%'`,
    )
    return writing.length > 0
  }
}

/** Kills a command as soon as it is at work. False: it was done before. */
async function killWhen(
  environment: Environment,
  args: string[],
  isAtWork: () => boolean | Promise<boolean>,
) {
  const command = startProcess(ADMIN, args, environment)
  while (command.child.exitCode === null && !(await isAtWork())) await turn()
  await command.kill('SIGKILL')
  return command.child.signalCode === 'SIGKILL'
}
