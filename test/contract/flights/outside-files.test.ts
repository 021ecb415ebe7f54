// FILES_URL: files in a folder or in an S3 bucket, beside whichever database.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, suite, test } from 'node:test'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { moveDatabase } from '#server/archive/move.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { keepFile, sweepFiles } from '#server/flights/files/files.ts'
import { moveFiles } from '#server/flights/files/move-files.ts'
import { rescoreFlights } from '#server/flights/rescore.ts'
import { readConfig } from '#server/platform/config.ts'
import { createFiles, type FileStore } from '#server/platform/files/file-store.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { createPilot, list, makeFlight, readUploaded, upload, uploadNew } from '#test/support/flights.ts'
import {
  addFlight,
  furnish,
  houseSettings,
  inspect,
  makeEmptyHome,
  makeFolder,
  openHome,
} from '#test/support/house/furnish.ts'
import { s3Credentials, startBucket } from '#test/support/house/s3-server.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

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
        assert.ok(await store.has(flight.hash))
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

    // Restored, it needs no place outside the database; moved, it goes on using it.
    const restored = await makeEmptyHome(context, 'sqlite')
    await restoreArchive(findPlace(readConfig(restored)), file, { force: false, nowMs: Date.now() })
    const second = await startServer(context, { on: restored })
    await inspect(second, { ...house })
    assert.equal(await countInside(second), house.files.size)
    const target = await makeEmptyHome(context, 'sqlite')
    const copy = await moveDatabase(findPlace(config), findPlace(readConfig(target)), {
      nowMs: Date.now(),
      files,
    })
    assert.equal(copy.files, house.files.size)

    const back = await startServer(context, {
      on: { ...target, ...s3Credentials, FILES_URL: `database,${url}` },
    })
    const [returned] = await Promise.all([moveFiles(back.services), addFlight(back, house, 63)])
    assert.equal(returned.moved, house.files.size - 1)
    await back.close()
    await inspect(await startServer(context, { on: target }), house)
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

test('a bucket that hangs stops the sweep and holds up no writer', async (context) => {
  const server = await startServer(context, { environment: houseSettings })
  const [removed, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hanging: FileStore = {
    location: 'a bucket that hangs',
    put: async () => undefined,
    get: async () => undefined,
    has: () => {
      isHeld.resolve()
      return removed.promise.then(() => Promise.reject(new Error('timed out')))
    },
    remove: () => assert.fail('nothing is removed'),
  }
  const services = { ...server.services, files: createFiles([hanging]) }
  await keepFile(services, 'cd'.repeat(32), Buffer.from('orphan'))
  server.advance(DAY_MS + 1)
  const sweep = assert.rejects(sweepFiles(services), /timed out/)
  await isHeld.promise
  await createPilot(server)
  removed.resolve()
  await sweep
})

test('in PostgreSQL the bytes, compressed already, are stored as they are', async (context) => {
  const server = await startServer(context)
  if (server.services.db.engine === 'sqlite') return
  const [row] = await server.services.db.sql<{ attstorage: string }>`
    select attstorage from pg_attribute
    where attrelid = 'flight_files'::regclass and attname = 'compressed'`
  assert.equal(row?.attstorage, 'e')
})
