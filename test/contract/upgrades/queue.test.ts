// run: all
// on: sqlite, postgres
// What waited in tables of its own waits in the one queue afterwards.
import assert from 'node:assert/strict'
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createEnvironment } from '#test/support/server.ts'

const folder = new URL('../../../server/migrations/', import.meta.url).pathname

test('checks of signatures, turns and emails go on in the queue', async (context) => {
  const { environment, remove } = await createEnvironment()
  const before = mkdtempSync(join(tmpdir(), 'cloudstreet-queue-'))
  const db = await openDatabase(readConfig(environment))
  context.after(async () => {
    await db.close()
    await remove()
    rmSync(before, { recursive: true })
  })
  for (const path of globSync(`${folder}*.sql`).filter((path) => basename(path) < '0069'))
    cpSync(path, join(before, basename(path)))
  await migrate(db, Date.now, { folder: before })
  const { sql } = db
  await sql`insert into users (id, email, created_at, updated_at) values ('ada', 'ada', 0, 0)`
  await sql`
    insert into takeoffs (id, name, country, latitude, longitude, latitude_row, created_at, updated_at)
    values ('hill', '', 'CH', 0, 0, 0, 0, 0)`
  for (const [id, attempts, dueAt] of [
    ['fresh', 0, 60],
    ['failed', 3, 99],
  ] as const) {
    await sql`
      insert into flights (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type,
        distance_km, score, score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape,
        created_at, updated_at)
      values (${id}, 'ada', ${id}, ${id}, '', '2026-05-01', 2026, ${false}, '', 1, 1, '', '', 'hill', 1, 1, '{}', '', 7, 7)`
    await sql`
      insert into signature_checks (flight_id, owner_id, attempts, due_at) values (${id}, 'ada', ${attempts}, ${dueAt})`
  }
  await sql`update turns set due_at = 42 where id = 'proofs'`
  await sql`
    insert into emails (id, sealed, created_at, useful_until, due_at, attempts, failed_at, last_error)
    values ('mail', ${new Uint8Array([1, 2])}, 8, 1000, 80, 2, 90, 'refused')`

  await migrate(db, Date.now)
  const rows = await sql<Record<string, unknown>>`
    select kind, id, owner_id as owner, created_at as created, due_at as due, attempts, failed_at as failed,
      last_error as error, useful_until as until, payload from queue
    order by kind, id`
  const none = { failed: null, error: null, until: null, payload: null }
  const turn = { ...none, kind: 'turns', owner: null, attempts: 0 }
  const check = { ...none, kind: 'signatures', owner: 'ada', created: 7 }
  const email = { kind: 'emails', id: 'mail', owner: null, created: 8, due: 80, attempts: 2 }
  assert.deepEqual(
    rows.map((row) => ({ ...row, payload: row.payload && [...(row.payload as Uint8Array)] })),
    [
      { ...email, failed: 90, error: 'refused', until: 1000, payload: [1, 2] },
      { ...check, id: 'failed', due: 99, attempts: 3 },
      { ...check, id: 'fresh', due: 60, attempts: 0 },
      { ...turn, id: 'proofs', created: 42, due: 42 },
      { ...turn, id: 'signatures', created: 0, due: 0 },
      { ...turn, id: 'sites', created: 0, due: 0 },
    ],
  )
})
