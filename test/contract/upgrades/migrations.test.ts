// run: all
// on: sqlite, postgres
// A database in use is migrated without anyone noticing: by the kinds of migrations, on whichever engine the run is for.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { Log } from '#server/platform/log.ts'
import { connectTo } from '#test/support/faults/watch.ts'
import { createEnvironment } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const isPostgres = process.env.TEST_ENGINE === 'postgres'
const onlyPostgres = isPostgres ? false : 'an embedded database has no other users while it migrates'
/** The longest wait of anyone else for a lock, by default. */
const MAX_WAIT_MS = 2_000

const first = {
  '0001-installation.sql':
    '-- kind: schema\ncreate table installation (name text primary key, value text not null)',
  '0002-things.sql':
    '-- kind: schema\ncreate table things (id text primary key, count bigint not null, doubled bigint)',
}
const insertThings = (sql: Sql, count: number) => sql`
  insert into things (id, count)
  with recursive n (i) as (select 1 union all select i + 1 from n where i < cast(${count} as integer))
  select 'thing-' || i, i from n`
const index = '-- kind: indexes\ncreate index concurrently things_by_count on things (count, id);'
const uniqueIndex = '-- kind: indexes\ncreate unique index concurrently things_by_count on things (count);'
interface Home {
  db: Database
  open: () => Promise<Database>
  /** Adds files to those of the release before. */
  add: (files: Record<string, string>) => { folder: string }
}

/** A database of the release before, with so many things. */
async function createHome(context: TestContext, count: number): Promise<Home> {
  const { environment, remove } = await createEnvironment()
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-migrations-'))
  const opened: Database[] = []
  context.after(async () => {
    for (const each of opened) await each.close()
    await remove()
    rmSync(folder, { recursive: true })
  })
  const open = async () => {
    const db = await openDatabase(readConfig({ ...environment, DATABASE_STATEMENT_TIMEOUT_MS: '60000' }))
    opened.push(db)
    return db
  }
  const add: Home['add'] = (files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return { folder }
  }
  const db = await open()
  await migrate(db, Date.now, add(first))
  await insertThings(db.sql, count)
  return { db, open, add }
}

interface Line {
  migration?: string
  kind?: string
  ms?: number
  text: string
}

function createLines(): { log: Log; lines: Line[] } {
  const lines: Line[] = []
  const note = (line: object, text: string) => void lines.push({ ...line, text })
  return { log: { info: note, warn: note } as unknown as Log, lines }
}

