import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { HOME_PATH, toReturnPath } from './return-path.ts'

suite('the path after signing in', () => {
  const own = [
    '/app/settings',
    '/oauth/authorize?client_id=1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=a%20b',
    '/oauth/device?user_code=BCDF-GHJK',
    '/app/flights/68f0a1b2c3d4e5f6a7b8c9d0#track',
    '/%2F%2Fevil.example',
    '/a?next=//evil.example',
  ]
  for (const path of own) {
    test(`${path} is kept`, () => assert.equal(toReturnPath(path), path))
  }

  const foreign = [
    undefined,
    '',
    'app/account',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    'https://evil.example/',
    'https:evil.example',
    'HTTP://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/./\\evil.example',
    '/\u0000/evil.example',
    '@evil.example',
    '.evil.example',
    '?//evil.example',
    `/${'a'.repeat(5000)}`,
  ]
  for (const path of foreign) {
    test(`${JSON.stringify(path)?.slice(0, 40)} is not followed`, () =>
      assert.equal(toReturnPath(path), HOME_PATH))
  }

  test('whatever is asked, a browser stays here', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2F',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      '\t',
      ' ',
      'https:',
    ]
    for (const a of pieces)
      for (const b of pieces)
        for (const c of pieces)
          for (const d of pieces) {
            const url = new URL(toReturnPath(`${a}${b}${c}${d}`), 'https://own.example/sign-in')
            assert.equal(url.origin, 'https://own.example')
          }
  })
})
