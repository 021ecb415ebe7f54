// run: all
// Uploads as real tools send them.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Import } from '#contract/imports.ts'
import { connectRaw, writeHead } from '#test/support/abuse/raw-http.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { createPilot, makeFlight, multipart } from '#test/support/flights.ts'
import { shareServer } from '#test/support/server.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const PATH = '/api/v1/flights/upload'

suite('uploads as real tools send them', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  let seed = 700

  /** As bytes on the wire: a library would add headers. */
  async function send(
    method: string,
    bytes: Uint8Array,
    headers: Record<string, string | number>,
    path = PATH,
  ) {
    const client = connectRaw(server.url)
    const length = headers['transfer-encoding'] ? {} : { 'content-length': bytes.length }
    client.send(writeHead(method, path, { ...pilot.headers, ...headers, ...length, connection: 'close' }))
    client.send(bytes)
    const { status, body } = await client.waitForEnd(20_000)
    return { status, body }
  }
  const inOneChunk = (bytes: Uint8Array) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

  const tools: [tool: string, method: string, headers: Record<string, string>][] = [
    ['requests.post(url, data=file), no Content-Type', 'POST', {}],
    ['requests.put(url, data=file)', 'PUT', {}],
    ['a client that sends Content-Type without a value', 'POST', { 'content-type': '' }],
    ['curl --data-binary @file, which says it is a form', 'POST', FORM],
    ['curl --data-binary @file -X PUT', 'PUT', FORM],
    ['curl -T file -H Content-Type', 'PUT', { 'content-type': 'application/octet-stream' }],
  ]
  for (const [tool, method, headers] of tools) {
    test(`${tool} is 201, and 200 the second time`, async () => {
      const bytes = makeFlight(seed++)
      assert.equal((await send(method, bytes, headers)).status, 201)
      assert.equal((await send(method, bytes, headers)).status, 200)
      assert.equal((await send(method, gzipSync(makeFlight(seed++)), headers)).status, 201)
    })
  }

  for (const type of ['application/gzip', 'application/x-gzip']) {
    test(`gzip that says it is ${type} is 201, at the import and the validation, too`, async () => {
      const headers = { 'content-type': type }
      assert.equal((await send('POST', gzipSync(makeFlight(seed++)), headers)).status, 201)
      const file = gzipSync(makeFlight(seed++))
      assert.equal((await send('POST', file, headers, '/api/v1/flights/validate')).status, 200)
      const imported = await send('POST', file, headers, '/api/v1/flights/import')
      assert.equal(imported.status, 200)
      assert.equal((JSON.parse(imported.body) as { data: Import }).data.counts.new, 1)
    })
  }

  for (const type of ['application/zip', 'application/x-zip-compressed']) {
    test(`an archive that says it is ${type} is imported by the upload`, async () => {
      const archive = await makeZip([['a.igc', makeFlight(seed++)]])
      const { status, body } = await send('POST', archive, { 'content-type': type })
      assert.equal(status, 202)
      assert.equal((JSON.parse(body) as { data: Import }).data.counts.new, 1)
    })
  }

  test('an import is named by what was sent: an archive, or the flight itself', async () => {
    const nameOf = async (bytes: Uint8Array, query = '') => {
      const { body } = await send('POST', bytes, {}, `/api/v1/flights/import${query}`)
      return (JSON.parse(body) as { data: Import }).data.fileName
    }
    const flight = makeFlight(seed++)
    assert.equal(await nameOf(flight), 'flight.igc')
    assert.equal(await nameOf(gzipSync(flight), '?filename=mine.igc.gz'), 'mine.igc')
    assert.equal(await nameOf(await makeZip([['a.igc', flight]])), 'flights.zip')
  })

  test('a stream without a length and a type, as Go and curl -T - send it, is 201', async () => {
    const bytes = inOneChunk(makeFlight(seed++))
    assert.equal((await send('PUT', bytes, { 'transfer-encoding': 'chunked' })).status, 201)
    assert.equal(
      (await send('POST', inOneChunk(makeFlight(seed++)), { 'transfer-encoding': 'chunked' })).status,
      201,
    )
  })

  test('PUT counts as an upload and waits for Expect: 100-continue like POST', async () => {
    const bytes = makeFlight(seed++)
    const client = connectRaw(server.url)
    const headers = {
      ...pilot.headers,
      'content-length': bytes.length,
      expect: '100-continue',
      connection: 'close',
    }
    client.send(writeHead('PUT', PATH, headers))
    while (!client.received.includes('100 Continue')) await new Promise((resolve) => setTimeout(resolve, 10))
    client.send(bytes)
    await client.waitForEnd(20_000)
    assert.match(client.received, /HTTP\/1\.1 201 /)
  })

  test('the dashboard and the validation take the same bodies', async () => {
    const bytes = makeFlight(seed++)
    for (const headers of [{}, FORM]) {
      const { status, body } = await send('POST', bytes, headers, '/api/v1/flights/validate')
      assert.equal(status, 200)
      assert.match(body, /"isValid":true/)
    }
  })

  test('True and False, as Python writes them, are true and false', async () => {
    for (const [text, value] of [
      ['True', true],
      ['FALSE', false],
      ['1', true],
    ] as const) {
      const { body, contentType } = multipart([
        { headers: 'Content-Disposition: form-data; name="is_tandem"', content: text },
        {
          headers: 'Content-Disposition: form-data; name="file"; filename="a.igc"',
          content: makeFlight(seed++),
        },
      ])
      const answers = [
        await send('POST', body, { 'content-type': contentType }),
        await send('POST', makeFlight(seed++), {}, `${PATH}?is_tandem=${text}`),
      ]
      for (const answer of answers) {
        const { id } = (JSON.parse(answer.body) as { data: { id: string } }).data
        const flight = await server.fetch(`/api/v1/flights/${id}`, { headers: pilot.headers })
        assert.equal(((await flight.json()) as { data: { is_tandem: boolean } }).data.is_tandem, value, text)
      }
    }
    assert.equal((await send('POST', makeFlight(seed++), {}, `${PATH}?is_tandem=yes`)).status, 400)
  })
})
