// Services that are slow, busy, gone, elsewhere or without an end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createVisit } from './visit.ts'

const PACE_MS = 1

async function prepare(context: TestContext, answer: RequestListener) {
  const counted = { requests: 0, said: [] as string[] }
  const server = createServer((request, response) => {
    counted.requests++
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`
  const terminal = {
    say: (line: string) => counted.said.push(line),
    signal: new AbortController().signal,
  }
  return {
    counted,
    visit: createVisit(url, { ...terminal, say: (...lines) => lines.forEach(terminal.say) }, PACE_MS),
  }
}

test('a service that stays busy is waited for a few times, then named with its words', async (context) => {
  const { visit, counted } = await prepare(context, (_, response) =>
    response.writeHead(503).end('{"message":"night"}'),
  )
  await assert.rejects(visit('/x'), /has no time for us \(503\): .*The same command goes on\. It says: night/)
  assert.deepEqual([counted.requests, counted.said.length], [4, 3])
})

test('a date in Retry-After is understood, and more than ten minutes are not waited for', async (context) => {
  const later = new Date(Date.now() + 3_600_000).toUTCString()
  const { visit, counted } = await prepare(context, (_, response) =>
    response.writeHead(429, { 'retry-after': later }).end(),
  )
  await assert.rejects(visit('/x'), /try again after (?:59|60) min/)
  assert.equal(counted.requests, 1)
})

test('a line that breaks is tried four times, a sign-in once', async (context) => {
  const { visit, counted } = await prepare(context, (_, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  await assert.rejects(visit('/x'), /127\.0\.0\.1:\d+ cannot be reached, or broke off: /)
  assert.equal(counted.requests, 4)
  await assert.rejects(visit('/x', { json: {} }), /broke off/)
  assert.equal(counted.requests, 5)
})

test('a redirect is not followed: it is named', async (context) => {
  const { visit, counted } = await prepare(context, (_, response) =>
    response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
  )
  await assert.rejects(
    visit('/x', { json: { password: 'x' } }),
    /points to https:\/\/elsewhere\.example\/: name/,
  )
  assert.equal(counted.requests, 1)
})

test('an answer without an end is not read to the end', async (context) => {
  const chunk = Buffer.alloc(1024 * 1024)
  const { visit } = await prepare(context, (_, response) => {
    const more = () => void (response.destroyed || response.write(chunk, more))
    more()
  })
  await assert.rejects(visit('/x'), /An answer of more than 33554432 bytes is not read/)
})

test('paths are below the address, and cookies go back to the service', async (context) => {
  const seen: unknown[] = []
  const { visit } = await prepare(context, ({ url, headers }, response) => {
    seen.push([url, headers.cookie])
    response.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2=3'] }).end('ok')
  })
  await visit('/one')
  assert.equal((await visit('/two')).body.toString(), 'ok')
  assert.deepEqual(seen, [
    ['/below/one', undefined],
    ['/below/two', 'a=1; b=2=3'],
  ])
})
