// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { startProcess } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'
import { runAsMigration } from '#server/platform/database/migrations/migrate.ts'

const ROUNDS = process.env.SWEEPS ? 30 : 3

test(`nothing acknowledged is lost in ${ROUNDS} rounds of kill -9`, async (context) => {
  const { environment, remove } = await createEnvironment()
  const db = await openDatabase(readConfig(environment))
  context.after(async () => {
    await db.close()
    await remove()
  })
  await runAsMigration(db, (_sql, runScript) =>
    runScript('create table written (id text not null, part text not null)'),
  )

  let acknowledged = 0
  for (let round = 0; round < ROUNDS; round++) {
    const writer = startProcess('test/support/processes/row-writer.ts', [], {
      ...environment,
      ROUND: String(round),
    })
    while (!writer.output().includes('\n')) await sleep(10)
    await sleep(Math.random() * 150)
    await writer.kill('SIGKILL')
    const ids = writer.output().split('\n').slice(0, -1)
    const rows = await db.sql<{ id: string; n: number }>`
      select id, count(*) as n from written where id like ${`${round}-%`} group by id`
    const stored = new Map(rows.map((row) => [row.id, row.n]))
    for (const id of ids) assert.equal(stored.get(id), 2, `row ${id} was acknowledged and is gone`)
    for (const [id, parts] of stored) assert.equal(parts, 2, `row ${id} is half there`)
    acknowledged += ids.length
  }
  context.diagnostic(`${acknowledged} acknowledged rows in ${ROUNDS} rounds, 0 lost`)
  assert.ok(acknowledged > ROUNDS)
})
