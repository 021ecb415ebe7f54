// run: all
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { apiKey, createClient, InsufficientScopeError } from '#sdk/index.ts'
import * as clubs from '#sdk/clubs/index.ts'
import { createKey } from '#test/support/people.ts'
import { addEntrant, addRanking, fly, foundLeague, settle } from '#test/support/rankings/league.ts'
import { simple } from '#test/support/rankings/entries.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'

suite('rankings for programs', () => {
  test('cloudstreet rankings: lists, places, a row with its reasons, and a proof that holds', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { choice: { best: 1 } })
    const anna = await addEntrant(server, league, 'Anna Alpha')
    const ben = await addEntrant(server, league, 'Ben Beta')
    await fly(server, anna, 1, { km: 8 })
    await fly(server, anna, 2, { km: 6 })
    await fly(server, ben, 3, { km: 5 })
    await settle(server)
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: ben.token })
    const run = async (...args: string[]) => {
      const { code, out, err } = await home.run(['rankings', ...args])
      assert.equal(code, 0, err)
      return { out, err }
    }
    assert.match((await run()).out, new RegExp(`^${id} +Overall +Season +2026-01-01 +2026-12-31$`, 'm'))
    assert.match((await run('--club', '0'.repeat(24))).out, /^None\.$/m)
    const places = (await run(id)).out.trimEnd().split('\n')
    assert.match(places[1]!, /^1 +\d+\.\d\d +1 +[a-f0-9]{24} +Anna Alpha$/)
    assert.match(places[2]!, /^2 +\d+\.\d\d +1 +[a-f0-9]{24} +Ben Beta$/)
    assert.equal((await run(id, '--limit', '1')).out.trimEnd().split('\n').length, 2)
    const [first] = (await run(id, '--json')).out.split('\n')
    const { key, sum } = JSON.parse(first!) as { key: string; sum: number }
    const row = await run(id, key)
    assert.match(row.out, /counts$/m)
    assert.match(row.out, /surpassed \(the next that would count\)$/m)
    assert.ok(row.err.includes(`Place 1: ${sum}.`), row.err)
    assert.match((await run(id, 'me')).err, /It passes the row above from [\d.]+ on\./)
    await run(id, '--proof', 'proof.json')
    assert.equal(JSON.parse(readFileSync(join(home.folder, 'proof.json'), 'utf8')).proof.ranking, id)
    const verified = await home.run(['verify-ranking', 'proof.json'])
    assert.match(verified.out, /2 places follow from the rule, 3 flights and 0 decisions/)
    for (const words of [
      [id, 'me', 'again'],
      ['--proof', 'x'],
      [id, 'me', '--proof', 'x'],
      [id, '--limit', '0'],
    ])
      assert.equal((await home.run(['rankings', ...words])).code, 2, words.join(' '))
  })

  test('@cloudstreet/sdk/clubs: a club’s season from its creation to a decision', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const open = async ({ token }: { token: string }) =>
      createClient({ baseUrl: server.url, credential: apiKey(token), maxAttempts: 1 })
    const owner = await open(league.owner)
    const { terms } = league.season
    const season = await clubs.createSeason(owner, { clubId: league.clubId, name: 'Evenings', terms })
    const ranking = await clubs.createRanking(owner, season.id, { name: 'All', rule: simple })
    const pilot = await addEntrant(server, league, 'Ada Thermal')
    const client = await open(pilot)
    const entered = await clubs.enterSeason(client, season.id, { displayName: 'initial' })
    assert.equal(entered.entry?.displayName, 'initial')
    await fly(server, pilot, 1)
    await settle(server)
    const found = []
    for await (const club of clubs.listClubs(client, { limit: 1 })) found.push(club.id)
    assert.ok(found.includes(league.clubId))
    const ids = []
    for await (const { id } of clubs.listSeasons(client, { clubId: league.clubId })) ids.push(id)
    assert.ok(ids.includes(season.id))
    const rows = []
    for await (const row of clubs.listRows(client, ranking.id, { limit: 1 })) rows.push(row.name)
    assert.deepEqual(rows, ['Ada T.'])
    const { flights } = await clubs.getRankingPilot(client, ranking.id)
    assert.deepEqual(
      flights.map(({ reason }) => reason),
      ['counts'],
    )
    const decision = { state: 'rejected', reason: 'Seen by two.' } as const
    await clubs.decideFlights(owner, season.id, { flightIds: [flights[0]!.flightId!], ...decision })
    const { proof } = await clubs.getRankingProof(client, ranking.id)
    assert.equal(proof.decisions[0]!.state, 'rejected')
    assert.deepEqual((await clubs.getSeason(client, season.id)).rankings[0]!.id, ranking.id)
    await clubs.leaveSeason(client, season.id)
    assert.equal((await clubs.getSeason(client, season.id)).entry, null)
    const narrow = await open({ token: await createKey(server, pilot.user, ['flights:read']) })
    await assert.rejects(clubs.listSeasons(narrow).all(), InsufficientScopeError)
  })
})
