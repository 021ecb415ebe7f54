import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type pg from 'pg'
import { readHosts, withoutPassword } from '../../settings/postgres-url.ts'
import { createHostChoice } from './hosts.ts'

suite('the address of the database', () => {
  const cases: [text: string, urls: string[], mustWrite: boolean][] = [
    ['postgres://db/name', ['postgres://db/name'], false],
    ['postgres:///name?host=/var/run/postgresql', ['postgres:///name?host=/var/run/postgresql'], false],
    ['postgresql://u:p@db:5433/name', ['postgresql://u:p@db:5433/name'], false],
    ['postgres://db/name?target_session_attrs=read-write', ['postgres://db/name'], true],
    ['postgres://a,b/name', ['postgres://a/name', 'postgres://b/name'], true],
    [
      'postgres://u:p%40ss@a:1,b:2,[::1]:3/name?sslmode=require&target_session_attrs=primary',
      [
        'postgres://u:p%40ss@a:1/name?sslmode=require',
        'postgres://u:p%40ss@b:2/name?sslmode=require',
        'postgres://u:p%40ss@[::1]:3/name?sslmode=require',
      ],
      true,
    ],
    ['postgres://a,b/name?target_session_attrs=any', ['postgres://a/name', 'postgres://b/name'], false],
  ]
  for (const [text, urls, mustWrite] of cases) {
    test(`is read as libpq does: ${text}`, () => assert.deepEqual(readHosts(text), { urls, mustWrite }))
  }

  for (const text of ['http://db/name', 'postgres://a,/name', 'postgres://a:port,b/name', 'a,b']) {
    test(`is refused: ${text}`, () => assert.throws(() => readHosts(text)))
  }

  test('of a server that only reads is refused with a sentence', () => {
    for (const wanted of ['read-only', 'standby', 'prefer-standby', 'odd'])
      assert.throws(
        () => readHosts(`postgres://u:secret@a,b/name?target_session_attrs=${wanted}`),
        /^Error: target_session_attrs must be one of: any, read-write, primary; the service writes\.$/,
      )
  })

  test('of replicas may say that they only read, and not that they write', () => {
    const url = 'postgres://u@a,b/name'
    const urls = ['postgres://u@a/name', 'postgres://u@b/name']
    for (const wanted of ['', '?target_session_attrs=standby', '?target_session_attrs=read-only'])
      assert.deepEqual(readHosts(`${url}${wanted}`, 'replica'), { urls, mustWrite: false })
    assert.throws(
      () => readHosts(`${url}?target_session_attrs=read-write`, 'replica'),
      /^Error: target_session_attrs must be one of: any, read-only, standby, prefer-standby; replicas do not take writes\.$/,
    )
  })

  test('is shown without its password', () => {
    assert.equal(withoutPassword('postgres://u:p:a@a:1,b/n'), 'postgres://u:***@a:1,b/n')
    assert.equal(withoutPassword('postgres://u@a/n'), 'postgres://u@a/n')
  })
})

suite('the choice among several servers', () => {
  const answering = (standby: boolean, file: string | undefined) =>
    ({
      query: async (text: string) => {
        if (text.includes('recovery')) return { rows: [{ is_standby: standby, read_only: 'off' }] }
        if (file === undefined) throw new Error('not supported here')
        return { rows: [{ name: file }] }
      },
    }) as unknown as pg.ClientBase
  const hosts = { urls: ['a', 'b', 'c'], mustWrite: true }

  test('goes round, and once for all that failed at the same one', () => {
    const choice = createHostChoice(hosts)
    choice.reject('a')
    choice.reject('a')
    assert.equal(choice.current(), 'b')
    choice.reject('b')
    choice.reject('c')
    assert.equal(choice.current(), 'a')
  })

  test('leaves connections to another server than the one that takes writes', async () => {
    const choice = createHostChoice(hosts)
    assert.equal(choice.isLeft('a'), false)
    await choice.check(answering(false, undefined), 'b')
    assert.deepEqual([choice.isLeft('a'), choice.isLeft('b')], [true, false])
    await assert.rejects(choice.check(answering(true, undefined), 'c'), { code: '25006' })
    assert.equal(choice.isLeft('b'), false)
  })

  test('does not go back to one in whose place another was promoted', async () => {
    const choice = createHostChoice(hosts)
    await choice.check(answering(false, '000000010000000000000003'), 'a')
    await choice.check(answering(false, '000000020000000000000003'), 'b')
    await assert.rejects(choice.check(answering(false, '000000010000000000000004'), 'a'), { code: '25006' })
    await choice.check(answering(false, '0000000A0000000000000004'), 'c')
  })
})
