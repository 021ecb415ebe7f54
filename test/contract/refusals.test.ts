// run: all
// Any fault of a request, however early it is noticed: the body is the contract's, with a request id.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { connectRaw, type RawAnswer, writeHead } from '#test/support/abuse/raw-http.ts'
import { createPilot, list, unlimited } from '#test/support/flights.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { fetchDescription } from '#test/support/description.ts'
import { shareServer, startServer } from '#test/support/server.ts'

function assertRefused({ status, headers, body }: RawAnswer, expected: number, sentence: RegExp): void {
  assert.equal(status, expected, body)
  assert.equal(headers.get('content-type')?.trim(), 'application/json; charset=utf-8')
  assert.match(headers.get('x-request-id')?.trim() ?? '', /^[\da-f-]{36}$/)
  const answer = JSON.parse(body) as Record<string, string>
  assert.deepEqual(Object.keys(answer), ['error', 'error_description'])
  const codes: Record<number, string> = { 417: 'expectation_failed', 431: 'headers_too_large' }
  assert.equal(answer.error, codes[expected] ?? 'invalid_request')
  assert.match(answer.error_description ?? '', sentence)
}

suite('a request that Node’s parser refuses', { concurrency: true }, async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
  const upload = (...headers: string[]) =>
    head(
      'POST /api/v1/flights/upload',
      `Authorization: ${pilot.headers.authorization}`,
      'Content-Type: application/octet-stream',
      ...headers,
    )
  const chunked = 'Transfer-Encoding: chunked'

  const cases: [name: string, bytes: string, status: number, sentence: RegExp][] = [
    ['an unknown method', head('FLY /api/v1'), 400, /its method is unknown/],
    ['a method in lower case', head('get /api/v1'), 400, /its method is unknown/],
    ['CONNECT', head('CONNECT example.org:443'), 400, /no proxy/],
    ['a path with a blank in it', head('GET /api/v1/a b'), 400, /not valid HTTP/],
    ['an unknown version', 'GET /api/v1 HTTP/9.9\r\nHost: localhost\r\n\r\n', 400, /version is unknown/],
    ['a header with a blank in its name', head('GET /api/v1', 'X Y: 1'), 400, /a header holds a character/],
    ['a header with a control character', head('GET /api/v1', 'X: \u0001'), 400, /not valid HTTP/],
    [
      'a Content-Length that is no number',
      upload('Content-Length: many'),
      400,
      /Content-Length is no number/,
    ],
    ['a negative Content-Length', upload('Content-Length: -1'), 400, /Content-Length is no number/],
    ['two lengths', upload('Content-Length: 1', 'Content-Length: 2'), 400, /not valid HTTP/],
    ['a length together with chunks', upload('Content-Length: 4', chunked), 400, /not valid HTTP/],
    ['a chunk without a length', `${upload(chunked)}zz\r\n`, 400, /the length of a chunk is no number/],
    ['headers of 40 kB', head('GET /api/v1', `X: ${'x'.repeat(40_000)}`), 431, /headers are larger/],
    ['an expectation it cannot meet', head('GET /api/v1', 'Expect: the-best'), 417, /Only .* 100-continue/],
    ['no Host', 'GET /api/v1/profile HTTP/1.1\r\nConnection: close\r\n\r\n', 400, /Host header is missing/],
    ['no Host at an unknown path', 'GET /api/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400, /Host header/],
    ['no HTTP at all', 'hello\r\n\r\n', 400, /not valid HTTP/],
  ]
  for (const [name, bytes, status, sentence] of cases) {
    test(`${name} is ${status} with the contract’s body`, async () => {
      const client = connectRaw(server.url)
      client.send(bytes)
      assertRefused(await client.waitForEnd(10_000), status, sentence)
    })
  }

  test('HTTP/1.0 needs no Host', async () => {
    const client = connectRaw(server.url)
    client.send('GET /api/v1 HTTP/1.0\r\n\r\n')
    assert.equal((await client.waitForEnd(10_000)).status, 200)
  })
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

suite('a wrong method', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const allowed = async (method: string, path: string) => {
    const client = connectRaw(server.url)
    client.send(writeHead(method, path, { connection: 'close', 'content-length': 0 }))
    const { status, headers } = await client.waitForEnd(10_000)
    return { status, allow: headers.get('allow')?.trim() }
  }

  test('is 405 with exactly the methods that are allowed, at every path of the description', async () => {
    const description = await fetchDescription(server)
    for (const [template, operations] of Object.entries(description.paths)) {
      // Clients of other services are answered in their words: by path, or at ours by the body.
      const foreign = Object.entries(operations).filter(([, { tags }]) => tags.includes('Compatibility'))
      if (foreign.length === Object.keys(operations).length) continue
      const path = template.replaceAll(/\{\w+\}/g, 'a'.repeat(24))
      const known = Object.keys(operations).map((method) => method.toUpperCase())
      if (known.includes('GET')) known.push('HEAD')
      const allow = known.sort().join(', ')
      for (const method of METHODS) {
        if (foreign.some(([name]) => name.toUpperCase() === method)) continue
        const answer = await allowed(method, path)
        if (known.includes(method)) assert.notEqual(answer.status, 405, `${method} ${path}`)
        else assert.deepEqual(answer, { status: 405, allow }, `${method} ${path}`)
      }
    }
  })

  test('no id takes the place of the upload: GET there is 405, not 404', async () => {
    for (const path of ['/api/v1/flights/upload', '/api/v1/flights/validate', '/app/api/flights/upload'])
      for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
        const { status, allow = '' } = await allowed(method, path)
        assert.equal(status, 405, `${method} ${path}`)
        assert.ok(allow.includes('POST') && !allow.includes('GET'), `${method} ${path} ${allow}`)
      }
  })

  test('is none where a file has gone, as one that an update has replaced', async (context) => {
    const updated = await startServer(context, {
      addRoutes: (app) => {
        const config = { doors: { public: 'none' } }
        app.get('/kept/*', { config } as never, (_request, reply) => reply.callNotFound())
      },
    })
    assert.equal((await updated.fetch('/kept/old.js')).status, 404)
    assert.equal((await updated.fetch('/kept/old.js', { method: 'POST' })).status, 405)
  })
})

