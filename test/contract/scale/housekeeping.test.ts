// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { pruneRows } from '#server/prune.ts'
import { deleteLogs } from '#server/webhooks/log-store.ts'
import { deleteWebhook, findWebhook, listWebhooks } from '#server/webhooks/store.ts'
import { BUSIEST, seedPilots, WEBHOOK } from '#test/support/plans/seed.ts'
import { startServer } from '#test/support/server.ts'

const ROWS = 2_500

suite('what is deleted goes in batches', async () => {
  const server = await startServer({ after })
  await seedPilots(server.services.db, { pilots: 3, flights: ROWS })

  test('a webhook is gone at once, and its log a thousand deliveries at a time', async () => {
    const { sql } = server.services.db
    const owner = { userId: BUSIEST }
    const count = async () =>
      (await sql<{ count: number }>`select count(*) as count from deliveries`)[0]?.count
    assert.equal(await count(), ROWS)
    assert.ok(await deleteWebhook(sql, Date.now(), owner, WEBHOOK))
    assert.deepEqual(
      [await findWebhook(sql, owner, WEBHOOK), await listWebhooks(sql, owner)],
      [undefined, []],
    )
    assert.equal(await deleteWebhook(sql, Date.now(), owner, WEBHOOK), false)
    const left = []
    while ((await deleteLogs(sql, 1_000)) >= 1_000) left.push(await count())
    assert.deepEqual(left, [1_500, 500, 0])
    assert.deepEqual(await sql`select id from webhooks`, [])
  })

  test('old events go a thousand at a time, pending ones stay', async () => {
    const { sql } = server.services.db
    await sql`
      insert into events (id, type, user_id, audience, payload, occurred_at, fanned_out_at)
      select id, 'flight.uploaded', owner_id, '[]', '{}', 1, case when change_number > 1 then 1 end from flights`
    const left = []
    do {
      await pruneRows(server.services)
      left.push((await sql<{ count: number }>`select count(*) as count from events`)[0]?.count)
    } while (left.at(-1) !== left.at(-2))
    assert.deepEqual(left, [ROWS - 1_000, ROWS - 2_000, 1, 1])
  })
})
