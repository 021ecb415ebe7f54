import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createUserCode, readUserCode } from './user-code.ts'

suite('user codes', () => {
  test('a code has eight letters of twenty, none of them a vowel, in two groups', () => {
    const seen = new Set<string>()
    for (let times = 0; times < 2000; times++) {
      const code = createUserCode()
      assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      for (const letter of code.replace('-', '').split('')) seen.add(letter)
    }
    assert.equal(seen.size, 20)
  })

  test('what a person types is read', () => {
    for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'WDJB–MJHT', 'w.d.j.b.m.j.h.t']) {
      assert.equal(readUserCode(typed), 'WDJB-MJHT')
    }
    for (const typed of ['', 'WDJB', 'WDJB-MJHTX', 'WDJB-MJH1', 'AEIO-UAEI']) {
      assert.equal(readUserCode(typed), undefined)
    }
  })
})
