// run: all
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, suite, test } from 'node:test'
import { writeHead } from '#test/support/abuse/raw-http.ts'
import { createPilot, unlimited } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

interface Outcome {
  status: number
  /** The fault of the connection while the client was still sending, or reading. */
  fault: string | undefined
}

/** Sends everything before it reads, as simple clients do. */
function sendThenRead(url: string, head: string, bytes: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let received = ''
    let fault: string | undefined
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    socket.pause()
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) => (fault = error.code))
    socket.on('close', () => resolve({ status: Number(received.split(' ')[1] ?? 0), fault }))
    socket.write(head)
    const piece = Buffer.alloc(65_536, 'a')
    let left = bytes
    const send = () => {
      while (left > 0) {
        left -= piece.length
        if (!socket.write(piece)) return
      }
      socket.resume()
      socket.end()
    }
    socket.on('drain', send)
    send()
  })
}

suite('a body that is too large', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, MAX_UPLOAD_BYTES: '100000' } })
  const pilot = await createPilot(server)
  const key = bearer(await createKey(server, pilot.user, ['webhooks:manage']))
  const doors = {
    '/api/v1/flights/upload': 'application/octet-stream',
    '/api/v1/webhooks': 'application/json',
    '/api/oauth/token': 'application/x-www-form-urlencoded',
    '/api/ingest': 'application/octet-stream',
  }
  for (const [path, type] of Object.entries(doors)) {
    for (const isChunked of [false, true]) {
      test(`${path} answers 413 to who is still sending${isChunked ? ', in chunks' : ''}`, async () => {
        const bytes = 4 * 1024 * 1024
        // One chunk that never ends: its length is further than the client sends.
        const framing = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }
        const caller = path === '/api/v1/webhooks' ? key : pilot.headers
        const headers = { ...caller, 'content-type': type, ...framing }
        const start = isChunked ? `${(2 * bytes).toString(16)}\r\n` : ''
        for (let round = 0; round < 10; round++) {
          const outcome = await sendThenRead(server.url, writeHead('POST', path, headers) + start, bytes)
          assert.deepEqual(outcome, { status: 413, fault: undefined }, `round ${round}`)
        }
      })
    }
  }
})
