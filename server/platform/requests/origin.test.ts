import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readRequestId, readTraceparent } from './origin.ts'

suite('where a request comes from', () => {
  test('is in the words of its sender: a request id of usual length and letters is kept', () => {
    for (const id of ['a1b2c3d4', '0af7651916cd43dd8448eb211c80319c', 'edge-1_2026.11.16', 'x'.repeat(64)])
      assert.equal(readRequestId({ 'x-request-id': id }), id)
  })

  test('is a new id when there is none, or one that is too short, too long or of other letters', () => {
    const odd = [
      '',
      'short',
      'x'.repeat(65),
      'two words',
      'a"b"c"d"e',
      'new\nlinexx',
      '<script>',
      'ämlaut-id',
      'a,b,c,d,e',
    ]
    for (const id of [undefined, ...odd])
      assert.match(readRequestId(id === undefined ? {} : { 'x-request-id': id }), /^[\da-f-]{36}$/, id)
  })

  test('is a trace only as W3C has it', () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    assert.equal(readTraceparent({ traceparent: trace }), trace)
    for (const odd of [
      trace.toUpperCase(),
      trace.replace('00-', 'ff-'),
      `${trace}-more`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
      `${trace}\n`,
    ])
      assert.equal(readTraceparent({ traceparent: odd }), undefined, odd)
  })
})
