import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { scryptHashing } from './password-hash.ts'

/** Made by better-auth 1.7, which hashed the passwords of accounts up to 1.0.0-alpha.28. */
const oldHashes = {
  'seventeen soaring swifts':
    'b724e93e5b3d8b5d4178db96825657cc:28aabcb18c92fe7ae7625972d58698e0f63ebdaed200c6df9596fab61f7ee0d3' +
    '2f5b906ee52d6a17b04fd22ac46117701249cb939d3b990746b05675cdaa48f0',
  'sièben ﬂiegen':
    '371984b3129d5486374d3d60d0f0f4e4:a328529403b78d6dd694f0d121c7ab4527bfd8713eb401ae284d3268dcc121a2' +
    '94137eabf9071f70ed072dd0e6459f67bbed11ad3021379d7aad1aa8577ee9ff',
}

suite('password hashes', () => {
  for (const [password, hash] of Object.entries(oldHashes)) {
    test(`of earlier releases hold: ${password}`, async () => {
      assert.equal(await scryptHashing.verify(password, hash), true)
      assert.equal(await scryptHashing.verify(password.normalize('NFD'), hash), true)
      assert.equal(await scryptHashing.verify(`${password}.`, hash), false)
    })
  }

  test('have a salt each, and the form that earlier releases read', async () => {
    const password = 'a thermal a day'
    const [one, other] = [await scryptHashing.hash(password), await scryptHashing.hash(password)]
    assert.match(one, /^[0-9a-f]{32}:[0-9a-f]{128}$/)
    assert.notEqual(one, other)
    assert.equal(await scryptHashing.verify(password, one), true)
    assert.equal(await scryptHashing.verify(password, other), true)
  })

  test('that are cut off or no hash at all match no password', async () => {
    const [hash] = Object.values(oldHashes) as [string]
    for (const broken of ['', ':', hash.slice(0, -2), hash.slice(0, 33), 'x'])
      assert.equal(await scryptHashing.verify('seventeen soaring swifts', broken), false, broken)
  })
})
