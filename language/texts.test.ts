import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages } from './preferences.ts'
import { sameAsEnglish } from '#test/support/language/same-as-english.ts'

type Text = string | ((...values: unknown[]) => unknown)

/** By their path, such as `web.shell.signOut`. */
async function readTexts(language: string): Promise<Map<string, Text>> {
  const web = (await import(`./${language}/web.ts`)) as object
  const onDemand = await Promise.all(
    ['clubs', 'forwards', 'rankings'].map(
      (room) => import(`./${language}/pages/${room}.ts`) as Promise<object>,
    ),
  )
  const server = (await import(`./${language}/server.ts`)) as object
  const found = new Map<string, Text>()
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
    } else found.set(path, value as Text)
  }
  // How numbers and dates are written is compared with Intl.
  walk({ web: Object.assign({}, web, ...onDemand, { formats: {} }), server: { ...server, formats: {} } }, '')
  return found
}

/** Stands for any value: a number, a word, or what puts words into a link. */
const anything = Object.assign((words: string) => words, { toString: () => '3', valueOf: () => 3 })

function say(text: Text): string {
  if (typeof text === 'string') return text
  const said = text(...Array.from({ length: text.length }, () => anything))
  return Array.isArray(said) ? said.join('') : String(said)
}

const english = await readTexts('en')

/** English words that stand for several things, or for one of another gender or number. */
const ambiguous = new Set(
  'Access|added|Added 3|Files|Glide|Landing|made|Never used|Other|Records|registered or changed|Take-off|Tandem'.split(
    '|',
  ),
)
// On a compass, and in "5 km north of".
for (const direction of 'N NE E SE S SW W NW'.split(' ')) ambiguous.add(direction)

suite('texts', () => {
  for (const language of languages.filter((one) => one !== 'en')) {
    test(`${language} has every text once, with the same values, and no other`, async () => {
      const theirs = await readTexts(language)
      const shape = (texts: Map<string, Text>) =>
        [...texts].map(([path, text]) => (typeof text === 'string' ? path : `${path}(${text.length})`))
      assert.deepEqual(shape(theirs).sort(), shape(english).sort())
    })

    test(`${language} is translated: what reads as in English is listed as such`, async () => {
      const theirs = await readTexts(language)
      const same = [...theirs].filter(([path, text]) => say(text) === say(english.get(path) ?? ''))
      assert.deepEqual(same.map(([path]) => path).sort(), [...sameAsEnglish[language]].sort())
    })

    test(`${language} has one word for one thing, on every page`, async () => {
      const theirs = await readTexts(language)
      const paths = Map.groupBy(english.keys(), (path) => say(english.get(path)!))
      const several = [...paths]
        .filter(([said]) => !ambiguous.has(said))
        .map(
          ([said, where]) => [said, [...new Set(where.map((path) => say(theirs.get(path) ?? '')))]] as const,
        )
        .filter(([, words]) => words.length > 1)
      assert.deepEqual(several, [])
    })

    test(`${language} says something everywhere, and writes apostrophes as printers do`, async () => {
      for (const [path, text] of await readTexts(language)) {
        assert.match(say(text), /\S/, path)
        assert.doesNotMatch(say(text), /['"]/, path)
      }
    })
  }
})
