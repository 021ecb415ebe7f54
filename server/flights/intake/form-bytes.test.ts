import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { findText, readForm, toText } from './form-bytes.ts'

const read = (text: string) => readForm(Buffer.from(text, 'latin1'))

suite('forms of instruments', () => {
  test('percent-encoded Latin-1 and UTF-8 become the bytes that were meant', () => {
    assert.deepEqual(Buffer.from(read('a=J%F6rg').get('a')!.bytes), Buffer.from('Jörg', 'latin1'))
    assert.equal(findText(read('a=J%F6rg'), 'a'), 'Jörg')
    assert.equal(findText(read('a=J%C3%B6rg'), 'a'), 'Jörg')
    assert.equal(findText(read('a=J\u00f6rg+M'), 'a'), 'Jörg M')
  })

  test('what is no escape stays, the first of a name counts, blanks are absent', () => {
    assert.equal(findText(read('a=100%&b=%4&c=%zz&d=%41'), 'a'), '100%')
    assert.equal(findText(read('b=%4'), 'b'), '%4')
    assert.equal(findText(read('a=1&a=2'), 'a'), '1')
    assert.equal(findText(read('a=+&b=x'), 'a', 'b'), 'x')
    assert.equal(findText(read('a'), 'a'), undefined)
    assert.equal(findText(read('=x&&'), ''), undefined)
  })

  test('any bytes come back as they were escaped', () => {
    const escape = (bytes: Uint8Array) =>
      Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array({ maxLength: 300 }), (one, two) => {
        const fields = read(`one=${escape(one)}&two=${escape(two)}`)
        const seen = ['one', 'two'].map((name) => Buffer.from(fields.get(name)!.bytes))
        assert.deepEqual(seen, [Buffer.from(one), Buffer.from(two)])
      }),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => void readForm(bytes)),
      { numRuns: 200 },
    )
    assert.equal(toText(Uint8Array.of(0xff)), 'ÿ')
  })
})
