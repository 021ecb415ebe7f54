import assert from 'node:assert/strict'
import { fdatasyncSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { SyncFile } from './durable-log.ts'
import { runAsMigration } from '../migrations/migrate.ts'
import { openSqlite } from './sqlite.ts'

async function open(context: TestContext, syncLog: SyncFile) {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-log-'))
  const db = openSqlite(folder, { syncLog })
  context.after(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  await runAsMigration(db, (_sql, runScript) => runScript('create table places (name text primary key)'))
  const add = (name: string) => db.transaction((sql) => sql`insert into places (name) values (${name})`)
  const count = async () => (await db.sql`select name from places`).length
  return { db, add, count }
}

suite('a transaction of the embedded database', () => {
  test('is answered when it is on the disk, and others are served meanwhile', async (context) => {
    let reach: (() => void) | undefined
    const { db, add, count } = await open(context, async (file) => {
      await new Promise<void>((resolve) => (reach = resolve))
      fdatasyncSync(file)
    })
    let isAnswered = false
    const adding = add('Brauneck').then(() => (isAnswered = true))
    while (!reach) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(await count(), 1)
    const next = db.sql`insert into places (name) values ('Wallberg')`
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(isAnswered, false)
    assert.equal(await count(), 1, 'the next one has not begun')
    reach()
    await adding
    await next
    assert.equal(await count(), 2)
  })

  test('that the disk does not take is refused, and so is all that would come after the gap', async (context) => {
    let isFailing = false
    const { db, add, count } = await open(context, async () => {
      if (isFailing) throw new Error('EIO: i/o error, fdatasync')
    })
    await add('Brauneck')
    isFailing = true
    await assert.rejects(add('Wallberg'), /the disk has not taken what was committed/)
    isFailing = false
    await assert.rejects(add('Hirschberg'), /nothing is written until a restart/)
    await assert.rejects(db.sql`delete from places`, /nothing is written until a restart/)
    assert.ok((await count()) >= 1, 'reads are served')
  })

  test('that is rolled back changes nothing, and the next one is durable', async (context) => {
    let syncs = 0
    const { db, add, count } = await open(context, async () => void syncs++)
    await assert.rejects(
      db.transaction(async (sql) => {
        await sql`insert into places (name) values ('Brauneck')`
        throw new Error('changed my mind')
      }),
      /changed my mind/,
    )
    assert.equal(syncs, 0)
    await add('Wallberg')
    assert.deepEqual([syncs, await count()], [1, 1])
  })
})
