// run: all
// FILES_URL: files in a folder or in an S3 bucket, next to whichever database.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { findFile, keepFile, sweepFiles } from '#server/flights/files/files.ts'
import { moveFiles } from '#server/flights/files/move-files.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { readConfig } from '#server/platform/config.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { createFiles, type Files, type FileStore } from '#server/platform/files/file-store.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, list, makeFlight, readUploaded, upload, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import {
  addFlight,
  furnish,
  houseSettings,
  inspect,
  makeEmptyHome,
  openHome,
} from '#test/support/installation/fill.ts'
import { startBadLine } from '#test/support/installation/s3-proxy.ts'
import { s3Credentials, startBucket, startContainerRole } from '#test/support/installation/s3-server.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const compress = promisify(zstdCompress)

type Context = Parameters<typeof startBucket>[0]

const places: Record<string, (context: Context) => Promise<string>> = {
  'a folder': async (context) => pathToFileURL(makeFolder(context)).href,
  'a bucket': async (context) => (await startBucket(context)).url,
}

async function countInside({ services }: TestServer): Promise<number> {
  const [row] = await services.db.sql<{ count: number }>`
    select count(*) as count from flight_files where is_outside = ${false}`
  return row?.count ?? 0
}

for (const [name, makePlace] of Object.entries(places)) {
  suite(`files in ${name}`, async () => {
    const url = await makePlace({ after })
    const environment = { ...houseSettings, ...s3Credentials, FILES_URL: url }
    const server = await startServer({ after }, { environment })
    const { services } = server
    const { first: store } = services.files
    assert.ok(store)
    const [pilot, other] = [await createPilot(server), await createPilot(server)]

    test('are there and not in the database, and are read like any other', async () => {
      const bytes = makeFlight(1)
      const flight = await uploadNew(server, pilot, bytes)
      assert.equal(await countInside(server), 0)
      assert.ok(await store.has(flight.hash))
      const file = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: pilot.headers })
      assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
      const track = await server.fetch(`/api/v1/flights/${flight.id}/track`, { headers: pilot.headers })
      assert.equal(track.status, 200)
      await services.db.sql`update flights set scored_by = 'old rules'`
      assert.equal((await rescoreFlights(services)).rescored, 1)
    })

    test('are there once for two pilots, and go a day after the last of them has deleted it', async () => {
      const bytes = makeFlight(2)
      const flights = [await uploadNew(server, pilot, bytes), await uploadNew(server, other, bytes)]
      const hash = flights[0]?.hash ?? ''
      const remove = (id: string | undefined, { headers }: { headers: Record<string, string> }) =>
        server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers })
      await remove(flights[0]?.id, pilot)
      server.advance(2 * DAY_MS)
      await sweepFiles(services)
      assert.ok(await store.has(hash))
      await remove(flights[1]?.id, other)
      await sweepFiles(services)
      assert.ok(await store.has(hash), 'not at once')
      server.advance(DAY_MS + 1)
      await sweepFiles(services)
      assert.ok(!(await store.has(hash)))
      const again = await uploadNew(server, pilot, bytes)
      const file = await server.fetch(`/api/v1/flights/${again.id}/igc`, { headers: pilot.headers })
      assert.equal((await file.arrayBuffer()).byteLength, bytes.length)
    })

    test('of an upload that never committed are swept', async () => {
      const hash = 'ab'.repeat(32)
      await keepFile(services, hash, Buffer.from('orphan'))
      await sweepFiles(services)
      assert.ok(await store.has(hash))
      server.advance(DAY_MS + 1)
      await sweepFiles(services)
      assert.ok(!(await store.has(hash)))
      assert.ok(await store.has((await list(server, pilot)).data[0]?.hash ?? ''))
    })

    test('are kept when an upload of the same file comes while it is swept', async () => {
      for (let round = 0; round < 5; round++) {
        const bytes = makeFlight(30 + round)
        const { id } = await uploadNew(server, pilot, bytes)
        await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
        server.advance(DAY_MS + 1)
        const [flight] = await Promise.all([uploadNew(server, other, bytes), sweepFiles(services)])
        const file = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: other.headers })
        assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes))
      }
    })

    test('go with the account', async () => {
      const leaving = await createPilot(server)
      const { hash } = await uploadNew(server, leaving, makeFlight(40))
      const { createFlightsPart } = await import('#server/flights/account-part.ts')
      await services.db.transaction((sql) => createFlightsPart(services).erase(sql, leaving.user))
      server.advance(DAY_MS + 1)
      await sweepFiles(services)
      assert.ok(!(await store.has(hash)))
    })
  })

  test(`files move to ${name} and back while the service is used, and an archive holds them`, async (context) => {
    const url = await makePlace(context)
    const receiver = await startReceiver(context)
    const home = await openHome(context)
    const house = await furnish(home.server, receiver)
    await home.server.close()

    const reopen = (FILES_URL: string) =>
      startServer(context, { on: { ...home.environment, ...s3Credentials, FILES_URL } })
    const there = await reopen(url)
    const [moved] = await Promise.all([
      moveFiles(there.services),
      addFlight(there, house, 61).then(() => addFlight(there, house, 62)),
    ])
    assert.equal(moved.moved, 3)
    assert.equal(await countInside(there), 0)
    await inspect(there, house)
    const file = join(makeFolder(context), 'archive')
    const { config, files } = there.services
    const written = await writeArchive(findPlace(config), file, { nowMs: Date.now(), files })
    assert.deepEqual(written.missingFiles, [])
    assert.equal(((await verifyArchive(file)) as { files: number }).files, house.files.size)
    await there.close()

    // Restored, it needs no place outside the database.
    const restored = await makeEmptyHome(context, 'sqlite')
    await restoreArchive(findPlace(readConfig(restored)), file, { force: false, nowMs: Date.now() })
    const second = await startServer(context, { on: restored })
    await inspect(second, { ...house })
    assert.equal(await countInside(second), house.files.size)
    await second.close()

    const back = await reopen(`database,${url}`)
    const [returned] = await Promise.all([moveFiles(back.services), addFlight(back, house, 63)])
    assert.equal(returned.moved, house.files.size - 1)
    await back.close()
    await inspect(await startServer(context, { on: home.environment }), house)
  })
}

