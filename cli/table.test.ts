import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCommand, readInvocation } from './command.ts'
import { findSimilar } from './similar.ts'
import { commands } from './table.ts'

/** Its words as a shell would split them, without what stands around the command. */
function split(example: string, name: string): string[] {
  const [before = '', after = ''] = example.split(`cloudstreet ${name}`)
  assert.match(before, /^(?:[A-Z_]+=\S+ |source <\()?$/, example)
  return after
    .replace(/(?: *[|<>]|\)| #).*$/, '')
    .split(' ')
    .filter((word) => word !== '')
}

for (const [name, command] of Object.entries(commands)) {
  test(`${name} shows examples that it takes, and says what each option is for`, () => {
    assert.ok(command.examples.length > 0)
    for (const example of command.examples)
      assert.doesNotThrow(() => readInvocation(command, split(example, name)), example)
    assert.match(command.about, /^[A-Z].*\.$/)
    for (const option of Object.values(command.options))
      assert.equal(option.type === 'string', option.value !== undefined, 'a value has a name')
    const widest = Math.max(...describeCommand(name, command).map((line) => line.length))
    assert.ok(widest <= 130, `${widest} columns`)
  })
}

test('a word that is nearly another one is asked about', () => {
  assert.equal(findSimilar('uplaod', ['upload', 'download']), 'upload')
  assert.equal(findSimilar('flight', ['flights', 'login']), 'flights')
  assert.equal(findSimilar('nonsense', ['upload', 'login']), undefined)
  const refuse = (word: string, message: string) =>
    assert.throws(() => readInvocation(commands.upload!, [word]), { message })
  refuse('--jsn', 'There is no option --jsn. Did you mean --json?')
  refuse('--xyz', 'There is no option --xyz.')
})
