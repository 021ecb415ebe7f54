import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fetchByHttp } from './http.ts'

const server = createServer((request, response) => {
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '10' }).write('half')
    setImmediate(() => request.socket.destroy())
    return
  }
  if (request.url === '/silent') return
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const said = [request.method, request.headers['x-one'], Buffer.concat(chunks).toString()]
    response.writeHead(request.url === '/nothing' ? 204 : 201, { 'x-request-id': 'r1' })
    response.end(request.url === '/nothing' ? undefined : JSON.stringify(said))
  })
})
const at = (path: string) => new URL(path, `http://localhost:${(server.address() as AddressInfo).port}`)
before(async () => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

test('text, bytes, a Blob and a stream are sent, and the answer is one of fetch', async () => {
  const bytes = new TextEncoder().encode('flight')
  for (const body of ['flight', bytes, bytes.buffer, new Blob([bytes]), new Blob([bytes]).stream()]) {
    const response = await fetchByHttp(at('/'), { method: 'POST', headers: { 'x-one': '1' }, body })
    assert.deepEqual([response.status, response.headers.get('x-request-id')], [201, 'r1'])
    assert.deepEqual(await response.json(), ['POST', '1', 'flight'])
  }
  assert.deepEqual(await (await fetchByHttp(at('/'), {})).json(), ['GET', null, ''])
  assert.equal((await fetchByHttp(at('/nothing'), { method: 'DELETE', body: null })).status, 204)
})

test('an answer that breaks off, a closed port and a caller who gives up are errors', async () => {
  await assert.rejects(fetchByHttp(at('/cut'), {}), { code: 'ECONNRESET' })
  const gone = createServer().listen(0, 'localhost')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  gone.close()
  await assert.rejects(fetchByHttp(new URL(`http://localhost:${port}`), {}), { code: 'ECONNREFUSED' })
  await assert.rejects(fetchByHttp(at('/silent'), { signal: AbortSignal.timeout(50) }))
})
