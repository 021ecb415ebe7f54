// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import * as contract from '#contract/events.ts'
import type { RankingEnvelope } from '#contract/events.ts'
import { unlimited } from '#test/support/flights.ts'
import { addEntrant, addRanking, ask, findRow, fly, foundLeague } from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

const schemas = {
  'entry.decided': contract.EntryDecided,
  'season.closed': contract.SeasonClosed,
}

suite('events of rankings', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { services } = server

  const listEvents = async (seasonId: string) => {
    const rows = await services.db.sql<{ payload: string }>`
      select payload from events where type in ('entry.decided', 'season.closed')
      order by occurred_at, id`
    const envelopes = rows.map(({ payload }) => JSON.parse(payload) as RankingEnvelope)
    for (const envelope of envelopes)
      assert.ok(Check(schemas[envelope.event], envelope), JSON.stringify(envelope))
    return envelopes.filter(({ season }) => season.id === seasonId)
  }

  test('decisions are told to the pilot, closing to those who manage', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 21)
    const { flightId: entry } = (await findRow(server, anna, ranking)).flights[0]!
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, {
      flightIds: [entry],
      state: 'review',
      reason: 'Who?',
    })
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    const told = await listEvents(league.season.id)
    assert.deepEqual(
      told.map(({ event, user }) => [event, user.id]),
      [
        ['entry.decided', anna.user.id],
        ['season.closed', league.owner.user.id],
      ],
    )
    assert.deepEqual('entry' in told[0]! && told[0].entry, {
      flightId: entry,
      state: 'review',
      by: 'reviewer',
    })
  })
})
