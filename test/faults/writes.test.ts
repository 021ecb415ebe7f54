// run: all
// on: sqlite, postgres
// A database that can be read and not written: the node says that it is not ready, and is again by itself.
import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill, makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const DISK_MB = 64
// That a write has succeeded stands for a second.
const KEPT_MS = 1100

async function readiness(server: TestServer): Promise<{ status: number; text: string }> {
  await sleep(KEPT_MS)
  const response = await server.fetch('/readyz')
  return { status: response.status, text: await response.text() }
}

async function requireNotReady(server: TestServer): Promise<void> {
  const { status, text } = await readiness(server)
  assert.equal(status, 503)
  assert.match(text, /takes no writes/)
  const { headers } = await createPilotOnce(server)
  const read = await server.fetch('/api/v1/profile', { headers })
  assert.equal(read.status, 200, 'what needs no write is served')
}

const pilots = new WeakMap<TestServer, ReturnType<typeof createPilot>>()

function createPilotOnce(server: TestServer) {
  const pilot = pilots.get(server) ?? createPilot(server)
  pilots.set(server, pilot)
  return pilot
}

suite('a database that takes no writes', () => {
  test(
    'an embedded one on a full disk',
    { skip: isPostgres && 'a full disk of PostgreSQL is filled in small-server' },
    async (context) => {
      const disk = makeSmallDisk(DISK_MB)
      if (!disk) return context.skip('this user cannot make a small disk')
      context.after(async () => disk.remove())
      const server = await startServer(context, { environment: { ...unlimited, DATA_DIR: disk.folder } })
      const pilot = await createPilotOnce(server)
      assert.equal((await readiness(server)).status, 200)

      const filler = join(disk.folder, 'filler')
      fill(filler)
      await requireNotReady(server)
      truncateSync(filler)
      assert.equal((await readiness(server)).status, 200)
      assert.equal((await upload(server, pilot, makeFlight(1))).status, 201)
    },
  )

  test(
    'a PostgreSQL that became read-only, as the old primary after a failover',
    { skip: !isPostgres && 'an embedded database has no standby' },
    async (context) => {
      const server = await startServer(context, { environment: unlimited })
      await createPilotOnce(server)
      assert.equal((await readiness(server)).status, 200)
      const url = server.environment.DATABASE_URL ?? ''
      const name = new URL(url).pathname.slice(1)
      const operator = await connectTo(context, url)
      const setReadOnly = async (isReadOnly: boolean) => {
        await operator.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
        await operator.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
          [name],
        )
      }
      await setReadOnly(true)
      await requireNotReady(server)
      await setReadOnly(false)
      assert.equal((await readiness(server)).status, 200)
    },
  )
})
