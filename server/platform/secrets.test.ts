import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createId, ID_PATTERN } from './ids.ts'
import {
  createSecret,
  decryptText,
  encryptText,
  equalInConstantTime,
  isSigned,
  isWellFormedSecret,
  openSealed,
  reseal,
  seal,
  secretPrefixes,
  signText,
} from './secrets.ts'

suite('secrets', () => {
  test('a secret has its prefix, 43 random characters and a checksum', () => {
    for (const prefix of Object.values(secretPrefixes)) {
      const secret = createSecret(prefix)
      assert.ok(secret.startsWith(prefix))
      assert.equal(secret.length, prefix.length + 49)
      assert.ok(isWellFormedSecret(secret))
    }
  })

  test('any single mistyped character is seen without a look-up', () => {
    const secret = createSecret(secretPrefixes.key)
    for (let index = 0; index < secret.length; index++) {
      const other = secret[index] === 'x' ? 'y' : 'x'
      assert.equal(
        isWellFormedSecret(secret.slice(0, index) + other + secret.slice(index + 1)),
        false,
        `at ${index}`,
      )
    }
  })

  test('what is not one of ours is refused', () => {
    for (const text of ['', 'cst_key_', 'ghp_abc', `${createSecret('cst_at_')} `, createSecret('cst_xx_')]) {
      assert.equal(isWellFormedSecret(text), false, text)
    }
  })

  test('a sealed text opens with the same secret and purpose only', () => {
    const sealed = encryptText('s'.repeat(32), 'webhook', 'whsec_abc')
    assert.equal(decryptText('s'.repeat(32), 'webhook', sealed), 'whsec_abc')
    assert.throws(() => decryptText('t'.repeat(32), 'webhook', sealed))
    assert.throws(() => decryptText('s'.repeat(32), 'other', sealed))
    sealed[30] = (sealed[30] ?? 0) ^ 1
    assert.throws(() => decryptText('s'.repeat(32), 'webhook', sealed))
  })

  test('what is sealed for one row opens there alone, with any of the secrets', () => {
    const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
    const binding = { purpose: 'webhook', id: 'a' }
    const sealed = seal([old], binding, 'whsec_abc')
    assert.equal(openSealed([old], binding, sealed), 'whsec_abc')
    assert.equal(openSealed([fresh, old], binding, sealed), 'whsec_abc')
    assert.throws(() => openSealed([fresh], binding, sealed), /cannot be opened/)
    assert.throws(() => openSealed([old], { ...binding, id: 'b' }, sealed), /cannot be opened/)
    assert.throws(() => openSealed([old], { ...binding, purpose: 'letter' }, sealed), /cannot be opened/)
  })

  test('sealing again renews texts sealed by another secret or unbound, and nothing else', () => {
    const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)]
    const binding = { purpose: 'webhook', id: 'a' }
    const renew = (sealed: Uint8Array) => reseal([fresh, old], binding, sealed)
    for (const sealed of [seal([old], binding, 'text'), encryptText(old, 'webhook', 'text')])
      assert.equal(openSealed([fresh], binding, renew(sealed) ?? Buffer.alloc(0)), 'text')
    assert.equal(renew(seal([fresh], binding, 'text')), undefined)
    assert.throws(() => renew(encryptText('x'.repeat(32), 'webhook', 'text')), /cannot be opened/)
  })

  test('a signature of any of the secrets is good', () => {
    const signature = signText('o'.repeat(32), 'form', 'text')
    assert.ok(isSigned(['n'.repeat(32), 'o'.repeat(32)], 'form', 'text', signature))
    assert.ok(!isSigned(['n'.repeat(32)], 'form', 'text', signature))
  })

  test('comparison tells equal from unequal of any length', () => {
    assert.ok(equalInConstantTime('abc', 'abc'))
    assert.ok(!equalInConstantTime('abc', 'abcd'))
    assert.ok(!equalInConstantTime('', 'a'))
  })

  test('ids are 24 hexadecimal characters in order of time', () => {
    const earlier = createId(1_700_000_000_000)
    const later = createId(1_700_000_001_000)
    assert.match(earlier, ID_PATTERN)
    assert.ok(earlier < later)
    assert.equal(new Set(Array.from({ length: 10_000 }, () => createId(0))).size, 10_000)
  })
})
