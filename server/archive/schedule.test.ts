import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite/sqlite.ts'
import { createLog } from '#server/platform/log.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/time.ts'
import { readArchive } from './read-archive.ts'
import { listArchives } from './folder.ts'
import { backUpWhenDue } from './schedule.ts'
import { makeFolder } from '#test/support/installation/folder.ts'

suite('scheduled backups', async () => {
  const folder = makeFolder({ after })
  const db = openSqlite(join(folder, 'data'))
  await migrate(db, Date.now)
  after(() => db.close())

  const backups = join(folder, 'backups')
  const config = readConfig({ DATA_DIR: join(folder, 'data'), BACKUP_DIR: backups, BACKUP_KEEP: '2' })
  const log = createLog('silent')
  let nowMs = Date.UTC(2026, 10, 15, 3)
  const run = (signal = new AbortController().signal) =>
    backUpWhenDue({ config, log, now: () => nowMs }, signal)

  test('are made every hour and are whole; the newest are kept, and the last one of each day', async () => {
    await run()
    await run()
    assert.deepEqual(readdirSync(backups), ['cloudstreet-2026-11-15T03-00-00Z.jsonl.zst'])
    writeFileSync(join(backups, 'notes.txt'), 'of the operator')
    for (const hours of [1, 11, 9, 1, 24, 10, 1, 1]) {
      nowMs += hours * HOUR_MS
      await run()
    }
    assert.deepEqual(readdirSync(backups), [
      'cloudstreet-2026-11-16T01-00-00Z.jsonl.zst',
      'cloudstreet-2026-11-17T12-00-00Z.jsonl.zst',
      'cloudstreet-2026-11-17T13-00-00Z.jsonl.zst',
      'notes.txt',
    ])
    for (const { file } of listArchives(backups)) {
      assert.ok((await readArchive(file)).tables > 10)
      assert.equal(statSync(file).mode & 0o777, 0o600)
    }
  })

  test('leave nothing behind when they are stopped, or were killed', async () => {
    nowMs += DAY_MS
    const leftover = join(backups, 'cloudstreet-2026-11-16T03-00-00Z.jsonl.zst.partial')
    writeFileSync(leftover, 'half')
    const stopping = new AbortController()
    const running = run(stopping.signal)
    stopping.abort()
    await running
    assert.ok(!existsSync(leftover))
    assert.ok(readdirSync(backups).every((name) => !name.endsWith('.partial')))
  })

  test('that fail throw away none of those that are there', async () => {
    nowMs += 3 * DAY_MS
    const before = readdirSync(backups)
    const broken = { config: { ...config, dataDir: join(folder, 'none') }, log, now: () => nowMs }
    await assert.rejects(backUpWhenDue(broken, new AbortController().signal), /no database/)
    assert.deepEqual(readdirSync(backups), before)
  })
})
