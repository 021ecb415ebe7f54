import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Season } from '#contract/clubs/api.ts'
import { compareAll } from '#server/rankings/jobs.ts'
import { withRankable } from '#server/work.ts'
import { createPilot, unlimited } from '#test/support/flights.ts'
import {
  addEntrant,
  ask,
  fly,
  foundLeague,
  type League,
  listPlaces,
  settle,
} from '#test/support/rankings/league.ts'
import { simple } from '#test/support/rankings/entries.ts'
import { startServer } from '#test/support/server.ts'

const table = `place,name,sum,club
1,Ada Thermal,165.47,"Cloud, and sky"
2,Ben Beta,160,
2,=Cleo,160.0,
4,Dan,9.5,
`

suite('results of a past season', async () => {
  const server = await startServer({ after }, { environment: unlimited })

  const send = ({ owner, clubId }: League, csv: string, more: object = {}, by = owner) =>
    ask(server, by, 'POST', '/seasons/imported', {
      club: clubId,
      name: 'Season 2019',
      from: '2019-01-01',
      to: '2019-12-31',
      csv,
      ...more,
    })
  const take = async (league: League, csv = table, more: object = {}) => {
    const { status, text, body } = await send(league, csv, more)
    assert.equal(status, 201, text)
    return body.data as Season
  }

  test('are shown as they were given, by page, by row and as a table', async () => {
    const league = await foundLeague(server)
    const season = await take(league)
    assert.deepEqual([season.isImported, season.isClosed, season.rankings.length], [true, true, 1])
    assert.equal(league.season.isImported, false)
    const [{ id, name }] = season.rankings as [Season['rankings'][number]]
    assert.equal(name, 'Season 2019')
    const { data, rows } = await listPlaces(server, league.owner, id)
    assert.equal(rows, 4)
    assert.deepEqual(
      data.map((row) => [row.key, row.place, row.name, row.sum, row.flights]),
      [
        ['0001', 1, 'Ada Thermal (Cloud, and sky)', 165.47, 0],
        ['0002', 2, 'Ben Beta', 160, 0],
        ['0003', 2, '=Cleo', 160, 0],
        ['0004', 4, 'Dan', 9.5, 0],
      ],
    )
    const second = await listPlaces(server, league.owner, id, '?page=2&pageSize=3')
    assert.deepEqual([second.data.map((row) => row.place), second.rows], [[4], 4])
    const row = await ask(server, league.owner, 'GET', `/rankings/${id}/rows/0004`)
    assert.deepEqual([row.body.data.row.name, row.body.data.flights], ['Dan', []])
    const { text } = await ask(server, league.owner, 'GET', `/rankings/${id}?format=csv`)
    assert.match(text, /\r\n2,'=Cleo,160,0,0003\r\n4,Dan,9\.5,0,0004\r\n$/)
    const listed = await ask(server, league.owner, 'GET', `/seasons?club=${league.clubId}`)
    assert.deepEqual(
      listed.body.data.map((one: Season) => one.isImported),
      [false, true],
    )
  })

  test('are a ranking for each class, and also have semicolons and decimal commas', async () => {
    const league = await foundLeague(server)
    const csv = '\uFEFFPlace;Name;Class;Sum\r\n1;Ada;Open;165,47\r\n1;Ben;Sport;80\r\n'
    const { rankings } = await take(league, csv, { figure: 'km' })
    assert.deepEqual(
      rankings.map(({ name, rule }) => [name, rule.figure]),
      [
        ['Open', { of: 'km', decimals: 2 }],
        ['Sport', { of: 'km', decimals: 2 }],
      ],
    )
    const { data } = await listPlaces(server, league.owner, rankings[1]!.id)
    assert.deepEqual([data[0]!.name, data[0]!.place, data[0]!.sum], ['Ben', 1, 80])
  })

  test('are for members, unless an admin confirms that they were public', async () => {
    const league = await foundLeague(server)
    const [hidden, open] = [await take(league), await take(league, table, { werePublic: true })]
    const stranger = await createPilot(server)
    const seen = await ask(server, stranger, 'GET', `/seasons/${hidden.id}`)
    assert.deepEqual(seen.body.data.rankings, [])
    const [secret, known] = [hidden.rankings[0]!.id, open.rankings[0]!.id]
    assert.equal((await ask(server, stranger, 'GET', `/rankings/${secret}`)).status, 404)
    assert.equal((await server.fetch(`/rankings/${secret}/embed`)).status, 404)
    assert.equal((await server.fetch(`/visit/rankings/${secret}`)).status, 401)
    assert.equal((await listPlaces(server, stranger, known)).rows, 4)
    const page = await (await server.fetch(`/rankings/${known}/embed?lang=de`)).text()
    assert.match(page, /<td>4<\/td><th scope="row">Dan<\/th><td>9,50<\/td><\/tr>/)
    assert.match(page, /Alle Plätze; sie wurden nicht hier berechnet/)
    const feed = await (await server.fetch(`/rankings/${known}/feed.json`)).text()
    assert.deepEqual(JSON.parse(feed).items, [])
  })

  test('have no proof, take no pilot and no rule, and nothing ranks them again', async () => {
    const league = await foundLeague(server)
    const season = await take(league, table, { werePublic: true })
    const { id } = season.rankings[0]!
    const before = await listPlaces(server, league.owner, id)
    const about = (method: string, path: string, body?: object) =>
      ask(server, league.owner, method, path, body)
    const proof = await about('GET', `/rankings/${id}/proof`)
    assert.equal(proof.status, 404)
    assert.match(proof.text, /There is no proof: the results were imported, not computed here\./)
    assert.equal((await server.fetch(`/rankings/${id}/proof.json`)).status, 404)
    const nothing = /The results of this season were imported: nothing is ranked in it\./
    const ranking = { name: 'X', rule: simple }
    for (const refused of [
      await about('PUT', `/seasons/${season.id}/entry`, { takes: 'all', shownAs: 'full' }),
      await about('POST', `/seasons/${season.id}/rankings`, ranking),
      await about('PUT', `/rankings/${id}`, ranking),
    ]) {
      assert.equal(refused.status, 400)
      assert.match(refused.text, nothing)
    }
    assert.equal((await about('GET', `/rankings/${id}?at=2019-06-30`)).status, 400)
    assert.equal((await about('GET', `/rankings/${id}/pilots/me`)).status, 404)
    assert.equal((await about('POST', `/seasons/${season.id}/close`)).status, 200, 'it is closed')
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 1, { date: '2019-05-17' })
    await settle(server)
    await compareAll(withRankable(server.services))
    assert.deepEqual(await listPlaces(server, league.owner, id), before)
    assert.deepEqual(await server.services.db.sql`select id from ranking_proofs where ranking_id = ${id}`, [])
  })

  test('with mistakes are told each by its line, and nothing of them is kept', async () => {
    const league = await foundLeague(server)
    const cases: [csv: string, sentence: string][] = [
      [
        '1,Ada,9\n',
        'Line 1: the table must begin with the names of its columns, and place, name, sum is missing.',
      ],
      [
        'place,name,sum,km\n',
        'Line 1: the columns are place, name, sum, club, class, each once; "km" is not.',
      ],
      [
        'place,name,sum,sum\n',
        'Line 1: the columns are place, name, sum, club, class, each once; "sum" is not.',
      ],
      ['place,name,sum\n\n', 'The table has no rows.'],
      [
        'place,name,sum\n1,Ada,9\n\nfirst,Ben,8\n3,Cleo,1 000\n4,Dan\n',
        'Line 4: place must be a whole number from 1 to 99999. Line 5: sum must be a number such as 165.47, without signs between its digits. Line 6: its cells are 2, and the columns are 3.',
      ],
      ['place,name,sum\n1,,9\n', 'Line 2: name must be text of 1 to 80 characters.'],
      ['place,name,sum\n1,"Ada,9\n', 'Line 2: it has a quote that is never closed.'],
      ['place,name,sum,class\n1,Ada,9,\n', 'Line 2: class must be text of 1 to 80 characters.'],
    ]
    for (const [csv, sentence] of cases) {
      const { status, body } = await send(league, csv)
      assert.deepEqual([status, body.error_description], [400, sentence])
    }
    const backwards = await send(league, table, { to: '2018-01-01' })
    assert.match(backwards.body.error_description, /to of the season must not be before from/)
    const listed = await ask(server, league.owner, 'GET', `/seasons?club=${league.clubId}`)
    assert.equal(listed.body.data.length, 1)
  })

  test('are managed by owners and admins: one unnames a person, and deletes an import, but no season with flights', async () => {
    const league = await foundLeague(server)
    const anna = await addEntrant(server, league, 'Anna A')
    assert.equal((await send(league, table, {}, anna)).status, 403)
    const season = await take(league)
    const { id } = season.rankings[0]!
    const name = `/rankings/${id}/rows/0001/name`
    assert.equal((await ask(server, anna, 'DELETE', name)).status, 403)
    assert.equal((await ask(server, league.owner, 'DELETE', name)).status, 204)
    const { data } = await listPlaces(server, anna, id)
    assert.deepEqual([data[0]!.name, data[0]!.place, data[0]!.sum], [null, 1, 165.47])
    assert.equal((await ask(server, league.owner, 'DELETE', `/rankings/${id}/rows/0009/name`)).status, 404)

    assert.equal((await ask(server, anna, 'DELETE', `/seasons/${season.id}`)).status, 403)
    assert.equal((await ask(server, league.owner, 'DELETE', `/seasons/${season.id}`)).status, 204)
    assert.equal((await ask(server, league.owner, 'GET', `/rankings/${id}`)).status, 404)
    assert.deepEqual(await server.services.db.sql`select name from ranking_rows where ranking_id = ${id}`, [])
    const refused = await ask(server, league.owner, 'DELETE', `/seasons/${league.season.id}`)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /close it, it is not deleted/)
  })
})
