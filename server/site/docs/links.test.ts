import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../reference/operations.ts'
import { linkOperations } from './links.ts'

const entry = { id: 'getKite', method: 'GET', path: '/kites/{id}' } as Entry
const reference = { groups: [{ name: 'Kites', description: '', entries: [entry] }] }

test('an operation that a guide names is a link to its page', () => {
  const link = '<a href="/docs/reference/getKite"><code>GET /kites/{id}</code></a>'
  assert.equal(linkOperations('<p>See <code>GET /kites/{id}</code>.</p>', reference), `<p>See ${link}.</p>`)
})

test('what is no operation, a link already, or code by itself stays as it is', () => {
  for (const content of [
    '<code>DELETE /kites/{id}</code>',
    '<code>GET /nothing</code>',
    '<a href="/x"><code>GET /kites/{id}</code></a>',
    '<pre tabindex="0"><code>GET /kites/{id}</code></pre>',
  ])
    assert.equal(linkOperations(content, reference), content)
})
