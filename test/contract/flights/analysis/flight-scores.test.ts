// run: all
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { Value } from 'typebox/value'
import type { FlightUpdated } from '#contract/events.ts'
import { FlightScores, LeagueList } from '#contract/leagues.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { runCommand } from '#server/admin.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLeagues } from '#server/flights/leagues/leagues.ts'
import { createScorer } from '#server/flights/scorer/scorer.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const folder = makeFolder({ after })

/** A league of the operator's own, that pays straight distance and nothing else. */
const club = {
  id: 'club-cup',
  name: 'Club cup',
  rules: [{ version: '2026', categories: [{ shape: 'straight', multiplier: 3 }], scoreDecimals: 1 }],
}
const clubFile = join(folder, 'club.json')
const write = (league: object) => writeFileSync(clubFile, JSON.stringify(league))
write(club)

async function read(server: TestServer, pilot: Pilot, id: string, query: string) {
  const response = await server.fetch(`/api/v1/flights/${id}/scores?${query}`, { headers: pilot.headers })
  assert.equal(response.status, 200, await response.clone().text())
  const body = (await response.json()) as FlightScores
  assert.ok(Value.Check(FlightScores, body), JSON.stringify([...Value.Errors(FlightScores, body)]))
  return { scores: body.data, etag: response.headers.get('etag') ?? '' }
}

suite('the scores of a flight in leagues', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, LEAGUES_DIR: folder } })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1, { date: '2022-05-17' }))
  const certificate = flight.flightInfo.metadata.scoring!

  test('by default are those of the flight itself', async () => {
    const { scores } = await read(server, pilot, flight.id, '')
    assert.equal(scores.length, 1)
    const [{ league, certificate: found, reason }] = scores as [FlightScores['data'][number]]
    assert.deepEqual([league, reason], ['xcontest', null])
    assert.deepEqual({ ...found, elapsedMs: 0 }, { ...certificate, elapsedMs: 0 })
  })

  test('come in the order asked for, each with its certificate, exact', async () => {
    const { scores } = await read(
      server,
      pilot,
      flight.id,
      'league=fai-straight,club-cup,leonardo,dhv,ffvl&wing=B',
    )
    assert.deepEqual(
      scores.map(({ league }) => league),
      ['fai-straight', 'club-cup', 'leonardo', 'dhv', 'ffvl'],
    )
    const [straight, ownLeague, leonardo, dhv] = scores.map(({ certificate }) => certificate!)
    for (const { proven, upperBound, score } of scores.map(({ certificate }) => certificate!)) {
      assert.ok(proven)
      assert.equal(upperBound, score)
    }
    const { start, finish, legsKm, turnpoints } = straight!
    const km = distanceKm(start!.latitude, start!.longitude, finish!.latitude, finish!.longitude)
    assert.deepEqual([legsKm, turnpoints], [[Math.round(km * 1000) / 1000], []])
    assert.equal(ownLeague!.type, 'Straight Distance')
    assert.ok(Math.abs(ownLeague!.score - 3 * km) < 0.1)
    assert.match(ownLeague!.rules.version, /^2026\+[0-9a-f]{8}$/)
    // The same categories: the same course.
    assert.deepEqual(leonardo!.turnpoints, dhv!.turnpoints)
    const factor = { class: 'B', factor: 1.05, score: Math.round(dhv!.score * 1.05 * 100) / 100 }
    assert.deepEqual(
      scores.map(({ wing }) => wing),
      [null, null, null, factor, null],
    )
  })

  test('of all leagues are those that have rules for its day and country', async () => {
    const { scores } = await read(server, pilot, flight.id, 'league=all')
    const ids = scores.map(({ league }) => league)
    for (const id of ['xcontest', 'dhv', 'norway', 'uk-overseas', 'fai-out-and-return', 'club-cup'])
      assert.ok(ids.includes(id), id)
    for (const id of ['ccc', 'cpp', 'uk-club', 'pgxc']) assert.ok(!ids.includes(id), id)
    const best = scores.find(({ league }) => league === 'fai-free-distance')!.certificate!
    const straight = scores.find(({ league }) => league === 'fai-straight')!.certificate!
    assert.ok(straight.distanceKm <= best.distanceKm)
  })

  test('say why a league that is named has none', async () => {
    const { scores } = await read(server, pilot, flight.id, 'league=uk-club,ccc')
    assert.deepEqual(
      scores.map(({ certificate, reason }) => [certificate, reason?.replace(/ from [A-Z]{2}\.$/, '.')]),
      [
        [null, 'XCLeague has no rules for a flight of 2022-05-17.'],
        [null, 'SHV Cross Country Cup has no rules for a flight of 2022-05-17.'],
      ],
    )
  })

  test('are by the rules of the season', async () => {
    const old = await uploadNew(server, pilot, makeFlight(1, { date: '2018-05-17' }))
    const [then] = (await read(server, pilot, old.id, 'league=xcontest')).scores
    assert.equal(then!.certificate!.rules.version, '2007')
    // The flight itself stays with the latest rules of the default league.
    assert.equal(old.flightInfo.metadata.scoring!.rules.version, '2019')
  })

  test('are found by id and by hash, and cost nothing when they are known', async () => {
    const { etag } = await read(server, pilot, flight.id, 'league=all')
    assert.equal((await read(server, pilot, flight.hash, 'league=all')).etag, etag)
    assert.notEqual((await read(server, pilot, flight.id, 'league=ffvl')).etag, etag)
    const { scorer } = server.services
    const original = scorer.scoreByLeagues.bind(scorer)
    scorer.scoreByLeagues = () => assert.fail('scored again')
    try {
      await read(server, pilot, flight.id, 'league=all')
      const again = await server.fetch(`/api/v1/flights/${flight.id}/scores?league=all`, {
        headers: { ...pilot.headers, 'if-none-match': etag },
      })
      assert.equal(again.status, 304)
    } finally {
      scorer.scoreByLeagues = original
    }
  })

  test('are no one else’s, and need flights:read and leagues that exist', async () => {
    const path = `/api/v1/flights/${flight.id}/scores`
    const stranger = await createPilot(server)
    assert.equal((await server.fetch(path, { headers: stranger.headers })).status, 404)
    const key = await createKey(server, await createUser(server), ['flights:write'])
    for (const end of [path, '/api/v1/leagues']) {
      assert.equal((await server.fetch(end)).status, 401)
      assert.equal((await server.fetch(end, { headers: bearer(key) })).status, 403)
    }
    const refusals = {
      'league=nowhere': 'There is no league "nowhere"; GET /api/v1/leagues lists them.',
      'league=': 'league must be ids of leagues separated by commas, or all.',
      'league=a,,b': 'league must be ids of leagues separated by commas, or all.',
      'wing=': 'wing must be 1 to 20 characters long.',
    }
    for (const [query, sentence] of Object.entries(refusals)) {
      const response = await server.fetch(`${path}?${query}`, { headers: pilot.headers })
      const { error_description: found } = (await response.json()) as { error_description: string }
      assert.deepEqual([response.status, found], [400, sentence], query)
    }
  })

  test('are by leagues that are listed with rules and sources, the default among them', async () => {
    const response = await server.fetch('/api/v1/leagues', { headers: pilot.headers })
    const body = (await response.json()) as LeagueList
    assert.ok(Value.Check(LeagueList, body), JSON.stringify([...Value.Errors(LeagueList, body)].slice(0, 3)))
    const defaults = body.data.filter(({ isDefault }) => isDefault)
    assert.deepEqual(
      defaults.map(({ id }) => id),
      ['xcontest'],
    )
    const own = body.data.find(({ id }) => id === 'club-cup')!
    assert.deepEqual([own.rules[0]!.basis, own.rules[0]!.categories[0]!.closing], ['operator', null])
  })
})

