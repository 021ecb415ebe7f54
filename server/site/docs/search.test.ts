import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Operation } from '#contract/openapi/document.ts'
import type { Entry } from '../reference/operations.ts'
import { readGuide } from './guides.ts'
import { createSearch, makeExcerpt } from './search.ts'

const operation: Operation = {
  operationId: 'listKites',
  tags: ['Kites'],
  summary: 'List kites',
  description: 'Newest first.',
  parameters: [{ name: 'colour', in: 'query', description: 'Only kites of it.', schema: { type: 'string' } }],
  responses: {
    200: {
      description: '',
      content: {
        'application/json': {
          schema: { properties: { data: { items: { properties: { bridle_length: { type: 'number' } } } } } },
        },
      },
    },
  },
}
const entry: Entry = {
  id: 'listKites',
  method: 'GET',
  path: '/api/v1/kites',
  tag: 'Kites',
  operation,
  problems: {},
}
const guide = readGuide(
  'flying',
  '# Flying\n\nHow to begin.\n\n## In strong wind\n\nDo &lt;not&gt; fly a kite.\n\n```sh\nkite --land\n```\n',
)
const search = createSearch({
  guides: [guide],
  operate: [],
  reference: {
    version: '1',
    about: '',
    groups: [{ name: 'Kites', description: '', entries: [entry] }],
    events: [],
    findOperation: () => undefined,
    findEvent: () => undefined,
  },
})
const find = (query: string) => search(query).map(({ href }) => href)

suite('the search', () => {
  test('finds an operation by its words, path, id, parameters and fields', () => {
    for (const query of ['list kites', '/api/v1/kites', 'listkites', 'colour', 'bridle_length', 'GET newest'])
      assert.ok(find(query).includes('/docs/reference/listKites'), query)
  })

  test('leads to the section of a guide', () => {
    assert.deepEqual(find('strong WIND'), ['/docs/guide/flying#in-strong-wind'])
    assert.deepEqual(find('begin'), ['/docs/guide/flying'])
  })

  test('a title counts more than a text, and every word must be there', () => {
    assert.deepEqual(find('kite'), ['/docs/reference/listKites', '/docs/guide/flying#in-strong-wind'])
    assert.deepEqual(find('kite colour wind'), [])
    assert.deepEqual(find('?!'), [])
  })

  test('an excerpt shows the hit in its words, code last, and is text rather than markup', () => {
    const [found] = search('fly')
    assert.deepEqual(found?.excerpt.find(({ isHit }) => isHit)?.text, 'fly')
    assert.equal(found?.excerpt.map(({ text }) => text).join(''), 'Do <not> fly a kite. kite --land')
  })

  test('an excerpt of a long text is cut at words around the first hit', () => {
    const text = `${'before '.repeat(40)}needle ${'after '.repeat(60)}`
    const shown = makeExcerpt(text, ['needle'])
      .map((piece) => piece.text)
      .join('')
    assert.match(shown, /^… before .*needle after .* after …$/)
    assert.ok(shown.length < 200, String(shown.length))
  })

  test('characters of a pattern are searched for as they are', () => {
    const shown = makeExcerpt('call a.b(c) {id} now', ['a.b', '{id}'])
    const hits = shown.filter(({ isHit }) => isHit).map(({ text }) => text)
    assert.deepEqual(hits, ['a.b', '{id}'])
  })
})
