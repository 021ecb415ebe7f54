import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readArguments } from './admin-arguments.ts'

suite('what is given to an operator’s command', () => {
  const read = (usage: string, ...argv: string[]) => {
    const { words, options } = readArguments(usage, argv)
    return [words, Object.fromEntries(options)]
  }

  test('is words, options with a value and options without', () => {
    assert.deepEqual(read('restore FILE|FOLDER [--force | --verify]', '--force', 'a.zst'), [
      ['a.zst'],
      { force: ['true'] },
    ])
    assert.deepEqual(read('backup prune --erased [--file FILE]…', '--erased', '--file', 'a', '--file=b'), [
      [],
      { erased: ['true'], file: ['a', 'b'] },
    ])
    const key = 'key create --owner EMAIL --scopes "SCOPE …" [--days 1-365]'
    assert.deepEqual(read(key, '--scopes', 'a b', '--days', '3'), [[], { scopes: ['a b'], days: ['3'] }])
  })

  test('may have a value that begins with a minus', () => {
    assert.deepEqual(read('sites fetch [--bbox W,S,E,N]', '--bbox', '-20,30,20,60'), [
      [],
      { bbox: ['-20,30,20,60'] },
    ])
  })

  test('is refused where the usage does not have it', () => {
    const usage = 'check [--json] [--sample N] [--mend]'
    assert.throws(() => read(usage, '--smaple', '10'), /^Error: There is no option --smaple here\.$/)
    assert.throws(() => read(usage, '-x'), /There is no option -x here\./)
    assert.throws(() => read(usage, '--sample', '--json'), /--sample is missing its value\./)
    assert.throws(() => read(usage, '--mend=yes'), /--mend takes no value\./)
    assert.throws(
      () => read('work pause NAME', 'emails', 'imports'),
      /imports is more than this command takes\./,
    )
  })
})