suite('an operator’s league', () => {
  const open = (settings: Record<string, string>) =>
    openLeagues(readConfig({ DATA_DIR: folder, ...settings }).leagues)

  test('with a mistake stops the start, and is told', async () => {
    write({
      ...club,
      id: 'xcontest',
      rules: [{ ...club.rules[0], categories: [{ shape: 'round', multiplier: 1 }] }],
    })
    assert.throws(() => open({ LEAGUES_DIR: folder }), {
      message:
        'The leagues in LEAGUES_DIR:\n' +
        'club.json: rules.0.categories.0.shape must be one of: open, straight, triangle, out-and-return, start-and-return.',
    })
    await assert.rejects(runCommand(['leagues', 'check', clubFile], {}), /must be one of: open/)
    write({ ...club, id: 'xcontest' })
    assert.throws(() => open({ LEAGUES_DIR: folder }), /the program itself has a league "xcontest" already/)
    write(club)
    assert.match(JSON.stringify(await runCommand(['leagues', 'check', clubFile], {})), /"club-cup"/)
    assert.throws(() => open({ LEAGUES_DIR: join(folder, 'none') }), /LEAGUES_DIR cannot be read/)
    assert.throws(
      () => open({ LEAGUE: 'nowhere' }),
      /LEAGUE must be the id of a league; "nowhere" is none of: xcontest/,
    )
    assert.throws(() => open({ LEAGUE: 'uk-club' }), /for some countries only/)
  })

  test('as default scores uploads, and rescore brings the others up to date when its rules change', async (context) => {
    write(club)
    const environment = { ...unlimited, LEAGUES_DIR: folder, LEAGUE: 'club-cup' }
    const server = await startServer(context, { environment })
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(2, { date: '2026-05-17' }))
    assert.equal(flight.scoring.type, 'Straight Distance')
    const listed = await server.fetch('/api/v1/flights?type=Straight+Distance', { headers: pilot.headers })
    assert.equal(((await listed.json()) as { data: unknown[] }).data.length, 1)
    assert.equal((await rescoreFlights(server.services)).rescored, 0)

    write({ ...club, rules: [{ ...club.rules[0], categories: [{ shape: 'straight', multiplier: 4 }] }] })
    const leagues = open(environment)
    // As a process that has read the new file.
    const scorer = createScorer({ deadlineMs: 60_000, rules: leagues.rules, threads: 1 })
    context.after(() => scorer.close())
    const services = { ...server.services, leagues, scorer }
    assert.equal((await rescoreFlights(services)).changed, 1)
    const events = await server.services.db.sql<{ payload: string }>`
      select payload from events where type = 'flight.updated'`
    assert.equal((JSON.parse(events[0]!.payload) as FlightUpdated).flight.id, flight.id)
    assert.equal((await rescoreFlights(services)).rescored, 0)
  })
})
