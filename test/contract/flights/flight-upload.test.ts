import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Scope } from '#contract/scopes.ts'
import {
  createPilot,
  list,
  makeFlight,
  multipart,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { connectRaw, type RawClient, writeHead } from '#test/support/abuse/raw-http.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const LIMIT = 400_000
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

suite('POST /api/v1/flights/upload', async () => {
  const environment = { ...unlimited, MAX_UPLOAD_BYTES: String(LIMIT) }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server)
  let seed = 1000
  const nextFlight = () => makeFlight(seed++)
  const countFlights = async () => (await list(server, pilot)).pagination.totalCount
  const readError = async (response: Response) =>
    (await response.json()) as { error: string; error_description: string }

  test('a new flight is 201, the same bytes again 200, and it is scored when the answer arrives', async () => {
    const bytes = nextFlight()
    const first = await upload(server, pilot, bytes)
    assert.equal(first.status, 201)
    const body = (await first.json()) as { data: { id: string } }
    const hash = sha256(bytes)
    const fileName = `2024-07-03-${hash.slice(0, 8)}.igc`
    const flight = (await list(server, pilot, '?pageSize=100')).data.find((one) => one.hash === hash)
    assert.ok(flight && flight.scoring.score > 0)
    const { id, scoring } = flight
    const stored = { id, hash, fileName, scoring, warnings: [], recording: 'complete' }
    assert.deepEqual(body, { data: { ...stored, isNew: true } })
    const again = await upload(server, pilot, bytes)
    assert.equal(again.status, 200)
    assert.deepEqual(await again.json(), { data: { ...stored, isNew: false } })
    for (const { headers } of [first, again]) {
      const found = await fetch(headers.get('location') ?? '', { headers: pilot.headers })
      assert.deepEqual(((await found.json()) as { data: object }).data, flight)
    }
  })

  test('the same fixes in another file are the same flight: its hash and name are answered', async () => {
    const bytes = nextFlight()
    const first = await readUploaded(await upload(server, pilot, bytes, { query: '?filename=first.igc' }))
    const retold = Buffer.concat([bytes, Buffer.from('LXXXanother comment\r\n')])
    const again = await upload(server, pilot, retold, { query: '?filename=second.igc' })
    assert.equal(again.status, 200)
    assert.deepEqual(await readUploaded(again), { ...first, fileName: 'first.igc', isNew: false })
  })

  test('two pilots upload the same file and neither learns of the other', async () => {
    const bytes = nextFlight()
    const other = await createPilot(server)
    assert.equal((await upload(server, pilot, bytes)).status, 201)
    assert.equal((await upload(server, other, bytes)).status, 201)
    assert.equal((await list(server, other)).pagination.totalCount, 1)
  })

  for (const type of [
    'application/octet-stream',
    'application/igc',
    'application/vnd.fai.igc',
    'text/plain; charset=utf-8',
    'Application/IGC',
  ]) {
    test(`a raw body as ${type} is taken`, async () => {
      const response = await upload(server, pilot, nextFlight(), { headers: { 'content-type': type } })
      assert.equal(response.status, 201)
    })
  }

  const oddParts: [string, string, string | undefined][] = [
    [
      'as browsers send it',
      'Content-Disposition: form-data; name="file"; filename="a flight.igc"\r\nContent-Type: application/octet-stream',
      'a flight.igc',
    ],
    ['without a file name', 'Content-Disposition: form-data; name="file"', undefined],
    [
      'without a file name, as text',
      'Content-Disposition: form-data; name="file"\r\nContent-Type: text/plain',
      undefined,
    ],
    [
      'with the file name igc_file',
      'Content-Disposition: form-data; name="file"; filename="igc_file"\r\nContent-Type: text/plain',
      'igc_file',
    ],
    [
      'with a path',
      'Content-Disposition: form-data; name="file"; filename="C:\\\\flights\\\\one.igc"',
      'one.igc',
    ],
    [
      'with a name beyond ASCII',
      'Content-Disposition: form-data; name="file"; filename="Zürich ☁.igc"',
      'Zürich ☁.igc',
    ],
    ['with headers in another case', 'CONTENT-DISPOSITION: form-data; NAME=file; FILENAME=x.igc', 'x.igc'],
  ]
  for (const [name, headers, fileName] of oddParts) {
    test(`a multipart file part ${name} is taken`, async () => {
      const bytes = nextFlight()
      const { body, contentType } = multipart([{ headers, content: bytes }])
      const response = await upload(server, pilot, body, { headers: { 'content-type': contentType } })
      assert.equal(response.status, 201)
      const uploaded = await readUploaded(response)
      assert.equal(uploaded.hash, sha256(bytes))
      assert.equal(uploaded.fileName, fileName ?? `2024-07-03-${uploaded.hash.slice(0, 8)}.igc`)
    })
  }

  test('text parts and query parameters name the file, launch, tandem and glider', async () => {
    const { body, contentType } = multipart([
      { headers: 'Content-Disposition: form-data; name="launch_type"', content: 'Towed' },
      { headers: 'Content-Disposition: form-data; name="is_tandem"', content: 'true' },
      { headers: 'Content-Disposition: form-data; name="somethingElse"', content: 'is ignored' },
      {
        headers: 'Content-Disposition: form-data; name="file"; filename="in-the-part.igc"',
        content: nextFlight(),
      },
    ])
    const flight = await uploadNew(server, pilot, body, {
      headers: { 'content-type': contentType },
      query: '?gliderName=Ozone%20Alpina%205&filename=in-the-query.igc',
    })
    assert.equal(flight.launch_type, 'Towed')
    assert.equal(flight.is_tandem, true)
    assert.equal(flight.original_file_name, 'in-the-query.igc')
    assert.equal((flight.flightInfo.metadata as { glider?: string }).glider, 'Ozone Alpina 5')
  })

  test('a raw upload names its file in Content-Disposition, also in RFC 8187 form', async () => {
    const plain = await upload(server, pilot, nextFlight(), {
      headers: { 'content-disposition': 'attachment; filename="../../etc/plain.igc"' },
    })
    assert.equal((await readUploaded(plain)).fileName, 'plain.igc')
    const extended = await upload(server, pilot, nextFlight(), {
      headers: { 'content-disposition': "attachment; filename=x.igc; filename*=UTF-8''%E2%98%81%20flug.igc" },
    })
    assert.equal((await readUploaded(extended)).fileName, '☁ flug.igc')
  })

  const encodings: [string, Record<string, string>, boolean][] = [
    ['gzip that is declared', { 'content-encoding': 'gzip' }, true],
    ['gzip that is not declared', {}, true],
    ['a plain body that calls itself gzip', { 'content-encoding': 'gzip' }, false],
  ]
  for (const [name, headers, isCompressed] of encodings) {
    test(`${name} is read by its bytes; hash and file are of the IGC file`, async () => {
      const bytes = nextFlight()
      const response = await upload(server, pilot, isCompressed ? gzipSync(bytes) : bytes, {
        headers: { ...headers, 'content-disposition': 'attachment; filename="flight.igc.gz"' },
      })
      assert.equal(response.status, 201)
      const uploaded = await readUploaded(response)
      assert.equal(uploaded.hash, sha256(bytes))
      assert.equal(uploaded.fileName, isCompressed ? 'flight.igc' : 'flight.igc.gz')
    })
  }

  test('a chunked body without a length is taken', async () => {
    const bytes = nextFlight()
    const stream = new ReadableStream({
      async start(controller) {
        for (let at = 0; at < bytes.length; at += 5000) {
          controller.enqueue(bytes.subarray(at, at + 5000))
          await sleep(1)
        }
        controller.close()
      },
    })
    const response = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, 201)
    assert.equal((await readUploaded(response)).hash, sha256(bytes))
  })

  test('Expect: 100-continue is answered before the body, and not when the caller is refused', async () => {
    const send = (authorization: string, bytes: Uint8Array) =>
      new Promise<{ status: number; continued: boolean }>((resolve, reject) => {
        let continued = false
        const headers = {
          authorization,
          'content-type': 'application/igc',
          'content-length': bytes.length,
          expect: '100-continue',
        }
        const sent = request(
          new URL('/api/v1/flights/upload', server.url),
          { method: 'POST', headers },
          (response) => {
            response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, continued }))
            if (!continued) sent.destroy()
          },
        )
        sent.on('continue', () => {
          continued = true
          sent.end(bytes)
        })
        sent.on('error', (error) => (continued ? reject(error) : undefined))
        sent.flushHeaders()
      })
    assert.deepEqual(await send(pilot.headers.authorization, nextFlight()), { status: 201, continued: true })
    const refused = await Promise.race([
      send('Bearer nothing', nextFlight()),
      sleep(30_000, undefined, { ref: false }),
    ])
    assert.deepEqual(refused, { status: 401, continued: false })
  })

  test('a client that disconnects halfway leaves nothing behind, and the service goes on', async () => {
    const before = await countFlights()
    const bytes = nextFlight()
    const { port } = new URL(server.url)
    const begin = (share: number) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `POST /api/v1/flights/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${pilot.headers.authorization}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      )
      socket.write(bytes.subarray(0, Math.floor(bytes.length * share)))
      return socket
    }
    for (const share of [0, 0.5, 0.99]) {
      const sockets = Array.from({ length: 50 }, () => begin(share))
      await sleep(300)
      for (const socket of sockets) socket.destroy()
    }
    await sleep(100)
    assert.equal(await countFlights(), before)
    assert.equal((await upload(server, pilot, bytes)).status, 201)
  })

  test('the fifth unfinished upload of a user waits, its body not asked for, until one ends', async (context) => {
    const begin = (pilot: Pilot, length: number) => {
      const client = connectRaw(server.url)
      context.after(() => client.close())
      const type = 'application/octet-stream'
      const headers = { ...pilot.headers, 'content-type': type, 'content-length': length }
      client.send(writeHead('POST', '/api/v1/flights/upload', { ...headers, expect: '100-continue' }))
      return client
    }
    const isAsked = (client: RawClient) => client.received.startsWith('HTTP/1.1 100 ')
    const busy = await createPilot(server)
    const four = Array.from({ length: 4 }, () => begin(busy, 1000))
    await waitUntil('all four are asked', () => four.every(isAsked))
    const bytes = nextFlight()
    const fifth = begin(busy, bytes.length)
    // Another user does not wait.
    assert.equal((await upload(server, pilot, nextFlight())).status, 201)
    assert.equal(fifth.received, '')
    four[3]?.close()
    await waitUntil('the fifth is asked', () => isAsked(fifth))
    fifth.send(bytes)
    await waitUntil('the fifth is stored', () => fifth.received.includes('HTTP/1.1 201 '))
  })

  test('an Idempotency-Key repeats the first answer for 24 hours, and refuses another file or option', async () => {
    const bytes = nextFlight()
    const headers = { 'idempotency-key': `key-${seed}` }
    const first = await upload(server, pilot, bytes, { headers })
    const again = await upload(server, pilot, bytes, { headers })
    assert.equal(first.status, 201)
    assert.equal(again.status, 201)
    assert.deepEqual(await again.json(), await first.json())
    const other = await upload(server, pilot, nextFlight(), { headers })
    assert.equal(other.status, 409)
    const { error, error_description: sentence } = await readError(other)
    assert.equal(error, 'conflict')
    assert.match(sentence, /Idempotency-Key was already used for another request/)
    assert.equal((await upload(server, pilot, bytes, { headers, query: '?is_tandem=true' })).status, 409)
    // Keys of an integrator are its own, also for one pilot.
    const stranger = await createPilot(server)
    const another = bearer(await createKey(server, pilot.user, ['flights:write']))
    for (const caller of [stranger, { headers: another }])
      assert.equal((await upload(server, caller, nextFlight(), { headers })).status, 201)
    server.advance(24 * 3_600_000 + 1000)
    const later = await upload(server, pilot, bytes, { headers })
    assert.equal(later.status, 200)
  })

  test('an Idempotency-Key repeats no 201 of a flight that is gone: uploaded again, it is a new flight', async () => {
    const bytes = nextFlight()
    const headers = { 'idempotency-key': `deleted-${seed}` }
    const first = await uploadNew(server, pilot, bytes, { headers })
    const remove = () =>
      server.fetch(`/api/v1/flights/${first.id}`, { method: 'DELETE', headers: pilot.headers })
    assert.equal((await remove()).status, 204)
    const second = await uploadNew(server, pilot, bytes, { headers })
    assert.notEqual(second.id, first.id)
    const repeated = await upload(server, pilot, bytes, { headers })
    assert.equal(repeated.status, 201)
    assert.equal((await upload(server, pilot, nextFlight(), { headers })).status, 409)
  })

  test('the event is written once, with the fields of the contract', async () => {
    const flight = await uploadNew(server, pilot, makeFlight(seed++, { glider: 'Gin Explorer 2' }))
    const rows = await server.services.db.sql<{ payload: string; type: string }>`
      select payload, type from events where user_id = ${pilot.user.id}`
    const payloads = rows
      .filter((row) => row.type === 'flight.uploaded')
      .map((row) => JSON.parse(row.payload) as { flight: { hash: string } })
      .filter((payload) => payload.flight.hash === flight.hash)
    assert.deepEqual(payloads, [
      {
        event: 'flight.uploaded',
        occurredAt: flight.date_created,
        user: { id: pilot.user.id },
        flight: {
          id: flight.id,
          hash: flight.hash,
          date: flight.flight_date,
          distance: flight.scoring.distance,
          score: flight.scoring.score,
          type: flight.scoring.type,
          gliderType: 'Gin Explorer 2',
          durationSeconds: flight.flightInfo.track.duration,
        },
      },
    ])
  })

  test('without the scope it is 403, without a credential 401, both with WWW-Authenticate', async () => {
    const user = await createUser(server)
    const reader = await createKey(server, user, ['flights:read'] satisfies Scope[])
    const forbidden = await upload(server, { headers: bearer(reader) }, nextFlight())
    assert.equal(forbidden.status, 403)
    assert.match(forbidden.headers.get('www-authenticate') ?? '', /insufficient_scope.*flights:write/)
    const unknown = await server.fetch('/api/v1/flights/upload', { method: 'POST', body: 'x' })
    assert.equal(unknown.status, 401)
    assert.match(unknown.headers.get('www-authenticate') ?? '', /Bearer/)
  })
})
