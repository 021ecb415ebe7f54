import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { findScan } from './scans.ts'

suite('statements that read a whole table are found', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table flights (id text primary key, score real); create table moves (other text)')
  const explain = (text: string) =>
    findScan(text, db.prepare(`explain query plan ${text}`).all() as { detail: string }[])

  test('also by its alias, through an index, or below another statement', () => {
    assert.match(explain('select * from flights where score > 1') ?? '', /^SCAN flights/)
    assert.match(explain('select * from flights as f order by f.id') ?? '', /^SCAN f/)
    assert.match(
      explain('delete from flights where id in (select id from flights where score = 1)') ?? '',
      /^SCAN/,
    )
  })

  test('a search is none, nor is a small table', () => {
    assert.equal(explain("select * from flights where id = 'a'"), undefined)
    assert.equal(explain('select * from moves'), undefined)
  })
})
