// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { MapView } from '#dashboard/map.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('launch points', async () => {
  let seed = 9000
  const server = await startServer({ after }, { environment: unlimited })
  const headers = (await createSignedInUser(server)).headers
  const fly = (pilot: Pilot, place: { latitude: number; longitude: number }) =>
    uploadNew(server, pilot, makeFlight(seed++, place))
  const setVisibility = async (pilot: Pilot, id: string, visibility: string) => {
    const response = await server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility }),
    })
    assert.equal(response.status, 200, await response.text())
  }
  const flyPublicly = async (pilot: Pilot, place: { latitude: number; longitude: number }) => {
    const flight = await fly(pilot, place)
    await setVisibility(pilot, flight.id, 'public')
    return flight
  }
  const showMap = async ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    const reach = 0.05
    const query = new URLSearchParams({
      west: String(longitude - reach),
      east: String(longitude + reach),
      south: String(latitude - reach),
      north: String(latitude + reach),
      zoom: '12',
    })
    const response = await server.fetch(`/app/api/map?${query.toString()}`, { headers })
    assert.equal(response.status, 200)
    return ((await response.json()) as MapView).takeoffs
  }
  const countPlaces = async (latitude: number) => {
    const rows = await server.services.db.sql`
      select id from takeoffs where latitude between ${latitude - 0.05} and ${latitude + 0.05}`
    return rows.length
  }
  const remove = (pilot: Pilot, id: string) =>
    server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })

  test('are on no one else’s map, however many pilots have begun public flights there', async () => {
    const place = { latitude: 46.105, longitude: 7.105 }
    for (let count = 0; count < 4; count++) await flyPublicly(await createPilot(server), place)
    assert.deepEqual(await showMap(place), [])
  })

  test('are a place for each pilot, whose id finds the flights of that pilot alone', async () => {
    const place = { latitude: 46.4, longitude: 7.4 }
    const [one, other] = [await createPilot(server), await createPilot(server)]
    const [mine, theirs] = [await fly(one, place), await fly(other, place)]
    const again = await fly(one, place)
    assert.notEqual(mine.flightInfo.takeoff.id, theirs.flightInfo.takeoff.id)
    assert.equal(mine.flightInfo.takeoff.id, again.flightInfo.takeoff.id)
    const count = async ({ headers: by }: Pilot, id: string) => {
      const answer = await server.fetch(`/api/v1/flights?takeoffId=${id}`, { headers: by })
      return ((await answer.json()) as { data: unknown[] }).data.length
    }
    assert.equal(await count(one, mine.flightInfo.takeoff.id), 2)
    assert.equal(await count(one, theirs.flightInfo.takeoff.id), 0)
    assert.equal(await count(other, theirs.flightInfo.takeoff.id), 1)
    assert.equal(await count(other, mine.flightInfo.takeoff.id), 0)
  })

  test('of a list are always on the map', async () => {
    const place = { latitude: 46.3, longitude: 7.3 }
    const sites = 'id,name,longitude,latitude,country\n1,Hill,7.3,46.3,CH'
    await importTakeoffs(server.services, sites, 'test')
    assert.deepEqual(
      (await showMap(place)).map(({ name }) => name),
      ['Hill'],
    )
  })

  test('of one pilot are not shown to the next who starts nearby: each sees their own', async () => {
    const first = await fly(await createPilot(server), { latitude: 46.5, longitude: 7.5 })
    const second = await fly(await createPilot(server), { latitude: 46.5045, longitude: 7.5 })
    const [a, b] = [first.flightInfo.takeoff, second.flightInfo.takeoff]
    assert.ok(Math.abs(a.lat - 46.5) < 0.002, `the first pilot's own launch, not ${a.lat}`)
    assert.ok(Math.abs(b.lat - 46.5045) < 0.002, `the second pilot's own launch, not ${b.lat}`)
  })

  test('cannot be found out by diagnosing files', async () => {
    await fly(await createPilot(server), { latitude: 46.7, longitude: 7.7 })
    const stranger = await createPilot(server)
    const response = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...stranger.headers, 'content-type': 'application/octet-stream' },
      body: Buffer.from(makeFlight(seed++, { latitude: 46.7045, longitude: 7.7 })),
    })
    const { data } = (await response.json()) as { data: { flight: { takeoff: { lat: number } } } }
    assert.ok(Math.abs(data.flight.takeoff.lat - 46.7045) < 0.002)
  })

  test('are not found out by which of one’s own flights share a take-off', async () => {
    const [owner, attacker, alone] = [
      await createPilot(server),
      await createPilot(server),
      await createPilot(server),
    ]
    await fly(owner, { latitude: 47.3, longitude: 7.3 })
    const probe = async (pilot: Pilot) => {
      const south = await fly(pilot, { latitude: 47.2916, longitude: 7.3 })
      const north = await fly(pilot, { latitude: 47.3084, longitude: 7.3 })
      return [south, north].map(({ flightInfo }) => flightInfo.takeoff)
    }
    const [south, north] = await probe(attacker)
    assert.notEqual(south?.id, north?.id, 'a place between them would join both')
    const answer = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...attacker.headers, 'content-type': 'application/octet-stream' },
      body: Buffer.from(makeFlight(seed++, { latitude: 47.3, longitude: 7.3 })),
    })
    const { data } = (await answer.json()) as { data: { flight: { takeoff: { lat: number } } } }
    const own = [south?.lat, north?.lat].map((lat) => Math.abs((lat ?? 0) - data.flight.takeoff.lat))
    assert.ok(Math.min(...own) < 1e-9, 'the nearer of the own places')
    const [other] = await probe(alone)
    assert.equal(other?.name, south?.name)
  })

  test('go with the last flight from there', async () => {
    const place = { latitude: 46.9, longitude: 7.9 }
    const [one, other] = [await createPilot(server), await createPilot(server)]
    const flights = [await fly(one, place), await fly(one, place)]
    const kept = await fly(other, { ...place, latitude: 46.9045 })
    for (const { id } of flights) assert.equal((await remove(one, id)).status, 204)
    assert.equal(await countPlaces(place.latitude), 1)
    assert.equal((await remove(other, kept.id)).status, 204)
    assert.equal(await countPlaces(place.latitude), 0)
  })

  test('of a deleted account are gone', async () => {
    const place = { latitude: 47.1, longitude: 8.1 }
    const pilot = await createPilot(server)
    await fly(pilot, place)
    await fly(pilot, { latitude: 47.13, longitude: 8.1 })
    assert.equal(await countPlaces(47.1), 2)
    const part = createFlightsPart(server.services)
    await server.services.db.transaction((sql) => part.erase(sql, pilot.user))
    assert.equal(await countPlaces(47.1), 0)
  })
})
