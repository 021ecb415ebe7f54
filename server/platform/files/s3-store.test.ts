import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { FileStoreUnavailableError } from './file-store.ts'
import { openS3Store } from './s3-store.ts'

const hash = 'ab'.repeat(32)
const findKeys = async () => ({ accessKeyId: 'name', secretAccessKey: 'key' })

async function start(
  context: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
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
  return openS3Store(address, findKeys)
}

suite('an S3 store', () => {
  test('gives up on a server that stalls, whatever is garbage', async () => {
    const program = join(import.meta.dirname, '../../../test/support/processes/stalled-bucket.ts')
    // A separate process: to collect all garbage of the tests again and again would hold them up.
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program], {
      timeout: 60_000,
    })
    assert.deepEqual(JSON.parse(stdout), Array(7).fill('FileStoreUnavailableError: no answer within 2 s'))
  })

  test('asks again when the server is busy or hangs up, and gives up in the end', async (context) => {
    let asked = 0
    const store = await start(context, (request, response) => {
      asked++
      if (asked === 1) request.socket.destroy()
      else response.writeHead(asked === 2 ? 503 : 200).end('whole')
    })
    assert.equal(String(await store.get(hash)), 'whole')
    assert.equal(asked, 3)
    const broken = await start(context, (_request, response) => {
      response.writeHead(500).end('<Code>InternalError</Code>')
    })
    await assert.rejects(broken.get(hash), /answered 500: InternalError/)
  })

  test('tells a file that is not there from a bucket that is not there', async (context) => {
    let code = 'NoSuchKey'
    const store = await start(context, (_request, response) => {
      response.writeHead(404).end(`<Error><Code>${code}</Code></Error>`)
    })
    assert.equal(await store.get(hash), undefined)
    code = 'NoSuchBucket'
    await assert.rejects(store.get(hash), FileStoreUnavailableError)
  })

  test('takes an answer that breaks off for no answer', async (context) => {
    const store = await start(context, (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => request.socket.destroy())
    })
    await assert.rejects(store.get(hash), FileStoreUnavailableError)
  })
})
