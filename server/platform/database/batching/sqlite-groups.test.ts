import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test } from 'node:test'
import type { Database } from '../database.ts'
import { openSqlite } from '../sqlite.ts'

suite('statements that run together', () => {
  let folder: string
  let db: Database
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cloudstreet-groups-'))
    db = openSqlite(folder)
    await db.migration((_sql, runScript) =>
      runScript('create table counters (name text primary key, value bigint not null)'),
    )
    await db.sql`insert into counters (name, value) values ('a', 0), ('b', 0)`
  })
  afterEach(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })

  async function readBoth(): Promise<number[]> {
    const one = (name: string) => db.sql<{ value: number }>`select value from counters where name = ${name}`
    const rows = await Promise.all([one('a'), one('b')])
    return rows.map(([row]) => row?.value ?? Number.NaN)
  }

  test('reads of one moment see one state, whatever is written meanwhile', async () => {
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
    assert.ok((await readBoth())[0]! > 0)
  })

  test('who has been told that a write is done reads it, also among others who wait already', async () => {
    for (let value = 1; value <= 100; value++) {
      const others = Array.from({ length: value % 5 }, readBoth)
      await db.sql`update counters set value = ${value} where name = 'a'`
      assert.equal((await readBoth())[0], value)
      await Promise.all(others)
    }
  })

  test('a statement that fails takes no other along', async () => {
    const outcomes = await Promise.allSettled([
      db.sql`select value from counters`,
      db.sql`select nothing from counters`,
      db.sql`insert into counters (name, value) values ('c', 1)`,
      db.sql`insert into counters (name, value) values ('a', 1)`,
      db.sql`select name from counters`,
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal((await db.sql`select name from counters where name = 'c'`).length, 1)
  })

  test('a stream of requests without a pause keeps nobody waiting', async () => {
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

  test('after the end every statement is refused, and nothing else breaks', async () => {
    await db.close()
    const outcomes = await Promise.allSettled([
      db.sql`select value from counters`,
      db.sql`select name from counters`,
      db.sql`delete from counters`,
    ])
    for (const { status } of outcomes) assert.equal(status, 'rejected')
    db = openSqlite(folder)
  })
})
