// run: all
// on: sqlite, postgres
// The room of a pilot is exact, whatever comes in at the same moment: photos, merges, archives and uploads.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { continueImports } from '#server/flights/import/work.ts'
import { importZip } from '#test/support/archives/imports.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import {
  createPilot,
  makeFlight,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
} from '#test/support/flights.ts'
import { recordTwice } from '#test/support/igc/second-recorder.ts'
import { addPhoto, sendPhoto, takePhoto } from '#test/support/photos/photos.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const never = new AbortController().signal
const SIZE = { width: 320, height: 240 }
/** For two photos of that size or three. */
const ROOM = 30_000

async function start(context: TestContext, quotaBytes: number) {
  const environment = { ...unlimited, STORAGE_QUOTA_BYTES: String(quotaBytes) }
  const server = await startServer(context, { environment })
  return { server, pilot: await createPilot(server) }
}

async function requireWithin(server: TestServer, { headers }: Pilot): Promise<number> {
  const response = await server.fetch('/api/v1/flights/storage', { headers })
  const { data } = (await response.json()) as { data: { usedBytes: number; quotaBytes: number } }
  assert.ok(data.usedBytes <= data.quotaBytes, `${data.usedBytes} of ${data.quotaBytes} bytes`)
  await requireRightCounts(server.services.db.sql)
  return data.quotaBytes - data.usedBytes
}

const countBy = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length

suite('a quota, in a race', () => {
  test('of photos for several flights lets in as many as fit', async (context) => {
    const flights = [1, 2, 3].map((seed) => makeFlight(seed))
    const bytes = flights.reduce((sum, flight) => sum + flight.length, 0)
    const { server, pilot } = await start(context, bytes + ROOM)
    const ids: string[] = []
    for (const flight of flights) ids.push((await readUploaded(await upload(server, pilot, flight))).id)
    const photos = await Promise.all([1, 2].map((seed) => takePhoto(seed, SIZE)))
    const first = await addPhoto(server, pilot, ids[0]!, photos[0]!)
    assert.ok(first.id)
    const room = await requireWithin(server, pilot)
    const fit = Math.floor(room / (ROOM - room))
    const statuses = await Promise.all(
      ids.flatMap((id) => photos.map(async (photo) => (await sendPhoto(server, pilot, id, photo)).status)),
    )
    assert.ok(
      statuses.every((status) => [200, 201, 413].includes(status)),
      statuses.join(),
    )
    assert.ok(countBy(statuses, 413) > 0 && countBy(statuses, 201) <= fit + 1, statuses.join())
    await requireWithin(server, pilot)
  })

  test('of an archive, uploads and a photo lets in as many as fit', async (context) => {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
    const flights = seeds.map((seed) => makeFlight(seed))
    const largest = Math.max(...flights.map(({ length }) => length))
    const { server, pilot } = await start(context, flights[0]!.length + 3 * largest)
    const { id } = await readUploaded(await upload(server, pilot, flights[0]!))
    const files = flights.slice(1, 5).map((flight, at) => [`${at}.igc`, flight] as const)
    const [imported, photo, ...uploaded] = await Promise.all([
      importZip(server, pilot, files),
      takePhoto(1, SIZE).then((bytes) => sendPhoto(server, pilot, id, bytes)),
      ...flights.slice(5).map((flight) => upload(server, pilot, flight)),
    ])
    assert.ok([200, 202].includes(imported.status))
    for (const { status } of [photo, ...uploaded]) assert.ok([201, 413].includes(status), String(status))
    for (let at = 0; at < 5; at++) {
      await continueImports(server.services, never)
      server.advance(60_000)
    }
    await requireWithin(server, pilot)
  })

  test('of merges that free room with uploads that want it stays exact', async (context) => {
    const pairs = [20, 21].map((seed) => recordTwice(seed))
    const others = [1, 2, 3, 4].map((seed) => makeFlight(seed, { date: '2026-06-02' }))
    const bytes = pairs.flat().reduce((sum, flight) => sum + flight.length, 0)
    const { server, pilot } = await start(context, bytes + 1000)
    const recordPair = async ([first, second]: [Uint8Array, Uint8Array]) => {
      const kept = await readUploaded(await upload(server, pilot, first))
      const other = await readUploaded(await upload(server, pilot, second))
      return { kept: kept.id, other: other.id }
    }
    const recorded = [await recordPair(pairs[0]!), await recordPair(pairs[1]!)]
    const headers = { ...pilot.headers, 'content-type': 'application/json' }
    // Each pair in both directions, and one of them twice: an answer that was lost is asked for again.
    const merging = recorded.map(({ kept, other }) =>
      Promise.all(
        [
          [kept, other],
          [other, kept],
          [kept, other],
        ].map(async ([id, otherId]) => {
          const body = JSON.stringify({ otherFlightId: otherId })
          const init = { method: 'POST', headers, body }
          return (await server.fetch(`/api/v1/flights/${id}/merge`, init)).status === 200 ? id : undefined
        }),
      ),
    )
    const uploading = others.map(async (flight) => (await upload(server, pilot, flight)).status)
    const merged = await Promise.all(merging)
    const statuses = await Promise.all(uploading)
    for (const kept of merged)
      assert.equal(new Set(kept.filter((id) => id !== undefined)).size, 1, 'one of the two is kept')
    assert.ok(
      statuses.every((status) => [201, 413].includes(status)),
      statuses.join(),
    )
    await requireWithin(server, pilot)
    const again = await Promise.all(
      others.map(async (flight) => (await upload(server, pilot, flight)).status),
    )
    assert.ok(countBy(again, 413) < others.length, 'what the merges have freed is free')
    await requireWithin(server, pilot)
  })
})
