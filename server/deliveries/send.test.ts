import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startReceiver } from '#test/support/receiver.ts'
import { createLookup } from '#server/platform/outgoing/addresses.ts'
import { createSender, type SenderOptions } from './send.ts'

const { signal } = new AbortController()
const body = Buffer.from('{}')

async function send(url: string, options: Partial<SenderOptions> = {}) {
  const sender = createSender({ timeoutMs: 2000, allowPrivate: true, ...options })
  try {
    return await sender.post({ url, headers: {}, body }, signal)
  } finally {
    sender.close()
  }
}

suite('one post', () => {
  test('a host name of a private address is refused when connecting', async (context) => {
    const receiver = await startReceiver(context)
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    const result = await send(url, { allowPrivate: false })
    assert.deepEqual([result?.status, result?.error], [null, 'address not allowed'])
    assert.equal(receiver.received.length, 0)
  })

  test('a host name that changes to a private address after it was checked is refused', async (context) => {
    const receiver = await startReceiver(context)
    const answers = ['192.88.98.1', '127.0.0.1']
    const lookup = createLookup(false, async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }])
    await new Promise((done) => lookup('rebinding.example', { all: true }, done))
    const url = receiver.url.replace('127.0.0.1', 'rebinding.example')
    assert.equal((await send(url, { allowPrivate: false, lookup }))?.error, 'address not allowed')
    assert.equal(receiver.received.length, 0)
  })

  test('a proxy named in the environment is not used', async (context) => {
    const [receiver, proxy] = [await startReceiver(context), await startReceiver(context)]
    const proxyUrl = new URL(proxy.url).origin
    // Node reads these at start, so the test needs its own process.
    const program = `
      import { createSender } from ${JSON.stringify(join(import.meta.dirname, 'send.ts'))}
      const sender = createSender({ timeoutMs: 5000, allowPrivate: true })
      const post = { url: ${JSON.stringify(receiver.url)}, headers: {}, body: Buffer.from('{}') }
      console.log((await sender.post(post, new AbortController().signal)).status)
      sender.close()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env.PATH, HTTP_PROXY: proxyUrl, http_proxy: proxyUrl, NODE_USE_ENV_PROXY: '1' },
    })
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
    assert.equal(output.trim(), '200')
    assert.deepEqual([receiver.received.length, proxy.received.length], [1, 0])
  })

  test('a connection that the receiver closed while it was idle is replaced without a failed attempt', async (context) => {
    const receiver = await startReceiver(context, (response, count) => {
      if (count === 2) response.socket?.destroy()
      else response.end()
    })
    const sender = createSender({ timeoutMs: 2000, allowPrivate: true })
    context.after(() => sender.close())
    const post = { url: receiver.url, headers: {}, body }
    assert.equal((await sender.post(post, signal))?.status, 200)
    assert.equal((await sender.post(post, signal))?.status, 200)
    assert.equal(receiver.received.length, 3)
  })

  test('an aborted attempt has no outcome', async (context) => {
    const receiver = await startReceiver(context, () => undefined)
    const controller = new AbortController()
    const sender = createSender({ timeoutMs: 5000, allowPrivate: true })
    context.after(() => sender.close())
    const pending = sender.post({ url: receiver.url, headers: {}, body }, controller.signal)
    await receiver.waitFor(1)
    controller.abort()
    assert.equal(await pending, undefined)
  })

  test('without a listener the connection is refused', async (context) => {
    const receiver = await startReceiver(context)
    await receiver.close()
    assert.equal((await send(receiver.url))?.error, 'connection refused')
  })

  test('an answer that is not text is kept as far as it can be stored', async (context) => {
    const receiver = await startReceiver(
      context,
      (response) => void response.end(Buffer.from([0, 65, 0xff, 0xfe])),
    )
    const answer = (await send(receiver.url))?.answer ?? ''
    assert.match(answer, /A/)
    assert.equal(answer.includes('\0'), false)
  })

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0
  test(
    'over https an untrusted certificate is refused, and so is one for another host name; a good one is accepted',
    { skip: !hasOpenssl && 'no openssl' },
    async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-tls-'))
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      spawnSync('openssl', [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        cert,
      ])
      let requests = 0
      const server = createTlsServer(
        { key: readFileSync(key), cert: readFileSync(cert) },
        (_request, response) => {
          requests += 1
          response.end()
        },
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      context.after(() => {
        server.close()
        rmSync(folder, { recursive: true, force: true })
      })
      const { port } = server.address() as AddressInfo
      const result = await send(`https://127.0.0.1:${port}/hook`)
      assert.equal(result?.error, 'certificate is self-signed')
      assert.equal(requests, 0)

      const trusted = getCACertificates('default')
      context.after(() => setDefaultCACertificates(trusted))
      setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')])
      const misnamed = await send(`https://localhost:${port}/hook`)
      assert.equal(misnamed?.status, null)
      assert.match(misnamed.error ?? '', /certificate/)
      assert.equal(requests, 0)
      const taken = await send(`https://127.0.0.1:${port}/hook`)
      assert.deepEqual([taken?.status, taken?.error], [200, null])
      assert.equal(requests, 1)
    },
  )
})
