// run: all
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { findScan } from './scans.ts'

suite('statements that read a whole table are found', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`
    create table flights (id text primary key, owner_id text, flight_date text, score real);
    create index flights_by_score on flights (owner_id, score);
    create index flights_list on flights (owner_id, flight_date);
    create table works (other text)`)
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

  test('so are changes that walk over all flights of a pilot', () => {
    const rank = (order: string) =>
      explain(
        `
        insert into works select place from (
          select row_number() over (order by ${order}) as place from flights where owner_id = 'a' and flight_date = 'b')`.trim(),
      )
    assert.match(rank('score') ?? '', /^SEARCH flights USING .*flights_by_score \(owner_id=\?\)/)
    assert.equal(rank('+score'), undefined)
    assert.equal(explain("select * from flights where owner_id = 'a' order by score"), undefined)
  })

  test('so are pages for which a whole logbook is sorted', () => {
    const page = (order: string) =>
      explain(`select * from flights where owner_id = 'a' and ${order} > 'b' order by ${order} limit ?`)
    assert.match(page('id') ?? '', /^SEARCH flights/)
    assert.equal(page('flight_date'), undefined)
  })

  test('a search is none, nor is a small table, nor the result of a common table expression', () => {
    const claim = (id: string) =>
      explain(`
        with due as (select id from flights where id ${id} limit 1)
        update flights set score = 1 from due where flights.id = due.id`)
    assert.equal(claim("= 'a'"), undefined)
    assert.match(claim("<> 'a'") ?? '', /^SCAN flights/)
    assert.equal(explain("select * from flights where id = 'a'"), undefined)
    assert.equal(explain('select * from works'), undefined)
  })
})