test('while the bucket cannot be reached uploads and downloads are 503, and nothing is stored', async (context) => {
  const bucket = await startBucket(context)
  const environment = { ...houseSettings, ...s3Credentials, FILES_URL: bucket.url }
  const server = await startServer(context, { environment })
  const pilot = await createPilot(server)
  const { id } = await readUploaded(await upload(server, pilot, makeFlight(1)))
  await bucket.stop()
  const refused = await upload(server, pilot, makeFlight(2))
  assert.equal(refused.status, 503)
  assert.ok(refused.headers.has('retry-after'))
  const download = await server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
  assert.equal(download.status, 503)
  assert.equal((await list(server, pilot)).pagination.totalCount, 1)
})

test('a bucket is opened with the keys of a role; without any the service does not start, and says why', async (context) => {
  const [bucket, container] = [await startBucket(context), await startContainerRole(context)]
  const line = await startBadLine(context, bucket)
  const environment = { ...houseSettings, FILES_URL: line.url, ...container.environment }
  const server = await startServer(context, { environment })
  const pilot = await createPilot(server)
  const { id } = await readUploaded(await upload(server, pilot, makeFlight(1)))
  const download = await server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
  assert.equal(download.status, 200)
  assert.equal(await countInside(server), 0)
  assert.deepEqual([...line.sessionTokens], ['session of the role'])
  const wrong = { ...environment, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'wrong' }
  await assert.rejects(
    buildServices(readConfig({ ...server.environment, ...wrong })),
    /^Error: FILES_URL names an S3 bucket, and there are no keys for it: .* it answered 401\. Set AWS_ACCESS_KEY_ID/,
  )
})

