// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createPilot, makeFlight, unlimited } from '#test/support/flights.ts'
import { connectRaw, type RawAnswer, writeHead } from '#test/support/abuse/raw-http.ts'
import { startServer } from '#test/support/server.ts'

const UPLOAD = '/api/v1/flights/upload'

function assertTimedOut({ status, headers, body }: RawAnswer): void {
  assert.equal(status, 408)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
  assert.equal(headers.get('connection'), 'close')
  const { error, error_description: description } = JSON.parse(body) as Record<string, string>
  assert.equal(error, 'request_timeout')
  assert.match(description ?? '', /^The .+ too slowly.+\.$/)
}

suite('a request has an end', { concurrency: true }, async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  const type = { ...pilot.headers, 'content-type': 'application/octet-stream' }

  test('headers that do not come within 15 s are 408', async () => {
    const client = connectRaw(server.url)
    client.send('GET /api/v1/profile HTTP/1.1\r\nHost: localhost\r\n')
    const answer = await client.waitForEnd(30_000)
    assertTimedOut(answer)
    assert.ok(answer.afterMs > 14_000, `${answer.afterMs} ms`)
  })

  test('a connection without a single byte is ended without an answer', async () => {
    const answer = await connectRaw(server.url).waitForEnd(30_000)
    assert.equal(answer.status, 0)
  })

  for (const [name, path, headers] of [
    ['an upload', UPLOAD, type],
    ['a form', '/api/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const) {
    test(`${name} whose body stops coming is 408`, async () => {
      const client = connectRaw(server.url)
      client.send(`${writeHead('POST', path, { ...headers, 'content-length': 5000 })}begun`)
      assertTimedOut(await client.waitForEnd(30_000))
    })
  }

  test('an upload of 500 bytes a second is 408', async () => {
    const client = connectRaw(server.url)
    const bytes = makeFlight(2)
    client.send(writeHead('POST', UPLOAD, { ...type, 'content-length': bytes.length }))
    void client.trickle(bytes, { piece: 250, everyMs: 500 })
    assertTimedOut(await client.waitForEnd(45_000))
  })

  test('an upload of 2 kB a second is taken', async () => {
    const client = connectRaw(server.url)
    const bytes = makeFlight(1)
    client.send(writeHead('POST', UPLOAD, { ...type, 'content-length': bytes.length, connection: 'close' }))
    await client.trickle(bytes, { piece: 1000, everyMs: 500 })
    assert.match((await client.waitForEnd(30_000)).status.toString(), /^20[01]$/)
  })

  test('a refused request whose body never comes does not keep its connection', async () => {
    const client = connectRaw(server.url)
    client.send(
      writeHead('POST', '/api/v1/webhooks', { 'content-type': 'application/json', 'content-length': 50 }),
    )
    assert.equal((await client.waitForEnd(30_000)).status, 401)
  })

  test('what is no HTTP is refused in the form of every error', async () => {
    const client = connectRaw(server.url)
    client.send('HELLO\r\n\r\n')
    const answer = await client.waitForEnd(30_000)
    assert.equal(answer.status, 400)
    assert.equal((JSON.parse(answer.body) as { error: string }).error, 'invalid_request')
    assert.ok(answer.headers.get('x-request-id'))
  })
})
