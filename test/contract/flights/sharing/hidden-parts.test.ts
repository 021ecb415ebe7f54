// run: all
// Two flights that differ only in what a zone hides are one flight to everybody else, whatever they ask for.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { distanceKm } from '#igc/geodesy.ts'
import { readIgc } from '#igc/read.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { hills, writeHgt } from '#test/support/terrain/landscape.ts'
import { createSharingPilot, readShared } from '#test/support/sharing/visitor.ts'
import { startServer } from '#test/support/server.ts'

const ZONE_M = 400

suite('what a zone hides', async () => {
  const folder = makeFolder({ after })
  for (const south of [46, 47])
    writeFileSync(
      join(folder, `N${south}E008.hgt`),
      writeHgt(hills, { south, west: 8, rows: 241, columns: 241 }),
    )
  const server = await startServer({ after }, { environment: { ...unlimited, TERRAIN_DIR: folder } })
  const read = async (path: string) => {
    const response = await server.fetch(path)
    assert.equal(response.status, 200, path)
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    // By the clock of the machine.
    return text.replace(/"elapsedMs":[\d.]+/, '')
  }

  test('changes nothing that others can ask for', async () => {
    const pilot = await createSharingPilot(server, 'Ada')
    await pilot.dashboard('PATCH', '/sharing', { handle: 'hidden-parts' })
    await pilot.dashboard('PATCH', '/account', { publicProfile: true })
    const { track } = readIgc(makeFlight(3, { shape: 'line', taskKm: 20, latitude: 46.6, longitude: 8.3 }))
    assert.ok(track)
    const end = { latitude: track.latitude.at(-1)!, longitude: track.longitude.at(-1)! }
    await pilot.addZone({ ...end, radiusM: ZONE_M })
    // How long a cut is depends on the fixes, by a key that no one knows: here both are cut alike.
    let fingerprint: string | undefined
    const show = async (shown: Track) => {
      const { id } = await uploadNew(server, pilot, writeIgc({ track: shown, hasFineDecimals: true }))
      const { sql } = server.services.db
      fingerprint ??= (
        await sql<{ fingerprint: string }>`select fingerprint from flights where id = ${id}`
      )[0]!.fingerprint
      await sql`update flights set fingerprint = ${fingerprint} where id = ${id}`
      await pilot.setVisibility(id, 'public')
      const { flight } = await readShared(server, id)
      assert.deepEqual([flight?.isCut, flight?.isLandingShown], [true, false])
      assert.ok((flight?.analysis?.phases.length ?? 0) > 1)
      const seen = await Promise.all(listDoors(id, 'hidden-parts').map(read))
      await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
      return { doors: listDoors('ID', 'hidden-parts'), seen: seen.map((text) => text.replaceAll(id, 'ID')) }
    }
    const one = await show(track)
    const other = await show(changeNear(track, end))
    for (const [at, door] of one.doors.entries())
      assert.ok(one.seen[at] === other.seen[at], `${door} differs`)
  })
})

const listDoors = (id: string, handle: string) => [
  `/api/v1/shared/${id}`,
  ...['columns', 'geojson', 'gpx', 'kml'].map((format) => `/api/v1/shared/${id}/track?format=${format}`),
  ...['', '/embed', '/ground', '/first.svg', '/picture.png'].map((door) => `/f/${id}${door}`),
  ...['', '/feed.atom', '/feed.json'].map((door) => `/p/${handle}${door}`),
]

/** Elsewhere, higher and faster wherever it is near a place, which it does not leave. */
function changeNear(track: Track, place: { latitude: number; longitude: number }): Track {
  const changed = {
    ...track,
    latitude: track.latitude.slice(),
    longitude: track.longitude.slice(),
    gnssAltitude: track.gnssAltitude.slice(),
    pressureAltitude: track.pressureAltitude.slice(),
  }
  let count = 0
  for (let row = 0; row < track.length; row++) {
    const [latitude, longitude] = [track.latitude[row]!, track.longitude[row]!]
    if (distanceKm(latitude, longitude, place.latitude, place.longitude) * 1000 > ZONE_M) continue
    count += 1
    changed.latitude[row] = place.latitude + (latitude - place.latitude) / 3
    changed.longitude[row] = place.longitude - (longitude - place.longitude) / 3
    changed.gnssAltitude[row] = track.gnssAltitude[row]! + 900
    changed.pressureAltitude[row] = track.pressureAltitude[row]! + 900
  }
  assert.ok(count > 20, `${count} fixes`)
  return changed
}
