// run: all
import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { continueImports } from '#server/flights/import/work.ts'
import { list, makeFlight } from '#test/support/flights.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import {
  addDestination,
  createForwarder,
  findDestination,
  forwarding,
} from '#test/support/forwards/pilots.ts'
import { startProcess } from '#test/support/process.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const KILLS = process.env.SWEEPS ? 200 : 4
const PER_ROUND = 3
const rclone = davServers.at(-1)!

test(
  `files of a watched folder survive ${KILLS} kill -9 of the worker: each is there once`,
  {
    skip: rclone.skip,
  },
  async (context) => {
    const server = await startServer(context, { environment: { ...forwarding, FORWARD_TIMEOUT_MS: '300' } })
    const { sql } = server.services.db
    const [pilot, { url, files }] = [await createForwarder(server), await rclone.start(context)]
    const { user, password } = davUser
    const source = { settings: { url, user }, credential: { password }, isSource: true }
    const { id } = await addDestination(server, pilot, { url }, source)
    const startWorker = () => startProcess('test/support/processes/source-worker.ts', [], server.environment)
    const importAll = async () => {
      while (await continueImports(server.services, new AbortController().signal));
    }
    const lookAgain = () => sql`update destinations set due_at = 0, failing_since = null where id = ${id}`
    let worker = startWorker()
    context.after(() => worker.kill('SIGKILL'))
    let written = 0
    for (let round = 0; round < KILLS; round++) {
      for (let more = 0; more < PER_ROUND; more++) {
        const path = join(files, `${written}.igc`)
        writeFileSync(path, makeFlight(written++))
        utimesSync(path, 0, 0)
      }
      await lookAgain()
      // Once it has begun, at some moment of the look.
      await waitUntil('the worker has the source', async () => {
        const [row] = await sql<{ lease: string | null; due: number }>`
        select lease, due_at as due from destinations where id = ${id}`
        return row?.lease !== null || row.due > 0
      })
      await sleep(Math.random() * 60)
      await worker.kill('SIGKILL')
      await importAll()
      worker = startWorker()
    }
    await waitUntil('every file was taken', async () => {
      await lookAgain()
      await importAll()
      return (await findDestination(server, pilot, id)).delivered === written
    })
    await importAll()
    assert.equal((await list(server, pilot)).pagination.totalCount, written)
  },
)
