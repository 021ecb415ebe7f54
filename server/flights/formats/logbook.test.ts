import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsv } from '#test/support/formats/readers.ts'
import { writeValue } from './logbook.ts'

test('no text becomes a formula in a spreadsheet, and every text is read as it was', () => {
  const texts = [
    '=1+1',
    '+41',
    '-5',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r=1',
    "=cmd|' /C calc'!A0",
    '"=1"',
    'Zürich, West',
    'a\r\nb',
    'a;b',
    '',
  ]
  for (const text of texts) {
    const [record] = readCsv(Buffer.from(`text,number\r\n${writeValue(text)},1\r\n`))
    const found = record!.text!
    assert.doesNotMatch(found, /^\s*[=+\-@\t\r]/, text)
    assert.equal(found.replace(/^'/, ''), text)
  }
  assert.deepEqual([writeValue(-33.5), writeValue(true)], ['-33.5', 'true'])
})
