// run: all
// `admin migrate --plan`: what an upgrade will do, before it does it.
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { findPlace } from '#server/archive/commands.ts'
import { planUpgrade, type Plan } from '#server/archive/plan.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { pathOf, releaseSettings } from '#test/support/releases/release.ts'

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Data of the release before. */
async function restoreRelease(context: TestContext): Promise<Record<string, string>> {
  const on = { ...(await makeEmptyHome(context, engine)), ...releaseSettings }
  await restoreArchive(findPlace(readConfig(on)), pathOf('jsonl.zst'), { force: false, nowMs: Date.now() })
  return on
}

/** Where a copy can be made; and whether anything is left there. */
async function makeRoom(context: TestContext) {
  if (engine === 'sqlite') {
    const folder = makeFolder(context)
    return { at: folder, isEmpty: async () => readdirSync(folder).length === 0 }
  }
  const { DATABASE_URL = '' } = await makeEmptyHome(context, engine)
  const isEmpty = async () => {
    const db = await openDatabase(readConfig({ DATABASE_URL }))
    const tables = await db.sql`select tablename from pg_tables where schemaname = current_schema()`
    await db.close()
    return tables.length === 0
  }
  return { at: DATABASE_URL, isEmpty }
}

async function plan(environment: Record<string, string>, ...options: string[]): Promise<Plan> {
  const { output, error } = await runAdmin({ environment }, ['migrate', '--plan', ...options])
  assert.equal(error, '')
  return output as unknown as Plan
}

suite('the plan of an upgrade', () => {
  test('names each migration with its rows, says how long it took on a copy, and changes nothing', async (context) => {
    const environment = await restoreRelease(context)
    const { pending, next } = await plan(environment)
    assert.ok(pending.length > 0)
    assert.ok(pending.every(({ name, runs }) => /^\d{4}-/.test(name) && runs.startsWith('at the start')))
    assert.ok(pending.some(({ rows }) => Object.values(rows).some((count) => count > 0)))
    assert.match(next, /--copy/)

    const room = await makeRoom(context)
    const tried = await plan(environment, '--copy', room.at)
    assert.deepEqual(
      tried.pending.map(({ name }) => name),
      pending.map(({ name }) => name),
    )
    for (const { name, tookOnCopyMs } of tried.pending) assert.ok(Number(tookOnCopyMs) >= 0, name)
    assert.ok(await room.isEmpty(), 'the copy is gone')
    assert.deepEqual(await plan(environment), { database: tried.database, pending, next })

    const migrated = await runAdmin({ environment }, ['migrate'])
    assert.deepEqual(
      migrated.output?.applied,
      pending.map(({ name }) => name),
    )
    const after = await plan(environment)
    assert.deepEqual(after.pending, [])
    assert.match(after.next, /Nothing is to be done/)
  })

  test('counts the rows of each table that is changed', async (context) => {
    const environment = await makeEmptyHome(context, engine)
    const config = readConfig(environment)
    const folder = makeFolder(context)
    const add = (name: string, text: string) => writeFileSync(join(folder, name), text)
    add(
      '0001-a.sql',
      '-- kind: schema\ncreate table installation (name text primary key, value text not null)',
    )
    add('0002-b.sql', '-- kind: schema\ncreate table owners (id text primary key)')
    add(
      '0003-c.sql',
      '-- kind: schema\ncreate table things (id text primary key, owner_id text references owners (id), doubled bigint)',
    )
    const db = await openDatabase(config)
    await migrate(db, Date.now, { folder })
    await db.sql`insert into owners (id) values ('o')`
    await db.sql`
      insert into things (id, owner_id, doubled)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
      select 'thing-' || i, 'o', case when i <= 300 then 2 * i end from n`
    await db.close()
    add('0300-d.sql', '-- kind: schema\nalter table things add column weight bigint;')
    add('0301-e.sql', '-- kind: indexes\ncreate index concurrently things_by_weight on things (weight);')
    add('0302-f.sql', '-- kind: alone\nupdate things set doubled = 2 where doubled is null;')
    const { at } = await makeRoom(context)
    const { pending } = await planUpgrade(config, findPlace(config), at, folder)
    assert.deepEqual(
      pending.map(({ kind, rows }) => [kind, rows]),
      [
        ['schema', { things: 2_500 }],
        ['indexes', { things: 2_500 }],
        ['alone', { things: 2_500 }],
      ],
    )
    assert.match(pending[2]?.runs ?? '', /after all nodes of the release before were stopped/)
    for (const { tookOnCopyMs } of pending) assert.ok(Number(tookOnCopyMs) >= 0)
  })

  test('is refused with a sentence where there is no database, and where a copy would overwrite something', async (context) => {
    const environment = await restoreRelease(context)
    const refuse = async (on: Record<string, string>, copy: string) =>
      (await runAdmin({ environment: on }, ['migrate', '--plan', '--copy', copy])).error
    if (engine === 'sqlite') {
      const nowhere = { DATA_DIR: join(makeFolder(context), 'none') }
      assert.match(await refuse(nowhere, makeFolder(context)), /^There is no database /)
      return
    }
    assert.match(await refuse(environment, environment.DATABASE_URL ?? ''), /is not empty/)
    assert.match(await refuse(environment, '/tmp/copy'), /^--copy must be postgres:\/\//)
  })
})
