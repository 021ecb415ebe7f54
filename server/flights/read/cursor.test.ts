import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readCursor, writeCursor } from './cursor.ts'

suite('cursors', () => {
  test('a cursor gives back what was written', () => {
    const text = writeCursor('date', ['2026-05-17', 1_779_033_845_000, 'a'.repeat(24)])
    assert.match(text, /^[\w-]+$/)
    assert.deepEqual(readCursor(text, 'date', ['string', 'number', 'string']), [
      '2026-05-17',
      1_779_033_845_000,
      'a'.repeat(24),
    ])
  })

  const unfit: [string, string][] = [
    ['nothing', ''],
    ['no base64url', 'a+b/c='],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', Buffer.from('{"a":1}').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['of another kind', writeCursor('score', [1])],
    ['with too few parts', writeCursor('date', [])],
    ['with too many parts', writeCursor('date', [1, 2])],
    ['with a part of another type', writeCursor('date', ['1'])],
    ['too long', 'a'.repeat(301)],
  ]
  for (const [name, text] of unfit) {
    test(`what is ${name} is refused`, () => {
      assert.throws(() => readCursor(text, 'date', ['number']), /after must be a cursor/)
    })
  }
})
