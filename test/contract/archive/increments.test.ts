// on: sqlite, postgres
// Between two whole backups increments hold what has changed; together they are the database of the last moment.
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { listArchives } from '#server/archive/increments/folder.ts'
import { startJournal, stopJournal } from '#server/archive/increments/journal.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { backUp, backUpWhenDue } from '#server/archive/schedule.ts'
import { openSession } from '#server/archive/tables/open-session.ts'
import { readTables } from '#server/archive/tables/schema.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { readConfig } from '#server/platform/config.ts'
import { runAsMigration } from '#server/platform/database/migrations/migrate.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { createLog } from '#server/platform/log.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/time.ts'
import { listNotes } from '#test/support/archives/notes.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, list, makeFlight, upload, uploadNew } from '#test/support/flights.ts'
import {
  addFlight,
  furnish,
  type Home,
  houseSettings,
  inspect,
  makeEmptyHome,
  makeFolder,
  openHome,
} from '#test/support/installation/fill.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'
import { addPhoto, listPhotos, readPhoto, takePhoto } from '#test/support/photos/photos.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { createEnvironment, startServer } from '#test/support/server.ts'

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const engines = engine === 'postgres' ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
const placeOf = (environment: Record<string, string>) => findPlace(readConfig(environment))

async function openBackedUp(context: TestContext): Promise<Home & { folder: string }> {
  const folder = makeFolder(context)
  const home = await openHome(context)
  home.environment.BACKUP_DIR = folder
  home.server.environment.BACKUP_DIR = folder
  return { ...home, folder }
}

async function addIncrement({ server }: Pick<Home, 'server'>): Promise<string> {
  const { code, output, error } = await runAdmin(server, ['backup', 'increment'])
  assert.equal(code, 0, error)
  return String(output?.file)
}

