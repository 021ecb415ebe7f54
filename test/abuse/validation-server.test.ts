// run: all
// The validation server is the operator's choice; where it leads, and what it answers, is not trusted for that.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { askServer } from '#server/flights/signatures/validation-server.ts'
import { startReceiver } from '#test/support/receiver.ts'

const file = new Uint8Array(Buffer.from('AXCT001\r\n'))
const never = new AbortController().signal
const services = (address: string) => ({
  resolveName: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
})
const ask = (url: string, address = '127.0.0.1', timeoutMs = 2000) =>
  askServer(services(address), url, file, never, timeoutMs)

suite('the address of a validation server', () => {
  test('is never a metadata service, in any notation', async () => {
    const hosts = [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '0251.0376.0251.0376',
      '[::ffff:169.254.169.254]',
      '[::a9fe:a9fe]',
      '[64:ff9b::a9fe:a9fe]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '100.100.100.200',
      '168.63.129.16',
    ]
    for (const host of hosts) await assert.rejects(ask(`http://${host}`), /address not allowed/, host)
  })

  test('is in the own network by a literal only: a name that leads there, also by rebinding, is not asked', async (context) => {
    const receiver = await startReceiver(context)
    const { port } = new URL(receiver.url)
    for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fd00::1', '169.254.169.254'])
      for (const name of ['vali.example.org', 'localhost.example.org', '127.0.0.1.example.org'])
        await assert.rejects(
          ask(`http://${name}:${port}`, address),
          /address not allowed/,
          `${name} ${address}`,
        )
    assert.equal(receiver.received.length, 0)
  })

  test('is not where a redirect leads', async (context) => {
    const receiver = await startReceiver(context)
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.behave((response) => void response.writeHead(status, { location: '/internal' }).end())
      await assert.rejects(ask(new URL(receiver.url).origin), new RegExp(`answers ${status}`))
    }
    assert.ok(receiver.received.every(({ path }) => path === '/api/vali/json'))
  })
})

suite('the answer of a validation server', () => {
  const bodies: [name: string, body: string | Buffer, headers?: Record<string, string>][] = [
    ['a name that every object has', '{"result":"constructor","status":""}'],
    ['a prototype', '{"__proto__":{"result":"PASSED","status":"IGC_PASSED"}}'],
    ['a list', '["PASSED IGC_PASSED"]'],
    ['an object whose text is a verdict', '{"result":{"toString":"PASSED"},"status":"IGC_PASSED"}'],
    ['a deep one', '['.repeat(30_000)],
    ['a large one', ' '.repeat(200_000)],
    ['a bomb', gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' }],
    ['nothing', ''],
  ]
  for (const [name, body, headers] of bodies)
    test(`that is ${name} tells nothing`, async (context) => {
      const receiver = await startReceiver(context)
      receiver.behave((response) => void response.writeHead(200, headers).end(body))
      await assert.rejects(ask(new URL(receiver.url).origin))
    })

  test('that trickles in is cut off at the deadline', async (context) => {
    const receiver = await startReceiver(context)
    receiver.behave((response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 50)
      response.once('close', () => clearInterval(timer))
    })
    await assert.rejects(ask(new URL(receiver.url).origin, '127.0.0.1', 400))
  })
})