suite('what clients send without meaning anything by it', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const id = 'a'.repeat(24)

  test('a page past the end is empty, however large its number', async () => {
    for (const page of ['2', '999999999999999', '1000000000000000000', `1${'0'.repeat(30)}`, '9'.repeat(400)])
      for (const filter of ['', '&updatedSince=2020-01-01'])
        assert.deepEqual((await list(server, pilot, `?page=${page}${filter}`)).data, [], page)
    for (const page of [`-1${'0'.repeat(30)}`, '0', '1.5', '1e3', ''])
      assert.equal(
        (await server.fetch(`/api/v1/flights?page=${page}`, { headers: pilot.headers })).status,
        400,
        page,
      )
  })

  test('an empty body that calls itself JSON is no body', async () => {
    const user = await createSignedInUser(server)
    const json = { 'content-type': 'application/json' }
    const asked: [method: string, path: string, headers: Record<string, string>, status: number][] = [
      ['DELETE', `/api/v1/flights/${id}`, pilot.headers, 404],
      ['DELETE', `/app/api/flights/${id}`, user.headers, 404],
      ['DELETE', `/app/api/keys/${id}`, user.headers, 404],
      ['DELETE', `/app/api/connections/${id}`, user.headers, 404],
      ['DELETE', `/app/api/webhooks/${id}`, user.headers, 404],
      ['POST', `/app/api/webhooks/${id}/test`, user.headers, 404],
      ['POST', `/app/api/webhooks/${id}/rotate-secret`, user.headers, 404],
      ['POST', `/app/api/applications/${id}/rotate-secret`, user.headers, 404],
    ]
    for (const [method, path, headers, status] of asked) {
      const response = await server.fetch(path, { method, headers: { ...headers, ...json } })
      assert.equal(response.status, status, `${method} ${path} ${await response.text()}`)
    }
    const needed = await server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, ...json },
    })
    assert.equal(needed.status, 400)
    assert.match(await needed.text(), /The body must be a JSON object/)
  })
})
