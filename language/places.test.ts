import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCountry, sayPlace } from './places.ts'
import { languages, type Preferences } from './preferences.ts'
import { formatsFor, textsIn } from './server.ts'

const say = (name: string, reader: Partial<Preferences>) => {
  const preferences: Preferences = { language: 'en', units: 'metric', clock: '24h', ...reader }
  return sayPlace(textsIn(preferences.language).places, formatsFor(preferences), name)
}

test('a take-off without a name is said in the language and units of its reader', () => {
  assert.equal(say('8 km SE of Grindelwald', {}), 'Grindelwald, 8 km south-east')
  assert.equal(say('8 km SE of Grindelwald', { language: 'de' }), 'Grindelwald, 8 km südöstlich')
  assert.equal(say('8 km W of Castellane', { language: 'fr' }), 'Castellane, 8 km à l’ouest')
  assert.equal(say('8 km N of Bassano', { language: 'it', units: 'imperial' }), 'Bassano, 5 mi a nord')
})

test('a name that somebody has given stays as it is', () => {
  for (const name of ['Niesen', 'Land of Oz', '8 km of nothing', '8 km NN of Nowhere', '8 km S ofX'])
    assert.equal(say(name, { language: 'de' }), name)
})

test('countries have the names that Intl gives them', async () => {
  for (const language of languages) {
    const { countries } = (await import(`./${language}/places.ts`)) as { countries: string }
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const codes = countries.split('|').map((country) => country.slice(0, 2))
    assert.ok(codes.length > 60 && codes.includes('CH'))
    for (const code of codes)
      assert.equal(findCountry(countries, code), names.of(code), `${code} in ${language}`)
    assert.equal(findCountry(countries, 'TV'), undefined)
  }
})
