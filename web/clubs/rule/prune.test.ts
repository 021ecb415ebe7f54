import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { prune } from './prune.ts'

suite('a rule as it is edited', () => {
  test('is without what was left empty, and always has a choice', () => {
    const edited = {
      minimum: undefined,
      filter: { classes: [], sex: undefined },
      choice: { best: undefined, caps: [{ kind: 'day', most: 1 }] },
      group: { by: 'pilot' },
    }
    assert.deepEqual(prune(edited) as object, {
      choice: { caps: [{ kind: 'day', most: 1 }] },
      group: { by: 'pilot' },
    })
    assert.deepEqual(prune({ filter: { bands: [] }, choice: { best: undefined } }) as object, { choice: {} })
  })
})
