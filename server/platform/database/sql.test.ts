import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createSql, fragment, join, list, nothing, type Parameter, type Sql, type SqlValue } from './sql.ts'

function record(engine: 'sqlite' | 'postgres'): { sql: Sql; last: () => [string, Parameter[]] } {
  const statements: [string, Parameter[]][] = []
  const sql = createSql(engine, async (text, values) => {
    statements.push([text, values])
    return []
  })
  return { sql, last: () => statements.at(-1)! }
}

const isNamed = (name: string) => fragment`name = ${name}`

suite('sql', () => {
  test('values become parameters and fragments text, numbered on PostgreSQL', () => {
    const sqlite = record('sqlite')
    const postgres = record('postgres')
    for (const { sql } of [sqlite, postgres]) {
      void sql`select ${1} from t where ${isNamed('a')} and id in (${list(['x', 'y'])}) ${nothing}`
    }
    assert.deepEqual(sqlite.last(), ['select ? from t where name = ? and id in (?, ?) ', [1, 'a', 'x', 'y']])
    assert.deepEqual(postgres.last(), [
      'select $1 from t where name = $2 and id in ($3, $4) ',
      [1, 'a', 'x', 'y'],
    ])
  })

  test('a statement that runs again with other values and other fragments gets its own text each time', () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const { sql, last } = record(engine)
      const run = (first: SqlValue, second: SqlValue) => void sql`select ${first}, ${second}`
      const inner = (value: SqlValue) => fragment`(${value})`
      const expected = (text: string) => (engine === 'sqlite' ? text.replaceAll(/\$\d/g, '?') : text)
      for (let round = 0; round < 3; round++) {
        run(round, 'b')
        assert.deepEqual(last(), [expected('select $1, $2'), [round, 'b']])
        run(isNamed(`n${round}`), 'b')
        assert.deepEqual(last(), [expected('select name = $1, $2'), [`n${round}`, 'b']])
        run('b', isNamed(`n${round}`))
        assert.deepEqual(last(), [expected('select $1, name = $2'), ['b', `n${round}`]])
        run(inner(round), inner(isNamed('x')))
        assert.deepEqual(last(), [expected('select ($1), (name = $2)'), [round, 'x']])
        run(inner(isNamed('x')), inner(round))
        assert.deepEqual(last(), [expected('select (name = $1), ($2)'), ['x', round]])
        run(nothing, list(Array.from({ length: round + 1 }, (_, index) => index)))
        const places = Array.from({ length: round + 1 }, (_, index) => `$${index + 1}`).join(', ')
        assert.deepEqual(last()[0], expected(`select , ${places}`))
        run(join([isNamed('a'), isNamed('b')], round % 2 ? ' or ' : ' and '), 1)
        assert.deepEqual(last()[0], expected(`select name = $1 ${round % 2 ? 'or' : 'and'} name = $2, $3`))
      }
    }
  })

  test('an undefined value is refused, wherever it stands', () => {
    const { sql } = record('sqlite')
    const missing = undefined as unknown as string
    for (let round = 0; round < 2; round++) {
      assert.throws(() => sql`select ${missing}`, /parameter 1 of "select" is undefined/)
      assert.throws(() => sql`select ${isNamed(missing)}`, /is undefined/)
    }
  })
})
