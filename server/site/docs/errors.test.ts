// The page of errors is the catalogue, and the catalogue is what the service answers.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { apiErrors, authorizationErrors, oauthErrors } from '#test/support/guides/error-catalogue.ts'
import { errorCodes } from '#contract/errors.ts'
import { authorizationErrorCodes, oauthErrorCodes } from '#contract/oauth.ts'

const root = join(import.meta.dirname, '../../..')

interface Row {
  statuses?: readonly number[]
  when: string
  remedy: string
}

function writeTable(errors: Record<string, Row>, order: readonly string[], hasStatus: boolean): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const titles = ['`error`', ...(hasStatus ? ['status'] : []), 'when', 'what to do']
  const rows = order.map((code) => {
    const { statuses = [], when, remedy } = errors[code]!
    return line([`\`${code}\``, ...(hasStatus ? [statuses.join(', ')] : []), when, remedy])
  })
  return [line(titles), line(titles.map(() => '---')), ...rows].join('\n')
}

suite('the page of errors', () => {
  const page = readFileSync(join(root, 'docs/guide/errors.md'), 'utf8')
  const tables: [string, Record<string, Row>, readonly string[], boolean][] = [
    ['The API', apiErrors, errorCodes, true],
    ['Tokens', oauthErrors, oauthErrorCodes, true],
    ['Coming back from a consent', authorizationErrors, authorizationErrorCodes, false],
  ]
  for (const [heading, errors, order, hasStatus] of tables) {
    test(`has every code under "${heading}", as the catalogue has it`, () => {
      const expected = writeTable(errors, order, hasStatus)
      const [, section = ''] = page.split(`## ${heading}\n`)
      const written = section
        .split('\n## ')[0]!
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .join('\n')
      assert.equal(written, expected, `docs/guide/errors.md should have:\n${expected}`)
    })
  }

  test('every status that the service gives a code is in the catalogue', () => {
    const known: Record<string, Row> = { ...oauthErrors, ...apiErrors }
    const answers = globSync('server/**/*.ts', { cwd: root })
      // Dialects answer in words of their own.
      .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('server/flights/intake/'))
      .flatMap((path) =>
        Array.from(
          readFileSync(join(root, path), 'utf8').matchAll(/new ApiError\(\s*(\d+),\s*'([a-z_]+)'/g),
          ([, status, code]) => ({ path, status: Number(status), code: code! }),
        ),
      )
    assert.ok(answers.length > 40, `${answers.length} places`)
    const missing = answers.filter(({ status, code }) => !known[code]?.statuses?.includes(status))
    assert.deepEqual(missing, [])
  })
})
