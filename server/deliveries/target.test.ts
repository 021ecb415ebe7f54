import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { createLookup, isForbiddenAddress } from '#server/platform/outgoing/addresses.ts'
import { requireTarget } from './target.ts'

const forbidden = [
  ['127.0.0.1', '127.8.9.10', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ['169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
  ['224.0.0.1', '239.255.255.255', '255.255.255.255', '203.0.113.7'],
  ['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', 'fec0::1'],
  // IPv4 inside IPv6: mapped, compatible, NAT64 and its local form, 6to4, Teredo.
  ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::7f00:1'],
  ['64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
  ['', 'localhost', '1.2.3', '1.2.3.4.5'],
].flat()
const allowed = [
  ['8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '223.255.255.255'],
  ['2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b::8.8.8.8'],
].flat()

test('private, loopback, link-local, metadata and multicast addresses are refused in every notation', () => {
  for (const address of forbidden) assert.equal(isForbiddenAddress(address, false), true, address)
  for (const address of allowed) assert.equal(isForbiddenAddress(address, false), false, address)
})

test('an operator may allow private addresses, but never those of cloud metadata services', () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd12::1', '::ffff:10.0.0.1'])
    assert.equal(isForbiddenAddress(address, true), false, address)
  const metadata = [
    // Amazon, Google, Azure, Oracle, DigitalOcean …; Amazon's containers and pods; Tencent; their time and DNS.
    ['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.0.23', '169.254.1.1', '169.254.169.253'],
    // Alibaba, Azure's agent, Oracle's old one.
    ['100.100.100.200', '168.63.129.16', '192.0.0.192'],
    // Amazon, Google, Scaleway, OpenStack.
    ['fd00:ec2::254', 'fd00:ec2::23', 'fd00:ec2:0:1::1', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe'],
    ['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '::ffff:169.254.1.1', 'fe80::a9fe:a9fe%eth0'],
    // IPv4 inside deprecated forms of IPv6.
    ['::169.254.169.254', '2002:a9fe:a9fe::1', '64:ff9b:1::a9fe:a9fe'],
  ].flat()
  for (const address of metadata) assert.equal(isForbiddenAddress(address, true), true, address)
})

const refusedUrls = [
  ['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/'],
  ['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://localhost/', 'https://①②⑦.0.0.1/'],
  ['http://example.org/', 'ftp://example.org/', 'https://user:pass@8.8.8.8/', 'nonsense', ''],
  [`https://8.8.8.8/${'x'.repeat(2100)}`, 'https://169.254.169.254/latest/meta-data/', 'https://[fe80::1]/'],
].flat()
for (const url of refusedUrls) {
  test(`the URL ${url.slice(0, 40) || '(empty)'} cannot be registered`, async () => {
    await assert.rejects(requireTarget(url, false), { status: 400, code: 'invalid_request' })
  })
}

test('a public URL is registered in its normal form, without its fragment', async () => {
  assert.equal(await requireTarget('https://8.8.8.8:8443/hook?a=1#x', false), 'https://8.8.8.8:8443/hook?a=1')
})

test('anyone who registers a receiver on the own machine is told how to reach it', async () => {
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
    await assert.rejects(requireTarget(`http://${host}/hook`, false), /https:.* "cloudstreet listen"/)
  await assert.rejects(requireTarget('http://example.org/', false), {
    message: 'url must start with https://.',
  })
})

test('plain http is accepted only when the operator allows private addresses', async () => {
  assert.equal(await requireTarget('http://127.0.0.1:9/hook', true), 'http://127.0.0.1:9/hook')
})

function resolver(...answers: LookupAddress[][]) {
  let calls = 0
  const resolve = async () => answers[Math.min(calls++, answers.length - 1)] ?? []
  return { resolve, calls: () => calls }
}

function lookUp(lookup: ReturnType<typeof createLookup>): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup('receiver.example', { all: true }, (error, all) => (error ? reject(error) : resolve(all))),
  )
}

test('a host name with one forbidden address among good ones is refused', async () => {
  const { resolve } = resolver([
    { address: '8.8.8.8', family: 4 },
    { address: '::ffff:10.0.0.1', family: 6 },
  ])
  await assert.rejects(lookUp(createLookup(false, resolve)), /address not allowed/)
})

test('the connection gets the very addresses that were checked, from one resolution', async () => {
  const rebinding = resolver([{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }])
  assert.deepEqual(await lookUp(createLookup(false, rebinding.resolve)), [{ address: '8.8.8.8', family: 4 }])
  assert.equal(rebinding.calls(), 1)
  await assert.rejects(lookUp(createLookup(false, rebinding.resolve)), /address not allowed/)
})
