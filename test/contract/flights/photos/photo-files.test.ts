// run: all
// Where the bytes of photos are, and where they go: outside the database, into archives and exports, away.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { sweepFiles } from '#server/flights/files/files.ts'
import { moveFiles } from '#server/flights/files/move-files.ts'
import { addPhoto as storePhoto } from '#server/flights/photos/photos.ts'
import { readConfig } from '#server/platform/config.ts'
import { nameFile } from '#server/platform/files/file-store.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { send } from '#test/support/account.ts'
import type { DataReport } from '#server/operator/integrity/check.ts'
import { runAdmin } from '#test/support/admin.ts'
import { importZip, readImport } from '#test/support/archives/imports.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { houseSettings, makeEmptyHome, openHome } from '#test/support/installation/fill.ts'
import { signIn } from '#test/support/people.ts'
import { addPhoto, listPhotos, readPhoto, sendPhoto, takePhoto } from '#test/support/photos/photos.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

async function hashOf({ services }: TestServer, photoId: string): Promise<string> {
  const [row] = await services.db.sql<{ hash: string }>`
    select hash from photo_files where photo_id = ${photoId}`
  return row?.hash ?? ''
}

async function startOutside(context: TestContext) {
  const folder = makeFolder(context)
  const url = pathToFileURL(folder).href
  const server = await startServer(context, { environment: { ...houseSettings, FILES_URL: url } })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  return { server, pilot, flight, folder, store: server.services.files.first! }
}

suite('files of photos outside the database', () => {
  test('go a day after the last photo that has them: deleted by itself, with its flight, with its account', async (context) => {
    const { server, pilot, flight, store } = await startOutside(context)
    const { services } = server
    const leaving = await createPilot(server)
    const theirs = await uploadNew(server, leaving, makeFlight(2))
    const bytes = await takePhoto(1)
    const one = await addPhoto(server, pilot, flight.id, bytes)
    await addPhoto(server, leaving, theirs.id, bytes)
    const other = await addPhoto(server, pilot, flight.id, await takePhoto(2))
    const [hash, otherHash] = [await hashOf(server, one.id), await hashOf(server, other.id)]
    assert.ok((await store.has(hash)) && (await store.has(otherHash)))
    assert.ok((await readPhoto(server, pilot, flight.id, one.id)).length > 0)
    await requireRightCounts(services.db.sql)

    const remove = { method: 'DELETE', headers: pilot.headers }
    await server.fetch(`/api/v1/flights/${flight.id}/photos/${one.id}`, remove)
    await server.fetch(`/api/v1/flights/${flight.id}`, remove)
    await requireRightCounts(services.db.sql)
    await sweepFiles(services)
    assert.ok(await store.has(otherHash), 'not at once')
    server.advance(DAY_MS + 1)
    await sweepFiles(services)
    assert.ok(!(await store.has(otherHash)))
    assert.ok(await store.has(hash), 'another pilot has it')
    const part = createFlightsPart(services)
    await part.eraseInBatches(leaving.user)
    await services.db.transaction((sql) => part.erase(sql, leaving.user))
    server.advance(DAY_MS + 1)
    await sweepFiles(services)
    assert.ok(!(await store.has(hash)))
    assert.deepEqual(await services.db.sql`select photo_id from photo_files`, [])
    await requireRightCounts(services.db.sql)
  })

  test('are swept when the service ended between the file and its row, and the flight has no photo then', async (context) => {
    const { server, pilot, flight } = await startOutside(context)
    const sent = {
      bytes: await takePhoto(3),
      caption: null,
      alongside: () => Promise.reject(new Error('the power failed')),
    }
    await assert.rejects(storePhoto(server.services, pilot.user.id, flight.id, sent), /the power failed/)
    const { sql } = server.services.db
    const unused = () => sql`select hash from outside_files where flights = 0`
    assert.equal((await unused()).length, 1)
    assert.deepEqual(await listPhotos(server, pilot, flight.id), [])
    server.advance(DAY_MS + 1)
    await sweepFiles(server.services)
    assert.deepEqual(await unused(), [])
    await requireRightCounts(sql)
  })

  test('are told to be damaged or lost, found by a check, and healed by a backup or by their pilot', async (context) => {
    const { server, pilot, flight, folder, store } = await startOutside(context)
    const bytes = await takePhoto(4)
    const { id } = await addPhoto(server, pilot, flight.id, bytes)
    const whole = await readPhoto(server, pilot, flight.id, id)
    const { config, files } = server.services
    const archive = join(makeFolder(context), 'archive')
    await writeArchive(findPlace(config), archive, { nowMs: Date.now(), files })
    const hash = await hashOf(server, id)
    const path = `/api/v1/flights/${flight.id}/photos/${id}`
    const read = async () => {
      const response = await server.fetch(path, { headers: pilot.headers })
      return response.ok ? 'whole' : ((await response.json()) as { error: string }).error
    }

    await store.remove(hash)
    assert.equal(await read(), 'file_lost')
    const place = {
      environment: { ...server.environment, ...houseSettings, FILES_URL: pathToFileURL(folder).href },
    }
    const found = await runAdmin(place, ['check', '--json'])
    assert.equal(found.code, 1)
    const { findings } = found.output as Partial<DataReport>
    assert.deepEqual(findings?.[0]?.examples, [`flight ${flight.id}, photo ${id}: lost, ${hash}`])
    const healed = await runAdmin(place, ['files', 'heal', archive])
    assert.equal(healed.code, 0, healed.error)
    assert.ok((await readPhoto(server, pilot, flight.id, id)).equals(whole))

    writeFileSync(join(folder, nameFile(hash)), 'rotten')
    assert.equal(await read(), 'file_corrupt')
    const small = await server.fetch(`${path}?size=small`, { headers: pilot.headers })
    assert.equal(small.status, 200)
    assert.equal((await sendPhoto(server, pilot, flight.id, bytes)).status, 200)
    assert.equal(await read(), 'whole')
  })
})

