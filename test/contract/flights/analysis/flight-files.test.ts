// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Static } from 'typebox'
import type { TrackColumns } from '#contract/flight.ts'
import { cleanFileName } from '#server/flights/record/text/file-name.ts'
import { readCsv, readGpx, readKml } from '#test/support/formats/readers.ts'
import { createPilot, makeFlight, upload, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

const listFixes = ({ seconds, latitude, longitude, altitude }: Static<typeof TrackColumns>['data']) =>
  seconds.map((second, row) => [second, latitude[row], longitude[row], altitude[row]])

suite('files of flights for other programs', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-17' }))
  const ask = async (query: string, accept?: string) => {
    const response = await server.fetch(`/api/v1/flights/${flight.id}/track${query}`, {
      headers: { ...pilot.headers, ...(accept !== undefined && { accept }) },
    })
    assert.equal(response.status, 200)
    const type = response.headers.get('content-type') ?? ''
    return {
      type: type.split(';', 1)[0],
      text: await response.text(),
      name: response.headers.get('content-disposition'),
    }
  }
  const { data } = JSON.parse((await ask('?format=columns')).text) as Static<typeof TrackColumns>

  test('are GPX 1.1 with every fix, its altitude and its time', async () => {
    const { type, text, name } = await ask('?format=gpx')
    assert.equal(type, 'application/gpx+xml')
    assert.match(name ?? '', /2026-05-17-[0-9a-f]{24}\.gpx/)
    assert.deepEqual(await readGpx(text), listFixes(data))
  })

  test('are KML with the same fixes, altitudes and times', async () => {
    const { type, text } = await ask('?format=kml&resolution=50')
    assert.equal(type, 'application/vnd.google-earth.kml+xml')
    const thinned = JSON.parse((await ask('?format=columns&resolution=50')).text) as Static<
      typeof TrackColumns
    >
    const fixes = readKml(text)
    assert.equal(fixes.length, 50)
    assert.deepEqual(fixes, listFixes(thinned.data))
  })

  test('come by the header Accept, and GeoJSON for whatever else it says', async () => {
    const asked = {
      'application/gpx+xml': 'application/gpx+xml',
      'text/html, application/vnd.google-earth.kml+xml;q=0.9': 'application/vnd.google-earth.kml+xml',
      'application/json': 'application/geo+json',
      '*/*': 'application/geo+json',
    }
    for (const [accept, type] of Object.entries(asked)) assert.equal((await ask('', accept)).type, type)
    // The address decides.
    assert.equal((await ask('?format=geojson', 'application/gpx+xml')).type, 'application/geo+json')
  })

  test('are a logbook that a spreadsheet opens, whatever files are called', async () => {
    const other = await createPilot(server)
    const names = ['=HYPERLINK("http://evil.example")', 'a, "b"; Zürich.igc', '@x.igc']
    for (const [seed, name] of names.entries())
      await upload(server, other, makeFlight(seed + 2, { date: `2026-05-1${seed}` }), {
        query: `?filename=${encodeURIComponent(name)}`,
      })
    const path = '/api/v1/flights/export'
    const response = await server.fetch(path, { headers: other.headers })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const records = readCsv(bytes)
    assert.equal(records.length, 3)
    assert.deepEqual(
      records.map(({ date }) => date),
      ['2026-05-12', '2026-05-11', '2026-05-10'],
    )
    for (const record of records)
      for (const value of Object.values(record)) assert.doesNotMatch(value, /^\s*[=+@]/)
    assert.deepEqual(
      records.map(({ file_name }) => file_name?.replace(/^'/, '')),
      names.map((name) => cleanFileName(name)).toReversed(),
    )
    assert.ok(records.every(({ score }) => Number(score) > 0))
    const etag = response.headers.get('etag') ?? ''
    const again = await server.fetch(path, { headers: { ...other.headers, 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal((await server.fetch(path)).status, 401)
  })

  test('have every flight of a long logbook once', async () => {
    const { sql } = server.services.db
    const [row] = await sql<{
      takeoff: string
    }>`select takeoff_id as takeoff from flights where id = ${flight.id}`
    for (let number = 0; number < 450; number++)
      await sql`
        insert into flights
          (id, owner_id, hash, fingerprint, file_name, flight_date, season, is_tandem, launch_type, distance_km, score,
           score_type, scored_by, takeoff_id, duration_seconds, track_distance_km, metadata, shape, created_at,
           updated_at, change_number, launch_latitude, launch_longitude)
        select ${String(number).padStart(24, '0')}, owner_id, ${String(number).padStart(64, '0')}, ${`f${number}`},
          file_name, flight_date, season, is_tandem, launch_type, distance_km, score, score_type, scored_by,
          ${row!.takeoff}, duration_seconds, track_distance_km, metadata, shape, created_at, updated_at,
          change_number, launch_latitude, launch_longitude
        from flights where id = ${flight.id}`
    const response = await server.fetch('/api/v1/flights/export', { headers: pilot.headers })
    const records = readCsv(Buffer.from(await response.arrayBuffer()))
    assert.equal(records.length, 451)
    assert.equal(new Set(records.map(({ id }) => id)).size, 451)
  })
})
