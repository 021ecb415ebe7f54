// run: all
// on: sqlite, postgres
// One archive for both engines: made while the service runs, proved without restoring it, restored on either.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { readArchive } from '#server/archive/read-archive.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { readConfig } from '#server/platform/config.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { addFlight, furnish, inspect, makeEmptyHome, openHome } from '#test/support/installation/fill.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { runAsMigration } from '#server/platform/database/migrations/migrate.ts'

const engines =
  process.env.TEST_ENGINE === 'postgres' ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)

const placeOf = (environment: Record<string, string>) => findPlace(readConfig(environment))
const save = (environment: Record<string, string>, file: string) =>
  writeArchive(placeOf(environment), file, { nowMs: Date.now(), files: createFiles(['database']) })
const restore = (environment: Record<string, string>, file: string, force = false) =>
  restoreArchive(placeOf(environment), file, { force, nowMs: Date.now() })
/** Without the head, which tells when it was made, and without what a restore itself notes. */
const readContent = (file: string) =>
  zstdDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .slice(1)
    .filter((line) => !/^\["epoch"|"end":"(installation|cloudstreet)"/.test(line))

suite('an archive', async () => {
  const shared = await openHome({ after })
  await furnish(shared.server, await startReceiver({ after }))

  test('of a service in use is restored on either engine, and receivers are told of a new epoch', async (context) => {
    const receiver = await startReceiver(context)
    const { environment, server } = await openHome(context)
    const house = await furnish(server, receiver)
    const file = join(makeFolder(context), 'house.jsonl.zst')
    const later = addFlight(server, { ...house, files: new Map() }, 50)
    const written = await runAdmin(server, ['backup', file])
    assert.equal(written.code, 0, written.error)
    assert.equal(written.output?.keepToo, 'CLOUDSTREET_SECRET')
    await later
    const proof = (await verifyArchive(file)) as { rows: number; files: number }
    assert.equal(proof.rows, written.output?.rows)
    context.diagnostic(`${proof.rows} rows and ${proof.files} files in ${statSync(file).size} bytes`)
    // The flight that came meanwhile is in it or is not; it is never half in it.
    const { data } = (await (
      await server.fetch('/api/v1/flights', { headers: house.pilot.headers })
    ).json()) as { data: { hash: string }[] }
    assert.ok(proof.files === 3 || proof.files === 4)
    assert.equal(data.length, 4)
    const bytes = readFileSync(file)
    assert.deepEqual(readdirSync(join(file, '..')), ['house.jsonl.zst'], 'there is no other file')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    if (proof.files === 4) await addFlight(server, house, 50)
    await server.close()

    for (const engine of engines) {
      const home = await makeEmptyHome(context, engine)
      const { epoch } = await restore(home, file)
      const seen = receiver.received.length
      const restored = await startServer(context, { on: home, work: true })
      // Each is a restart from the same moment: the token that the other has spent is unspent here.
      await inspect(restored, { ...house })
      await receiver.waitFor(seen + 1)
      assert.equal(receiver.received.at(-1)?.headers['x-cloudstreet-epoch'], String(epoch))
      await restored.close()
    }
    assert.ok(readFileSync(file).equals(bytes))
    assert.equal((await restore(environment, file, true)).rows, proof.rows)
  })

  test('is the same from either engine', async (context) => {
    const { environment } = shared
    const folder = makeFolder(context)
    await save(environment, join(folder, 'first'))
    const expected = readContent(join(folder, 'first'))
    for (const engine of engines) {
      const home = await makeEmptyHome(context, engine)
      await restore(home, join(folder, 'first'))
      await save(home, join(folder, engine))
      assert.deepEqual(readContent(join(folder, engine)), expected)
    }
  })

  test('in which one byte has changed is found out, wherever the byte', async (context) => {
    const { environment } = shared
    const folder = makeFolder(context)
    const [good, bad] = [join(folder, 'good'), join(folder, 'bad')]
    await save(environment, good)
    const bytes = readFileSync(good)
    const step = process.env.SWEEPS ? 1 : Math.ceil(bytes.length / 100)
    let positions = 0
    for (let at = 0; at < bytes.length; at += step) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      writeFileSync(bad, flipped)
      await assert.rejects(readArchive(bad), /damaged|not an archive/, `byte ${at}`)
      positions++
    }
    context.diagnostic(`${positions} positions of ${bytes.length} bytes`)
    for (const length of [0, 10, bytes.length - 1]) {
      writeFileSync(bad, bytes.subarray(0, length))
      await assert.rejects(readArchive(bad), /damaged|not an archive/)
    }
  })

  test('has every table, also one that is added tomorrow', async (context) => {
    const { environment, server } = shared
    await runAsMigration(server.services.db, (_sql, runScript) =>
      runScript(
        "create table tomorrow (id text primary key, at bigint); insert into tomorrow values ('x', 1)",
      ),
    )
    const file = join(makeFolder(context), 'archive')
    await save(environment, file)
    const tables: string[] = []
    let rows = 0
    await readArchive(file, {
      table: ({ name }) => void tables.push(name),
      row: ({ name }) => void (rows += name === 'tomorrow' ? 1 : 0),
    })
    assert.ok(tables.includes('tomorrow') && tables.includes('flight_files') && tables.includes('webhooks'))
    assert.equal(rows, 1)
    await server.services.db.sql`drop table tomorrow`
  })

  test('that cannot be written is a sentence that names it', async (context) => {
    const server = await startServer(context)
    const { code, error } = await runAdmin(server, ['backup', '/proc/backup'])
    assert.equal(code, 1)
    assert.match(error, /^\/proc\/backup cannot be written: ENOENT/)
  })

  test('replaces nothing by accident', async (context) => {
    const { environment, server } = shared
    const folder = makeFolder(context)
    const file = join(folder, 'archive')
    await save(environment, file)
    await assert.rejects(save(environment, file), /already exists/)
    await assert.rejects(restore(environment, file), /--force/)
    await assert.rejects(restore(environment, file, true), /service is running/)
    await assert.rejects(restore(environment, join(folder, 'none')), /There is no file/)
    writeFileSync(join(folder, 'text'), 'x'.repeat(1000))
    await assert.rejects(restore(environment, join(folder, 'text'), true), /not an archive/)
    assert.equal((await server.fetch('/readyz')).status, 200)
    assert.deepEqual(readdirSync(folder).sort(), ['archive', 'text'])
  })

  test('whose file is not the one that was uploaded is found out by --verify', async (context) => {
    const { environment, server } = shared
    const { sql } = server.services.db
    const [first] = await sql<{ id: string }>`select id from flights order by id limit 1`
    const [last] = await sql<{ compressed: Uint8Array }>`
      select compressed from flight_files where flight_id <> ${first?.id ?? ''} limit 1`
    await sql`update flight_files set compressed = ${last?.compressed ?? null} where flight_id = ${first?.id ?? ''}`
    const file = join(makeFolder(context), 'archive')
    await save(environment, file)
    await assert.rejects(verifyArchive(file), new RegExp(`is another for the flights ${first?.id}`))
  })
})
