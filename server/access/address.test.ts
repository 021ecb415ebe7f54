import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNetwork } from './address.ts'

const cases: [string, string][] = [
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
]
for (const [address, network] of cases) {
  test(`${address} is counted as ${network}`, () => assert.equal(toNetwork(address), network))
}
