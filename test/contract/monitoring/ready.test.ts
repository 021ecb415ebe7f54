// run: all
// When a node says that it is ready, and what its log says about it.
import assert from 'node:assert/strict'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { DatabaseLockedError } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

interface Line {
  level: number
  msg: string
  path?: string
  check?: string
  state?: string
}

suite('a node', () => {
  test('logs a store that fails once, and once that it is well; probes have no lines', async (context) => {
    const folder = makeFolder(context)
    const store = join(folder, 'igc')
    writeFileSync(store, 'in the way')
    const path = join(folder, 'log')
    const log = createLog('info', { fd: openSync(path, 'a'), isTTY: false } as NodeJS.WriteStream & {
      fd: number
    })
    const server = await startServer(context, {
      log,
      environment: { FILES_URL: pathToFileURL(store).href },
      watch: { everyMs: 50, retryMs: 50 },
    })
    const isReady = async () => (await server.fetch('/readyz')).ok
    await waitUntil('it is not ready', async () => !(await isReady()))
    const failures = server.services.metrics.counter('file_write_failures_total', '', ['store'])
    await waitUntil('it failed several times', async () => ((await failures.get()).values[0]?.value ?? 0) > 3)
    rmSync(store)
    mkdirSync(store)
    await waitUntil('it is ready', isReady)
    await server.fetch('/healthz')
    await server.fetch('/metrics')
    log.flush()
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
    assert.deepEqual(
      lines.filter(({ check }) => check === 'storage').map(({ level, state }) => [level, state]),
      [
        [50, 'act'],
        [30, 'well'],
      ],
    )
    assert.deepEqual(
      lines.filter(({ path: of }) => of !== undefined),
      [],
    )
    assert.ok(lines.every(({ msg }) => !/readyz/.test(msg)))
  })

  test('does not call a lock that did not come a database out of reach', async (context) => {
    const server = await startServer(context, {
      addRoutes: (app) => {
        app.get('/test/locked', { config: { doors: { public: 'none' } } } as never, () => {
          throw new DatabaseLockedError('canceling statement due to lock timeout')
        })
      },
    })
    const answer = await server.fetch('/test/locked')
    assert.equal(answer.status, 503)
    const { error_description: sentence } = (await answer.json()) as { error_description: string }
    assert.equal(sentence, 'Something else holds what this needs right now; try again shortly.')
  })
})
