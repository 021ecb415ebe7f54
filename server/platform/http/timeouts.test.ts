import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { connectRaw, writeHead } from '#test/support/abuse/raw-http.ts'
import { allowLongBody, type BodyLimits, watchBodies } from './timeouts.ts'

const limits: BodyLimits = { maxLagMs: 400, maxMs: 1000, checkEveryMs: 20 }

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function open(context: TestContext, handle: Handler) {
  const server = createServer(handle)
  watchBodies(server, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.closeAllConnections())
  context.after(() => server.close())
  const client = connectRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  context.after(() => client.close())
  client.send(writeHead('POST', '/', { 'content-length': 1_000_000 }))
  return client
}

/** Answers with the status of the error that the reader of the body is given. */
const read: Handler = (request, response) => {
  request.on('error', (error: Error & { status?: number }) => {
    if (!response.headersSent)
      response.writeHead(error.status ?? 500, error.message, { connection: 'close' }).end()
  })
  request.resume()
}
const fast = { piece: 5000, everyMs: 20 }

suite('the watch on bodies', () => {
  test('a burst does not buy a long silence', async (context) => {
    const client = await open(context, read)
    client.send(new Uint8Array(500_000))
    const { status, afterMs } = await client.waitForEnd(10_000)
    assert.equal(status, 408)
    assert.ok(afterMs >= limits.maxLagMs, `${afterMs} ms`)
  })

  test('a body that comes fast enough has an end all the same', async (context) => {
    const client = await open(context, read)
    void client.trickle(new Uint8Array(900_000), fast)
    const { status, afterMs } = await client.waitForEnd(10_000)
    assert.equal(status, 408)
    // The client's clock begins a moment after the server's.
    assert.ok(afterMs >= limits.maxMs - 50, `${afterMs} ms`)
  })

  test('a request that may take longer does', async (context) => {
    const client = await open(context, (request, response) => {
      allowLongBody(request, 60_000)
      read(request, response)
    })
    await client.trickle(new Uint8Array(500_000), fast)
    assert.ok(!client.isEnded)
    assert.equal((await client.waitForEnd(10_000)).status, 408)
  })

  test('a body that is not being read is not late', async (context) => {
    const client = await open(context, (request, response) => {
      setTimeout(() => read(request, response), 4 * limits.maxLagMs)
    })
    await sleep(3 * limits.maxLagMs)
    assert.ok(!client.isEnded)
    assert.equal((await client.waitForEnd(10_000)).status, 408)
  })

  test('after an answer the connection is ended', async (context) => {
    const client = await open(context, (_request, response) => void response.writeHead(401).end())
    assert.equal((await client.waitForEnd(10_000)).status, 401)
  })
})
