// run: sweeps; starts database servers, poolers or another release, which takes minutes on a busy machine
// A primary and a standby that follows it, now and then far behind: what a pilot reads is what that pilot has written.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { seededRandom } from '#igc/simulate.ts'
import { connectTo, slowestMs, startDatabaseProxy, watch } from '#test/support/faults/watch.ts'
import {
  createPilot,
  list,
  makeFlight,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { signIn } from '#test/support/people.ts'
import { createDatabase, startPostgres, startStandby } from '#test/support/postgres.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { readSeed } from '#test/support/seed.ts'

const skip = process.env.TEST_ENGINE === 'postgres' ? false : 'the embedded database has no replicas'
const SEED = readSeed('REPLICAS')
const PILOTS = 3
// A page has 100 entries at most, and each flight that ever was is one.
const STEPS = process.env.SWEEPS === '1' ? 200 : 60
/** Two for the check to time out, and one until it runs; the rest is for a busy machine. */
const MAX_HANG_MS = 30_000

async function startPair(context: TestContext) {
  const settings = { shared_buffers: '32MB', max_standby_streaming_delay: '1s' }
  const primary = await startPostgres({ settings })
  context.after(() => primary.stop())
  const standby = await startStandby(primary, { settings })
  context.after(() => standby.stop())
  const databaseUrl = await createDatabase(primary.url)
  const { url: replicaUrl, proxy } = await startDatabaseProxy(context, standby.url)
  const replica = new URL(replicaUrl)
  replica.pathname = new URL(databaseUrl).pathname
  const operator = await connectTo(context, standby.url)
  return {
    standby,
    proxy,
    pause: () => operator.query('select pg_wal_replay_pause()'),
    resume: () => operator.query('select pg_wal_replay_resume()'),
    settings: {
      ...unlimited,
      DATA_DIR: makeFolder(context),
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICAS: replica.href,
      CLOUDSTREET_SECRET: 'one secret for both nodes of a test',
      LOG_LEVEL: 'silent',
    },
  }
}

const describe = (server: TestServer) => server.services.db.figures.replicas()[0]

const untilUsed = (server: TestServer, isUsed: boolean) =>
  waitUntil(
    () => `the replica is ${isUsed ? 'used' : 'left out'}: ${JSON.stringify(describe(server))}`,
    () => describe(server)?.isUsed === isUsed,
  )

/** A flight as its pilot knows it. */
interface Known {
  id: string
  hash: string
  bytes: Uint8Array
  launchType: string
}

/** Everything that a pilot can read, compared with what the pilot has written. */
function createReads(pilot: Pilot, cookie: string, flights: Map<string, Known>) {
  const get = (server: TestServer, path: string) => server.fetch(path, { headers: pilot.headers })
  const ids = () => [...flights.keys()].sort()
  return {
    list: async (server: TestServer) => {
      const { data, pagination } = await list(server, pilot, '?pageSize=100')
      assert.equal(pagination.totalCount, flights.size)
      assert.deepEqual(data.map(({ id }) => id).sort(), ids())
      for (const { id, launch_type } of data) assert.equal(launch_type, flights.get(id)?.launchType)
    },
    changes: async (server: TestServer) => {
      const response = await get(server, '/api/v1/flights/changes?limit=100')
      const { data } = (await response.json()) as { data: { id: string; change: string }[] }
      assert.deepEqual(data.flatMap(({ id, change }) => (change === 'deleted' ? [] : id)).sort(), ids())
    },
    statistics: async (server: TestServer) => {
      const response = await server.fetch('/app/api/logbook/statistics', { headers: { cookie } })
      assert.equal(((await response.json()) as { flights: number }).flights, flights.size)
    },
    one: async (server: TestServer, known: Known) => {
      const response = await get(server, `/api/v1/flights/${known.id}`)
      const { data } = (await response.json()) as { data: { launch_type: string } }
      assert.equal(data.launch_type, known.launchType)
    },
    file: async (server: TestServer, known: Known) => {
      const response = await get(server, `/api/v1/flights/${known.id}/igc`)
      assert.equal(response.status, 200)
      assert.deepEqual(new Uint8Array(await response.arrayBuffer()), known.bytes)
    },
    track: async (server: TestServer, known: Known) => {
      assert.equal((await get(server, `/api/v1/flights/${known.id}/track`)).status, 200)
      assert.equal((await get(server, `/api/v1/flights/${known.id}/analysis`)).status, 200)
    },
    gone: async (server: TestServer, id: string) => {
      assert.equal((await get(server, `/api/v1/flights/${id}`)).status, 404)
      assert.equal((await get(server, `/api/v1/flights/${id}/igc`)).status, 404)
    },
  }
}

/** One pilot's steps, each at either node: a write, and reads of everything. */
async function takeSteps(servers: readonly TestServer[], pilot: Pilot, cookie: string, seed: number) {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const anyServer = () => servers[below(servers.length)] as TestServer
  const flights = new Map<string, Known>()
  const anyFlight = () => [...flights.values()][below(flights.size)]
  const reads = createReads(pilot, cookie, flights)
  const writes = {
    add: async (step: number) => {
      // A day each: flights at the same time would not count both.
      const bytes = makeFlight(seed + step, {
        date: new Date(Date.UTC(2024, 0, 1 + step)).toISOString().slice(0, 10),
      })
      const { id, hash } = await readUploaded(await upload(anyServer(), pilot, bytes))
      flights.set(id, { id, hash, bytes, launchType: 'Self' })
    },
    correct: async (known: Known) => {
      const launchType = known.launchType === 'Self' ? 'Towed' : 'Self'
      const response = await anyServer().fetch(`/api/v1/flights/${known.id}`, {
        method: 'PATCH',
        headers: { ...pilot.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ launch_type: launchType }),
      })
      assert.equal(response.status, 200, await response.text())
      known.launchType = launchType
    },
    remove: async ({ id }: Known) => {
      const init = { method: 'DELETE', headers: pilot.headers }
      assert.equal((await anyServer().fetch(`/api/v1/flights/${id}`, init)).status, 204)
      flights.delete(id)
      await reads.gone(anyServer(), id)
    },
  }
  for (let step = 0; step < STEPS; step++) {
    const known = anyFlight()
    const what = below(10)
    if (!known || what < 3) await writes.add(step)
    else if (what === 3) await writes.correct(known)
    else if (what === 4) await writes.remove(known)
    await reads.list(anyServer())
    const [whole, one] = [
      [reads.list, reads.changes, reads.statistics],
      [reads.one, reads.file, reads.track],
    ]
    await whole[below(3)]?.(anyServer())
    const read = anyFlight()
    if (read) await one[below(3)]?.(anyServer(), read)
  }
}

