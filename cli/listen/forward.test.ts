import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../sdk/index.ts'
import { forward } from './forward.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const event = {
  id: '6a09e8f5c3d4e5f6a7b8c9d0',
  sequence: 42,
  isTest: false,
  body: {
    event: 'flight.deleted' as const,
    occurredAt: '2026-05-17T16:04:05.000Z',
    user: { id: '68f0a1b2c3d4e5f6a7b8c9d0' },
    flight: { id: '6a09e8f5b1c2d3e4f5a6b7c8', hash: '2c26' },
  },
}

async function start(context: TestContext, answer: (count: number, response: ServerResponse) => void) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => answer(received.push({ headers: request.headers, body }), response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

const { signal } = new AbortController()

test('an event is signed by both schemes, and says its number', async (context) => {
  const { url, received } = await start(context, (_count, response) => response.end())
  const result = await forward(event, { url, secret, signal })
  assert.deepEqual([result.status, result.attempts, result.error], [200, 1, undefined])
  const [{ headers, body } = { headers: {}, body: '' }] = received
  const verified = await verifyWebhook({ secret, headers, body })
  assert.deepEqual(verified, { event: event.body, id: event.id, isTest: false })
  assert.equal(headers['x-cloudstreet-sequence'], '42')
  const own = createHmac('sha256', secret).update(`${headers['webhook-timestamp'] as string}.${body}`)
  assert.equal(
    headers['x-cloudstreet-signature'],
    `t=${headers['webhook-timestamp'] as string},v1=${own.digest('hex')}`,
  )
  assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), event.body)
})

test('a receiver that fails is tried again, after what it asks for, and given up in the end', async (context) => {
  const waits: number[] = []
  const { url, received } = await start(context, (count, response) => {
    if (count === 1) response.setHeader('retry-after', '0.2')
    response.statusCode = 503
    response.end()
  })
  const onRetry = (_answer: object, waitMs: number) => void waits.push(waitMs)
  const result = await forward(event, { url, secret, signal, waitsMs: [1, 1], onRetry })
  assert.deepEqual([result.status, result.attempts, result.error], [503, 3, 'the receiver answered 503'])
  assert.deepEqual(waits, [200, 1])
  assert.deepEqual(new Set(received.map(({ headers }) => headers['webhook-id'])), new Set([event.id]))
})

test('a receiver that comes back is told; redirects are not followed; a closed port is reported', async (context) => {
  const { url } = await start(context, (count, response) => {
    response.statusCode = count === 1 ? 302 : 204
    if (count === 1) response.setHeader('location', 'https://elsewhere.example/')
    response.end()
  })
  const result = await forward(event, { url, secret, signal, waitsMs: [1] })
  assert.deepEqual([result.status, result.attempts], [204, 2])
  const nobody = await forward(event, { url: 'http://127.0.0.1:9/', secret, signal, waitsMs: [] })
  assert.deepEqual([nobody.status, nobody.error !== undefined], [undefined, true])
})

test('a wait for a receiver ends with the program', async (context) => {
  const { url } = await start(context, (_count, response) => response.writeHead(500).end())
  const stop = new AbortController()
  const waiting = forward(event, {
    url,
    secret,
    signal: stop.signal,
    waitsMs: [60_000],
    onRetry: () => stop.abort(),
  })
  await assert.rejects(waiting, { name: 'AbortError' })
})
