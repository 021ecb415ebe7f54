// Row mappers compiled for the columns of one statement. The only file of the service that compiles code.
//
// Why: objects made by the driver cost more than the reading itself, since it creates every column's name again for
// every row; and a function that spells out the columns is several times faster than a loop over their names.
//
// States of a mapper:
//
//   COMPILED     When its statement is prepared, from the columns that SQLite reports.
//   IN USE       Called for every row that the statement gives. It keeps nothing from one row to the next.
//   DROPPED      Together with its statement, when too many different statements have been prepared.
//
// Timeline of `select id, is_test from deliveries`, run twice:
//
//   first run    prepare; compile (values) => ({ "id": values[0], "is_test": values[1] === null ? null : … })
//                map every row
//   second run   the statement is known: map every row
import { type Column, isBoolean, type RowMapper } from '../rows.ts'

export function compileRowMapper(columns: readonly Column[]): RowMapper {
  const fields = columns.map((column, index) => {
    const value = `values[${index}]`
    return `${JSON.stringify(column.name)}: ${isBoolean(column) ? `${value} === null ? null : ${value} === 1` : value}`
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- the names are of our own statements, and quoted
  return new Function('values', `return { ${fields.join(', ')} }`) as RowMapper
}
