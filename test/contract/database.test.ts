// run: all
// on: sqlite, postgres
// The promises of the `sql` tag and of migrations, on whichever engine the run is for.
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { matchesHash } from '#server/access/credentials.ts'
import { readConfig } from '#server/platform/config.ts'
import {
  type Database,
  DatabaseUnavailableError,
  fragment,
  join,
  list,
  type Sql,
} from '#server/platform/database/database.ts'
import { Fragment } from '#server/platform/database/sql.ts'
import { requireSameSecret } from '#server/platform/installation-secret.ts'
import { MigrationError } from '#server/platform/database/migrations/files.ts'
import { migrate, runAsMigration } from '#server/platform/database/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createEnvironment } from '#test/support/server.ts'

async function openFresh(
  context: TestContext,
): Promise<{ db: Database; environment: Record<string, string> }> {
  const { environment, remove } = await createEnvironment()
  const db = await openDatabase(readConfig(environment))
  context.after(async () => {
    await db.close()
    await remove()
  })
  return { db, environment }
}

const table = `create table things (
  id text primary key, count bigint, is_good boolean, weight double precision, body bytea, note text)`

interface Thing {
  id: string
  count: number
  is_good: boolean
  weight: number
  body: Uint8Array
  note: string | null
}

/** Text as it is: only a test makes a statement of a name. */
const raw = (text: string) => new Fragment([text], [])

async function withThings(context: TestContext): Promise<Database> {
  const { db } = await openFresh(context)
  await runAsMigration(db, (_sql, runScript) => runScript(table))
  return db
}

suite('the database', () => {
  test('gives back every kind of value as it was stored', async (context) => {
    const db = await withThings(context)
    const body = Uint8Array.from({ length: 256 }, (_, index) => index)
    await db.sql`insert into things values ('a', ${1_794_709_510_965}, ${true}, ${0.1}, ${body}, ${null})`
    await db.sql`insert into things values ('b', ${0}, ${false}, ${-2.5}, ${new Uint8Array()}, ${"it's ☁"})`
    const [a, b] = await db.sql<Thing>`select * from things order by id`
    assert.deepEqual(
      { ...a, body: [...(a?.body ?? [])] },
      {
        id: 'a',
        count: 1_794_709_510_965,
        is_good: true,
        weight: 0.1,
        body: [...body],
        note: null,
      },
    )
    assert.equal(b?.is_good, false)
    assert.equal(b?.note, "it's ☁")
    const [total] = await db.sql<{
      n: number
      sum: number
    }>`select count(*) as n, sum(count) as sum from things`
    assert.deepEqual({ ...total }, { n: 2, sum: 1_794_709_510_965 })
  })

  test('composes fragments and lists without ever putting a value into the text', async (context) => {
    const db = await withThings(context)
    for (const id of ['a', 'b', 'c']) await db.sql`insert into things (id, count) values (${id}, ${1})`
    const filters = [
      fragment`id in (${list(['a', 'c', "x'; drop table things; --"])})`,
      fragment`count = ${1}`,
    ]
    const rows = await db.sql<Thing>`select id from things where ${join(filters, ' and ')} order by id`
    assert.deepEqual(
      rows.map((row) => row.id),
      ['a', 'c'],
    )
    assert.throws(() => list([]), /empty list/)
  })

  test('undoes everything when the work throws, and commits what is returned', async (context) => {
    const db = await withThings(context)
    await assert.rejects(
      db.transaction(async (sql) => {
        await sql`insert into things (id) values ('a')`
        throw new Error('no')
      }),
      /no/,
    )
    const outcome = await db.transaction(async (sql) => {
      await sql`insert into things (id) values ('b')`
      return 'replayed'
    })
    assert.equal(outcome, 'replayed')
    const rows = await db.sql<Thing>`select id from things`
    assert.deepEqual(
      rows.map((row) => row.id),
      ['b'],
    )
  })

  test('a read never sees a transaction that has not ended', async (context) => {
    const db = await withThings(context)
    await db.transaction(async (sql) => {
      await sql`insert into things (id) values ('a')`
      assert.equal((await db.sql`select id from things`).length, 0)
    })
    assert.equal((await db.sql`select id from things`).length, 1)
  })

  test('a hundred transactions that read and write the same row lose nothing', async (context) => {
    const db = await withThings(context)
    await db.sql`insert into things (id, count) values ('a', ${0})`
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.transaction(async (sql) => {
          const [row] = await sql<Thing>`select count from things where id = 'a' ${sql.forUpdate}`
          await sql`update things set count = ${(row?.count ?? 0) + 1} where id = 'a'`
        }),
      ),
    )
    const [row] = await db.sql<Thing>`select count from things`
    assert.equal(row?.count, 100)
  })

  test('a second connection to the same database writes at the same time', async (context) => {
    const { db, environment } = await openFresh(context)
    await runAsMigration(db, (_sql, runScript) => runScript(table))
    const other = await openDatabase(readConfig(environment))
    context.after(() => other.close())
    await Promise.all(
      [db, other].flatMap((connection, which) =>
        Array.from(
          { length: 50 },
          (_, index) => connection.sql`insert into things (id) values (${`${which}-${index}`})`,
        ),
      ),
    )
    const [row] = await db.sql<{ n: number }>`select count(*) as n from things`
    assert.equal(row?.n, 100)
  })

  test('a prepared statement that a newer node or a pooler has outdated runs on, also in a transaction', async (context) => {
    const { db, environment } = await openFresh(context)
    if (db.engine === 'sqlite') return
    const other = await openDatabase(readConfig(environment))
    context.after(() => other.close())
    await db.sql`create table things (id text primary key, count integer)`
    await db.sql`insert into things (id, count) values ('a', 1)`
    const read = (sql: Sql) => sql<{ count: number }>`select id, count from things where id = ${'a'}`
    const readInTransaction = () => db.transaction(read)
    const add = () =>
      db.transaction(async (sql) => {
        const [row] = await sql<{ count: number }>`
        update things set count = count + 1 where id = ${'a'} returning count`
        return row?.count
      })
    const everywhere = () =>
      Promise.all(Array.from({ length: 30 }, (_, index) => (index % 2 ? read(db.sql) : readInTransaction())))
    await everywhere()
    assert.equal(await add(), 2)
    for (const type of ['bigint', 'integer', 'double precision']) {
      await other.sql`alter table things alter column count type ${raw(type)}`
      for (const rows of await everywhere()) assert.equal(rows.length, 1)
    }
    await Promise.all(Array.from({ length: 10 }, () => db.sql`deallocate all`))
    for (const rows of await everywhere()) assert.equal(rows.length, 1)
    assert.equal(await add(), 3, 'what is run again has not run before')
  })

  test('a faulty statement fails for itself and leaves the connection usable', async (context) => {
    const db = await withThings(context)
    await assert.rejects(
      db.sql`select * from nowhere`,
      (error) => !(error instanceof DatabaseUnavailableError),
    )
    await db.sql`insert into things (id) values ('a')`
    await assert.rejects(db.transaction((sql) => sql`insert into things (id) values ('a')`))
    assert.equal((await db.sql`select 1 as one`).length, 1)
  })
})

