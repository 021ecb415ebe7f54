import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FileStoreUnavailableError } from './file-store.ts'
import { openS3Store } from './s3-store.ts'

const hash = 'ab'.repeat(32)
const credentials = { accessKeyId: 'name', secretAccessKey: 'key' }

async function start(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs?: number,
) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const address = `s3://flights?endpoint=http://127.0.0.1:${port}`
  return { server, store: openS3Store(address, credentials, timeoutMs === undefined ? {} : { timeoutMs }) }
}

/** Collects garbage all the time, as a busy node does. */
function collectGarbage(context: TestContext): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 50)
  context.after(() => clearInterval(timer))
}

suite('an S3 store', () => {
  const stalls: Record<string, (response: ServerResponse) => void> = {
    'before the answer': () => undefined,
    'in the middle of the answer': (response) => void response.writeHead(200).write('half'),
  }
  for (const [when, stall] of Object.entries(stalls)) {
    test(`gives up on a server that stalls ${when}, whatever is garbage`, async (context) => {
      const closed: Promise<unknown>[] = []
      const { store } = await start(
        context,
        (request, response) => {
          closed.push(once(request.socket, 'close'))
          stall(response)
        },
        1000,
      )
      collectGarbage(context)
      const reads = Array.from({ length: 7 }, () =>
        assert.rejects(store.get(hash), { name: 'FileStoreUnavailableError', message: /no answer within/ }),
      )
      await Promise.all(reads)
      // No connection is left waiting for the rest.
      assert.ok(closed.length > 0)
      await Promise.all(closed)
    })
  }

  test('asks again when the server is busy or hangs up, and gives up in the end', async (context) => {
    let asked = 0
    const { store } = await start(context, (request, response) => {
      asked++
      if (asked === 1) request.socket.destroy()
      else response.writeHead(asked === 2 ? 503 : 200).end('whole')
    })
    assert.equal(String(await store.get(hash)), 'whole')
    assert.equal(asked, 3)
    const { store: broken } = await start(context, (_request, response) => {
      response.writeHead(500).end('<Code>InternalError</Code>')
    })
    await assert.rejects(broken.get(hash), /answered 500: <Code>InternalError/)
  })

  test('tells a file that is not there from a bucket that is not there', async (context) => {
    let code = 'NoSuchKey'
    const { store } = await start(context, (_request, response) => {
      response.writeHead(404).end(`<Error><Code>${code}</Code></Error>`)
    })
    assert.equal(await store.get(hash), undefined)
    code = 'NoSuchBucket'
    await assert.rejects(store.get(hash), FileStoreUnavailableError)
  })

  test('takes an answer that breaks off for no answer', async (context) => {
    const { store } = await start(context, (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => request.socket.destroy())
    })
    await assert.rejects(store.get(hash), FileStoreUnavailableError)
  })
})
