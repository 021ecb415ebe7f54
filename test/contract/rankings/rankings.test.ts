import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findFalsehood } from '#rankings/proof.ts'
import { createPilot } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  listPlaces,
  settle,
} from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

suite('rankings', () => {
  test('flights of entered members count once they are public, the best of each pilot', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { choice: { best: 2 } })
    const anna = await addEntrant(server, league, 'Anna Alpha')
    const ben = await addEntrant(server, league, 'Ben Beta', { shownAs: 'initial' })
    const first = await fly(server, anna, 1, { km: 6 })
    const second = await fly(server, anna, 2, { km: 7 })
    const third = await fly(server, anna, 3, { km: 8 })
    const hidden = await fly(server, anna, 4, { km: 9, visibility: 'private' })
    await fly(server, ben, 5, { km: 6 })
    await settle(server)
    const { data, rows } = await listPlaces(server, ben, id)
    assert.equal(rows, 2)
    assert.deepEqual(
      data.map(({ name, place, flights }) => [name, place, flights]),
      [
        ['Anna Alpha', 1, 2],
        ['Ben B.', 2, 1],
      ],
    )

    const row = await findRow(server, anna, id)
    const reasons = Object.fromEntries(
      row.flights.map(({ flight, reason, isNext }) => [flight, isNext ? 'next' : reason]),
    )
    const told = [first, second, third].map((flight) => reasons[flight]).sort()
    assert.deepEqual(told, ['counts', 'counts', 'next'])
    assert.equal(reasons[hidden], 'private')
    const counting = row.flights.filter(({ reason }) => reason === 'counts')
    assert.equal(row.row!.sum, Number(counting.reduce((sum, { figure }) => sum + figure!, 0).toFixed(2)))
    assert.equal(
      row.neededToCount,
      Number((Math.min(...counting.map(({ figure }) => figure!)) + 0.01).toFixed(2)),
    )
    assert.equal(row.neededToPass, null)

    // Others are told neither the flight nor that there is a private one.
    const seen = await findRow(server, ben, id, data[0]!.key)
    assert.deepEqual(
      seen.flights.map(({ flight, reason }) => [flight, reason]),
      [
        [null, 'counts'],
        [null, 'counts'],
        [null, 'surpassed'],
      ],
    )
  })

  test('in a ranking by day, a pilot’s flights of all days count, each for its own', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { group: { by: 'day', flights: 3 } })
    const anna = await addEntrant(server, league, 'Anna A')
    for (const day of [1, 2, 3]) await fly(server, anna, day, { date: `2026-05-0${day}` })
    await settle(server)
    const { flights } = await findRow(server, anna, id)
    assert.deepEqual(
      flights.map(({ reason }) => reason),
      ['counts', 'counts', 'counts'],
    )
  })

  test('a ranking for members takes private flights, and exists for members alone', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { audience: 'members' })
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 1, { visibility: 'private' })
    await settle(server)
    assert.equal((await listPlaces(server, anna, id)).data.length, 1)
    const stranger = await createPilot(server)
    for (const path of ['', '/proof', '/pilots/me'])
      assert.equal((await ask(server, stranger, 'GET', `/rankings/${id}${path}`)).status, 404)
    assert.equal((await server.fetch(`/rankings/${id}/proof.json`)).status, 404)
    assert.deepEqual(
      (await ask(server, stranger, 'GET', `/seasons/${league.season.id}`)).body.data.rankings,
      [],
    )
  })

  test('the proof is for everyone, holds, and has neither names nor flights', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna Unmistakable')
    const flight = await fly(server, anna, 1)
    await settle(server)
    const answer = await server.fetch(`/rankings/${id}/proof.json`)
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    assert.equal(await findFalsehood(JSON.parse(text)), undefined)
    assert.deepEqual(JSON.parse(text), (await ask(server, anna, 'GET', `/rankings/${id}/proof`)).body)
    for (const secret of ['Unmistakable', flight, anna.user.id]) assert.ok(!text.includes(secret), secret)
  })

  test('closing keeps the proof; a decision that follows makes the next one and says what changed', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 1)
    await settle(server)
    const close = () => ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    assert.equal((await ask(server, anna, 'POST', `/seasons/${league.season.id}/close`)).status, 403)
    assert.equal((await close()).body.data.isClosed, true)
    assert.equal((await close()).status, 200, 'a second time does nothing')
    const proof = async (number: number) =>
      await ask(server, anna, 'GET', `/rankings/${id}/proof?number=${number}`)
    const first = await proof(1)
    assert.equal(await findFalsehood(first.body), undefined)
    assert.equal((await proof(2)).status, 404)

    const { entry } = (await findRow(server, anna, id)).flights[0]!
    const decision = { state: 'rejected', reason: 'Inside a closed airspace.' }
    assert.equal((await ask(server, anna, 'POST', `/entries/${entry}/decisions`, decision)).status, 403)
    const decided = await ask(server, league.owner, 'POST', `/entries/${entry}/decisions`, decision)
    assert.equal(decided.status, 204, decided.text)
    assert.equal((await findRow(server, anna, id)).flights[0]!.reason, 'rejected')
    const second = await proof(2)
    assert.equal(await findFalsehood(second.body), undefined)
    assert.equal(second.body.proof.previous, first.body.sha256)
    assert.deepEqual([first.body.number, first.body.changes], [1, []])
    assert.deepEqual([second.body.number, second.body.changes], [2, ['Decisions: 0 before, 1 now.']])
    const last = await ask(server, anna, 'GET', `/rankings/${id}/proof`)
    assert.deepEqual(last.body, second.body, 'the last one that was kept is that of now')
    const [kept] = await server.services.db.sql<{ changes: string }>`
      select changes from ranking_proofs where ranking_id = ${id} and number = 2`
    assert.deepEqual(JSON.parse(kept!.changes), ['Decisions: 0 before, 1 now.'])
    // Reversed: the flight counts again, and both decisions stay.
    await ask(server, league.owner, 'POST', `/entries/${entry}/decisions`, {
      state: 'accepted',
      reason: 'It was not active.',
    })
    assert.equal((await findRow(server, anna, id)).flights[0]!.reason, 'counts')
    assert.equal((await proof(3)).body.proof.decisions.length, 2)
  })

  test('a pilot chooses flights, and leaves with all of them', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A', { takes: 'none' })
    const [one, two] = [await fly(server, anna, 1), await fly(server, anna, 2)]
    await settle(server)
    assert.equal((await listPlaces(server, anna, id)).rows, 0)
    const enter = (entry: object) =>
      ask(server, anna, 'PUT', `/seasons/${league.season.id}/entry`, { shownAs: 'full', ...entry })
    assert.equal((await enter({ takes: 'chosen', flights: [two] })).status, 200)
    const { flights } = await findRow(server, anna, id)
    assert.deepEqual(
      new Map(flights.map(({ flight, reason }) => [flight, reason])),
      new Map(
        [
          [one, 'not-entered'],
          [two, 'counts'],
        ].toSorted() as [string, string][],
      ),
    )
    assert.equal((await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)).status, 204)
    assert.equal((await listPlaces(server, anna, id)).rows, 0)
    assert.equal((await ask(server, anna, 'GET', `/rankings/${id}/pilots/me`)).status, 404)
  })

  test('a deleted flight, a late file and another rule are seen by the next page', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await fly(server, anna, 1)
    await fly(server, anna, 2)
    await settle(server)
    assert.equal((await listPlaces(server, anna, id)).data[0]!.flights, 2)
    assert.equal((await ask(server, anna, 'DELETE', `/flights/${flight}`)).status, 204)
    await settle(server)
    assert.equal((await listPlaces(server, anna, id)).data[0]!.flights, 1)
    const rule = {
      audience: 'public',
      figure: { of: 'flights', decimals: 0 },
      choice: {},
      group: { by: 'club' },
    }
    const changed = await ask(server, league.owner, 'PUT', `/rankings/${id}`, { name: 'Clubs', rule })
    assert.equal(changed.body.data.version, 2, changed.text)
    const { data } = await listPlaces(server, anna, id)
    assert.deepEqual(
      data.map(({ key, sum }) => [key, sum]),
      [],
    )
  })

  test('a rule with mistakes is told each of them', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const send = (rule: object) =>
      ask(server, league.owner, 'POST', `/seasons/${league.season.id}/rankings`, { name: 'X', rule })
    const rule = { audience: 'public', choice: { best: 1 }, group: { by: 'club', members: 1, flights: 1 } }
    const { status, body } = await send({ ...rule, figure: { of: 'points', decimals: 2 } })
    assert.equal(status, 400)
    assert.equal(
      body.error_description,
      'figure.league of the rule is for points and km, which need it. group of the rule must have members or flights, not both.',
    )
    const unknown = await send({
      ...rule,
      group: { by: 'pilot' },
      figure: { of: 'points', league: 'moon', decimals: 2 },
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

  test('a club’s members and a table', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, '=Anna "A"')
    await fly(server, anna, 1)
    await settle(server)
    assert.equal((await listPlaces(server, anna, id, `?club=${league.clubId}`)).data.length, 1)
    assert.equal((await listPlaces(server, anna, id, `?club=${'0'.repeat(24)}`)).data.length, 0)
    const { text } = await ask(server, anna, 'GET', `/rankings/${id}?format=csv`)
    assert.match(text, /^place,name,sum,flights,key\r\n1,"'=Anna ""A""",\d+(?:\.\d+)?,1,[a-f0-9]{24}\r\n$/)
  })
})
