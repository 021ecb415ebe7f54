// run: all
// Shared by every answer of the API: compression, conditional requests, the scopes of the credential.
import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import { suite, test } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { connectRaw } from '#test/support/abuse/raw-http.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** As it is on the wire: fetch would ask for encodings and undo them by itself. */
function get(
  server: TestServer,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(`${server.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject).end()
  })
}

suite('every answer of the API', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  for (let seed = 2; seed < 5; seed++) await uploadNew(server, pilot, makeFlight(seed))
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    get(server, path, { ...pilot.headers, ...headers }, method)

  test('an unknown parameter is ignored, and its name comes back', async () => {
    const known = await ask('/api/v1/flights?season=2026&pageSize=1')
    assert.equal(known.headers['x-cloudstreet-ignored'], undefined)
    const mistyped = await ask('/api/v1/flights?sesaon=2026&pageSize=1&a%0Ab=1&%ED%A0%80=')
    assert.equal(mistyped.status, 200)
    assert.equal(mistyped.headers['x-cloudstreet-ignored'], 'sesaon, a%0Ab, %25ED%25A0%2580')
    const many = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(100)}${index}=1`).join('&')
    assert.ok((await ask(`/api/v1/profile?${many}`)).headers['x-cloudstreet-ignored']!.length < 600)
  })

  test('an Idempotency-Key comes back as ignored where none is taken', async () => {
    const headers = { ...pilot.headers, 'idempotency-key': 'k1' }
    const ignoredBy = async (path: string, init: RequestInit) =>
      (await server.fetch(path, { method: 'POST', ...init })).headers.get('x-cloudstreet-ignored')
    const day = { body: '{"from":"2026-05-01"}' }
    const typed = { ...headers, 'content-type': 'application/json' }
    const nobodys = `/api/v1/gliders/${'a'.repeat(24)}/flights`
    assert.equal(await ignoredBy(nobodys, { headers: typed, ...day }), 'Idempotency-Key')
    const glider = { body: '{"name":"Alpina","class":"C"}' }
    assert.equal(await ignoredBy('/api/v1/gliders', { headers: typed, ...glider }), null)
    const body = makeFlight(9) as BodyInit
    assert.equal(await ignoredBy('/api/v1/flights/upload', { headers, body }), null)
  })

  test('JSON ends with a line end, which its length and its tag count: refusals and compressed ones, too', async () => {
    const upload = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: pilot.headers,
      body: makeFlight(1) as BodyInit,
    })
    assert.match(await upload.text(), /^\{.*\}\n$/)
    for (const path of [
      '/api/v1',
      '/api/v1/flights',
      `/api/v1/flights/${flight.id}`,
      `/api/v1/flights/${flight.id}/track`,
      '/api/v1/flights/none',
      '/api/v1/openapi.json',
      '/.well-known/oauth-authorization-server',
      '/healthz',
    ]) {
      const plain = await ask(path)
      assert.ok(String(plain.bytes).endsWith('}\n'), path)
      assert.equal(Number(plain.headers['content-length']), plain.bytes.length, path)
      assert.equal(
        (await ask(path, {}, 'HEAD')).headers['content-length'],
        plain.headers['content-length'],
        path,
      )
      const packed = await ask(path, { 'accept-encoding': 'gzip' })
      const isPacked = packed.headers['content-encoding'] === 'gzip'
      assert.deepEqual(isPacked ? gunzipSync(packed.bytes) : packed.bytes, plain.bytes, path)
      const { etag } = plain.headers
      if (etag !== undefined) assert.equal((await ask(path, { 'if-none-match': etag })).status, 304, path)
    }
    const broken = connectRaw(server.url)
    broken.send('nonsense\r\n\r\n')
    assert.match((await broken.waitForEnd(5000)).body, /\}\n$/)
  })

  test('a path with a slash at the end is the same path', async () => {
    for (const path of ['/api/v1/profile', '/api/v1/flights', `/api/v1/flights/${flight.id}`]) {
      const [plain, slashed] = [await ask(`${path}?pageSize=1`), await ask(`${path}/?pageSize=1`)]
      assert.deepEqual([slashed.status, String(slashed.bytes)], [200, String(plain.bytes)], path)
    }
    assert.equal((await ask('/api/v1/flights//')).status, 404)
    assert.equal((await get(server, '/api/v1/profile/', {})).status, 401)
  })

  test('JSON is compressed as the client asks, the greatest weight first, and says that it varies', async () => {
    const plain = await ask('/api/v1/flights')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.match(plain.headers.vary ?? '', /Accept-Encoding/)
    const wishes: [header: string, coding: string | undefined][] = [
      ['gzip', 'gzip'],
      ['zstd', 'zstd'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['GZIP;q=1.0, zstd;q=0.5', 'gzip'],
      ['gzip;q=0, zstd;q=0', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['br, deflate', undefined],
      ['*', undefined],
      ['gzip;q=nonsense', undefined],
    ]
    for (const [header, coding] of wishes) {
      const { headers, bytes } = await ask('/api/v1/flights', { 'accept-encoding': header })
      assert.equal(headers['content-encoding'], coding, header)
      assert.equal(Number(headers['content-length']), bytes.length)
      const text =
        coding === 'gzip' ? gunzipSync(bytes) : coding === 'zstd' ? zstdDecompressSync(bytes) : bytes
      assert.deepEqual(text, plain.bytes, header)
      if (coding) assert.ok(bytes.length < plain.bytes.length / 2)
      assert.equal(headers.etag, plain.headers.etag)
    }
  })

  test('a short answer and an error are sent as they are; a long one arrives whole', async () => {
    const encoding = { 'accept-encoding': 'gzip, zstd' }
    for (const path of ['/api/v1/profile', `/api/v1/flights/${'a'.repeat(24)}`])
      assert.equal((await ask(path, encoding)).headers['content-encoding'], undefined)
    const long = await ask('/api/v1/openapi.json', encoding)
    assert.equal(long.headers['content-encoding'], 'zstd')
    JSON.parse(zstdDecompressSync(long.bytes).toString())
    const head = await ask('/api/v1/flights', encoding, 'HEAD')
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
  })

  test('every GET without a parameter in its path is conditional', async () => {
    const description = JSON.parse((await ask('/api/v1/openapi.json')).bytes.toString()) as {
      paths: Record<string, Record<string, object>>
    }
    const paths = Object.keys(description.paths).filter(
      (path) => path.startsWith('/api/v1') && description.paths[path]?.get && !path.includes('{'),
    )
    const ofFlight = ['', '/track', '/igc', '/analysis', '/scores?league=all', '/terrain', '/airspace'].map(
      (end) => `/api/v1/flights/${flight.id}${end}`,
    )
    let tried = 0
    for (const path of [...paths, ...ofFlight, '/api/v1/openapi.json']) {
      const first = await ask(path, { 'accept-encoding': 'gzip' })
      // Webhooks belong to applications, not to pilots.
      if (first.status !== 200) continue
      tried++
      const etag = first.headers.etag ?? assert.fail(path)
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(path, { 'if-none-match': etag, 'accept-encoding': 'zstd' }, method)
        assert.deepEqual([again.status, again.bytes.length], [304, 0], `${method} ${path}`)
        assert.equal(again.headers.etag, etag)
      }
      assert.equal((await ask(path, { 'if-none-match': '"another"' })).status, 200)
    }
    assert.ok(tried >= 7, `${tried} paths`)
    assert.equal((await ask('/api/v1/profile')).headers['cache-control'], 'private, no-store')
  })

  test('X-OAuth-Scopes names what the credential has, on every answer to a live one', async () => {
    const key = bearer(await createKey(server, pilot.user, ['flights:read', 'profile:read']))
    const expected: [path: string, status: number][] = [
      ['/api/v1/flights', 200],
      ['/api/v1/profile', 200],
      ['/api/v1/flights?page=0', 400],
      [`/api/v1/flights/${'a'.repeat(24)}`, 404],
      ['/api/v1/nothing', 404],
      ['/api/v1', 200],
    ]
    for (const [path, status] of expected) {
      const answer = await get(server, path, key)
      assert.deepEqual(
        [answer.status, answer.headers['x-oauth-scopes']],
        [status, 'flights:read, profile:read'],
        path,
      )
    }
    const forbidden = await get(server, `/api/v1/flights/${flight.id}`, key, 'DELETE')
    assert.deepEqual(
      [forbidden.status, forbidden.headers['x-oauth-scopes']],
      [403, 'flights:read, profile:read'],
    )
    assert.equal((await get(server, '/api/v1/flights', {})).headers['x-oauth-scopes'], undefined)
    assert.equal((await get(server, '/api/v1/flights', bearer('x'))).headers['x-oauth-scopes'], undefined)
  })
})

