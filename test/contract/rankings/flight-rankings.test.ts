// run: all
// A flight says where it counts: for its pilot alone, in the words of the ranking's rows.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FlightSeason } from '#contract/clubs/api.ts'
import { keyScopes } from '#contract/scopes.ts'
import { createPilot, type Pilot } from '#test/support/flights.ts'
import { createKey, signIn } from '#test/support/people.ts'
import { addEntrant, addRanking, ask, findRow, fly, foundLeague } from '#test/support/rankings/league.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

async function whereCounts(server: TestServer, pilot: Pilot, flight: string): Promise<FlightSeason[]> {
  const { status, text, body } = await ask(server, pilot, 'GET', `/flights/${flight}/rankings`)
  assert.equal(status, 200, text)
  return body.data as FlightSeason[]
}

const toReasons = (seasons: readonly FlightSeason[]) =>
  Object.fromEntries(seasons.flatMap(({ rankings }) => rankings.map(({ id, reason }) => [id, reason])))

suite('a flight in rankings', () => {
  test('says in each ranking what the pilot’s row says of it', async () => {
    const server = await shareServer()
    const league = await foundLeague(server, {}, { uploadDays: 400 })
    const best = await addRanking(server, league, { choice: { best: 2 } })
    const byDay = await addRanking(server, league, { group: { by: 'day', flights: 1 } })
    const far = await addRanking(server, league, { minimum: 900 })
    const classes = await addRanking(server, league, { filter: { classes: ['A'] }, audience: 'members' })
    const anna = await addEntrant(server, league, 'Anna A')
    const ben = await addEntrant(server, league, 'Ben B')
    const flights = [6, 7, 8].map((km, day) => fly(server, anna, day, { km, date: `2026-05-0${day + 1}` }))
    const own = await Promise.all(flights)
    own.push(await fly(server, anna, 9, { km: 9, visibility: 'private' }))
    await fly(server, ben, 4, { km: 12, date: '2026-05-01' })
    const { hash } = (await ask(server, anna, 'GET', `/flights/${own[0]}`)).body.data
    assert.deepEqual(await whereCounts(server, anna, hash), await whereCounts(server, anna, own[0]!))
    const found = new Set<string>()
    for (const id of [best, byDay, far, classes]) {
      const { flights: told } = await findRow(server, anna, id)
      assert.equal(told.length, own.length)
      for (const { flightId, value, reason, isNext, needed } of told) {
        const [season, ...others] = await whereCounts(server, anna, flightId!)
        assert.deepEqual([season!.id, season!.clubId, others], [league.season.id, league.clubId, []])
        const { measure: _unit, name: _name, ...said } = season!.rankings.find((one) => one.id === id)!
        assert.deepEqual(said, { id, value, reason, isNext, needed })
        found.add(isNext ? 'next' : reason)
      }
    }
    const reasons = ['below-minimum', 'counts', 'next', 'no-glider', 'private', 'surpassed-in-group']
    assert.deepEqual([...found].sort(), reasons)
  })

  test('tells what is set aside, too late, kept out, and not entered at all', async () => {
    const server = await shareServer()
    const late = await foundLeague(server, {}, { uploadDays: 0 })
    const lateId = await addRanking(server, late)
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, late, 'Anna A')
    const flight = await fly(server, anna, 1)
    assert.deepEqual(toReasons(await whereCounts(server, anna, flight)), { [lateId]: 'too-late' })

    // A member sees what could be entered.
    await ask(server, anna, 'PUT', `/clubs/${league.clubId}/membership`, {})
    const offered = toReasons(await whereCounts(server, anna, flight))
    assert.deepEqual(offered, { [lateId]: 'too-late', [id]: 'not-entered' })
    const enter = (entry: object) =>
      ask(server, anna, 'PUT', `/seasons/${league.season.id}/entry`, { displayName: 'full', ...entry })
    await enter({ excludedFlightIds: [flight] })
    assert.equal(toReasons(await whereCounts(server, anna, flight))[id], 'excluded')
    await enter({ excludedFlightIds: [] })
    assert.equal(toReasons(await whereCounts(server, anna, flight))[id], 'counts')
    const { flightId: entry } = (await findRow(server, anna, id)).flights[0]!
    const decide = (state: string) =>
      ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, {
        flightIds: [entry],
        state,
        reason: 'A look.',
      })
    await decide('review')
    assert.equal(toReasons(await whereCounts(server, anna, flight))[id], 'in-review')

    // A closed season offers no entering, and still says what it holds.
    await decide('accepted')
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    assert.equal(toReasons(await whereCounts(server, anna, flight))[id], 'counts')
    await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)
    assert.deepEqual(toReasons(await whereCounts(server, anna, flight)), { [lateId]: 'too-late' })
  })

  test('says why it does not count in the logbook, and is in no season of another day', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const before = await fly(server, anna, 1, { date: '2025-05-17' })
    const left = await fly(server, anna, 2)
    assert.equal((await ask(server, anna, 'PATCH', `/flights/${left}`, { isCounted: false })).status, 200)
    assert.deepEqual(await whereCounts(server, anna, before), [])
    assert.deepEqual(Object.values(toReasons(await whereCounts(server, anna, left))), ['not-counted'])
  })

  test('is for its pilot alone, and takes both scopes', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await fly(server, anna, 1)
    const path = `/flights/${flight}/rankings`
    for (const other of [league.owner, await createPilot(server)])
      assert.equal((await ask(server, other, 'GET', path)).status, 404)
    const session = await signIn(server, league.owner.user)
    assert.equal((await server.fetch(`/app/api${path}`, { headers: session })).status, 404)
    for (const scope of ['clubs:read', 'flights:read'] as const) {
      const key = await createKey(server, anna.user, [scope])
      const headers = { authorization: `Bearer ${key}` }
      assert.equal((await ask(server, { headers }, 'GET', path)).status, 403)
    }
    const key = await createKey(server, anna.user, [...keyScopes])
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await ask(server, { headers }, 'GET', path)).body.data.length, 1)
    // A club that only its members see tells nothing to a pilot who has left.
    await ask(server, league.owner, 'PATCH', `/clubs/${league.clubId}`, { visible: 'members' })
    assert.ok((await ask(server, anna, 'DELETE', `/clubs/${league.clubId}/membership`)).status < 300)
    assert.deepEqual(await whereCounts(server, anna, flight), [])
  })
})
