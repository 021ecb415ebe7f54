// run: sweeps; starts database servers, poolers or another release, which takes minutes on a busy machine
// A primary dies and its standby is promoted: the service goes on with that, without a restart.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectTo, requireClean } from '#test/support/faults/watch.ts'
import {
  createPilot,
  makeFlight,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
} from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createDatabase, type PostgresServer, startPostgres, startStandby } from '#test/support/postgres.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const skip = process.env.TEST_ENGINE === 'postgres' ? false : 'the embedded database has no standby'
const MAX_OUTAGE_MS = 10_000
const UPLOADERS = 3
/** A watcher finds out that the primary is gone before it promotes another. */
const NOTICE_MS = 1_000

interface Pair {
  primary: PostgresServer
  standby: PostgresServer
  /** With both of them in it. */
  databaseUrl: string
}

/** Every commit that the primary acknowledges is on the standby: `synchronous_commit` on. */
async function startPair(context: TestContext): Promise<Pair> {
  const primary = await startPostgres({ fsync: true, settings: { shared_buffers: '32MB' } })
  context.after(() => primary.stop())
  const standby = await startStandby(primary, { fsync: true, settings: { shared_buffers: '32MB' } })
  context.after(() => standby.stop())
  const operator = await connectTo(context, primary.url)
  await waitUntil('the standby follows', async () => {
    const { rowCount } = await operator.query(`select 1 from pg_stat_replication where state = 'streaming'`)
    return rowCount
  })
  await operator.query(`alter system set synchronous_standby_names = '*'`)
  await operator.query('select pg_reload_conf()')
  const databaseUrl = new URL(await createDatabase(primary.url))
  const hosts = [primary, standby].map(({ url }) => new URL(url).host)
  return {
    primary,
    standby,
    databaseUrl: `postgres://postgres@${hosts.join(',')}${databaseUrl.pathname}?target_session_attrs=read-write`,
  }
}

async function run(server: PostgresServer, text: string, database = 'postgres'): Promise<void> {
  const url = new URL(server.url)
  url.pathname = database
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(text)
  await client.end()
}

interface Upload {
  at: number
  status: number
  hash?: string
}

/** Each uploads one flight after the other, until it is stopped. */
function keepUploading(server: TestServer, pilot: Pilot) {
  const uploads: Upload[] = []
  let isOver = false
  const running = Array.from({ length: UPLOADERS }, async (_, uploader) => {
    for (let count = 0; !isOver; count++) {
      const response = await upload(server, pilot, makeFlight(1_000 * uploader + count))
      const text = await response.text()
      if (response.status !== 201) requireClean(response, text)
      const { hash } = response.ok ? await readUploaded(new Response(text)) : { hash: undefined }
      uploads.push({ at: performance.now(), status: response.status, ...(hash ? { hash } : {}) })
      await sleep(20)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(running)
  }
  return { uploads, stop }
}

async function listHashes(server: TestServer, pilot: Pilot): Promise<Set<string>> {
  const hashes = new Set<string>()
  for (let after = ''; ;) {
    const response = await server.fetch(`/api/v1/flights/changes?limit=100${after}`, {
      headers: pilot.headers,
    })
    assert.equal(response.status, 200)
    const body = (await response.json()) as {
      data: { flight?: { hash: string } }[]
      cursor?: string
      hasMore?: boolean
    }
    for (const { flight } of body.data) if (flight) hashes.add(flight.hash)
    if (!body.hasMore) return hashes
    after = `&after=${body.cursor}`
  }
}

suite('a primary that dies', { skip }, () => {
  test('is replaced by its standby without a restart, and no acknowledged flight is lost', async (context) => {
    const { primary, standby, databaseUrl } = await startPair(context)
    const server = await startServer(context, {
      work: true,
      on: { ...unlimited, DATA_DIR: makeFolder(context), DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' },
    })
    const pilot = await createPilot(server)
    const uploading = keepUploading(server, pilot)
    await waitUntil('some flights are there', () => uploading.uploads.length >= 20)

    primary.kill()
    const killedAt = performance.now()
    await sleep(NOTICE_MS)
    await run(standby, 'select pg_promote()')
    const promotedAt = performance.now()
    const isServed = () => uploading.uploads.find(({ at, status }) => at > promotedAt && status === 201)
    const served = await waitUntil('an upload succeeds again', isServed)
    assert.equal((await server.fetch('/readyz')).status, 200)
    await waitUntil('many do', () => uploading.uploads.filter(({ at }) => at > served.at).length >= 20)
    await uploading.stop()

    const acknowledged = uploading.uploads.flatMap(({ hash }) => hash ?? [])
    const there = await listHashes(server, pilot)
    const lost = acknowledged.filter((hash) => !there.has(hash))
    const refused = uploading.uploads.filter(({ status }) => status !== 201).length
    context.diagnostic(
      `${acknowledged.length} acknowledged, ${lost.length} lost, ${refused} refused; served again ${Math.round(served.at - killedAt)} ms after the kill, ` +
        `${Math.round(served.at - promotedAt)} ms after the promotion`,
    )
    assert.deepEqual(lost, [])
    assert.ok(served.at - killedAt < MAX_OUTAGE_MS)

    await context.test('and is not written to when it comes back as it was', async () => {
      await primary.restart()
      const name = new URL(databaseUrl.replace(/@.*?\//, '@h/')).pathname.slice(1)
      // The new primary takes no writes for a while: the former one would.
      await run(standby, `alter database ${name} set default_transaction_read_only = on`)
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
      await run(standby, end)
      const refusedUpload = await upload(server, pilot, makeFlight(900_001))
      requireClean(refusedUpload, await refusedUpload.text())
      await run(standby, `alter database ${name} reset default_transaction_read_only`)
      await waitUntil(
        'it is written to the new primary',
        async () => (await upload(server, pilot, makeFlight(900_002))).status === 201,
      )
    })
  })
})
