// run: all
// The first migration is the schema of release 1.1.0: its databases go on from there, older ones step over that release.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { listMigrations, MigrationError } from '#server/platform/database/migrations/files.ts'
import { listApplied, migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { readCompressed } from '#test/support/releases/release.ts'

async function openRelease(context: TestContext, release?: string) {
  const home = await makeEmptyHome(context, 'sqlite')
  writeFileSync(join(home.DATA_DIR ?? '', 'cloudstreet.db'), readCompressed('db.zst', release))
  const db = await openDatabase(readConfig(home))
  context.after(() => db.close())
  return db
}

suite('a database', () => {
  test('of release 1.1.0 has the schema of the first migration already', async (context) => {
    const db = await openRelease(context)
    assert.equal((await listApplied(db.sql)).length, 84)
    const { applied } = await migrate(db, Date.now)
    const [first, ...later] = listMigrations()
    assert.deepEqual(applied, later)
    assert.deepEqual(await listApplied(db.sql), [first, ...later])
    assert.deepEqual((await migrate(db, Date.now)).applied, [])
  })

  test('of release 1.1.0 with flights that its jobs have not completed yet is left to that release', async (context) => {
    const db = await openRelease(context)
    await db.sql`update flights set search_text = null`
    const [row] = await db.sql<{ flights: number }>`select count(*) as flights from flights`
    await assert.rejects(migrate(db, Date.now), (error: Error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(
        error.message,
        new RegExp(`^This database has ${row?.flights} flights that release 1\\.1\\.0 \\(commit 855e2359\\)`),
      )
      return true
    })
    assert.equal((await listApplied(db.sql)).length, 84, 'nothing has changed')
  })

  test('of release 1.0.0 is told to step over 1.1.0, and is not touched', async (context) => {
    const db = await openRelease(context, '1.0.0-alpha.28')
    const before = await listApplied(db.sql)
    await assert.rejects(migrate(db, Date.now), (error: Error) => {
      assert.ok(error instanceof MigrationError)
      assert.match(
        error.message,
        /^This database is older than release 1\.1\.0 \(commit 855e2359\)\. Start .* this release again\.$/,
      )
      return true
    })
    assert.deepEqual(await listApplied(db.sql), before)
  })
})
