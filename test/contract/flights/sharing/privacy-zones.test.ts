// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PrivacyZone, Sharing, ZonePreview } from '#dashboard/sharing.ts'
import { distanceKm } from '#igc/geodesy.ts'
import type { TrackColumns } from '#server/flights/record/findings.ts'
import { toSteps } from '#server/flights/read/track.ts'
import { createSharingPilot, readShared, type SharingPilot } from '#test/support/sharing/visitor.ts'
import { makeFlight, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

interface Point {
  lat: number
  lng: number
  time: string
}

suite('privacy zones', async () => {
  const server = await shareServer()
  const zoneAt = ({ lat, lng }: Point, radiusM = 400) => ({ latitude: lat, longitude: lng, radiusM })
  const share = async (pilot: SharingPilot, seed: number) => {
    const flight = await uploadNew(server, pilot, makeFlight(seed, { shape: 'line', taskKm: 12 }))
    await pilot.setVisibility(flight.id, 'public')
    const { launch, landing } = flight.flightInfo.metadata as unknown as { launch: Point; landing: Point }
    return { flight, launch, landing }
  }
  const readSome = async (id: string) => {
    const { flight } = await readShared(server, id)
    assert.ok(flight)
    return flight
  }

  test('cut the landing from everything that others see, at once; the pilot sees all of it', async () => {
    const pilot = await createSharingPilot(server)
    const { flight, landing } = await share(pilot, 1)
    const whole = await readSome(flight.id)
    assert.equal(whole.isCut, false)
    assert.deepEqual(whole.end, landing)

    const zone = await pilot.addZone(zoneAt(landing))
    const cut = await readSome(flight.id)
    assert.deepEqual([cut.isCut, cut.isLandingShown, whole.isLandingShown], [true, false, true])
    assert.ok(cut.end.time < landing.time)
    assert.deepEqual(cut.start, whole.start)
    assert.equal(cut.takeoff?.name, flight.flightInfo.takeoff.name)
    assert.ok(distanceKm(cut.end.lat, cut.end.lng, landing.lat, landing.lng) > 0.1)
    assert.ok(cut.track.duration < whole.track.duration)
    assert.ok(cut.track.distance < whole.track.distance)
    assert.ok(cut.scoring.distance < whole.scoring.distance, 'the score of a straight flight ends there, too')
    assert.equal(cut.certificate.finish?.time !== landing.time, true)
    assert.equal((await pilot.readSharing(flight.id)).hidden, 'part')
    for (const format of ['geojson', 'columns', 'gpx', 'kml']) {
      const track = await (
        await server.fetch(`/api/v1/shared/${flight.id}/track?format=${format}&resolution=100000`)
      ).text()
      assert.ok(!track.includes(landing.time.slice(0, 19)), format)
    }
    const own = await server.fetch(`/api/v1/flights/${flight.id}`, { headers: pilot.headers })
    assert.deepEqual(((await own.json()) as { data: { scoring: object } }).data.scoring, flight.scoring)

    await pilot.dashboard('DELETE', `/sharing/zones/${zone.id}`)
    assert.deepEqual(await readSome(flight.id), whole)
  })

  test('hide the name and place of a launch, and a flight of which nothing is left', async () => {
    const pilot = await createSharingPilot(server)
    const { flight, launch } = await share(pilot, 2)
    await pilot.addZone(zoneAt(launch))
    const cut = await readSome(flight.id)
    assert.deepEqual([cut.takeoff, cut.isLandingShown], [null, true])
    assert.ok(cut.start.time > launch.time)

    const short = await uploadNew(
      server,
      pilot,
      makeFlight(3, { taskKm: 1, latitude: launch.lat, longitude: launch.lng }),
    )
    await pilot.setVisibility(short.id, 'public')
    await pilot.addZone(zoneAt(launch, 2000))
    assert.equal((await readShared(server, short.id)).status, 404)
    assert.equal((await server.fetch(`/api/v1/shared/${short.id}/track`)).status, 404)
    assert.equal((await pilot.readSharing(short.id)).hidden, 'all')
  })

  test('are cut where they were after a zone was removed and drawn again', async () => {
    const pilot = await createSharingPilot(server)
    const { flight, landing } = await share(pilot, 4)
    const ends = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const { id } = await pilot.addZone(zoneAt(landing))
      ends.add(JSON.stringify(await readSome(flight.id).then(({ end }) => end)))
      await pilot.dashboard('DELETE', `/sharing/zones/${id}`)
    }
    assert.equal(ends.size, 1)
    const [row] = await server.services.db.sql<{ zone_key: Uint8Array }>`
      select zone_key from sharing_settings where user_id = ${pilot.user.id}`
    assert.equal(row?.zone_key.length, 32)
  })

  test('are shown before they are added as others will see a flight afterwards, wherever they are', async () => {
    const pilot = await createSharingPilot(server)
    const { flight, launch, landing } = await share(pilot, 5)
    const readTrack = async () => {
      const answer = await server.fetch(`/api/v1/shared/${flight.id}/track?format=columns&resolution=5000`)
      if (answer.status === 404) return null
      return ((await answer.json()) as { data: TrackColumns }).data
    }
    const places = [
      zoneAt(landing, 300),
      zoneAt(launch, 2000),
      // Grows the first one, which keeps its centre.
      zoneAt(landing, 900),
      { ...zoneAt(landing), latitude: landing.lat + 5 },
    ]
    for (const place of places) {
      const preview = await pilot.dashboard<ZonePreview>(
        'POST',
        `/flights/${flight.id}/sharing/preview`,
        place,
      )
      const again = await pilot.dashboard('POST', `/flights/${flight.id}/sharing/preview`, place)
      assert.deepEqual(again, preview, 'looking twice changes nothing')
      const { id } = await pilot.addZone(place)
      const [disc] = await server.services.db.sql<ZonePreview['disc']>`
        select cut_latitude as latitude, cut_longitude as longitude, cut_radius_m as "radiusM"
        from privacy_zones where id = ${id}`
      assert.deepEqual(preview.disc, { ...disc })
      const { hidden, isGuessable } = await pilot.readSharing(flight.id)
      assert.deepEqual([preview.hidden, preview.isGuessable], [hidden, isGuessable])
      const seen = await readTrack()
      assert.deepEqual(preview.track, seen && toSteps(seen))
    }
    const stranger = await createSharingPilot(server)
    await assert.rejects(
      stranger.dashboard('POST', `/flights/${flight.id}/sharing/preview`, places[0]),
      /^Error: 404 /,
    )
  })

  test('with a wide disc keep it until their pilot has seen the smaller one and taken it', async () => {
    const pilot = await createSharingPilot(server)
    const { flight, landing } = await share(pilot, 6)
    const place = zoneAt(landing, 300)
    const { id } = await pilot.addZone(place)
    await server.services.db.sql`
      update privacy_zones set is_wide = ${true}, cut_radius_m = 6000, cut_latitude = latitude + 0.04 where id = ${id}`
    const wide = await readSome(flight.id)
    const look = async () => (await pilot.dashboard<Sharing>('GET', '/sharing')).zones
    const [seen] = await look()
    assert.deepEqual(await look(), [seen], 'looking twice changes nothing')
    assert.equal(seen?.discs?.now.radiusM, 6000)
    assert.equal(seen.discs.smaller.radiusM, 700)
    assert.deepEqual(await readSome(flight.id), wide)

    await Promise.allSettled(
      [1, 2].map(() => pilot.dashboard<PrivacyZone>('POST', `/sharing/zones/${id}/smaller`)),
    )
    const zones = await look()
    assert.deepEqual(
      zones.map(({ discs, ...zone }) => [discs, zone.radiusM]),
      [[undefined, 300]],
      'asked for twice at once',
    )
    const [{ id: smallerId } = { id: '' }] = zones
    const [row] = await server.services.db.sql`
      select cut_latitude as latitude, cut_longitude as longitude, cut_radius_m as "radiusM" from privacy_zones
      where id = ${smallerId}`
    assert.deepEqual(row, seen.discs.smaller, 'the one that was seen')
    const narrow = await readSome(flight.id)
    assert.ok(narrow.isCut && narrow.track.duration > wide.track.duration)

    await pilot.dashboard('DELETE', `/sharing/zones/${smallerId}`)
    await pilot.addZone(place)
    assert.deepEqual(await readSome(flight.id), narrow, 'put again it has the smaller disc')
  })

  test('are five at most, each within its bounds, and of their pilot', async () => {
    const [pilot, other] = [await createSharingPilot(server), await createSharingPilot(server)]
    const place = { latitude: 46.5, longitude: 8, radiusM: 500 }
    const refused = [
      { ...place, radiusM: 10 },
      { ...place, radiusM: 5000 },
      { ...place, latitude: 91 },
      { ...place, longitude: 200 },
      { ...place, latitude: 'here' },
      { ...place, name: '' },
    ]
    for (const zone of refused) await assert.rejects(pilot.addZone(zone as typeof place), /^Error: 400 /)
    for (let at = 0; at < 5; at++) await pilot.addZone({ ...place, latitude: 46 + at })
    await assert.rejects(pilot.addZone(place), /400 .*There are 5 zones already/)
    const { zones } = await pilot.dashboard<Sharing>('GET', '/sharing')
    assert.deepEqual(
      zones.map(({ latitude }) => latitude),
      [46, 47, 48, 49, 50],
    )
    assert.deepEqual((await other.dashboard<Sharing>('GET', '/sharing')).zones, [])
    await assert.rejects(other.dashboard('DELETE', `/sharing/zones/${zones[0]?.id}`), /^Error: 404 /)
  })
})
