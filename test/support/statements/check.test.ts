// run: all
// on: postgres
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkStatements } from './check.ts'
import type { Kind } from './collect.ts'

suite('statements that ran on SQLite are prepared on PostgreSQL', () => {
  const { TEST_DATABASE_URL = '', TEST_TEMPLATE = '' } = process.env
  const check = (text: string, ...kinds: Kind[][]) =>
    checkStatements(new URL(`/${TEST_TEMPLATE}`, TEST_DATABASE_URL).href, [
      { text, kinds, source: 'server/a.ts:1' },
    ])
  const skip = process.env.TEST_ENGINE !== 'postgres' && 'they are prepared on PostgreSQL'

  test('and one that both take passes', { skip }, async () => {
    assert.deepEqual(await check('select id from users where id = $1', ['text', 'null']), [])
  })

  for (const [what, text, kinds, why] of [
    ['a column that is not there', 'select ids from users', [], /column "ids" does not exist/],
    ['what only SQLite understands', 'select id from users where id glob $1', [['text']], /syntax error/],
    [
      'a lock where there is none',
      'select count(*) from users for update',
      [],
      /FOR UPDATE is not allowed with aggregate/,
    ],
    [
      'a column that is not grouped by',
      'select id, count(*) from flights group by owner_id',
      [],
      /must appear in the GROUP BY/,
    ],
    [
      'a value of another type',
      'update users set created_at = $1 where id = $2',
      [['integer', 'fraction'], ['text']],
      /parameter 1 is bigint and was given fraction/,
    ],
    ['a row that is read as something else', 'select now()', [], /a column of its rows is timestamp/],
  ] as const) {
    test(`and ${what} is named with its source`, { skip }, async () => {
      const [fault = '', ...others] = await check(text, ...kinds.map((each) => [...each]))
      assert.match(fault, why)
      assert.ok(fault.startsWith('server/a.ts:1: ') && fault.endsWith(text), fault)
      assert.deepEqual(others, [])
    })
  }
})
