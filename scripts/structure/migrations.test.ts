import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findMigrationProblems } from './migrations.ts'

suite('migrations', () => {
  const check = (text: string, name = '0300-a.sql') =>
    findMigrationProblems([`server/migrations/${name}`], () => text)

  test('no two have one number', () => {
    const paths = ['0300-one.sql', '0301-two.sql', '0301-three.sql'].map(
      (name) => `server/migrations/${name}`,
    )
    assert.deepEqual(
      findMigrationProblems(paths, () => '-- kind: schema\n'),
      ['server/migrations/0301-two.sql has the number of 0301-three.sql: take the next one that is free'],
    )
  })

  test('that run alone may do anything', () => {
    assert.deepEqual(check('-- kind: alone\nupdate flights set a = 1'), [])
  })

  test('say which kind they are', () => {
    assert.match(check('create table a (x text primary key)')[0] ?? '', /must begin with "-- kind: "/)
    assert.match(check('-- kind: odd\n')[0] ?? '', /one of: schema, indexes, alone/)
  })

  test('of the schema do nothing for which others would wait', () => {
    const short = `-- kind: schema
      -- Why: no update of flights is needed.
      create table places (id text primary key, name text);
      create index places_by_name on places (name);
      insert into places (id, name) values ('a', 'A');
      update installation set value = '2' where name = 'a';
      alter table flights add column weight bigint not null default 0;
      alter table flights add column note text references places (id);
      -- postgres: alter table places alter column name set storage external;
      alter table flights alter column note drop not null;
      drop table old_places;`
    assert.deepEqual(check(short), [])
    for (const statement of [
      'update flights set weight = 1',
      'delete from flights where weight = 1',
      'insert into places (id) select distinct takeoff_id from flights',
      'create index flights_by_weight on flights (weight)',
      'create unique index flights_by_weight\n  on flights (weight)',
      'drop index flights_by_weight',
      'alter table flights alter column weight type text',
      'alter table flights add constraint positive check (weight > 0)',
      'alter table flights add column born bigint default random()',
    ]) {
      assert.equal(check(`-- kind: schema\n${statement};`).length, 1, statement)
    }
  })

  test('of indexes build and drop them concurrently', () => {
    const fine =
      '-- kind: indexes\ncreate unique index concurrently a on b (c);\ndrop index concurrently if exists d;'
    assert.deepEqual(check(fine), [])
    for (const statement of ['create index a on b (c)', 'drop index concurrently d', 'update b set c = 1'])
      assert.equal(check(`-- kind: indexes\n${statement};`).length, 1, statement)
  })

  test('that run alone may change all rows; a kind that is unknown is named', () => {
    assert.deepEqual(
      check('-- kind: alone\nupdate flights set weight = 1;\ndrop index flights_by_weight;'),
      [],
    )
    for (const text of ['-- kind: rows\nupdate a set b = 1;', 'update a set b = 1;'])
      assert.equal(check(text).length, 1, text)
  })
})
