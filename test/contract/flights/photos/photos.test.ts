// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { Check } from 'typebox/value'
import { FlightDetail } from '#contract/flight.ts'
import type { Photo } from '#contract/logbook/photo.ts'
import { createPilot, makeFlight, multipart, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, signIn } from '#test/support/people.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import {
  addPhoto,
  listPhotos,
  readPhoto,
  SECRETS,
  sendPhoto,
  takePhoto,
} from '#test/support/photos/photos.ts'
import { startServer } from '#test/support/server.ts'

suite('photos of a flight', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { sql } = server.services.db
  const pilot = await createPilot(server)
  let seed = 0
  const makeNew = () => uploadNew(server, pilot, makeFlight(++seed))
  const pathOf = (flightId: string, photoId: string) => `/api/v1/flights/${flightId}/photos/${photoId}`

  test('are stored upright in two sizes, and nothing else of the file is', async () => {
    const flight = await makeNew()
    const sent = await takePhoto(1, { width: 2100, height: 1400 })
    for (const secret of SECRETS) assert.ok(sent.includes(secret), `the camera writes ${String(secret)}`)
    const response = await sendPhoto(server, pilot, flight.id, sent, {
      query: '?caption=Over+the%0Aglacier+',
      headers: { 'content-disposition': 'attachment; filename="Where-I-Live.jpg"' },
    })
    assert.equal(response.status, 201)
    const { data } = (await response.json()) as { data: Photo & { isNew: boolean } }
    const photo = data
    assert.deepEqual(data, {
      id: photo.id,
      width: 1365,
      height: 2048,
      caption: 'Over the glacier',
      isNew: true,
    })
    assert.equal(response.headers.get('location'), `${server.url}${pathOf(flight.id, photo.id)}`)
    for (const [size, px] of [
      ['large', 2048],
      ['small', 320],
    ] as const) {
      const bytes = await readPhoto(server, pilot, flight.id, photo.id, size)
      const { format, width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
      assert.deepEqual([format, height], ['webp', px])
      assert.ok(width < height)
      assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined])
      for (const secret of SECRETS) assert.ok(!bytes.includes(secret), `${String(secret)} in ${size}`)
    }
    const [row] = await sql<Record<string, unknown>>`
      select f.photos, p.* from photo_files p join flights f on f.id = p.flight_id where p.photo_id = ${photo.id}`
    const values = Object.values(row ?? {}).map((value) =>
      value instanceof Uint8Array ? value : Buffer.from(String(value)),
    )
    const stored = Buffer.concat(values)
    for (const secret of SECRETS) assert.ok(!stored.includes(secret), `${String(secret)} is stored`)
    assert.ok(
      !photo.id.startsWith(
        Math.floor(server.services.now() / 1000)
          .toString(16)
          .slice(0, 5),
      ),
      'no time',
    )
  })

  test('are in the flight, in its tag, its changes, its events, and in the pilot’s room', async () => {
    const flight = await makeNew()
    const read = (headers = {}) =>
      server.fetch(`/api/v1/flights/${flight.id}`, { headers: { ...pilot.headers, ...headers } })
    const before = await read()
    const etag = before.headers.get('etag') ?? ''
    await before.arrayBuffer()
    const feed = async (after = '') => {
      const path = `/api/v1/flights/changes?limit=500${after && `&after=${after}`}`
      const response = await server.fetch(path, { headers: pilot.headers })
      return (await response.json()) as {
        data: { id: string; change: string }[]
        pagination: { next: string }
      }
    }
    const { pagination } = await feed()
    const { id, width, height } = await addPhoto(server, pilot, flight.id, await takePhoto(2))
    const changed = await read({ 'if-none-match': etag })
    assert.equal(changed.status, 200)
    const body = (await changed.json()) as FlightDetail
    assert.ok(Check(FlightDetail, body))
    const photos = [{ id, width, height, caption: null }]
    assert.deepEqual(body.data.flightInfo.metadata.photos, photos)
    assert.deepEqual(await listPhotos(server, pilot, flight.id), photos)
    const { data } = await feed(pagination.next)
    assert.deepEqual(
      data.map((change) => [change.id, change.change]),
      [[flight.id, 'updated']],
    )
    const [event] = await sql<{ type: string }>`
      select type from events where payload like ${`%${flight.id}%`} order by occurred_at desc, type desc limit 1`
    assert.equal(event?.type, 'flight.updated')
    await requireRightCounts(sql)
  })

  test('are sent to be kept for good, as pictures and nothing else', async () => {
    const flight = await makeNew()
    const { id } = await addPhoto(server, pilot, flight.id, await takePhoto(3))
    for (const size of ['', '?size=small', '?size=large']) {
      const path = `${pathOf(flight.id, id)}${size}`
      const response = await server.fetch(path, { headers: pilot.headers })
      await response.arrayBuffer()
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.equal(response.headers.get('cache-control'), 'private, max-age=31536000, immutable')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
      const etag = response.headers.get('etag') ?? ''
      const again = await server.fetch(path, { headers: { ...pilot.headers, 'if-none-match': etag } })
      assert.equal(again.status, 304)
    }
    const odd = await server.fetch(`${pathOf(flight.id, id)}?size=huge`, { headers: pilot.headers })
    assert.equal(odd.status, 400)
  })

  test('are six at most, also when eight come at the same moment, and each is there once', async () => {
    const flight = await makeNew()
    const pictures = await Promise.all(Array.from({ length: 8 }, (_, index) => takePhoto(10 + index)))
    const answers = await Promise.all(pictures.map((bytes) => sendPhoto(server, pilot, flight.id, bytes)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.deepEqual(await refused?.json(), {
      error: 'conflict',
      error_description: 'This flight has 6 photos, the most that a flight can have. Delete one first.',
    })
    assert.equal((await listPhotos(server, pilot, flight.id)).length, 6)
    const stored = pictures[answers.findIndex(({ status }) => status === 201)]!
    const again = await sendPhoto(server, pilot, flight.id, stored)
    assert.equal(again.status, 200, 'one that is there needs no place')
    const other = await makeNew()
    const same = await Promise.all([1, 2, 3].map(() => sendPhoto(server, pilot, other.id, stored)))
    assert.deepEqual(same.map(({ status }) => status).sort(), [200, 200, 201])
    const ids = await Promise.all(
      same.map(async (answer) => ((await answer.json()) as { data: Photo }).data.id),
    )
    assert.equal(new Set(ids).size, 1)
    await requireRightCounts(sql)
  })

  test('are moved, renamed and deleted', async () => {
    const flight = await makeNew()
    const ids: string[] = []
    for (const index of [1, 2, 3])
      ids.push((await addPhoto(server, pilot, flight.id, await takePhoto(20 + index))).id)
    const [first, second, third] = ids as [string, string, string]
    const send = (method: string, photoId: string, body?: object, headers = {}) =>
      server.fetch(pathOf(flight.id, photoId), {
        method,
        headers: { ...pilot.headers, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
    const moved = await send('PATCH', third, { position: 1, caption: '  Landing ' })
    const { data } = (await moved.json()) as { data: Photo }
    assert.deepEqual([data.id, data.caption], [third, 'Landing'])
    await send('PATCH', third, { position: 2 })
    await send('PATCH', first, { position: 6 })
    const list = async () =>
      (await listPhotos(server, pilot, flight.id)).map(({ id, caption }) => [id, caption])
    assert.deepEqual(await list(), [
      [third, 'Landing'],
      [second, null],
      [first, null],
    ])
    for (const body of [{}, { position: 0 }, { position: 7 }, { caption: 'x'.repeat(201) }, { size: 1 }])
      assert.equal((await send('PATCH', third, body)).status, 400)
    const stale = { 'if-match': '"old"' }
    assert.equal((await send('DELETE', second, undefined, stale)).status, 412)
    assert.equal((await send('DELETE', second)).status, 204)
    assert.equal((await send('DELETE', second)).status, 404)
    assert.equal((await send('GET', second)).status, 404)
    assert.deepEqual(await list(), [
      [third, 'Landing'],
      [first, null],
    ])
    await requireRightCounts(sql)
    const all = await server.fetch(`/api/v1/flights/${flight.id}`, {
      method: 'DELETE',
      headers: pilot.headers,
    })
    assert.equal(all.status, 204)
    assert.equal((await send('GET', first)).status, 404)
    assert.deepEqual(await sql`select photo_id from photo_files where flight_id = ${flight.id}`, [])
    await requireRightCounts(sql)
  })

  test('are no one else’s: another pilot, another flight, another scope', async () => {
    const [flight, elsewhere] = [await makeNew(), await makeNew()]
    const { id } = await addPhoto(server, pilot, flight.id, await takePhoto(30))
    const stranger = await createPilot(server)
    const json = { 'content-type': 'application/json' }
    for (const [owner, path] of [
      [stranger, pathOf(flight.id, id)],
      [pilot, pathOf(elsewhere.id, id)],
      [pilot, pathOf(flight.id, '0'.repeat(24))],
      [pilot, pathOf(flight.id, 'nothing')],
    ] as const) {
      assert.equal((await server.fetch(path, { headers: owner.headers })).status, 404)
      const change = { method: 'PATCH', headers: { ...owner.headers, ...json }, body: '{"position":1}' }
      assert.equal((await server.fetch(path, change)).status, 404)
      assert.equal((await server.fetch(path, { method: 'DELETE', headers: owner.headers })).status, 404)
    }
    assert.equal((await sendPhoto(server, stranger, flight.id, await takePhoto(31))).status, 404)
    assert.equal((await server.fetch(`/api/v1/flights/${flight.id}/photos`, stranger)).status, 404)
    assert.equal((await server.fetch(pathOf(flight.id, id))).status, 401)
    assert.equal((await readPhoto(server, pilot, flight.id, id)).length > 0, true)
    const reader = { headers: bearer(await createKey(server, pilot.user, ['flights:read'])) }
    assert.equal((await sendPhoto(server, reader, flight.id, await takePhoto(31))).status, 403)
    const writer = { headers: bearer(await createKey(server, pilot.user, ['flights:write'])) }
    assert.equal((await sendPhoto(server, writer, flight.id, await takePhoto(31))).status, 201)
    const remove = { method: 'DELETE', ...writer }
    assert.equal((await server.fetch(pathOf(flight.id, id), remove)).status, 403, 'a key deletes nothing')
  })

  test('repeat their first answer to an Idempotency-Key until they are deleted', async () => {
    const flight = await makeNew()
    const headers = { 'idempotency-key': 'photo-1' }
    const [one, other] = [await takePhoto(40), await takePhoto(41)]
    const first = await addPhoto(server, pilot, flight.id, one, { headers })
    const again = await sendPhoto(server, pilot, flight.id, one, { headers })
    assert.equal(again.status, 201)
    assert.deepEqual(((await again.json()) as { data: Photo }).data, first)
    assert.equal((await sendPhoto(server, pilot, flight.id, other, { headers })).status, 409)
    await server.fetch(pathOf(flight.id, first.id), { method: 'DELETE', headers: pilot.headers })
    const second = await addPhoto(server, pilot, flight.id, one, { headers })
    assert.notEqual(second.id, first.id)
    const many = await Promise.all(
      [1, 2, 3].map(() =>
        sendPhoto(server, pilot, flight.id, other, { headers: { 'idempotency-key': 'photo-2' } }),
      ),
    )
    assert.deepEqual(
      many.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal((await listPhotos(server, pilot, flight.id)).length, 2)
  })

  test('come as a form, from the dashboard, and as any type that a tool sends', async () => {
    const flight = await makeNew()
    const form = multipart([
      { headers: 'Content-Disposition: form-data; name="caption"', content: 'By form' },
      {
        headers: 'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg',
        content: await takePhoto(50),
      },
    ])
    const { caption } = await addPhoto(server, pilot, flight.id, form.body, {
      headers: { 'content-type': form.contentType },
    })
    assert.equal(caption, 'By form')
    const png = await sharp(await takePhoto(51))
      .png()
      .toBuffer()
    await addPhoto(server, pilot, flight.id, png, { headers: { 'content-type': 'application/octet-stream' } })
    const session = await signIn(server, pilot.user)
    const path = `/app/api/flights/${flight.id}/photos`
    const init = { method: 'POST', headers: { ...session, 'content-type': 'image/webp' } }
    const body = (await sharp(await takePhoto(52))
      .webp()
      .toBuffer()) as unknown as BodyInit
    const added = await server.fetch(path, { ...init, body })
    assert.equal(added.status, 201)
    const { data } = (await added.json()) as { data: Photo }
    const shown = await server.fetch(`${path}/${data.id}?size=small`, { headers: session })
    assert.deepEqual(
      [shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')],
      [200, 'image/webp', 'private, no-cache'],
    )
    const visitor = await server.fetch(`${path}/${data.id}`)
    assert.equal(visitor.status, 401)
    const removed = await server.fetch(`${path}/${data.id}`, { method: 'DELETE', headers: session })
    assert.equal(removed.status, 204)
    assert.equal((await listPhotos(server, pilot, flight.id)).length, 2)
  })

  test('that were downloaded are known when they come back to their flight', async () => {
    const [flight, elsewhere] = [await makeNew(), await makeNew()]
    const { id } = await addPhoto(server, pilot, flight.id, await takePhoto(60))
    const bytes = await readPhoto(server, pilot, flight.id, id)
    const sent = await sendPhoto(server, pilot, flight.id, bytes)
    const { data } = (await sent.json()) as { data: { id: string; isNew: boolean } }
    assert.deepEqual([sent.status, data.id, data.isNew], [200, id, false])
    assert.ok((await readPhoto(server, pilot, flight.id, id)).equals(bytes))
    const withPlace = await sharp(bytes)
      .withExif({ IFD0: { Artist: 'Where-I-Live' } })
      .webp()
      .toBuffer()
    const again = await addPhoto(server, pilot, elsewhere.id, withPlace)
    assert.ok(!(await readPhoto(server, pilot, elsewhere.id, again.id)).includes('Where-I-Live'))
  })

  test('keep nothing that was hidden in the chunk of their pixels', async () => {
    const flight = await makeNew()
    const payload = Buffer.from('<script>hidden payload</script>')
    const picture = await sharp(await takePhoto(61))
      .webp()
      .toBuffer()
    const length = payload.length + (payload.length % 2)
    const hidden = Buffer.concat([picture, payload, Buffer.alloc(payload.length % 2)])
    // The payload counts as the last bytes of the VP8 chunk.
    hidden.writeUInt32LE(hidden.readUInt32LE(4) + length, 4)
    hidden.writeUInt32LE(hidden.readUInt32LE(16) + length, 16)
    const { id } = await addPhoto(server, pilot, flight.id, hidden)
    assert.ok(!(await readPhoto(server, pilot, flight.id, id)).includes('hidden payload'))
  })
})
