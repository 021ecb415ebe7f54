// run: all
// Strangers at every door that shows a flight: what zones hide is behind none of them, whatever the pilot did to the zones.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { TrackColumns } from '#contract/flight.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { makeFlight, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'
import { createSharingPilot, readShared, type SharingPilot } from '#test/support/sharing/visitor.ts'

interface Point {
  lat: number
  lng: number
  time: string
}

suite('strangers at the doors of a flight', async () => {
  const server = await shareServer()
  const open = async (path: string) => (await server.fetch(path)).text()
  const openProfile = async (pilot: SharingPilot, handle: string) => {
    await pilot.dashboard('PATCH', '/sharing', { handle })
    await pilot.dashboard('PATCH', '/account', { publicProfile: true })
  }
  const share = async (pilot: SharingPilot, bytes: Uint8Array) => {
    const flight = await uploadNew(server, pilot, bytes)
    await pilot.setVisibility(flight.id, 'public')
    const { launch, landing } = flight.flightInfo.metadata as unknown as { launch: Point; landing: Point }
    return { id: flight.id, takeoff: flight.flightInfo.takeoff.name, launch, landing }
  }
  const readTrack = async (id: string) => {
    const text = await open(`/api/v1/shared/${id}/track?format=columns&resolution=100000`)
    return (JSON.parse(text) as { data: TrackColumns }).data
  }

  test('see one circle of a zone, however often it was removed, resized or moved a little', async () => {
    const pilot = await createSharingPilot(server)
    const { id, landing } = await share(pilot, makeFlight(1, { shape: 'line', taskKm: 40 }))
    const changes = [
      [0, 500],
      [0, 500],
      [0, 900],
      [0.002, 400],
      [-0.001, 300],
    ] as const
    const ends = new Set<string>()
    for (const [north, radiusM] of changes) {
      const zone = await pilot.addZone({ latitude: landing.lat + north, longitude: landing.lng, radiusM })
      const { flight } = await readShared(server, id)
      assert.ok(flight?.isCut)
      const km = distanceKm(flight.end.lat, flight.end.lng, landing.lat + north, landing.lng)
      assert.ok(km * 1000 > radiusM, `${km} km from the zone’s middle`)
      ends.add(flight.end.time)
      await pilot.dashboard('DELETE', `/sharing/zones/${zone.id}`)
    }
    assert.equal(ends.size, 4, 'the same zone ends the flight where it did')
    const rows = await server.services.db.sql<{ cut_latitude: number; cut_longitude: number }>`
      select cut_latitude, cut_longitude from privacy_zones where user_id = ${pilot.user.id}`
    assert.equal(rows.length, 4, 'the same zone is put again; none is forgotten')
    assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, 1)
  })

  test('find sums of what they see, and nothing of what they do not', async () => {
    const pilot = await createSharingPilot(server)
    const { id, takeoff, launch, landing } = await share(
      pilot,
      makeFlight(2, { shape: 'line', taskKm: 40, latitude: 46.512345, longitude: 8.023457 }),
    )
    await openProfile(pilot, 'sums')
    for (const place of [launch, landing])
      await pilot.addZone({ latitude: place.lat, longitude: place.lng, radiusM: 300 })
    const { flight, text } = await readShared(server, id)
    assert.ok(flight)
    const { latitude, longitude, seconds } = await readTrack(id)
    assert.ok(latitude.length > 50)
    let km = 0
    for (const at of latitude.keys()) {
      const [lat, lng] = [latitude[at]!, longitude[at]!]
      if (at > 0) km += distanceKm(latitude[at - 1]!, longitude[at - 1]!, lat, lng)
      for (const place of [launch, landing])
        assert.ok(distanceKm(lat, lng, place.lat, place.lng) > 0.3, 'no fix in a zone')
    }
    assert.ok(Math.abs(flight.track.distance - km) < 0.02, `${flight.track.distance} and ${km} km`)
    assert.equal(flight.track.duration, seconds.at(-1)! - seconds[0]!)
    const doors = ['', '/embed', '/track?format=gpx', '/track?format=kml', '/track?format=geojson']
    const texts = await Promise.all([
      ...doors.slice(0, 2).map((door) => open(`/f/${id}${door}`)),
      ...doors.slice(2).map((door) => open(`/api/v1/shared/${id}${door}`)),
      open(`/oembed?url=${encodeURIComponent(`${server.url}/f/${id}`)}`),
      ...['/p/sums', '/p/sums/feed.atom', '/p/sums/feed.json'].map(open),
    ])
    const secrets = [
      takeoff,
      ...[launch, landing].flatMap(({ lat, lng, time }) => [time, `${lat}`, `${lng}`]),
    ]
    for (const [at, seen] of [text, ...texts].entries())
      for (const secret of secrets) assert.ok(!seen.includes(secret), `door ${at} has ${secret}`)
  })

  test('count no hidden flights on a profile, neither by a short page nor by its links', async () => {
    const pilot = await createSharingPilot(server)
    await openProfile(pilot, 'pages')
    const day = (at: number) => `2026-05-${String(at + 1).padStart(2, '0')}`
    const elsewhere = { latitude: 47.9, longitude: 11 }
    const [seen, hidden] = [new Set<string>(), new Set<string>()]
    let home: Point | undefined
    for (let at = 0; at < 27; at++) {
      const isHidden = at % 5 === 1
      const where = isHidden ? { taskKm: 1, latitude: 46.5, longitude: 8 } : { taskKm: 4, ...elsewhere }
      const { id, launch } = await share(pilot, makeFlight(at, { date: day(at), ...where }))
      if (isHidden) home = launch
      ;(isHidden ? hidden : seen).add(id)
    }
    await pilot.addZone({ latitude: home!.lat, longitude: home!.lng, radiusM: 2000 })
    for (const id of hidden) assert.equal((await pilot.readSharing(id)).hidden, 'all')
    const pages: string[][] = []
    for (let path: string | undefined = '/p/pages'; path;) {
      const text: string = await open(path)
      for (const id of hidden) assert.ok(!text.includes(id), 'no id of a hidden flight')
      pages.push([...text.matchAll(/href="\/f\/([0-9a-f]{24})"/g)].map(([, id]) => id!))
      path = /href="(\/p\/pages\?after=[0-9a-f]{24})"/.exec(text)?.[1]
    }
    assert.deepEqual(
      pages.map(({ length }) => length),
      [20, seen.size - 20],
    )
    assert.deepEqual(new Set(pages.flat()), seen)
    const openAfter = async (id: string) => (await open(`/p/pages?after=${id}`)).replaceAll(id, '')
    const unknown = await openAfter('0'.repeat(24))
    for (const id of hidden) assert.equal(await openAfter(id), unknown)
    const feed = JSON.parse(await open('/p/pages/feed.json')) as { items: unknown[] }
    assert.equal(feed.items.length, 20)
  })
})
