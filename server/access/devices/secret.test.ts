import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  createDevicePassword,
  createDeviceToken,
  DEVICE_ALPHABET,
  formatDevicePassword,
  readDeviceSecret,
} from './secret.ts'

suite('secrets of devices', () => {
  test('a password has 16 of 31 characters that do not look alike, each of them used', () => {
    const seen = new Set<string>()
    for (let times = 0; times < 1000; times++) {
      const password = createDevicePassword()
      assert.match(password, /^[2-9A-HJKMNP-Z]{16}$/)
      for (const letter of password) seen.add(letter)
    }
    assert.equal(seen.size, DEVICE_ALPHABET.length)
    assert.equal(seen.size, 31)
  })

  test('it is shown in groups of four and read in any case, with any blanks and dashes', () => {
    const shown = formatDevicePassword('7Q2MK4XWP9RT3HVB')
    assert.equal(shown, '7Q2M-K4XW-P9RT-3HVB')
    for (const typed of [shown, shown.toLowerCase(), ' 7q2m k4xw\tp9rt–3hvb ', '7Q2MK4XWP9RT3HVB'])
      assert.equal(readDeviceSecret(typed), '7Q2MK4XWP9RT3HVB')
    for (const typed of ['', '7Q2M', `${shown}2`, '7Q2M-K4XW-P9RT-3HV0', 'x'.repeat(5000)])
      assert.equal(readDeviceSecret(typed), undefined)
  })

  test('a token has the prefix of the firmware and 43 characters, and its case matters', () => {
    const token = createDeviceToken()
    assert.match(token, /^llk_[A-Za-z0-9_-]{43}$/)
    assert.equal(readDeviceSecret(token), token)
    assert.equal(readDeviceSecret(token.toUpperCase()), undefined)
  })
})
