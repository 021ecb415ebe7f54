import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startNameServer, type Zone } from '#test/support/abuse/name-server.ts'
import { createResolver } from './resolver.ts'

const zone: Zone = (name, type) => {
  if (name.startsWith('silent')) return 'silent'
  if (name === 'half.example') return type === 'A' ? ['192.0.2.1'] : 'silent'
  if (name === 'two.example') return type === 'A' ? ['192.0.2.1', '192.0.2.2'] : []
  return name === 'empty.example' ? [] : undefined
}

async function start(context: TestContext, hosts = '', timeoutMs = 5000) {
  const folder = makeFolder(context)
  const hostsFile = join(folder, 'hosts')
  writeFileSync(hostsFile, hosts)
  const server = await startNameServer(context, zone)
  return {
    resolve: createResolver({ nameServers: [server.address], hostsFile, timeoutMs }),
    hostsFile,
    asked: server.asked,
  }
}

const v4 = (address: string) => ({ address, family: 4 })

suite('names', () => {
  test('all addresses of a name are found', async (context) => {
    const { resolve } = await start(context)
    assert.deepEqual(await resolve('Two.Example.'), [v4('192.0.2.1'), v4('192.0.2.2')])
  })

  test('a name in the hosts file is not asked for, and the file is read again when it changes', async (context) => {
    const { resolve, hostsFile, asked } = await start(context, '# ours\n10.1.2.3 Receiver db # the LAN\n')
    assert.deepEqual(await resolve('receiver'), [v4('10.1.2.3')])
    writeFileSync(hostsFile, '10.1.2.33 receiver\nfd12::1 receiver\n')
    assert.deepEqual(await resolve('receiver'), [v4('10.1.2.33'), { address: 'fd12::1', family: 6 }])
    assert.deepEqual(asked, [])
  })

  test('localhost is loopback also when the hosts file does not name it, and no name server is asked', async (context) => {
    const { resolve, asked } = await start(context)
    for (const name of ['localhost', 'LOCALHOST.', 'a.localhost'])
      assert.deepEqual(await resolve(name), [v4('127.0.0.1'), { address: '::1', family: 6 }], name)
    assert.deepEqual(asked, [])
  })

  test('a name that does not exist, or has no address, is not found', async (context) => {
    const { resolve } = await start(context)
    for (const name of ['nobody.example', 'empty.example', `${'x'.repeat(64)}.example`])
      await assert.rejects(resolve(name), { code: 'ENOTFOUND' }, name)
  })

  test('a name server that ignores questions for IPv6 costs a third of a second', async (context) => {
    const { resolve } = await start(context)
    const startedAt = performance.now()
    assert.deepEqual(await resolve('half.example'), [v4('192.0.2.1')])
    const tookMs = performance.now() - startedAt
    context.diagnostic(`${tookMs.toFixed(0)} ms`)
    assert.ok(tookMs < 1800, `${tookMs} ms`)
  })

  test('a name server that keeps silent ends with a time-out, and holds up no other name', async (context) => {
    const { resolve } = await start(context, '', 5000)
    let waiting = 40
    const lookups = Array.from({ length: waiting }, (_, index) =>
      assert.rejects(resolve(`silent${index}.example`), { code: 'ETIMEOUT' }).then(() => (waiting -= 1)),
    )
    assert.deepEqual(await resolve('two.example'), [v4('192.0.2.1'), v4('192.0.2.2')])
    assert.equal(waiting, 40, 'found while all others were waited for')
    await Promise.all(lookups)
  })
})
