import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { type Column, isBoolean, type RowMapper } from '../rows.ts'
import { compileRowMapper } from './row-compiler.ts'

/** The plain way: a loop over the columns. */
function createRowMapper(columns: readonly Column[]): RowMapper {
  return (values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      const value = values[index]
      row[column.name] = isBoolean(column) && value !== null ? value === 1 : value
    }
    return row
  }
}

const SCHEMA = `create table samples (
  id text, count bigint, size real, bytes bytea, is_open boolean, "isClosed" BOOLEAN, "a ""quoted"" \\ name" text)`

function open(context: { after: (close: () => void) => void }): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  context.after(() => database.close())
  database.exec(SCHEMA)
  return database
}

suite('row compiler', () => {
  test('a compiled mapper gives the same rows as the plain loop', (context) => {
    const database = open(context)
    database.exec(`insert into samples values
      ('a', 1, 1.5, x'00ff', 1, 0, 'text'), ('b', null, null, null, null, null, null), ('', 0, -0.5, x'', 0, 1, '\`\${x}')`)
    for (const text of [
      'select * from samples',
      'select count(*) as count, max(size) from samples',
      'select is_open, not is_open as "wasClosed", \'; process.exit(1); //\' as "}; process.exit(1); //" from samples',
      'select id as same, count as same from samples',
      'select null as "line\nbreak", 1 as "\u2028" from samples',
      'delete from samples returning id, is_open',
    ]) {
      const statement = database.prepare(text)
      statement.setReturnArrays(true)
      const columns = statement.columns()
      const rows = statement.all() as unknown as unknown[][]
      assert.ok(rows.length > 0)
      assert.deepEqual(rows.map(compileRowMapper(columns)), rows.map(createRowMapper(columns)), text)
    }
  })

  test('only what the schema declares as boolean becomes one, whatever the case, and null stays null', () => {
    const columns = [
      { name: 'declared', type: 'boolean' },
      { name: 'upper', type: 'BOOLEAN' },
      { name: 'number', type: 'bigint' },
      { name: 'expression', type: null },
    ]
    for (const map of [compileRowMapper(columns), createRowMapper(columns)]) {
      assert.deepEqual(map([1, 0, 1, 1]), { declared: true, upper: false, number: 1, expression: 1 })
      assert.deepEqual(map([null, null, null, null]), {
        declared: null,
        upper: null,
        number: null,
        expression: null,
      })
    }
  })
})