suite('If-Match', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  let seed = 20
  const change = (owner: Pilot, id: string, method: string, tag: string, body?: object) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method,
      headers: { ...owner.headers, 'if-match': tag, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const readTag = async (id: string) =>
    (await server.fetch(`/api/v1/flights/${id}`, { headers: pilot.headers })).headers.get('etag') ?? ''

  test('changes and deletes a flight as it was read; otherwise 412, and nothing is done', async () => {
    const { id } = await uploadNew(server, pilot, makeFlight(seed++))
    const first = await readTag(id)
    const corrected = await change(pilot, id, 'PATCH', first, { is_tandem: true })
    assert.equal(corrected.status, 200)
    const second = corrected.headers.get('etag') ?? ''
    assert.equal(second, await readTag(id))
    assert.notEqual(second, first)
    for (const [method, body] of [['PATCH', { is_tandem: false }], ['DELETE']] as const) {
      const refused = await change(pilot, id, method, first, body)
      assert.equal(refused.status, 412)
      const problem = (await refused.json()) as Record<string, string>
      assert.equal(problem.error, 'precondition_failed')
      assert.match(problem.error_description ?? '', /changed since it was read/)
    }
    assert.equal(await readTag(id), second)
    assert.equal((await change(pilot, id, 'PATCH', '*', { is_tandem: true })).status, 200)
    assert.equal((await change(pilot, id, 'DELETE', `"x", ${await readTag(id)}`)).status, 204)
    assert.equal((await change(pilot, id, 'DELETE', '*')).status, 404)
  })

  test('of many changes of the same reading at once one is made', async () => {
    const { id } = await uploadNew(server, pilot, makeFlight(seed++))
    for (const is_tandem of [true, false, true]) {
      const tag = await readTag(id)
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => (await change(pilot, id, 'PATCH', tag, { is_tandem })).status),
      )
      assert.deepEqual(answers.sort(), [200, ...Array(7).fill(412)])
    }
  })
})
