import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMoved } from './moved.ts'

test('a page that moved is found at its new address, with what follows the old one', () => {
  assert.equal(findMoved('/app/account'), '/app/settings')
  assert.equal(findMoved('/app/account?from=email'), '/app/settings?from=email')
  assert.equal(findMoved('/app/account/devices/add/flyskyhy'), '/app/upload/automatic/add/flyskyhy')
  assert.equal(findMoved('/app/account/connections?x=1'), '/app/settings/security?x=1#apps')
  assert.equal(findMoved('/app/destinations'), '/app/upload/automatic')
})

test('an address that only begins alike has not moved', () => {
  for (const address of ['/app/accounts', '/app/logbook', '/app/settings', '/app/destinations-of-others'])
    assert.equal(findMoved(address), undefined, address)
})
