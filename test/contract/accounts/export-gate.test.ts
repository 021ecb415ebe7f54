// run: all
import assert from 'node:assert/strict'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createExportGate, type ExportGateOptions } from '#server/accounts/export/gate.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const PIECE = Buffer.alloc(65_536)
const PIECES = 4_000

/** A service with a separate gate, behind which there are 260 MB for everybody. */
async function openGate(context: TestContext, options: ExportGateOptions) {
  const gate = createExportGate({ patienceMs: 600_000, ...options })
  const made = new Map<string, number>()
  async function* make(user: string): AsyncGenerator<Buffer> {
    for (let count = 1; count <= PIECES; count++) {
      made.set(user, count * PIECE.length)
      yield PIECE
    }
  }
  const requests: ClientRequest[] = []
  // Before the server is closed, which waits for its answers to be read.
  context.after(() => requests.forEach((request) => request.destroy()))
  const server = await startServer(context, {
    addRoutes: (app) => {
      app.get(
        '/api/test/exports/:user',
        { config: { doors: { public: 'none' } } },
        async (request, reply) => {
          const { user } = request.params as { user: string }
          const place = await gate.enter(user, reply.raw)
          return reply.send(Readable.from(place.pace(make(user)), { objectMode: false }))
        },
      )
    },
  })
  /** Nothing of it is read until the test does. */
  const download = (user: string): Promise<IncomingMessage> => {
    const request = get(new URL(`/api/test/exports/${user}`, server.url), { agent: false })
    requests.push(request)
    return new Promise((resolve, reject) => {
      request.once('response', (response) => resolve(response.pause().on('error', () => undefined)))
      request.once('error', reject)
    })
  }
  return { gate, made: (user: string) => made.get(user) ?? 0, download }
}

suite('the gate of exports', () => {
  test('a reader who does not read stops the making, and one who goes on gets all of it', async (context) => {
    const { made, download } = await openGate(context, {})
    const response = await download('ada')
    let before = -1
    // Until the buffers of both sides are full.
    await waitUntil('nothing more is made', async () => {
      const isSame = made('ada') === before && before > 0
      before = made('ada')
      await sleep(200)
      return isSame
    })
    assert.ok(made('ada') < 32_000_000, `${made('ada')} bytes were made in vain`)
    let received = 0
    for await (const chunk of response) received += (chunk as Buffer).length
    assert.equal(received, PIECE.length * PIECES)
  })

  test('one more than there are places waits until another has ended', async (context) => {
    const { gate, made, download } = await openGate(context, { places: 2 })
    const [first] = [await download('ada'), await download('bea')]
    const third = download('cyd')
    await waitUntil('the third waits', () => gate.waiting === 1)
    assert.deepEqual([gate.held, made('cyd')], [2, 0])
    first.destroy()
    assert.equal((await third).statusCode, 200)
    assert.deepEqual([gate.held, gate.waiting], [2, 0])
  })

  test('a user has one place, however many there are', async (context) => {
    const { gate, download } = await openGate(context, {})
    const first = await download('ada')
    const second = download('ada')
    await waitUntil('the second waits', () => gate.waiting === 1)
    assert.equal((await download('bea')).statusCode, 200)
    first.destroy()
    assert.equal((await second).statusCode, 200)
  })

  test('a reader who has stopped loses the place', async (context) => {
    const { download } = await openGate(context, { places: 1, patienceMs: 300 })
    const stalled = await download('ada')
    assert.equal((await download('bea')).statusCode, 200)
    await assert.rejects(stalled.toArray(), /aborted/)
  })

  test('who waits in vain is told when to come back, and who goes away waits no longer', async (context) => {
    const { gate, download } = await openGate(context, { places: 1, maxWaitMs: 500 })
    await download('ada')
    const refused = await download('bea')
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '60'])
    assert.equal(gate.waiting, 0)
  })
})
