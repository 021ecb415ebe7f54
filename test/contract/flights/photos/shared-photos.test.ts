// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { findUtcOffset } from '#language/utc-offset.ts'
import { makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { addPhoto, photograph, SECRETS, takePhoto } from '#test/support/photos/photos.ts'
import { createSharingPilot, readShared, referenceOf } from '#test/support/sharing/visitor.ts'
import { startServer } from '#test/support/server.ts'

suite('photos of a shared flight', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const get = (reference: string, id: string, node = server) =>
    node.fetch(`/api/v1/shared/${reference}/photos/${id}`)

  test('are seen by those who see the flight, and end with its link at every node at once', async (context) => {
    const other = await startServer(context, { on: server.environment, environment: unlimited })
    const pilot = await createSharingPilot(server)
    const [flight, secret] = [
      await uploadNew(server, pilot, makeFlight(1)),
      await uploadNew(server, pilot, makeFlight(2)),
    ]
    const query = '?caption=Here'
    const { isNew: _isNew, ...photo } = await addPhoto(server, pilot, flight.id, await takePhoto(1), {
      query,
    })
    const hidden = await addPhoto(server, pilot, secret.id, await takePhoto(2))
    assert.equal((await get(flight.id, photo.id)).status, 404)
    await pilot.setVisibility(flight.id, 'unlisted')
    const token = referenceOf(await pilot.readSharing(flight.id))
    const shared = await readShared(server, token)
    assert.deepEqual(shared.flight?.photos, [photo])
    for (const size of ['small', 'large']) {
      const response = await server.fetch(`/api/v1/shared/${token}/photos/${photo.id}?size=${size}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'image/webp')
      assert.equal(response.headers.get('cache-control'), 'private, no-store')
      assert.equal(response.headers.get('x-robots-tag'), 'noindex')
      const said = Buffer.concat([
        bytes,
        Buffer.from(shared.text),
        Buffer.from(JSON.stringify([...response.headers])),
      ])
      for (const word of [...SECRETS, flight.id, flight.hash, pilot.user.id])
        assert.ok(!said.includes(word), String(word))
    }
    assert.equal((await get(token, hidden.id)).status, 404, 'a photo of another flight')
    assert.equal((await get(token, 'x')).status, 404)

    const next = referenceOf(await pilot.replaceLink(flight.id))
    for (const node of [server, other]) {
      assert.equal((await get(token, photo.id, node)).status, 404)
      assert.equal((await get(next, photo.id, node)).status, 200)
    }
    await pilot.setVisibility(flight.id, 'public')
    const open = await get(flight.id, photo.id)
    assert.equal(open.headers.get('cache-control'), 'no-cache')
    await server.fetch(`/api/v1/flights/${flight.id}/photos/${photo.id}`, {
      method: 'DELETE',
      headers: pilot.headers,
    })
    for (const reference of [flight.id, next]) assert.equal((await get(reference, photo.id)).status, 404)
    assert.deepEqual((await readShared(server, next)).flight?.photos, [])
  })

  test('are hidden with a flight of which a zone hides everything', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(3, { taskKm: 1 }))
    const { id } = await addPhoto(server, pilot, flight.id, await takePhoto(3))
    await pilot.setVisibility(flight.id, 'public')
    assert.equal((await get(flight.id, id)).status, 200)
    const { lat, lng } = flight.flightInfo.takeoff
    await pilot.addZone({ latitude: lat, longitude: lng, radiusM: 2000 })
    await pilot.addZone({ latitude: lat, longitude: lng, radiusM: 2000 })
    assert.equal((await pilot.readSharing(flight.id)).hidden, 'all')
    assert.equal((await get(flight.id, id)).status, 404)
  })

  test('are not shown when they were taken at a hidden place, or while the flight is hidden', async () => {
    const pilot = await createSharingPilot(server)
    const bytes = makeFlight(4, { shape: 'line', taskKm: 30 })
    const flight = await uploadNew(server, pilot, bytes)
    const { launch, landing, timeZone } = flight.flightInfo.metadata as unknown as Record<
      'launch' | 'landing',
      { lat: number; lng: number; time: string }
    > & { timeZone: string }
    const seconds = (moment: { time: string }) => Date.parse(moment.time) / 1000
    const [start, end] = [seconds(launch), seconds(landing)]
    const offset = findUtcOffset(timeZone, new Date(landing.time))
    const taken = {
      nowhere: {},
      inTheAir: { clock: start + 60, zone: '+00:00' },
      atLanding: { place: landing },
      afterLanding: { clock: end + 600, zone: '+00:00' },
      byLocalClock: { clock: end + offset },
      byGpsClock: { gpsClock: end - 30, clock: start },
    }
    const ids: Record<string, string> = {}
    for (const [at, [name, when]] of Object.entries(taken).entries())
      ids[name] = (await addPhoto(server, pilot, flight.id, await photograph(40 + at, when))).id
    await pilot.setVisibility(flight.id, 'public')
    const listSeen = async () => (await readShared(server, flight.id)).flight?.photos.map(({ id }) => id)
    const all = Object.values(ids)
    assert.deepEqual(await listSeen(), all)
    await pilot.addZone({ latitude: landing.lat, longitude: landing.lng, radiusM: 300 })
    const seen = [ids.nowhere, ids.inTheAir]
    assert.deepEqual(await listSeen(), seen)
    for (const id of all) assert.equal((await get(flight.id, id)).status, seen.includes(id) ? 200 : 404, id)
    assert.equal((await pilot.readSharing(flight.id)).hiddenPhotos, all.length - seen.length)
    const own = await server.fetch(`/api/v1/flights/${flight.id}/photos`, { headers: pilot.headers })
    const { data } = (await own.json()) as { data: object[] }
    assert.equal(data.length, all.length)
    assert.doesNotMatch(JSON.stringify(data), /latitude|taken/i)
  })
})
