import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fold } from '#language/fold.ts'
import { writeSearchText } from '../record/text/search-text.ts'
import { readWords } from './search.ts'

suite('a search', () => {
  test('knows neither case nor accents', () => {
    assert.equal(fold('Zürich ÉTÉ ﬁn'), 'zurich ete fin')
    assert.deepEqual(readWords('  Über  uber 100%\n'), ['uber', '100%'])
    assert.equal(readWords(' '), undefined)
    assert.equal(readWords(undefined), undefined)
  })

  test('of too many words is refused', () => {
    assert.throws(() => readWords('a b c d e f'), /q must have at most 5 words\./)
    assert.equal(readWords('a b c d e a')?.length, 5)
  })

  test('finds a flight by title, glider and notes, and by no null', () => {
    const metadata = JSON.stringify({ glider: 'Ozone Alpina 5', pilot: 'Ada' })
    assert.equal(writeSearchText({ title: 'Été', notes: 'A\nB' }, metadata), 'ete\nozone alpina 5\na\nb')
    assert.equal(writeSearchText({ title: null, notes: null }, '{"glider":null}'), '')
    assert.ok(writeSearchText({ title: null, notes: '\ufdfa'.repeat(5000) }, '{}').length <= 8000)
  })
})
