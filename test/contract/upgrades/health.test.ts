// run: all
// on: sqlite, postgres
// A node that migrates the database at its start is alive, not ready, and no moment unreachable.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPlace } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess } from '#test/support/process.ts'
import { pathOf, releaseSettings } from '#test/support/releases/release.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Data of the release before, which has to be migrated. */
async function restoreRelease(context: TestContext): Promise<Record<string, string>> {
  const on = { ...(await makeEmptyHome(context, engine)), ...releaseSettings }
  await restoreArchive(findPlace(readConfig(on)), pathOf('jsonl.zst'), { force: false, nowMs: Date.now() })
  return on
}

/** As long as it is held, no migration runs; gives what ends that. */
async function holdUpMigrations(
  context: TestContext,
  { DATA_DIR = '', DATABASE_URL = '' }: Record<string, string>,
): Promise<() => Promise<void>> {
  if (engine === 'postgres') {
    const operator = await connectTo(context, DATABASE_URL)
    await operator.query('select pg_advisory_lock(722551304)')
    return async () => void (await operator.query('select pg_advisory_unlock_all()'))
  }
  const other = new DatabaseSync(join(DATA_DIR, 'cloudstreet.db'))
  context.after(() => other.close())
  other.exec('pragma journal_mode = wal; begin immediate')
  return async () => other.exec('rollback')
}

/** Asks again and again, each time on a new connection, and notes each new answer. */
function poll(url: string) {
  const seen: string[] = []
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const headers = { connection: 'close' }
      const answer = await fetch(url, { headers }).then(
        async (response) => `${response.status} ${(await response.text()).trim()}`,
        (error: Error & { cause?: Error }) => error.cause?.message ?? error.message,
      )
      if (answer !== seen.at(-1)) seen.push(answer)
      await sleep(5)
    }
  })()
  const stop = async () => {
    isOver = true
    await running
    return seen
  }
  return { seen, stop }
}

suite('a node that migrates', () => {
  for (const role of ['serving', 'working']) {
    test(`answers health checks while it does, ${role}, and passes the port on without a gap`, async (context) => {
      const on = await restoreRelease(context)
      const letGo = await holdUpMigrations(context, on)
      const port = String(await findFreePort())
      const url = `http://localhost:${port}`
      const node = startProcess(SERVER, role === 'working' ? ['--work-only'] : [], {
        ...on,
        PORT: port,
        WORK_PORT: port,
        LOG_LEVEL: 'info',
      })
      context.after(() => node.kill('SIGKILL'))
      await waitUntil(
        () => `it answers:\n${node.output()}`,
        () => fetch(`${url}/healthz`).catch(() => undefined),
      )
      const health = poll(`${url}/healthz`)
      const ready = await fetch(`${url}/readyz`)
      assert.equal(ready.status, 503)
      assert.match(await ready.text(), /The database is being migrated\./)
      const api = await fetch(`${url}/api/v1/flights`)
      assert.deepEqual([api.status, Number(api.headers.get('retry-after')) > 0], [503, true])
      assert.match(await api.text(), /temporarily_unavailable.*being upgraded/)
      const page = await fetch(`${url}/app`, { headers: { accept: 'text/html' } })
      assert.match(await page.text(), /<h1>One moment, please<\/h1>/)

      await letGo()
      const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
      await waitUntil(() => `it is ready:\n${node.output()}`, isReady)
      await waitUntil('its health is noted', () => health.seen.length > 1)
      assert.deepEqual(await health.stop(), ['200 {"status":"migrating"}', '200 {"status":"ok"}'])
      assert.equal(await node.kill('SIGTERM'), 0, 'it stops as any node')
      const lines = node
        .output()
        .split('\n')
        .filter((line) => line.includes('a migration has ended'))
      assert.ok(lines.length > 0, node.output())
      for (const line of lines) assert.ok((JSON.parse(line) as { ms: number }).ms >= 0)
    })
  }
})
