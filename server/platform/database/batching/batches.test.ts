import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import { runAsMigration } from '../migrations/migrate.ts'

async function open(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-batches-'))
  const db = openSqlite(folder)
  await runAsMigration(db, (_sql, runScript) =>
    runScript('create table counters (name text primary key, value bigint not null)'),
  )
  await db.sql`insert into counters (name, value) values ('a', 0), ('b', 0)`
  const other = new DatabaseSync(db.location, { timeout: 1000 })
  context.after(async () => {
    other.close()
    await db.close()
    rmSync(folder, { recursive: true })
  })
  return { db, other }
}

const readValue = async (db: Database, name: string) => {
  const [row] = await db.sql<{ value: number }>`select value from counters where name = ${name}`
  return row?.value ?? Number.NaN
}

suite('read batches', () => {
  test('reads of one moment see one state, whatever is written meanwhile', async (context) => {
    const { db } = await open(context)
    const readBoth = () => Promise.all([readValue(db, 'a'), readValue(db, 'b')])
    let isOver = false
    const writer = (async () => {
      while (!isOver) {
        await db.transaction(async (sql) => {
          await sql`update counters set value = value + 1 where name = 'a'`
          await new Promise(setImmediate)
          await sql`update counters set value = value + 1 where name = 'b'`
        })
      }
    })()
    for (let round = 0; round < 200; round++) {
      const [a, b] = await readBoth()
      assert.equal(a, b)
    }
    isOver = true
    await writer
    assert.ok((await readBoth())[0] > 0)
  })

  test('a stream of requests without a pause does not keep a read waiting', async (context) => {
    const { db } = await open(context)
    let turns = 0
    let isOver = false
    const arrive = () => {
      if (isOver) return
      turns += 1
      void db.sql`select 1 as one`
      setImmediate(arrive)
    }
    arrive()
    await db.sql`select value from counters`
    isOver = true
    assert.ok(turns < 200, `answered after ${turns} turns`)
  })

  test("reads issued around another process's write run together, at the end of the turn", async (context) => {
    const { db, other } = await open(context)
    const before = readValue(db, 'a')
    other.exec("update counters set value = 1 where name = 'a'")
    const after = readValue(db, 'a')
    assert.deepEqual(await Promise.all([before, after]), [1, 1])
  })
})

suite('write batches', () => {
  test('writes of one moment: one commit', async (context) => {
    const { db, other } = await open(context)
    const countInOther = () => {
      const rows = other.prepare('select value from counters order by name').all() as { value: number }[]
      return rows.map(({ value }) => value)
    }
    const first = db.sql`update counters set value = 1 where name = 'a'`.then(countInOther)
    await db.sql`update counters set value = 1 where name = 'b'`
    assert.deepEqual(await first, [1, 1])
    assert.deepEqual(countInOther(), [1, 1])
  })

  test('the writes that a batch of reads leads to are one commit', async (context) => {
    const { db, other } = await open(context)
    const count = other.prepare('select sum(value) as sum from counters')
    const sums = await Promise.all(
      ['a', 'b'].map(async (name) => {
        await readValue(db, name)
        await db.sql`update counters set value = 1 where name = ${name}`
        return (count.get() as { sum: number }).sum
      }),
    )
    assert.deepEqual(sums, [2, 2])
  })
})
