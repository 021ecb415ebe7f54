import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createGroupCommit } from './group-commit.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import { runAsMigration } from '../migrations/migrate.ts'

async function open(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-group-'))
  const db = openSqlite(folder)
  context.after(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await runAsMigration(db, (_sql, runScript) => runScript('create table written (id text primary key)'))
  let transactions = 0
  const counted = {
    ...db,
    transaction: ((work) => {
      transactions += 1
      return db.transaction(work)
    }) as typeof db.transaction,
  }
  const ids = async () =>
    (await db.sql<{ id: string }>`select id from written order by id`).map(({ id }) => id)
  return { commit: createGroupCommit(counted), transactions: () => transactions, ids }
}

test('tasks of the same time share a transaction, and each gets its own result', async (context) => {
  const { commit, transactions, ids } = await open(context)
  const names = Array.from({ length: 40 }, (_, index) => `row-${index + 10}`)
  const results = await Promise.all(
    names.map((id) => commit(id, async (sql) => (await sql`insert into written (id) values (${id})`, id))),
  )
  assert.deepEqual(results, names)
  assert.deepEqual(await ids(), names)
  assert.ok(transactions() <= 3, `${transactions()} transactions`)
})

test('a task that fails fails alone', async (context) => {
  const { commit, ids } = await open(context)
  const write = (key: string, id: string) =>
    commit(key, (sql) => sql`insert into written (id) values (${id})`)
  const results = await Promise.allSettled([write('a', 'one'), write('b', 'one'), write('c', 'two')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(await ids(), ['one', 'two'])
})
