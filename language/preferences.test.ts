import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { choosePreferences, readChoices, writeChoices } from './preferences.ts'

const languageOf = (header: string) => choosePreferences([], header).language

suite('the language of a page', () => {
  test('is the one that the browser likes best of those we have', () => {
    const headers: [header: string, language: string][] = [
      ['de-CH,de;q=0.9,en;q=0.8', 'de'],
      ['en-US,en;q=0.9', 'en'],
      ['pt-BR, fr;q=0.7, en;q=0.9', 'en'],
      ['ja, es-419;q=0.5', 'es'],
      ['IT', 'it'],
      ['fr;q=0, de;q=0.1', 'de'],
      ['fr ; q=0.5', 'fr'],
    ]
    for (const [header, language] of headers) assert.equal(languageOf(header), language, header)
  })

  test('is English where the browser says nothing that we know', () => {
    for (const header of ['', 'ja', '*', 'de;q=none', ';;,,', 'x'.repeat(10_000), 'ja,'.repeat(5000) + 'de'])
      assert.equal(languageOf(header), 'en', header.slice(0, 20))
  })

  test('is what was chosen, before what the browser likes', () => {
    const { language } = choosePreferences([undefined, { language: null }, { language: 'it' }], 'de')
    assert.equal(language, 'it')
  })
})

suite('preferences', () => {
  test('not chosen yet are metric and 24 hours', () => {
    assert.deepEqual(choosePreferences([]), { language: 'en', units: 'metric', clock: '24h' })
  })

  test('are each decided by the first who has chosen', () => {
    const account = { units: 'imperial' } as const
    const cookie = { language: 'de', units: 'metric', clock: '12h' } as const
    assert.deepEqual(choosePreferences([account, cookie]), {
      language: 'de',
      units: 'imperial',
      clock: '12h',
    })
  })

  test('come back from a cookie as they were written', () => {
    for (const choices of [
      { language: 'fr', units: 'imperial', clock: '12h' },
      { units: 'metric' },
      {},
    ] as const)
      assert.deepEqual(choosePreferences([readChoices(writeChoices(choices))]), choosePreferences([choices]))
  })

  test('that a cookie makes up are ignored', () => {
    const nothing = { language: undefined, units: undefined, clock: undefined }
    for (const text of ['xx', '__proto__', 'a.b.c.de', '<script>', '.'.repeat(10_000)])
      assert.deepEqual(readChoices(text), nothing)
  })
})