/** Everything in a database but for what a backup or a restore itself notes. */
async function readContent(context: TestContext, environment: Record<string, string>): Promise<string[]> {
  const file = join(makeFolder(context), 'archive')
  await writeArchive(placeOf(environment), file, { nowMs: 0, files: createFiles(['database']) })
  return zstdDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .slice(1)
    .filter(
      (line) => !/^\["(epoch|backup_base|backup_base_at)"|"end":"(installation|cloudstreet)"/.test(line),
    )
}

suite('increments', () => {
  test('hold what came, changed and went, and are restored on either engine', async (context) => {
    const home = await openBackedUp(context)
    const { server, environment, folder } = home
    const house = await furnish(server, await startReceiver(context))
    const leaving = await createPilot(server, 'Leaving Pilot')
    await upload(server, leaving, makeFlight(70))
    assert.match(basename(await addIncrement(home)), /^cloudstreet-[^_]+\.jsonl\.zst$/, 'the first is whole')

    await addFlight(server, house, 4)
    await addIncrement(home)
    const gone = await uploadNew(server, house.pilot, makeFlight(5))
    await server.fetch(`/api/v1/flights/${gone.id}`, {
      method: 'PATCH',
      headers: { ...house.pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Above the clouds', notes: 'Ž ☁ \u{1F6A9}' }),
    })
    await addIncrement(home)
    const init = { method: 'DELETE', headers: house.pilot.headers }
    assert.equal((await server.fetch(`/api/v1/flights/${gone.id}`, init)).status, 204)
    await addIncrement(home)
    const headers = { ...(await signIn(server, leaving.user)), 'content-type': 'application/json' }
    const body = JSON.stringify({ password: TEST_PASSWORD })
    assert.equal((await server.fetch('/app/api/account', { method: 'DELETE', headers, body })).status, 204)
    await addFlight(server, house, 6)
    await server.close()
    const config = readConfig(environment)
    const log = createLog('silent')
    const never = new AbortController().signal
    const last = await backUp({ config, log, now: Date.now }, folder, 'increment', never)
    assert.match(last?.file ?? '', /_0004_/)

    const [archive] = listArchives(folder)
    const sizes = archive?.increments.map(({ file }) => statSync(file).size)
    context.diagnostic(`${statSync(archive?.file ?? '').size} bytes, and then ${sizes?.join(', ')}`)
    const expected = await readContent(context, environment)
    for (const target of engines) {
      const restored = await makeEmptyHome(context, target)
      // By the folder, and by the name of the last one.
      const path = target === 'sqlite' ? folder : (last?.file ?? '')
      const { increments } = await restoreArchive(placeOf(restored), path, {
        force: false,
        nowMs: Date.now(),
      })
      assert.equal(increments, 4)
      assert.deepEqual(await readContent(context, restored), expected)
      const again = await startServer(context, { on: restored })
      await inspect(again, { ...house })
      assert.equal((await again.fetch('/api/v1/flights', { headers: leaving.headers })).status, 401)
      await again.close()
    }
    const proof = (await verifyArchive(folder)) as { increments: number; files: number }
    assert.deepEqual([proof.increments, proof.files], [4, house.files.size])
  })

  test('have new photos and files from a bucket, and are restored without it', async (context) => {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    const bucket = await startBucket(context)
    const folder = makeFolder(context)
    const places = { ...s3Credentials, FILES_URL: bucket.url, BACKUP_DIR: folder }
    const server = await startServer(context, { on: { ...environment, ...houseSettings, ...places } })
    const pilot = await createPilot(server)
    const files = [makeFlight(1), makeFlight(2)] as const
    const old = await uploadNew(server, pilot, files[0])
    const gone = await addPhoto(server, pilot, old.id, await takePhoto(1))
    await addIncrement({ server })
    const flight = await uploadNew(server, pilot, files[1])
    const photo = await addPhoto(server, pilot, old.id, await takePhoto(2))
    const path = `/api/v1/flights/${old.id}/photos/${gone.id}`
    assert.equal((await server.fetch(path, { method: 'DELETE', headers: pilot.headers })).status, 204)
    const picture = await readPhoto(server, pilot, old.id, photo.id)
    assert.match(await addIncrement({ server }), /_0001_/)
    await server.close()
    await bucket.stop()

    const home = await makeEmptyHome(context, engine)
    await restoreArchive(placeOf(home), folder, { force: false, nowMs: Date.now() })
    const restored = await startServer(context, { on: home })
    for (const [index, { id }] of [old, flight].entries()) {
      const response = await restored.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(files[index] ?? ''))
    }
    const photos = await listPhotos(restored, pilot, old.id)
    assert.deepEqual(
      photos.map(({ id }) => id),
      [photo.id],
    )
    assert.deepEqual(await readPhoto(restored, pilot, old.id, photo.id), picture)
  })

  test('that are not a whole chain are refused with a sentence, and what is there stays', async (context) => {
    const home = await openBackedUp(context)
    const { server, environment, folder } = home
    const pilot = await createPilot(server)
    for (let seed = 1; seed <= 4; seed++) {
      await upload(server, pilot, makeFlight(seed))
      await addIncrement(home)
    }
    await server.close()
    const [archive] = listArchives(folder)
    const [first = '', second = '', third = ''] = archive?.increments.map(({ file }) => file) ?? []
    const restore = () => restoreArchive(placeOf(environment), folder, { force: true, nowMs: Date.now() })
    const before = await readContent(context, environment)
    const without = async (file: string, replace: () => void, sentence: RegExp) => {
      const aside = join(makeFolder(context), 'aside')
      copyFileSync(file, aside)
      replace()
      await assert.rejects(restore(), sentence)
      copyFileSync(aside, file)
    }
    const moved = join(makeFolder(context), 'moved')
    await without(second, () => renameSync(second, moved), /goes on from .*_0002_.* not in its folder/)
    await without(
      archive?.file ?? '',
      () => renameSync(archive?.file ?? '', moved),
      /no backup|not in its folder/,
    )
    await without(second, () => copyFileSync(first, second), /goes on from another archive than .*_0002_/)
    await without(
      third,
      () => truncateSync(third, 500),
      /is not an archive of Cloudstreet, or its end is missing/,
    )
    await without(
      second,
      () => truncateSync(second, 500),
      /_0002_.* is not an archive .*, or its end is missing/,
    )
    assert.deepEqual(await readContent(context, environment), before)
    // The moment before a gap is still there to go back to.
    renameSync(third, moved)
    assert.equal((await restore()).increments, 2)
    const restored = await startServer(context, { on: environment })
    assert.equal((await list(restored, pilot)).pagination.totalCount, 3)
  })

  test('are made of every table, also of one that is added tomorrow', async (context) => {
    const home = await openBackedUp(context)
    const { server, environment, folder } = home
    await addIncrement(home)
    const { db } = server.services
    await runAsMigration(db, (_sql, runScript) =>
      runScript('create table tomorrow (id text, number integer, at bigint, primary key (id, number))'),
    )
    // Its changes were not noted from the start, so the next backup is whole.
    await db.sql`insert into tomorrow values ('a', 1, 1), ('b', 2, 1), ('c', 3, 1)`
    assert.equal(basename(await addIncrement(home)).includes('_0001_'), false)
    await db.sql`update tomorrow set at = 2 where id = 'a'`
    await db.sql`update tomorrow set number = 4 where id = 'b'`
    await db.sql`delete from tomorrow where id = 'c'`
    assert.match(await addIncrement(home), /_0001_/)
    const session = await openSession(placeOf(environment))
    try {
      const names = (await readTables(session)).map(({ name }) => name)
      assert.ok(names.includes('tomorrow') && !names.includes('row_changes'))
    } finally {
      await session.close()
    }
    const rows: unknown[] = []
    const { readBackup } = await import('#server/archive/increments/chain.ts')
    await readBackup(folder, { row: ({ name }, values) => void (name === 'tomorrow' && rows.push(values)) })
    assert.deepEqual(rows, [
      [2, 'a', 1],
      [1, 'b', 4],
    ])
  })

  test('are due every ten minutes, go with the backup that they belong to, and can be switched off', async (context) => {
    const { server, environment, folder } = await openBackedUp(context)
    let nowMs = Date.UTC(2026, 10, 15, 3)
    const run = (settings: Record<string, string> = {}) => {
      const config = readConfig({ ...environment, BACKUP_KEEP: '1', ...settings })
      return backUpWhenDue(
        { config, log: createLog('silent'), now: () => nowMs },
        new AbortController().signal,
      )
    }
    for (const minutes of [0, 5, 5, 9, 1]) {
      nowMs += minutes * MINUTE_MS
      await run()
    }
    assert.deepEqual(readdirSync(folder), [
      'cloudstreet-2026-11-15T03-00-00Z.jsonl.zst',
      'cloudstreet-2026-11-15T03-00-00Z_0001_2026-11-15T03-10-00Z.jsonl.zst',
      'cloudstreet-2026-11-15T03-00-00Z_0002_2026-11-15T03-20-00Z.jsonl.zst',
    ])
    nowMs += DAY_MS
    await run()
    assert.deepEqual(readdirSync(folder), ['cloudstreet-2026-11-16T03-20-00Z.jsonl.zst'])
    nowMs += DAY_MS
    await run({ BACKUP_INCREMENT_MINUTES: '0' })
    nowMs += DAY_MS / 2
    await run({ BACKUP_INCREMENT_MINUTES: '0' })
    assert.deepEqual(readdirSync(folder), ['cloudstreet-2026-11-17T03-20-00Z.jsonl.zst'])
    await createPilot(server)
    assert.deepEqual(await listNotes(server), [], 'nothing is noted any more')
  })

  test('begin again with a whole backup when changes may have been missed', async (context) => {
    const home = await openBackedUp(context)
    const { server, environment, folder } = home
    await addIncrement(home)
    const increment = await addIncrement(home)
    assert.match(increment, /_0001_/)
    const session = await openSession(placeOf(environment))
    await stopJournal(session)
    await startJournal(session, Date.now())
    await session.close()
    assert.doesNotMatch(await addIncrement(home), /_\d{4}_/)
    // The last one was taken away, and with it what it had.
    const last = await addIncrement(home)
    renameSync(last, join(makeFolder(context), 'elsewhere'))
    assert.doesNotMatch(await addIncrement(home), /_\d{4}_/)
    assert.equal(listArchives(folder).length, 3)
    await server.close()
  })
})
