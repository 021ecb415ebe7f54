import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import fc from 'fast-check'
import { writeYaml } from './yaml.ts'

test('any JSON is the same value as YAML, also what could be taken for a number, a date or a word', () => {
  const odd = {
    no: 'no',
    200: ['1_000', '2026-05-17', '', {}, [], [[], [{ a: null }]], { '- a': '# b: c' }],
    'a: b': '\u0085\u2028\ufeff\u007f line\nbreak\ttab "quoted" \\',
  }
  assert.deepEqual(parseYaml(writeYaml(odd)), odd)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      assert.deepEqual(parseYaml(writeYaml(plain)), plain)
    }),
  )
})
