import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findPasswordProblem } from './passwords.ts'

suite('a password', () => {
  const refused: [string, RegExp][] = [
    ['short', /at least 12/],
    ['elevenchars', /at least 12/],
    ['x'.repeat(257), /at most 256/],
    ['qwertyuiop123', /most common/],
    ['1qaz2wsx3edc', /most common/],
    ['Password1234', /most common/],
    ['Password2026!!', /most common/],
    ['passwordpassword', /most common/],
    ['aaaaaaaaaaaa', /most common/],
    ['121212121212', /most common/],
    ['pilot@example.org', /email address/],
  ]
  for (const [password, sentence] of refused) {
    test(`${password.slice(0, 20)} is refused`, async () =>
      assert.match((await findPasswordProblem(password, 'Pilot@example.org')) ?? '', sentence))
  }

  for (const password of [
    'seventeen soaring swifts',
    'Zq7#vK2!mR9x',
    'ключ под ковриком',
    'x9'.repeat(3) + 'lift-off',
  ]) {
    test(`${password} is accepted`, async () =>
      assert.equal(await findPasswordProblem(password, 'pilot@example.org'), undefined))
  }
})
