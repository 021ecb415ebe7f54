import assert from 'node:assert/strict'
import { get as httpGet, type IncomingHttpHeaders } from 'node:http'
import { suite, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

suite('GET /api/v1/flights/{id}/igc and /track', async () => {
  const bytes = makeFlight(1)
  const server = await shareServer()
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, bytes, {
    query: `?filename=${encodeURIComponent('Föhn "☁".igc')}`,
  })
  /** Without a client that decompresses or adds headers. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const options = { method, headers: { ...pilot.headers, ...headers } }
      httpGet(new URL(path, server.url), options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      }).on('error', reject)
    })
  const igc = (headers: Record<string, string> = {}, method = 'GET') =>
    get(`/api/v1/flights/${flight.id}/igc`, headers, method)

  test('the file is byte for byte what was uploaded, with its headers', async () => {
    const answer = await igc()
    assert.equal(answer.status, 200)
    assert.ok(answer.body.equals(bytes))
    assert.equal(answer.headers['content-type'], 'application/igc')
    assert.equal(answer.headers.etag, `"${flight.hash}"`)
    assert.equal(answer.headers['content-length'], String(bytes.length))
    assert.match(answer.headers['cache-control'] ?? '', /private.*immutable/)
    assert.match(answer.headers.vary ?? '', /Accept-Encoding/)
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="F_hn ___.igc"; filename*=UTF-8''F%C3%B6hn%20%22%E2%98%81%22.igc`,
    )
  })

  test('who accepts zstd gets the stored bytes under the same tag, and the same file', async () => {
    for (const accept of ['zstd', 'gzip, br;q=0.5, ZSTD ;q=0.1']) {
      const answer = await igc({ 'accept-encoding': accept })
      assert.equal(answer.headers['content-encoding'], 'zstd')
      assert.equal(answer.headers.etag, `"${flight.hash}"`)
      assert.equal(answer.headers['accept-ranges'], 'none')
      assert.ok(answer.body.length < bytes.length / 2)
      assert.ok(zstdDecompressSync(answer.body).equals(bytes))
    }
    for (const accept of ['zstd;q=0', 'gzip, br', '*', 'zstdx']) {
      assert.equal((await igc({ 'accept-encoding': accept })).headers['content-encoding'], undefined, accept)
    }
  })

  test('304 for the tag, strong or weak, alone or in a list', async () => {
    const tag = `"${flight.hash}"`
    for (const condition of [tag, `W/${tag}`, `"other", W/"x" ,${tag}`, '*']) {
      const answer = await igc({ 'if-none-match': condition })
      assert.equal(answer.status, 304, condition)
      assert.equal(answer.body.length, 0)
      assert.equal(answer.headers.etag, tag)
    }
    for (const condition of ['"other"', flight.hash, `"${flight.hash}x"`]) {
      assert.equal((await igc({ 'if-none-match': condition })).status, 200, condition)
    }
  })

  test('HEAD has the headers of GET and no body', async () => {
    const answer = await igc({}, 'HEAD')
    assert.equal(answer.status, 200)
    assert.equal(answer.body.length, 0)
    assert.equal(answer.headers['content-length'], String(bytes.length))
    assert.equal(answer.headers.etag, `"${flight.hash}"`)
  })

  const length = bytes.length
  const ranges: [string, number, number][] = [
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, length - 1],
    ['bytes=-7', length - 7, length - 1],
    ['bytes=5-99999999', 5, length - 1],
    ['bytes=-99999999', 0, length - 1],
  ]
  for (const [range, from, to] of ranges) {
    test(`${range} is 206 with exactly those bytes`, async () => {
      const answer = await igc({ range })
      assert.equal(answer.status, 206)
      assert.equal(answer.headers['content-range'], `bytes ${from}-${to}/${length}`)
      assert.ok(answer.body.equals(bytes.subarray(from, to + 1)))
    })
  }

  test('several ranges, other units and nonsense are the whole file; outside of it is 416', async () => {
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-5', 'bytes=-', 'x']) {
      const answer = await igc({ range })
      assert.equal(answer.status, 200, range)
      assert.ok(answer.body.equals(bytes))
    }
    for (const range of [`bytes=${length}-`, 'bytes=-0']) {
      const answer = await igc({ range })
      assert.equal(answer.status, 416, range)
      assert.equal(answer.headers['content-range'], `bytes */${length}`)
      assert.equal((JSON.parse(answer.body.toString()) as { error: string }).error, 'range_not_satisfiable')
    }
  })

  test('If-Range: the range for the right tag, the whole file for another, and for who mixes in zstd', async () => {
    const range = { range: 'bytes=0-9' }
    assert.equal((await igc({ ...range, 'if-range': `"${flight.hash}"` })).status, 206)
    assert.equal((await igc({ ...range, 'if-range': '"other"' })).status, 200)
    const mixed = await igc({ ...range, 'if-range': `"${flight.hash}"`, 'accept-encoding': 'zstd' })
    assert.equal(mixed.status, 200)
  })

  test('a malformed id is 400, an unknown or foreign one 404', async () => {
    const malformed = await get('/api/v1/flights/nothing/igc')
    assert.equal(malformed.status, 400)
    assert.match(malformed.body.toString(), /24 lowercase hexadecimal characters/)
    assert.equal((await get(`/api/v1/flights/${'0'.repeat(24)}/igc`)).status, 404)
    const other = await createPilot(server)
    assert.equal((await get(`/api/v1/flights/${flight.id}/igc`, other.headers)).status, 404)
  })

  test('the track is GeoJSON or columns, at the resolution asked for', async () => {
    const path = `/api/v1/flights/${flight.id}/track`
    const geojson = await get(`${path}?resolution=50`)
    assert.match(geojson.headers['content-type'] ?? '', /^application\/geo\+json/)
    const feature = JSON.parse(geojson.body.toString()) as {
      type: string
      geometry: { type: string; coordinates: number[][] }
      properties: { id: string; times: string[] }
    }
    assert.equal(feature.type, 'Feature')
    assert.equal(feature.geometry.type, 'LineString')
    assert.equal(feature.geometry.coordinates.length, 50)
    assert.equal(feature.properties.times.length, 50)
    assert.equal(feature.properties.id, flight.id)
    const columns = await get(`${path}?resolution=100000&format=columns`)
    const { data } = JSON.parse(columns.body.toString()) as { data: Record<string, number[]> }
    const lengths = new Set(Object.values(data).map((column) => column.length))
    assert.equal(lengths.size, 1)
    assert.ok([...lengths][0]! > 100)
    const same = await get(path, { 'if-none-match': (await get(path)).headers.etag ?? '' })
    assert.equal(same.status, 304)
  })

  test('a track over the antimeridian is cut there', async () => {
    const bytes = makeFlight(1, { latitude: -16.8, longitude: 179.98, shape: 'line', taskKm: 12 })
    const fiji = await uploadNew(server, pilot, bytes)
    const answer = await get(`/api/v1/flights/${fiji.id}/track?resolution=100000`)
    const { geometry } = JSON.parse(answer.body.toString()) as {
      geometry: { type: string; coordinates: number[][][] }
    }
    assert.equal(geometry.type, 'MultiLineString')
    for (const line of geometry.coordinates) {
      for (const [index, position] of line.entries())
        if (index > 0) assert.ok(Math.abs(position[0]! - line[index - 1]![0]!) < 180)
    }
  })

  const bad: [string, RegExp][] = [
    ['?format=shp', /format must be/],
    ['?resolution=1', /resolution must be/],
    ['?resolution=100001', /resolution must be/],
    ['?resolution=x', /resolution must be/],
  ]
  for (const [query, sentence] of bad) {
    test(`track${query} is 400`, async () => {
      const answer = await get(`/api/v1/flights/${flight.id}/track${query}`)
      assert.equal(answer.status, 400)
      assert.match(answer.body.toString(), sentence)
    })
  }
})
