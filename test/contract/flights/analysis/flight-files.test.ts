import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Static } from 'typebox'
import type { TrackColumns } from '#contract/flight.ts'
import { readCsv } from '#test/support/formats/csv.ts'
import { checkXml, type ElementSchema, readXml } from '#test/support/formats/xml.ts'
import { createPilot, makeFlight, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

const NUMBER = /^-?\d+(\.\d+)?$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** As far as we write it: https://www.topografix.com/GPX/1/1/gpx.xsd */
const gpx: Record<string, ElementSchema> = {
  gpx: {
    attributes: { version: /^1\.1$/, creator: /./, xmlns: /^http:\/\/www\.topografix\.com\/GPX\/1\/1$/ },
    children: ['metadata?', 'wpt*', 'rte*', 'trk*'],
  },
  trk: { children: ['name?', 'trkseg*'] },
  name: { text: /./ },
  trkseg: { children: ['trkpt*'] },
  trkpt: { attributes: { lat: NUMBER, lon: NUMBER }, children: ['ele?', 'time?'] },
  ele: { text: NUMBER },
  time: { text: TIME },
}

/** http://schemas.opengis.net/kml/2.2.0/ogckml22.xsd with https://developers.google.com/kml/schema/kml22gx.xsd */
const kml: Record<string, ElementSchema> = {
  kml: {
    attributes: {
      xmlns: /^http:\/\/www\.opengis\.net\/kml\/2\.2$/,
      'xmlns:gx': /^http:\/\/www\.google\.com\/kml\/ext\/2\.2$/,
    },
    children: ['Document'],
  },
  Document: { children: ['name?', 'Placemark*'] },
  Placemark: { children: ['name?', 'gx:Track'] },
  name: { text: /./ },
  'gx:Track': { children: ['altitudeMode?', 'when*', 'gx:coord*'] },
  altitudeMode: { text: /^absolute$/ },
  when: { text: TIME },
  'gx:coord': { text: /^-?[\d.]+ -?[\d.]+ -?[\d.]+$/ },
}

suite('files of flights for other programs', async () => {
  const server = await startServer({ after }, { environment: unlimited })
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
    const root = readXml(text)
    checkXml(root, gpx)
    const points = root.children[0]!.children[1]!.children
    assert.deepEqual(
      points.map(({ attributes, children }) => [
        Number(attributes.lat),
        Number(attributes.lon),
        Number(children[0]!.text),
        Date.parse(children[1]!.text) / 1000,
      ]),
      data.seconds.map((second, row) => [
        data.latitude[row],
        data.longitude[row],
        data.altitude[row],
        second,
      ]),
    )
  })

  test('are KML with as many times as places', async () => {
    const { type, text } = await ask('?format=kml&resolution=50')
    assert.equal(type, 'application/vnd.google-earth.kml+xml')
    const root = readXml(text)
    checkXml(root, kml)
    const [, ...rest] = root.children[0]!.children[1]!.children[1]!.children
    const whens = rest.filter(({ name }) => name === 'when')
    const places = rest.filter(({ name }) => name === 'gx:coord')
    assert.deepEqual([whens.length, places.length], [50, 50])
    const first = places[0]!.text.split(' ').map(Number)
    assert.deepEqual(first, [data.longitude[0], data.latitude[0], data.altitude[0]])
    assert.equal(Date.parse(whens.at(-1)!.text) / 1000, data.seconds.at(-1))
  })

  test('come by the header Accept, and GeoJSON for whatever else it says', async () => {
    const asked = {
      'application/gpx+xml': 'application/gpx+xml',
      'text/html, application/vnd.google-earth.kml+xml;q=0.9': 'application/vnd.google-earth.kml+xml',
      'application/json': 'application/geo+json',
      '*/*': 'application/geo+json',
    }
    for (const [accept, type] of Object.entries(asked)) assert.equal((await ask('', accept)).type, type)
    // What the address says counts.
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
    const [head, ...rows] = readCsv(bytes.toString().slice(1))
    assert.equal(rows.length, 3)
    const records = rows.map((row) => Object.fromEntries(head!.map((column, index) => [column, row[index]!])))
    assert.deepEqual(
      records.map(({ date }) => date),
      ['2026-05-12', '2026-05-11', '2026-05-10'],
    )
    for (const row of rows) {
      assert.equal(row.length, head!.length)
      for (const value of row) assert.doesNotMatch(value, /^\s*[=+@]/)
    }
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
    const [, ...rows] = readCsv((await response.text()).replace(/^\uFEFF/, ''))
    assert.equal(rows.length, 451)
    assert.equal(new Set(rows.map((values) => values.at(-2))).size, 451)
  })
})
