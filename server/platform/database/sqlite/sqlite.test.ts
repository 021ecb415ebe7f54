import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { openSqlite } from './sqlite.ts'
import { runAsMigration } from '../migrations/migrate.ts'

suite('single statements on SQLite', () => {
  let folder: string
  let db: Database
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cloudstreet-sqlite-'))
    db = openSqlite(folder)
    await runAsMigration(db, (_sql, runScript) =>
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

  test('once a write is acknowledged, the next read sees it, also when other reads wait already', async () => {
    for (let value = 1; value <= 100; value++) {
      const others = Array.from({ length: value % 5 }, readBoth)
      await db.sql`update counters set value = ${value} where name = 'a'`
      assert.equal((await readBoth())[0], value)
      await Promise.all(others)
    }
  })

  test('a statement that fails rejects alone', async () => {
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

  test('transactions in a row, and the statements of a long one, leave turns of the event loop to others', async () => {
    const write = (sql: Database['sql']) => sql`update counters set value = value + 1 where name = 'a'`
    const countTurnsDuring = async (step: () => Promise<unknown>): Promise<number> => {
      let turns = 0
      const count = (): void => {
        if (++turns < 3) setImmediate(count)
      }
      setImmediate(count)
      for (const endsAt = performance.now() + 5000; turns < 3 && performance.now() < endsAt;) await step()
      return turns
    }
    assert.equal(await countTurnsDuring(() => db.transaction(write)), 3)
    assert.equal(await db.transaction((sql) => countTurnsDuring(() => write(sql))), 3)
  })

  test('writes of one moment are one commit', async (context) => {
    const other = new DatabaseSync(db.location)
    context.after(() => other.close())
    const sum = other.prepare('select sum(value) as sum from counters')
    const writes = ['a', 'b'].map((name) => db.sql`update counters set value = 1 where name = ${name}`)
    const sums = await Promise.all(writes.map((write) => write.then(() => sum.get()?.sum)))
    assert.deepEqual(sums, [2, 2])
  })

  test('after the close every statement is rejected', async () => {
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

test('a transaction that waits for another process begins soon after it, however long it has waited', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-sqlite-'))
  const db = openSqlite(folder)
  const other = new DatabaseSync(join(folder, 'cloudstreet.db'))
  context.after(async () => {
    other.close()
    await db.close()
    rmSync(folder, { recursive: true })
  })
  for (const heldMs of [70, 80, 90, 100, 120, 130, 140, 150]) {
    other.exec('begin immediate')
    let hasBegun = false
    const waiting = db.transaction(async () => (hasBegun = true))
    await sleep(heldMs)
    assert.ok(!hasBegun)
    other.exec('commit')
    // Timers end in the order in which they are due, also on a busy machine.
    await sleep(10)
    assert.ok(hasBegun, `after ${heldMs} ms`)
    await waiting
  }
})
