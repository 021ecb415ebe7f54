// run: all
// Faults that rankings elsewhere were found with, and those of the same kind, over the whole service.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SealedProof } from '#contract/clubs/proof.ts'
import { addGlider, changeGlider } from '#server/flights/gliders/gliders.ts'
import type { Pilot } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  type League,
  listRows,
  terms,
} from '#test/support/rankings/league.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const MORNING_MS = Date.parse('2026-05-17T07:00:00.000Z')
const HOUR_MS = 3_600_000

async function readProof(server: TestServer, reader: Pilot, id: string): Promise<SealedProof['proof']> {
  return (await ask(server, reader, 'GET', `/rankings/${id}/proof`)).body.proof
}

async function startSeason(server: TestServer, league: League, year: number): Promise<League> {
  const dates = { ...terms, from: `${year}-01-01`, to: `${year}-12-31` }
  const sent = { clubId: league.clubId, name: `Season ${year}`, terms: dates }
  const { status, text, body } = await ask(server, league.owner, 'POST', '/seasons', sent)
  assert.equal(status, 201, text)
  return { ...league, season: body.data }
}

suite('defects of other rankings', () => {
  test('the record of a take-off passes to the next best when its flight is deleted', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, {
      choice: { best: 1 },
      group: { by: 'takeoff', flights: 1 },
    })
    const [anna, ben] = [
      await addEntrant(server, league, 'Anna A'),
      await addEntrant(server, league, 'Ben B'),
    ]
    const record = await fly(server, anna, 1, { km: 9 })
    await fly(server, ben, 2, { km: 6 })
    const sums = async () => (await listRows(server, ben, id)).data.map(({ sum }) => sum)
    const before = await sums()
    assert.equal((await ask(server, anna, 'DELETE', `/flights/${record}`)).status, 204)
    const after = await sums()
    assert.equal(after.length, 1)
    assert.ok(after[0]! < Math.max(...before), `${before.join()} -> ${after.join()}`)
  })

  test('a newcomer of one season is none of the next, and remains one of the first', async () => {
    const server = await shareServer()
    const first = await startSeason(server, await foundLeague(server), 2025)
    const newcomers = { filter: { newcomers: true } } as const
    const then = await addRanking(server, first, newcomers)
    const anna = await addEntrant(server, first, 'Anna A')
    await fly(server, anna, 1, { date: '2025-05-17' })
    const second = await startSeason(server, first, 2026)
    const now = await addRanking(server, second, newcomers)
    const entry = { displayName: 'full' }
    assert.equal((await ask(server, anna, 'PUT', `/seasons/${second.season.id}/entry`, entry)).status, 200)
    await fly(server, anna, 2, { date: '2026-05-17' })
    assert.equal((await listRows(server, anna, then)).pagination.totalCount, 1)
    assert.equal((await listRows(server, anna, now)).pagination.totalCount, 0)
    const reasons = (await findRow(server, anna, now)).flights.map(({ reason }) => reason)
    assert.deepEqual(reasons, ['no-newcomer'])
  })

  test('flights from before the day a team was joined are not the team’s', async (context) => {
    const server = await startServer(context, { startsAt: MORNING_MS })
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { group: { by: 'team' } })
    const anna = await addEntrant(server, league, 'Anna A', { team: 'eagles' })
    await fly(server, anna, 1, { date: '2026-05-16' })
    const own = await fly(server, anna, 2, { date: '2026-05-17' })
    assert.deepEqual(
      (await listRows(server, anna, id)).data.map(({ key, flightCount }) => [key, flightCount]),
      [['eagles', 1]],
    )
    const { flights } = await findRow(server, anna, id)
    assert.deepEqual(flights.map(({ flightId, reason }) => [flightId === own, reason]).sort(), [
      [false, 'no-group'],
      [true, 'counts'],
    ])
  })

  test('a club that is joined after the upload has no part in the flight, whenever it is read again', async (context) => {
    const server = await startServer(context, { startsAt: MORNING_MS })
    const [first, second] = [await foundLeague(server), await foundLeague(server)]
    const id = await addRanking(server, first, { group: { by: 'club' } })
    const anna = await addEntrant(server, first, 'Anna A')
    const choose = (clubId: string) =>
      ask(server, anna, 'PUT', `/seasons/${first.season.id}/entry`, { displayName: 'full', clubId })
    assert.equal((await choose(first.clubId)).status, 200)
    assert.equal((await choose(second.clubId)).status, 400, 'not a club of hers')
    server.advance(HOUR_MS)
    const flight = await fly(server, anna, 1, { date: '2026-05-17' })
    server.advance(HOUR_MS)
    await ask(server, anna, 'PUT', `/clubs/${second.clubId}/membership`, {})
    const clubs = async () => (await listRows(server, anna, id)).data.map(({ key }) => key)
    await ask(server, anna, 'PATCH', `/flights/${flight}`, { title: 'Read again' })
    assert.deepEqual(await clubs(), [first.clubId])
    server.advance(24 * HOUR_MS)
    assert.equal((await choose(second.clubId)).status, 200)
    assert.deepEqual(await clubs(), [], 'it is not carried to another club')
    await fly(server, anna, 2, { date: '2026-05-18' })
    assert.deepEqual(await clubs(), [second.clubId])
    await ask(server, anna, 'DELETE', `/clubs/${second.clubId}/membership`)
    assert.deepEqual(await clubs(), [], 'nor stays with one that was left')
  })

  test('every club with a flight that counts has a row, and every flight a reason', async (context) => {
    const server = await startServer(context, { startsAt: MORNING_MS })
    const [home, guests] = [await foundLeague(server), await foundLeague(server)]
    const id = await addRanking(server, home, { group: { by: 'club' } })
    const { clubId } = home
    const pilots = await Promise.all(
      ['Anna A', 'Ben B', 'Cleo C'].map((name) => addEntrant(server, home, name, { clubId })),
    )
    await ask(server, pilots[2]!, 'PUT', `/clubs/${guests.clubId}/membership`, {})
    const entry = { displayName: 'full', clubId: guests.clubId }
    await ask(server, pilots[2]!, 'PUT', `/seasons/${home.season.id}/entry`, entry)
    server.advance(HOUR_MS)
    for (const [at, pilot] of pilots.entries()) await fly(server, pilot, 10 + at, { date: '2026-05-17' })
    const { data } = await listRows(server, pilots[0]!, id)
    assert.deepEqual(
      data.map(({ key, flightCount }) => [key, flightCount]).toSorted(),
      [
        [home.clubId, 2],
        [guests.clubId, 1],
      ].toSorted(),
    )
    const { flights, result } = await readProof(server, pilots[0]!, id)
    assert.equal(result.flights.length, flights.length)
  })

  test('a class that is corrected on the glider is seen by rankings of a class', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { filter: { classes: ['A'] } })
    const anna = await addEntrant(server, league, 'Anna A')
    const glider = await addGlider(server.services, anna.user.id, {
      name: 'Wing',
      class: 'D',
      isDefault: true,
    })
    await fly(server, anna, 1)
    assert.equal((await listRows(server, anna, id)).pagination.totalCount, 0)
    await changeGlider(server.services, anna.user.id, glider.id, { class: 'A' })
    assert.equal((await listRows(server, anna, id)).pagination.totalCount, 1)
  })
})