/** A file that was damaged, and restored by its pilot while the replica does not know of it. */
async function restoreFile(server: TestServer, pilot: Pilot, pause: () => Promise<unknown>): Promise<void> {
  const bytes = makeFlight(99)
  const { id } = await readUploaded(await upload(server, pilot, bytes))
  const read = () => server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
  await server.services.db.sql`
    update flight_files set compressed = ${new Uint8Array([1, 2, 3])} where flight_id = ${id}`
  await waitUntil('the replica has the damaged file', async () => (await read()).status === 500)
  await pause()
  assert.equal((await upload(server, pilot, bytes)).status, 200)
  const before = describe(server)?.answered ?? 0
  const response = await read()
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes)
  assert.ok((describe(server)?.answered ?? 0) > before, 'the replica was asked')
}

suite(`a replica, REPLICAS_SEED=${SEED}`, { skip }, () => {
  test('that is behind shows no pilot less than they have written, at either node', async (context) => {
    const { settings, pause, resume } = await startPair(context)
    const one = await startServer(context, { on: settings })
    const servers = [one, await startServer(context, { on: settings })]
    for (const server of servers) await untilUsed(server, true)
    const pilots = await Promise.all(Array.from({ length: PILOTS }, () => createPilot(one)))
    const cookies = await Promise.all(pilots.map(({ user }) => signIn(one, user)))
    let isOver = false
    const random = seededRandom(SEED)
    const lagging = (async () => {
      while (!isOver) {
        await pause()
        await new Promise((resolve) => setTimeout(resolve, 1_500 * random()))
        await resume()
        await new Promise((resolve) => setTimeout(resolve, 500 * random()))
      }
    })()
    await Promise.all(
      pilots.map((pilot, index) =>
        takeSteps(servers, pilot, cookies[index]?.cookie ?? '', SEED + 1_000 * index),
      ),
    ).finally(() => {
      isOver = true
    })
    await lagging
    const figures = servers.map(describe)
    const sum = (pick: 'answered' | 'passedOn') =>
      figures.reduce((total, each) => total + (each?.[pick] ?? 0), 0)
    context.diagnostic(
      `${sum('answered')} reads were answered by the replica, ${sum('passedOn')} by the primary, since it was behind`,
    )
    assert.ok(sum('answered') > 0)
    assert.ok(sum('passedOn') > 0)
    await untilUsed(one, true)
    await restoreFile(one, await createPilot(one), pause)
  })

  test('that hangs, is gone, or is too far behind is left out by itself, and comes back', async (context) => {
    const { settings, standby, proxy } = await startPair(context)
    const server = await startServer(context, { on: settings })
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    await untilUsed(server, true)

    const watching = watch(server, '/api/v1/flights', pilot.headers, 4)
    const answered = () => watching.seen.length
    const untilMore = async () => {
      const before = answered()
      await waitUntil('reads are answered', () => answered() > before + 20)
    }
    const byReplica = () => describe(server)?.answered ?? 0
    await waitUntil('it answers reads', () => byReplica() > 20)
    proxy.mute()
    await untilUsed(server, false)
    await untilMore()
    proxy.fix()
    await untilUsed(server, true)
    await untilMore()

    standby.kill()
    await untilUsed(server, false)
    await untilMore()
    await standby.restart()
    await untilUsed(server, true)
    await watching.stop()
    assert.deepEqual([...new Set(watching.seen.map(({ status }) => status))], [200], 'no request was refused')
    context.diagnostic(
      `${watching.seen.length} reads, ${byReplica()} of them by the replica; the longest took ${Math.round(slowestMs(watching.seen))} ms`,
    )
    assert.ok(slowestMs(watching.seen) < MAX_HANG_MS)

    const operator = await connectTo(context, standby.url)
    await operator.query('select pg_wal_replay_pause()')
    await uploadNew(server, pilot, makeFlight(2))
    await untilUsed(server, false)
    assert.ok((describe(server)?.lagSeconds ?? 0) >= 10)
    await operator.query('select pg_wal_replay_resume()')
    await untilUsed(server, true)
  })
})
