// run: all
// on: sqlite, postgres
// Clubs of installations of the main branch: four tables become one.
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

test('members, mains, requests and invitations become rows of one table', async (context) => {
  const { environment, remove } = await createEnvironment()
  const before = mkdtempSync(join(tmpdir(), 'cloudstreet-clubs-'))
  const db = await openDatabase(readConfig(environment))
  context.after(async () => {
    await db.close()
    await remove()
    rmSync(before, { recursive: true })
  })
  for (const path of globSync(`${folder}*.sql`).filter((path) => basename(path) < '0040'))
    cpSync(path, join(before, basename(path)))
  await migrate(db, Date.now, { folder: before })
  const { sql } = db
  for (const id of ['ada', 'bert', 'caro'])
    await sql`insert into users (id, email, created_at, updated_at) values (${id}, ${id}, 0, 0)`
  for (const id of ['one', 'two'])
    await sql`
      insert into clubs (id, handle, name, folded_name, country, join_by, visible_to, created_at, updated_at)
      values (${id}, ${id}, '', '', 'CH', 'open', 'public', 0, 0)`
  const stays = [
    ['1', 'one', 'ada', 'owner', null],
    ['2', 'two', 'ada', 'member', 9],
    ['3', 'two', 'ada', 'member', null],
    ['4', 'one', null, 'admin', 5],
  ] as const
  for (const [id, club, user, role, left] of stays)
    await sql`
      insert into club_members (id, club_id, user_id, role, shown_as, is_listed, joined_at, left_at)
      values (${id}, ${club}, ${user}, ${role}, 'full', ${true}, 1, ${left})`
  await sql`insert into club_mains (id, user_id, club_id, since_at, until_at) values ('5', 'ada', 'two', 2, 3)`
  await sql`insert into club_mains (id, user_id, club_id, since_at) values ('6', 'ada', 'one', 3)`
  await sql`
    insert into club_requests (id, club_id, user_id, shown_as, is_listed, created_at)
    values ('7', 'one', 'bert', 'full', ${true}, 4)`
  for (const [id, maker] of [
    ['8', 'ada'],
    ['9', 'caro'],
  ] as const)
    await sql`
      insert into club_invitations (id, club_id, hash, created_by, created_at, expires_at, max_uses)
      values (${id}, 'one', ${id}, ${maker}, 5, 99, 30)`

  await migrate(db, Date.now)
  const rows = await sql<Record<string, unknown>>`
    select id, state, user_id, max_uses from club_members order by id`
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      ['1', 'member', 'ada', null],
      ['3', 'member', 'ada', null],
      ['7', 'requested', 'bert', null],
      ['8', 'invited', null, 30],
      ['9', 'invited', null, 0],
    ],
  )
})