/** Reads and writes again and again; the longest time that one took. */
function use(db: Database): { stop: () => Promise<number> } {
  let isOver = false
  let longestMs = 0
  const running = (async () => {
    for (let count = 0; !isOver; count++) {
      const startedAt = performance.now()
      await db.sql`select id, count from things where id = 'thing-1'`
      await db.sql`insert into things (id, count) values (${`used-${count}`}, ${-count - 1})`
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await sleep(5)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return longestMs
    },
  }
}

test('triggers that noted changed rows are gone, on tables of any name', async (context) => {
  const { db, add } = await createHome(context, 1)
  await db.migrating(({ transaction }) =>
    transaction(async (_sql, runScript) => {
      await runScript('create table row_changes (name text)')
      await runScript(
        db.engine === 'sqlite'
          ? `create trigger row_changes_things_insert after insert on things
             begin insert into row_changes values ('things'); end`
          : `create function row_changes_things() returns trigger language plpgsql as
             $$ begin insert into row_changes values ('things'); return null; end $$;
             create trigger row_changes after insert on things for each row execute function row_changes_things()`,
      )
    }),
  )
  const name = '0046-no-row-changes.sql'
  const text = readFileSync(new URL(`../../../server/migrations/${name}`, import.meta.url), 'utf8')
  await migrate(db, Date.now, add({ [name]: text }))
  await db.sql`insert into things (id, count) values ('new', 1)`
  await assert.rejects(async () => db.sql`select 1 from row_changes`)
})

suite('a migration of the schema', () => {
  test('is logged with its kind and its time', async (context) => {
    const { db, add } = await createHome(context, 1234)
    const { log, lines } = createLines()
    const next = { '0300-a.sql': '-- kind: schema\nalter table things add column weight bigint;' }
    await migrate(db, Date.now, { ...add(next), log })
    assert.deepEqual(
      lines.map(({ text, migration, kind }) => [text, migration, kind]),
      [
        ['a migration begins', '0300-a.sql', 'schema'],
        ['a migration has ended', '0300-a.sql', 'schema'],
      ],
    )
    assert.ok(Number(lines[1]?.ms) >= 0)
  })

  test(
    'that waits for a long read makes no one wait, and goes through after it',
    { skip: onlyPostgres },
    async (context) => {
      const { db, open, add } = await createHome(context, 10)
      const { log, lines } = createLines()
      const reader = await connectTo(context, db.location)
      await reader.query('begin')
      await reader.query('select count(*) from things')
      const others = use(await open())
      const next = { '0300-a.sql': '-- kind: schema\nalter table things add column weight bigint;' }
      const migrated = migrate(db, Date.now, { ...add(next), log })
      await waitUntil('it was told that the migration waits', () =>
        lines.some(({ text }) => /others use/.test(text)),
      )
      // Several attempts more.
      await sleep(3_000)
      await reader.query('rollback')
      assert.deepEqual((await migrated).applied, ['0300-a.sql'])
      const longestMs = await others.stop()
      context.diagnostic(`the longest of the others took ${Math.round(longestMs)} ms`)
      assert.ok(longestMs < MAX_WAIT_MS, String(longestMs))
    },
  )

  test('without a kind is refused, and so is one of a kind that there is not', async (context) => {
    const { db, add } = await createHome(context, 1)
    for (const text of ['alter table things add x text', '-- kind: magic\nalter table things add x text']) {
      await assert.rejects(migrate(db, Date.now, add({ '0300-a.sql': text })), /must begin with "-- kind: "/)
    }
  })

  test(
    'keeps the event loop free, so health checks are answered',
    { skip: isPostgres && 'another process works' },
    async (context) => {
      const { db, add } = await createHome(context, 10)
      const slow = `-- kind: schema
      create table counted (n bigint primary key);
      insert into counted
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 600000) select i from n;`
      let longestMs = 0
      let last = performance.now()
      const timer = setInterval(() => {
        longestMs = Math.max(longestMs, performance.now() - last)
        last = performance.now()
      }, 10)
      const startedAt = performance.now()
      await migrate(db, Date.now, add({ '0300-a.sql': slow }))
      const tookMs = performance.now() - startedAt
      clearInterval(timer)
      context.diagnostic(
        `it took ${Math.round(tookMs)} ms; the longest pause of the loop was ${Math.round(longestMs)} ms`,
      )
      assert.ok(longestMs < tookMs / 2, `${longestMs} of ${tookMs}`)
    },
  )
})

suite('a migration of indexes', () => {
  test('is built while others write', async (context) => {
    const { db, open, add } = await createHome(context, 100_000)
    const others = use(await open())
    const { applied } = await migrate(db, Date.now, add({ '0300-a.sql': index }))
    const longestMs = await others.stop()
    context.diagnostic(`the longest of the others took ${Math.round(longestMs)} ms`)
    assert.deepEqual(applied, ['0300-a.sql'])
    if (isPostgres) assert.ok(longestMs < MAX_WAIT_MS, String(longestMs))
    assert.deepEqual((await migrate(db, Date.now, add({}))).applied, [])
  })

  test('that could not be built is dropped and rebuilt', { skip: onlyPostgres }, async (context) => {
    const { db, add } = await createHome(context, 100)
    await db.sql`insert into things (id, count) values ('twice', 50)`
    const files = add({ '0300-a.sql': uniqueIndex })
    await assert.rejects(migrate(db, Date.now, files), /could not create unique index/)
    const isValid = async () => {
      const [row] = await db.sql<{ is_valid: boolean }>`
        select indisvalid as is_valid from pg_index where indexrelid = 'things_by_count'::regclass`
      return row?.is_valid
    }
    assert.equal(await isValid(), false, 'PostgreSQL leaves one that is of no use')
    await db.sql`delete from things where id = 'twice'`
    assert.deepEqual((await migrate(db, Date.now, files)).applied, ['0300-a.sql'])
    assert.equal(await isValid(), true)
  })

  test(
    'ended in the middle by the server, it is whole after the next start',
    { skip: onlyPostgres },
    async (context) => {
      const { db, open, add } = await createHome(context, 1_000)
      const files = add({ '0300-a.sql': index })
      // It waits for this transaction to end, having begun to build.
      const reader = await connectTo(context, db.location)
      await reader.query('begin isolation level repeatable read')
      await reader.query('select count(*) from things')
      await db.sql`update things set count = count + 1`
      const other = await open()
      const outcome = migrate(other, Date.now, files).then(
        () => 'applied',
        (error: Error) => error.message,
      )
      const operator = await connectTo(context, db.location)
      const end = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query like 'create index concurrently%' and wait_event_type = 'Lock'`
      await waitUntil('the index is being built', async () => (await operator.query(end)).rowCount)
      assert.match(await outcome, /terminat/)
      await reader.query('rollback')
      assert.deepEqual((await migrate(db, Date.now, files)).applied, ['0300-a.sql'])
      const { rows: found } = await operator.query(
        `select indisvalid from pg_index where indexrelid = 'things_by_count'::regclass`,
      )
      assert.deepEqual(found, [{ indisvalid: true }])
    },
  )

  test(
    'nodes that start meanwhile wait for it, and neither is stuck',
    { skip: onlyPostgres },
    async (context) => {
      const { db, open, add } = await createHome(context, 50_000)
      const files = add({ '0300-a.sql': index })
      const others = await Promise.all([open(), open()])
      const reports = await Promise.all([db, ...others].map((node) => migrate(node, Date.now, files)))
      assert.deepEqual(
        reports.flatMap(({ applied }) => applied),
        ['0300-a.sql'],
      )
    },
  )
})
