// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apiKey, createClient, InsufficientScopeError } from '#sdk/index.ts'
import * as clubs from '#sdk/clubs/index.ts'
import { createKey } from '#test/support/people.ts'
import { addEntrant, addRanking, fly, foundLeague } from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

suite('rankings for programs', () => {
  test('@cloudstreet/sdk/clubs: a club’s season from entering to leaving', async (context) => {
    const server = await startServer(context)
    const league = await foundLeague(server)
    const open = async ({ token }: { token: string }) =>
      createClient({ baseUrl: server.url, credential: apiKey(token), maxAttempts: 1 })
    const { season } = league
    const id = await addRanking(server, league)
    const pilot = await addEntrant(server, league, 'Ada Thermal')
    const client = await open(pilot)
    const entered = await clubs.enterSeason(client, season.id, { displayName: 'initial' })
    assert.equal(entered.entry?.displayName, 'initial')
    await fly(server, pilot, 1)
    const found = []
    for await (const club of clubs.listClubs(client, { limit: 1 })) found.push(club.id)
    assert.ok(found.includes(league.clubId))
    const ids = []
    for await (const { id } of clubs.listSeasons(client, { clubId: league.clubId })) ids.push(id)
    assert.ok(ids.includes(season.id))
    const rows = []
    for await (const row of clubs.listRows(client, id, { limit: 1 })) rows.push(row.name)
    assert.deepEqual(rows, ['Ada T.'])
    const { flights } = await clubs.getRankingRow(client, id)
    assert.deepEqual(
      flights.map(({ reason }) => reason),
      ['counts'],
    )
    const { proof } = await clubs.getRankingProof(client, id)
    assert.equal(proof.flights[0]!.address, `/f/${flights[0]!.flightId}`)
    assert.deepEqual(
      (await clubs.getSeason(client, season.id)).rankings[0],
      await clubs.getRanking(client, id),
    )
    await clubs.leaveSeason(client, season.id)
    assert.equal((await clubs.getSeason(client, season.id)).entry, null)
    const narrow = await open({ token: await createKey(server, pilot.user, ['flights:read']) })
    await assert.rejects(clubs.listSeasons(narrow).all(), InsufficientScopeError)
  })
})
