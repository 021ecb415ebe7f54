// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { toCanonicalJson } from '#rankings/canonical.ts'
import { findFalsehood } from '#rankings/proof.ts'
import { createPilot, type Pilot } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  listRows,
} from '#test/support/rankings/league.ts'
import { shareServer } from '#test/support/server.ts'

suite('rankings', () => {
  test('flights of entered members count once they are public, the best of each pilot', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { choice: { best: 2 } })
    const anna = await addEntrant(server, league, 'Anna Alpha')
    const ben = await addEntrant(server, league, 'Ben Beta', { displayName: 'initial' })
    const first = await fly(server, anna, 1, { km: 6 })
    const second = await fly(server, anna, 2, { km: 7 })
    const third = await fly(server, anna, 3, { km: 8 })
    const hidden = await fly(server, anna, 4, { km: 9, visibility: 'private' })
    await fly(server, ben, 5, { km: 6 })
    const { data, pagination } = await listRows(server, ben, id)
    assert.equal(pagination.totalCount, 2)
    assert.deepEqual(
      data.map(({ name, place, flightCount }) => [name, place, flightCount]),
      [
        ['Anna Alpha', 1, 2],
        ['Ben B.', 2, 1],
      ],
    )

    const row = await findRow(server, anna, id)
    const reasons = Object.fromEntries(
      row.flights.map(({ flightId, reason, isNext }) => [flightId, isNext ? 'next' : reason]),
    )
    const told = [first, second, third].map((flight) => reasons[flight]).sort()
    assert.deepEqual(told, ['counts', 'counts', 'next'])
    assert.equal(reasons[hidden], 'private')
    const counting = row.flights.filter(({ reason }) => reason === 'counts')
    assert.equal(row.row!.sum, Number(counting.reduce((sum, { value }) => sum + value!, 0).toFixed(2)))
    assert.equal(
      row.neededToCount,
      Number((Math.min(...counting.map(({ value }) => value!)) + 0.01).toFixed(2)),
    )
    assert.equal(row.neededToPass, null)

    // Others are told where the public ones are, and nothing of the private one.
    const seen = await findRow(server, ben, id, data[0]!.key)
    assert.deepEqual(
      seen.flights.map(({ flightId, reason }) => [flightId, reason]),
      row.flights
        .filter(({ flightId }) => flightId !== hidden)
        .map(({ flightId, reason }) => [flightId, reason]),
    )
  })

  test('in a ranking by day, a pilot’s flights of all days count, each for its own', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { group: { by: 'day', flights: 3 } })
    const anna = await addEntrant(server, league, 'Anna A')
    for (const day of [1, 2, 3]) await fly(server, anna, day, { date: `2026-05-0${day}` })
    const { flights } = await findRow(server, anna, id)
    assert.deepEqual(
      flights.map(({ reason }) => reason),
      ['counts', 'counts', 'counts'],
    )
  })

  test('a ranking for members exists for members alone, and has no private flight either', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { audience: 'members' })
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 1, { visibility: 'private' })
    await fly(server, anna, 2)
    assert.equal((await listRows(server, anna, id)).data[0]!.flightCount, 1)
    const stranger = await createPilot(server)
    for (const path of ['', '/rows', '/proof', '/rows/me'])
      assert.equal((await ask(server, stranger, 'GET', `/rankings/${id}${path}`)).status, 404)
    assert.equal((await server.fetch(`/rankings/${id}/proof.json`)).status, 404)
    assert.deepEqual(
      (await ask(server, stranger, 'GET', `/seasons/${league.season.id}`)).body.data.rankings,
      [],
    )
  })

  test('the proof is for everyone, holds, has no names, and is the same at both addresses', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna Unmistakable')
    const flight = await fly(server, anna, 1)
    const answer = await server.fetch(`/rankings/${id}/proof.json`)
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    assert.equal(await findFalsehood(JSON.parse(text)), undefined)
    assert.equal(text, (await ask(server, anna, 'GET', `/rankings/${id}/proof`)).text, 'byte for byte')
    assert.equal(text, toCanonicalJson(JSON.parse(text)))
    for (const secret of ['Unmistakable', anna.user.id]) assert.ok(!text.includes(secret), secret)
    assert.equal(JSON.parse(text).proof.flights[0].address, `/f/${flight}`)
    const again = { headers: { 'if-none-match': answer.headers.get('etag')! } }
    assert.equal((await server.fetch(`/rankings/${id}/proof.json`, again)).status, 304)
  })

  test('a pilot keeps flights out, and leaves with all of them', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const [one, two] = [await fly(server, anna, 1), await fly(server, anna, 2)]
    const enter = (entry: object) =>
      ask(server, anna, 'PUT', `/seasons/${league.season.id}/entry`, { displayName: 'full', ...entry })
    assert.equal((await enter({ excludedFlightIds: [one] })).status, 200)
    const reasons = async () =>
      Object.fromEntries(
        (await findRow(server, anna, id)).flights.map(({ flightId, reason }) => [flightId, reason]),
      )
    assert.deepEqual(await reasons(), { [one]: 'excluded', [two]: 'counts' })
    await enter({})
    assert.deepEqual(await reasons(), { [one]: 'excluded', [two]: 'counts' }, 'as before')
    await enter({ excludedFlightIds: [] })
    assert.deepEqual(await reasons(), { [one]: 'counts', [two]: 'counts' })
    assert.equal((await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)).status, 204)
    assert.equal((await listRows(server, anna, id)).pagination.totalCount, 0)
    assert.equal((await ask(server, anna, 'GET', `/rankings/${id}/rows/me`)).status, 404)
  })

  test('a deleted flight, a late file and another rule are seen by the next page', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await fly(server, anna, 1)
    await fly(server, anna, 2)
    assert.equal((await listRows(server, anna, id)).data[0]!.flightCount, 2)
    assert.equal((await ask(server, anna, 'DELETE', `/flights/${flight}`)).status, 204)
    assert.equal((await listRows(server, anna, id)).data[0]!.flightCount, 1)
    const rule = {
      audience: 'public',
      measure: { kind: 'flights', decimals: 0 },
      choice: {},
      group: { by: 'club' },
    }
    const changed = await ask(server, league.owner, 'PATCH', `/rankings/${id}`, { rule })
    assert.deepEqual([changed.status, changed.body.data.name], [200, 'Overall'], changed.text)
    const again = await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/rankings`, {
      name: 'Overall',
      rule,
    })
    assert.equal(again.status, 409)
    assert.match(again.text, /Another ranking of this season is called/)
    const { data } = await listRows(server, anna, id)
    assert.deepEqual(
      data.map(({ key, sum }) => [key, sum]),
      [],
    )
  })

  test('a rule with mistakes is told each of them', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const send = (rule: object) =>
      ask(server, league.owner, 'POST', `/seasons/${league.season.id}/rankings`, { name: 'X', rule })
    const rule = { audience: 'public', choice: { best: 1 }, group: { by: 'club', members: 1, flights: 1 } }
    const { status, body } = await send({ ...rule, measure: { kind: 'points', decimals: 2 } })
    assert.equal(status, 400)
    assert.equal(
      body.error_description,
      'measure.league of the rule is for points and km, which need it. group of the rule must have members or flights, not both.',
    )
    const unknown = await send({
      ...rule,
      group: { by: 'pilot' },
      measure: { kind: 'points', league: 'moon', decimals: 2 },
    })
    assert.match(
      unknown.body.error_description,
      /must be a league that this service knows; "moon" is none\. GET \/api\/v1\/leagues lists them\./,
    )
    assert.equal(
      (
        await ask(server, await createPilot(server), 'POST', '/seasons', {
          name: 'X',
          terms: league.season.terms,
        })
      ).status,
      403,
    )
  })

  test('a club’s members and a table', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, '=Anna "A"')
    await fly(server, anna, 1)
    assert.equal((await listRows(server, anna, id, `?clubId=${league.clubId}`)).data.length, 1)
    assert.equal((await listRows(server, anna, id, `?clubId=${'0'.repeat(24)}`)).data.length, 0)
    const stranger = await createPilot(server)
    const countFor = async (reader: Pilot) =>
      (await listRows(server, reader, id, `?clubId=${league.clubId}`)).data.length
    assert.equal(await countFor(stranger), 1)
    await ask(server, anna, 'PATCH', `/clubs/${league.clubId}/membership`, { isListed: false })
    assert.deepEqual([await countFor(stranger), await countFor(anna)], [0, 1], 'not listed to others')
    const { text } = await ask(server, anna, 'GET', `/rankings/${id}/rows?format=csv`)
    assert.match(text, /^place,name,sum,flights,key\r\n1,"'=Anna ""A""",\d+(?:\.\d+)?,1,[a-f0-9]{24}\r\n$/)
  })
})
