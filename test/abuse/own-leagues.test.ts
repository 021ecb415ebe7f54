// run: all
// A league that an operator got from somewhere: read whole or refused with a sentence, and no rules make scoring endless.
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { readLeague } from '#server/flights/leagues/league-file.ts'
import { openLeagues } from '#server/flights/leagues/leagues.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const row = { version: '1', categories: [{ shape: 'open', multiplier: 1 }] }
const league = { id: 'club', name: 'Club', rules: [row] }
const withRow = (change: object) => JSON.stringify({ ...league, rules: [{ ...row, ...change }] })
const withCategory = (change: object) => withRow({ categories: [{ ...row.categories[0], ...change }] })

suite('a hostile league', () => {
  const texts: Record<string, string> = {
    'no text': '',
    null: 'null',
    'a number': '7',
    'a list': '[]',
    'cut off': JSON.stringify(league).slice(0, -5),
    deep: '['.repeat(200_000),
    'deep inside': `{"id":"club","name":"Club","rules":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    'a prototype': '{"__proto__":{"id":"club","name":"Club","rules":[]}}',
    'a prototype next to its members': JSON.stringify(league).replace('{', '{"__proto__":{"evil":true},'),
    'an unknown member': JSON.stringify({ ...league, script: 'x' }),
    'an infinite factor': withCategory({ multiplier: 1 }).replace('"multiplier":1', '"multiplier":1e999'),
    'a negative factor': withCategory({ multiplier: -1 }),
    'a factor of text': withCategory({ multiplier: '1' }),
    'a shape that every object has': withCategory({ shape: 'constructor' }),
    'a type that every object has': withCategory({ shape: 'triangle', type: 'toString' }),
    'a wing that every object has': withRow({ wingFactors: { __proto__: 1, constructor: 'x' } }),
    'a path for an id': JSON.stringify({ ...league, id: '../../etc/passwd' }),
    'a control character in its name': JSON.stringify({ ...league, name: 'a\u0000b' }),
    'a name of a megabyte': JSON.stringify({ ...league, name: 'x'.repeat(1_000_000) }),
    'too many rows': JSON.stringify({ ...league, rules: Array.from({ length: 5000 }, () => row) }),
    'too many categories': withRow({ categories: Array.from({ length: 5000 }, () => row.categories[0]) }),
    'a marker that is a pattern': withRow({ refuses: ['(a+)+$'] }),
    'no rules': JSON.stringify({ ...league, rules: [] }),
  }
  for (const [name, text] of Object.entries(texts))
    test(`with ${name} is refused in a sentence`, () => {
      assert.throws(
        () => readLeague(text),
        ({ message }: Error) => message.length > 10 && message.length < 1000,
      )
      assert.equal(({} as { evil?: boolean }).evil, undefined)
    })

  test('takes no place of one that ships with the program, and is no folder, loop or large file', (context) => {
    const folder = makeFolder(context)
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ ...league, id: 'xcontest' }))
    writeFileSync(join(folder, 'b.json'), ' '.repeat(1_000_001))
    mkdirSync(join(folder, 'c.json'))
    symlinkSync(join(folder, 'd.json'), join(folder, 'd.json'))
    assert.throws(
      () => openLeagues({ folder, byDefault: 'xcontest' }),
      (error: Error) => {
        for (const name of ['a.json', 'b.json', 'c.json', 'd.json'])
          assert.match(error.message, new RegExp(`^${name}: .+\\.?$`, 'm'))
        return true
      },
    )
  })

  test('with extreme rules and markup for a name is scored within the deadline, and shown as text', async (context) => {
    const folder = makeFolder(context)
    const name = '<img src=x onerror=alert(1)>'
    const extremes = {
      ...row,
      minimumPoints: 0,
      distanceDecimals: 6,
      scoreDecimals: 6,
      categories: [
        { shape: 'open', multiplier: 0.01 },
        { shape: 'straight', multiplier: 100 },
        { shape: 'triangle', type: 'Free Triangle', multiplier: 100, closing: { share: 1 } },
        { shape: 'out-and-return', multiplier: 100, closing: { fixedKm: 10_000, freeKm: 10_000 } },
      ],
      wingFactors: { A: 100 },
    }
    const text = JSON.stringify({ id: 'extreme', name, rules: [extremes] })
    writeFileSync(join(folder, 'extreme.json'), text)
    const server = await startServer(context, { environment: { ...unlimited, LEAGUES_DIR: folder } })
    const pilot = await createPilot(server)
    const { id } = await uploadNew(server, pilot, makeFlight(1))
    const response = await server.fetch(`/api/v1/flights/${id}/scores?league=extreme`, {
      headers: pilot.headers,
    })
    const body = await response.text()
    assert.equal(response.status, 200, body)
    assert.doesNotMatch(body, /NaN|Infinity|:null,"distance"/)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    const { headers } = await createSignedInUser(server)
    for (const path of ['/', '/try', '/docs', '/docs/guide/reading', '/app', '/llms.txt']) {
      const page = await server.fetch(path, { headers })
      if (page.headers.get('content-type')?.startsWith('text/html'))
        assert.ok(!(await page.text()).includes('<img src=x'), path)
    }
  })
})