type Compare = (photo: Buffer, expected: Buffer) => boolean | Promise<boolean>
const isEqual: Compare = (photo, expected) => photo.equals(expected)
/** Pixels that were encoded once more. */
const looksAlike: Compare = async (photo, expected) => {
  const [one, other] = await Promise.all([photo, expected].map((bytes) => sharp(bytes).raw().toBuffer()))
  const differences = one!.map((value, index) => Math.abs(value - (other![index] ?? 0)))
  return one!.length === other!.length && differences.reduce((sum, each) => sum + each) < 8 * one!.length
}

async function sameAs(
  server: TestServer,
  pilot: Pilot,
  flightId: string,
  expected: Map<string, Buffer>,
  isSame = isEqual,
) {
  const photos = await listPhotos(server, pilot, flightId)
  assert.deepEqual(
    photos.map(({ caption }) => caption),
    [...expected.keys()],
  )
  for (const { id, caption } of photos)
    assert.ok(
      await isSame(await readPhoto(server, pilot, flightId, id), expected.get(caption ?? '')!),
      caption ?? '',
    )
}

async function addCaptioned(
  server: TestServer,
  pilot: Pilot,
  flightId: string,
): Promise<Map<string, Buffer>> {
  const photos = new Map<string, Buffer>()
  for (const [index, caption] of ['Start', 'Über dem Grat', 'Landing'].entries()) {
    const query = `?caption=${encodeURIComponent(caption)}`
    const { id } = await addPhoto(server, pilot, flightId, await takePhoto(50 + index), { query })
    photos.set(caption, await readPhoto(server, pilot, flightId, id))
  }
  return photos
}

suite('photos', () => {
  test('move out of the database and back, and are in archives and copies', async (context) => {
    const url = pathToFileURL(makeFolder(context)).href
    const home = await openHome(context)
    const pilot = await createPilot(home.server)
    const flight = await uploadNew(home.server, pilot, makeFlight(5))
    const photos = await addCaptioned(home.server, pilot, flight.id)
    await home.server.close()

    const there = await startServer(context, { on: { ...home.environment, FILES_URL: url } })
    assert.equal((await moveFiles(there.services)).moved, 4)
    const { sql } = there.services.db
    assert.deepEqual(await sql`select photo_id from photo_files where is_outside = ${false}`, [])
    await sameAs(there, pilot, flight.id, photos)
    await requireRightCounts(sql)
    const file = join(makeFolder(context), 'archive')
    const { config, files } = there.services
    assert.deepEqual(
      (await writeArchive(findPlace(config), file, { nowMs: Date.now(), files })).missingFiles,
      [],
    )
    assert.equal(((await verifyArchive(file)) as { files: number }).files, 4)
    await there.close()
    const restored = await makeEmptyHome(context, 'sqlite')
    await restoreArchive(findPlace(readConfig(restored)), file, { force: false, nowMs: Date.now() })
    await sameAs(await startServer(context, { on: restored }), pilot, flight.id, photos)
    const back = await startServer(context, { on: { ...home.environment, FILES_URL: `database,${url}` } })
    assert.equal((await moveFiles(back.services)).moved, 4)
    await back.close()
    await sameAs(await startServer(context, { on: home.environment }), pilot, flight.id, photos)
  })

  test('are in the export of an account, and an import brings each back to its flight', async () => {
    const server = await shareServer()
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const flight = await uploadNew(server, pilot, makeFlight(6))
    await uploadNew(server, pilot, makeFlight(7))
    const photos = await addCaptioned(server, pilot, flight.id)
    const headers = await signIn(server, pilot.user)
    const response = await send(server, { headers }, 'GET', '/account/export')
    const archive = new Uint8Array(await response.arrayBuffer())
    const names = [...readZip(archive).keys()].filter((name) => name.includes('-photo-'))
    assert.deepEqual(
      names,
      [1, 2, 3].map((number) => `flights/${flight.flight_date}-${flight.id}-photo-${number}.webp`),
    )
    for (const owner of [another, pilot]) {
      const { state, counts, entries } = await readImport(await importZip(server, owner, archive))
      assert.equal(state, 'done')
      assert.deepEqual([counts.new + counts.duplicate, counts.photos], [2, 3])
      assert.equal(entries.filter(({ kind }) => kind === 'photo').length, 3)
      const copy = (await list(server, owner)).data.find(({ hash }) => hash === flight.hash)
      await sameAs(server, owner, copy!.id, photos, owner === pilot ? isEqual : looksAlike)
    }
    await requireRightCounts(server.services.db.sql)
  })

  test('take of the pilot’s room', async (context) => {
    const igc = makeFlight(8)
    const environment = { ...unlimited, STORAGE_QUOTA_BYTES: String(igc.length + 100_000) }
    const server = await startServer(context, { environment })
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, igc)
    await addPhoto(server, pilot, flight.id, await takePhoto(9, { width: 200, height: 150 }))
    const refused = await sendPhoto(
      server,
      pilot,
      flight.id,
      await takePhoto(10, { width: 2000, height: 1500 }),
    )
    assert.equal(refused.status, 413)
    const { error, error_description } = (await refused.json()) as Record<string, string>
    assert.equal(error, 'storage_full')
    assert.match(error_description ?? '', /Deleting flights or photos makes room\./)
    await requireRightCounts(server.services.db.sql)
  })
})
