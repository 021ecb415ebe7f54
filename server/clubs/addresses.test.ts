import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readAddresses } from './addresses.ts'

suite('addresses of a list', () => {
  test('are one in a line, each once, in small letters', () => {
    const { addresses, problems } = readAddresses('ada@example.org\r\nBert@Example.org\n\nada@EXAMPLE.org\n')
    assert.deepEqual([...addresses.keys()], ['ada@example.org', 'bert@example.org'])
    assert.deepEqual(problems, [{ line: 4, problem: 'This address is in the list twice.' }])
  })

  test('are found in a table with a heading, quotes and other columns', () => {
    const csv = '\uFEFFName;E-Mail;since\n"Thermal, Ada";"ada@example.org";2019\nBert\t<bert@example.org>\n'
    assert.deepEqual(readAddresses(csv), {
      addresses: new Map([
        ['ada@example.org', 2],
        ['bert@example.org', 3],
      ]),
      problems: [],
    })
  })

  test('that are none are named by the number of their line', () => {
    const { addresses, problems } = readAddresses(
      'name,email\nAda,\nBert,bert@nowhere\nCaro,caro@example.org',
    )
    assert.deepEqual([...addresses.keys()], ['caro@example.org'])
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 3],
    )
  })

  test('a single line without one is no heading', () => {
    assert.deepEqual(readAddresses('Ada Thermal').problems, [
      { line: 1, problem: 'There is no email address in this line.' },
    ])
  })
})