/** A store in memory whose removals wait for `proceed`. */
function createSlowStore() {
  const kept = new Map<string, Uint8Array>()
  const [asked, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const store: FileStore = {
    location: 'a bucket that is slow',
    put: async (hash, bytes) => void kept.set(hash, bytes),
    get: async (hash) => kept.get(hash),
    has: async (hash) => kept.has(hash),
    remove: async (hash) => {
      asked.resolve()
      await proceed.promise
      kept.delete(hash)
    },
  }
  return { store, kept, asked: asked.promise, proceed: proceed.resolve }
}

test('a sweep that waits for the bucket holds up no writer, and an upload of the same file is kept', async (context) => {
  const server = await startServer(context, { environment: houseSettings })
  const bucket = createSlowStore()
  const services = { ...server.services, files: createFiles([bucket.store]) }
  const [pilot, bytes] = [await createPilot(server), makeFlight(1)]
  const orphan = hash('sha256', bytes)
  await keepFile(services, orphan, await compress(bytes))
  server.advance(DAY_MS + 1)
  const sweep = sweepFiles(services)
  await bucket.asked
  await createPilot(server)
  const read = { fileName: 'a.igc', bytes: new Uint8Array(bytes), options: {} }
  const { id } = await uploadFlight(services, pilot.user.id, read)
  bucket.proceed()
  await sweep
  assert.equal(bucket.kept.size, 0)
  assert.ok(await findFile(services, pilot.user.id, id), 'it went into the database')
  const moved = await moveFiles(services)
  assert.deepEqual([moved.moved, [...bucket.kept.keys()]], [1, [orphan]])
})

test('a removal that was interrupted is finished by a later sweep', async (context) => {
  const server = await startServer(context, { environment: houseSettings })
  const { store, kept, asked, proceed } = createSlowStore()
  let isReachable = false
  const remove = async (hash: string) => {
    if (!isReachable) throw new Error('out of reach')
    await store.remove(hash)
  }
  const services = { ...server.services, files: createFiles([{ ...store, remove }]) }
  await keepFile(services, 'cd'.repeat(32), Buffer.from('orphan'))
  server.advance(DAY_MS + 1)
  await assert.rejects(sweepFiles(services), /out of reach/)
  isReachable = true
  proceed()
  await sweepFiles(services)
  assert.equal(kept.size, 1, 'somebody else may still be at it')
  server.advance(DAY_MS)
  await sweepFiles(services)
  await asked
  assert.equal(kept.size, 0)
  const rows = await services.db.sql`select hash from outside_files`
  assert.deepEqual(rows, [])
})

test('a node of the release before is refused when it is about to write a file that is being removed', async (context) => {
  const { services } = await startServer(context, { environment: houseSettings })
  const { engine, sql } = services.db
  // An embedded database has one node.
  if (engine === 'sqlite') return
  await sql`
    insert into outside_files (hash, flights, touched_at, removing_at) values (${'ef'.repeat(32)}, -1, 0, 1)`
  const asBefore = sql`
    insert into outside_files (hash, flights, touched_at) values (${'ef'.repeat(32)}, 0, 5)
    on conflict (hash) do update set touched_at = excluded.touched_at`
  await assert.rejects(asBefore, /check/i)
})

test('no store is asked inside a transaction: its locks would wait for the store', async (context) => {
  const { services } = await startServer(context, { environment: houseSettings })
  const files = createFiles([createSlowStore().store])
  const hash = 'ab'.repeat(32)
  const inTransaction = services.db.transaction(async () => files.read({ hash }))
  await assert.rejects(inTransaction, /a file store was asked to get a file inside a transaction/)
  const ended = Promise.withResolvers<void>()
  let left: Promise<unknown> = Promise.resolve()
  await services.db.transaction(async () => {
    left = ended.promise.then(() => files.read({ hash }))
  })
  ended.resolve()
  await assert.rejects(left, /in no store/, 'what goes on after the transaction may ask')
})

test('a backup and a move ask the bucket when they have let go of the database', async (context) => {
  const url = (await startBucket(context)).url
  const home = await openHome(context)
  const house = await furnish(home.server, await startReceiver(context))
  await home.server.close()
  const server = await startServer(context, { on: { ...home.environment, ...s3Credentials, FILES_URL: url } })
  const { services } = server
  await moveFiles(services)
  const asked: string[] = []
  // Fails, as the stores do, when the moment of the copy is still held.
  const files: Files = {
    ...services.files,
    read: async (file) => {
      asked.push(file.hash)
      return services.files.read(file)
    },
  }
  const place = findPlace(services.config)
  await writeArchive(place, join(makeFolder(context), 'archive'), { nowMs: Date.now(), files })
  assert.equal(asked.length, house.files.size)
})

test('in PostgreSQL the bytes, compressed already, are stored as they are', async () => {
  const server = await shareServer()
  if (server.services.db.engine === 'sqlite') return
  const [row] = await server.services.db.sql<{ attstorage: string }>`
    select attstorage from pg_attribute
    where attrelid = 'flight_files'::regclass and attname = 'compressed'`
  assert.equal(row?.attstorage, 'e')
})
