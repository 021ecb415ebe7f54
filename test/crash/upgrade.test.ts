// run: sweeps; kills nodes for minutes; each part of it is killed in tests of every run
// The upgrade of a database of the last release is killed with -9 after some of its migrations: the next start goes on with it,
// and everything is served. --sweeps: 12 kills.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import type { FlightList } from '#contract/flight-list.ts'
import { findPlace } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { openSession } from '#server/archive/tables/open-session.ts'
import { readConfig } from '#server/platform/config.ts'
import { listMigrations } from '#server/platform/database/migrations/files.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { bearer } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { pathOf, readRelease, releaseSettings, rename } from '#test/support/releases/release.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const KILLS = process.env.SWEEPS === '1' ? 12 : 2
const ENGINE = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

test(`an upgrade goes on after each of ${KILLS} kills`, { timeout: 3_600_000 }, async (context) => {
  const release = readRelease()
  const { data: flights } = release.served['/api/v1/flights'] as FlightList
  const killedAfter: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const port = await findFreePort()
    const home = {
      ...(await makeEmptyHome(context, ENGINE)),
      ...releaseSettings,
      PORT: String(port),
    }
    const place = findPlace(readConfig(home))
    await restoreArchive(place, pathOf('jsonl.zst'), { force: false, nowMs: Date.now() })
    const session = await openSession(place)
    const known = listMigrations()
    const countApplied = async () =>
      (await session.run('select name from migrations')).filter(([name]) => known.includes(String(name)))
        .length
    const pending = known.length
    const wanted = Math.floor(((kill + 0.5) * pending) / KILLS)
    const first = startProcess(SERVER, [], home)
    await waitUntil(
      () => `${wanted} of ${pending} migrations have run:\n${first.output()}`,
      async () => (await countApplied().catch(() => 0)) >= wanted,
    )
    await first.kill('SIGKILL')
    killedAfter.push(await countApplied())
    await session.close()

    const url = `http://localhost:${port}`
    const second = startProcess(SERVER, [], home)
    context.after(() => second.kill('SIGKILL'))
    await waitForAnswer(url, second)
    await waitUntil('it is ready', async () => (await fetch(`${url}/readyz`)).ok)
    for (const { id, hash: expected } of flights) {
      const response = await fetch(`${url}/api/v1/flights/${id}/igc`, { headers: bearer(release.pilot.key) })
      assert.equal(hash('sha256', Buffer.from(await response.arrayBuffer())), expected)
    }
    const response = await fetch(`${url}/api/v1/flights`, { headers: bearer(release.pilot.key) })
    assert.partialDeepStrictEqual(await response.json(), rename({ data: flights }))
    await second.kill('SIGTERM')
  }
  context.diagnostic(`killed after ${killedAfter.join(', ')} migrations; every flight and file was there`)
  assert.ok(new Set(killedAfter).size > 1, 'the kills came at different moments')
})
