import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createPilot, list, makeFlight, multipart, unlimited, upload } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

const LIMIT = 400_000

suite('POST /api/v1/flights/upload refuses', async () => {
  const environment = { ...unlimited, MAX_UPLOAD_BYTES: String(LIMIT) }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server)
  const countFlights = async () => (await list(server, pilot)).pagination.totalCount
  const readError = async (response: Response) =>
    (await response.json()) as { error: string; error_description: string }

  const filePart = 'Content-Disposition: form-data; name="file"; filename="x.igc"'
  const cut = multipart([{ headers: filePart, content: makeFlight(1) }], { end: '' })
  const none = multipart([{ headers: 'Content-Disposition: form-data; name="glider"', content: 'x' }])
  const two = multipart([1, 2].map((number) => ({ headers: filePart, content: makeFlight(number) })))
  const misnamed = multipart([{ headers: filePart.replace('"file"', '"igc"'), content: makeFlight(1) }])
  const empty = multipart([{ headers: filePart, content: '' }])
  const long = multipart([
    { headers: 'Content-Disposition: form-data; name="glider"', content: 'x'.repeat(5000) },
  ])
  const many = multipart(
    Array.from({ length: 30 }, (_, index) => ({
      headers: `Content-Disposition: form-data; name="f${index}"`,
      content: 'x',
    })),
  )
  const b = (line: string) => `AXXX\r\nHFDTE010724\r\n${line}`
  const refusals: [string, Uint8Array | string, Record<string, string>, string, string, RegExp][] = [
    ['an empty body', '', {}, '', 'invalid_request', /body is empty/],
    [
      'an unknown content type',
      makeFlight(1),
      { 'content-type': 'application/json' },
      '',
      'invalid_request',
      /Content-Type is not supported.*application\/octet-stream/,
    ],
    [
      'a form by mistake',
      `file=${'A'.repeat(100)}&launch_type=Self`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      '',
      'invalid_request',
      /The body is a form, not an IGC file/,
    ],
    [
      'a file whose line ends curl -d has removed',
      Buffer.from(makeFlight(1))
        .toString('latin1')
        .replaceAll(/[\r\n]/g, ''),
      { 'content-type': 'application/x-www-form-urlencoded' },
      '',
      'invalid_igc',
      /^Line 1: the whole file is one line, .*with curl use --data-binary @FILE/,
    ],
    [
      'a content type that is none',
      makeFlight(1),
      { 'content-type': ';;;' },
      '',
      'invalid_request',
      /Content-Type is .* a file as application\/octet-stream/,
    ],
    [
      'an encoding that is not supported',
      makeFlight(1),
      { 'content-encoding': 'br' },
      '',
      'invalid_request',
      /Content-Encoding/,
    ],
    [
      'gzip that is cut off',
      gzipSync(makeFlight(1)).subarray(0, 3000),
      {},
      '',
      'invalid_request',
      /gzip.*broken or cut off/,
    ],
    ['gzip of nothing', gzipSync(''), {}, '', 'invalid_request', /gzip body is empty/],
    [
      'a multipart without boundary',
      cut.body,
      { 'content-type': 'multipart/form-data' },
      '',
      'invalid_request',
      /no boundary/,
    ],
    [
      'a multipart that is cut off',
      cut.body,
      { 'content-type': cut.contentType },
      '',
      'invalid_request',
      /multipart body is broken or cut off/,
    ],
    [
      'a multipart that is none',
      'hello',
      { 'content-type': cut.contentType },
      '',
      'invalid_request',
      /multipart body is broken or cut off/,
    ],
    [
      'a multipart without a file',
      none.body,
      { 'content-type': none.contentType },
      '',
      'invalid_request',
      /no part named file/,
    ],
    [
      'a multipart with two files',
      two.body,
      { 'content-type': two.contentType },
      '',
      'invalid_request',
      /more than one file/,
    ],
    [
      'a file part of another name',
      misnamed.body,
      { 'content-type': misnamed.contentType },
      '',
      'invalid_request',
      /in the part named file/,
    ],
    [
      'an empty file part',
      empty.body,
      { 'content-type': empty.contentType },
      '',
      'invalid_request',
      /body is empty/,
    ],
    [
      'a long text part',
      long.body,
      { 'content-type': long.contentType },
      '',
      'invalid_request',
      /longer than 1024 bytes/,
    ],
    [
      'too many parts',
      many.body,
      { 'content-type': many.contentType },
      '',
      'invalid_request',
      /more than 20 parts/,
    ],
    [
      'a launch type that is none',
      makeFlight(1),
      {},
      '?launch_type=Thrown',
      'invalid_request',
      /launch_type must be one of: Self/,
    ],
    [
      'a flag that is none',
      makeFlight(1),
      {},
      '?is_tandem=perhaps',
      'invalid_request',
      /is_tandem must be true or false/,
    ],
    [
      'a parameter twice',
      makeFlight(1),
      {},
      '?is_tandem=true&is_tandem=false',
      'invalid_request',
      /is_tandem is given more than once/,
    ],
    [
      'a long glider',
      makeFlight(1),
      {},
      `?gliderName=${'x'.repeat(101)}`,
      'invalid_request',
      /gliderName must be at most 100/,
    ],
    [
      'an idempotency key that is none',
      makeFlight(1),
      { 'idempotency-key': 'x'.repeat(256) },
      '',
      'invalid_request',
      /Idempotency-Key/,
    ],
    [
      'no fixes',
      'AXXX001\r\nHFDTE010724\r\nHFPLTPILOT:A Pilot\r\nHFGTYGLIDERTYPE:A Wing\r\nI013636TDS\r\n',
      {},
      '',
      'invalid_igc',
      /fix/i,
    ],
    ['no date', 'AXXX\r\nB1000004633000N00803000EA0160001644\r\n', {}, '', 'invalid_igc', /./],
    ['a few fixes', b('B1000004633000N00803000EA0160001644\r\n'), {}, '', 'invalid_igc', /./],
    ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), {}, '', 'invalid_igc', /./],
    ['a GPX file', '<?xml version="1.0"?><gpx></gpx>', {}, '', 'invalid_igc', /GPX/],
  ]
  for (const [name, body, headers, query, error, sentence] of refusals) {
    test(`${name} is refused with 400 ${error} and its own sentence`, async () => {
      const before = await countFlights()
      const response = await upload(server, pilot, body, { headers, query })
      const problem = await readError(response)
      assert.equal(response.status, 400)
      assert.equal(problem.error, error)
      assert.match(problem.error_description, sentence)
      assert.equal(await countFlights(), before)
    })
  }

  test('a body without a content type is read, and refused for what it holds', async () => {
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.write(
        `POST /api/v1/flights/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${pilot.headers.authorization}\r\n` +
          'Connection: close\r\nContent-Length: 4\r\n\r\nAXXX',
      )
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString())).on('end', () => resolve(text))
    })
    assert.match(response, /^HTTP\/1.1 400 /)
    assert.match(response, /invalid_igc.*not an IGC file/)
  })

  test('more than the limit is 413: by its length, while it comes, in a part, and as a gzip bomb', async () => {
    const large = Buffer.alloc(LIMIT + 1, 'B1000004633000N00803000EA0160001644\r\n')
    const part = multipart([{ headers: filePart, content: large }])
    const bodies: [string, Uint8Array, Record<string, string>][] = [
      ['one byte too many', large, {}],
      ['a large multipart', part.body, { 'content-type': part.contentType }],
      ['a bomb', gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }],
    ]
    for (const [name, body, headers] of bodies) {
      const response = await upload(server, pilot, body, { headers })
      assert.equal(response.status, 413, name)
      const problem = await readError(response)
      assert.equal(problem.error, 'payload_too_large')
      assert.match(problem.error_description, new RegExp(`larger than ${LIMIT} bytes`))
    }
    const exact = await upload(server, pilot, large.subarray(0, LIMIT))
    assert.equal(exact.status, 400, 'exactly the limit is read')
  })

  test('413 is decided while reading: an endless body is answered after the limit, not after its end', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let answer = ''
    let sent = 0
    socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined)
    socket.write(
      `POST /api/v1/flights/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${pilot.headers.authorization}\r\n` +
        'Content-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    while (answer === '' && sent < LIMIT * 20) {
      socket.write(`4000\r\n${'B'.repeat(0x4000)}\r\n`)
      sent += 0x4000
      await sleep(1)
    }
    socket.destroy()
    assert.match(answer, /^HTTP\/1.1 413 /)
    assert.ok(sent < LIMIT * 10, `answered after ${sent} bytes`)
  })
})
