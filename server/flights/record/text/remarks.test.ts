import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cleanNotes, cleanTitle, readRemarks } from './remarks.ts'

suite('what a pilot writes on a flight', () => {
  test('is a title of one line, and none when nothing is left', () => {
    assert.equal(cleanTitle('  First\r\n hundred\u0000 \u202e🪂 '), 'First hundred 🪂')
    for (const nothing of [null, '', ' \n\t ', '\u0007\u202e']) assert.equal(cleanTitle(nothing), null)
    assert.equal(cleanTitle('<b>&amp;'), '<b>&amp;', 'it is text: programs that show it escape it')
  })

  test('is notes whose lines stay lines', () => {
    assert.equal(cleanNotes('\r\nA\r\n\r\n  B\tC\u0000\rD \n\n'), 'A\n\n  B C\nD')
    assert.equal(cleanNotes(' \n\n'), null)
    assert.equal(cleanNotes('half \ud83e'), 'half \ufffd')
  })

  test('is read from an export of any origin, cut where it is too long', () => {
    assert.deepEqual(readRemarks({ title: 'x'.repeat(101), notes: 'A\nB' }), {
      title: 'x'.repeat(100),
      notes: 'A\nB',
    })
    assert.deepEqual(readRemarks({ title: 7, notes: null }), {})
    assert.deepEqual(readRemarks(undefined), {})
    assert.equal(readRemarks({ title: '🪂'.repeat(101) }).title, '🪂'.repeat(100))
  })
})