suite('migrations', () => {
  function folderWith(files: Record<string, string>): string {
    const folder = mkdtempSync(joinPath(tmpdir(), 'cloudstreet-migrations-'))
    for (const [name, text] of Object.entries(files))
      writeFileSync(joinPath(folder, name), `-- kind: schema\n${text}`)
    return folder
  }

  test('run once each, in order, however many start at once', async (context) => {
    const { db, environment } = await openFresh(context)
    const other = await openDatabase(readConfig(environment))
    context.after(() => other.close())
    const folder = folderWith({
      '0001-a.sql': 'create table a (x text);',
      '0002-b.sql': 'alter table a add y text;',
    })
    const reports = await Promise.all(
      [db, other, db].map((connection) => migrate(connection, Date.now, { folder })),
    )
    assert.deepEqual(reports.flatMap((report) => report.applied).sort(), ['0001-a.sql', '0002-b.sql'])
  })

  test('one that fails leaves nothing of itself behind', async (context) => {
    const { db } = await openFresh(context)
    const folder = folderWith({ '0001-a.sql': 'create table a (x text); create table a (x text);' })
    await assert.rejects(migrate(db, Date.now, { folder }))
    await assert.rejects(db.sql`select * from a`)
  })

  test('a secret is looked up in the index of its hash', async (context) => {
    const { db } = await openFresh(context)
    await migrate(db, Date.now)
    const isSqlite = db.engine === 'sqlite'
    const plan = await db.transaction(async (sql) => {
      // A table of no rows is read from end to end, unless it must not be.
      if (!isSqlite) await sql`set local enable_seqscan = off`
      const explain = isSqlite ? fragment`explain query plan` : fragment`explain`
      return sql`
        ${explain} select c.id from credentials c join users u on u.id = c.user_id
        left join applications a on a.id = c.application_id
        where ${matchesHash('a')} and u.disabled_at is null`
    })
    assert.match(JSON.stringify(plan), /using index credentials_hash|index scan (using|on) credentials_hash/i)
  })

  test('a database newer than the program is refused with a sentence', async (context) => {
    const { db } = await openFresh(context)
    const folder = folderWith({
      '0001-a.sql': 'create table a (x text);',
      '0002-b.sql': 'create table b (x text);',
    })
    await migrate(db, Date.now, { folder })
    await assert.rejects(
      migrate(db, Date.now, { folder: folderWith({ '0001-a.sql': '' }) }),
      (error: Error) => {
        assert.ok(error instanceof MigrationError)
        assert.match(error.message, /newer than this program: it has the migration 0002-b\.sql/)
        return true
      },
    )
  })

  test('another secret than the one the database was set up with is refused', async (context) => {
    const { db } = await openFresh(context)
    await migrate(db, Date.now)
    const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]
    await requireSameSecret(db, [a])
    await requireSameSecret(db, [a])
    await requireSameSecret(db, [b, a])
    await assert.rejects(requireSameSecret(db, [b]), /not the one this database was set up with/)
  })
})
