import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createStatementTimes, nameStatement } from './figures.ts'

const names: [text: string, name: string][] = [
  ['select id from flights f join users u on u.id = f.owner_id where f.id = $1', 'select flights'],
  ['\n  select 1 as one', 'select nothing'],
  ['select id from events where fanned_out_at is null for update skip locked', 'select events'],
  [
    'with due as (select id from webhooks for update) update webhooks set lease = $1 from due',
    'update webhooks',
  ],
  ['insert into emails (id) values ($1) on conflict (id) do update set id = $1', 'insert emails'],
  ['delete from sessions where id in (select id from old)', 'delete sessions'],
]

suite('the time of statements', () => {
  for (const [text, name] of names) {
    test(`is that of "${name}" for ${text.trim().slice(0, 40)}`, () =>
      assert.equal(nameStatement(text), name))
  }

  test('is summed up by name, whatever the rest of the text', () => {
    const times = createStatementTimes()
    const before = performance.now() - 100
    times.note('select a from flights', before)
    times.note('select b from flights', before)
    times.note('select a from flights', before)
    const [figures, ...others] = times.list()
    assert.deepEqual(others, [])
    assert.equal(figures?.runs, 3)
    assert.ok(figures.seconds >= 0.3 && figures.seconds < 3)
  })
})
