import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hasOpenssl, startDocumentHost } from '#test/support/documents/host.ts'
import { createResolver } from '../resolver.ts'
import { askOnce, type AskOptions } from './ask.ts'

const options: AskOptions = {
  accept: 'application/json',
  timeoutMs: 30_000,
  maxBytes: 1000,
  allowPrivate: true,
  resolveName: createResolver(),
}

suite('one GET at an address of somebody else', { skip: !hasOpenssl && 'no openssl' }, () => {
  test('gives status, headers and body, and sends nothing of ours along', async (context) => {
    const host = await startDocumentHost(context)
    let sent: NodeJS.Dict<string | string[]> = {}
    const address = host.answer('/a', (request, response) => {
      sent = request.headers
      response.end('x'.repeat(1000))
    })
    const got = await askOnce(new URL(address), options)
    assert.deepEqual([got.status, got.body.length], [200, 1000])
    assert.deepEqual(Object.keys(sent).sort(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })

  test('a byte too many, a head that never comes and a body that never ends are no answer', async (context) => {
    const host = await startDocumentHost(context)
    const large = host.answer('/large', (_request, response) => response.end('x'.repeat(1001)))
    await assert.rejects(askOnce(new URL(large), options), { message: 'the answer has more than 1000 bytes' })
    const slow = { ...options, timeoutMs: 100 }
    const silent = host.answer('/silent', () => undefined)
    await assert.rejects(askOnce(new URL(silent), slow), { message: 'no answer within 0.1 s' })
    const endless = host.answer('/endless', (_request, response) => void response.write('x'))
    await assert.rejects(askOnce(new URL(endless), slow), { message: 'no answer within 0.1 s' })
  })

  test('a certificate for another name is refused, a private address, too', async (context) => {
    const host = await startDocumentHost(context)
    const misnamed = new URL(`https://misnamed.localhost:${host.port}/`)
    await assert.rejects(askOnce(misnamed, options), { message: 'certificate is for another host name' })
    for (const origin of [host.origin(), `https://127.0.0.1:${host.port}`])
      await assert.rejects(askOnce(new URL(origin), { ...options, allowPrivate: false }), {
        message: 'address not allowed',
      })
    assert.equal(host.asked.length, 0)
  })
})
