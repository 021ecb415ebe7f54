import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import * as contract from '#contract/events.ts'
import type { RankingEnvelope } from '#contract/events.ts'
import { announceChanged } from '#server/rankings/jobs.ts'
import { withRankable } from '#server/work.ts'
import { unlimited } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  settle,
} from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

const schemas = {
  'entry.decided': contract.EntryDecided,
  'ranking.changed': contract.RankingChanged,
  'record.set': contract.RecordSet,
  'season.closed': contract.SeasonClosed,
}

suite('events of rankings', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { services } = server

  const listEvents = async (seasonId: string) => {
    const rows = await services.db.sql<{ payload: string }>`
      select payload from events where type in ('entry.decided', 'ranking.changed', 'record.set', 'season.closed')
      order by occurred_at, id`
    const envelopes = rows.map(({ payload }) => JSON.parse(payload) as RankingEnvelope)
    for (const envelope of envelopes)
      assert.ok(Check(schemas[envelope.event], envelope), JSON.stringify(envelope))
    return envelopes.filter(({ season }) => season.id === seasonId)
  }
  const announceIn = (ms: number) =>
    announceChanged({ ...withRankable(services), now: () => services.now() + ms })

  test('a ranking that changes is told to those who manage it, once for a minute', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const told = async () =>
      (await listEvents(league.season.id)).filter(({ event }) => event === 'ranking.changed')
    await fly(server, anna, 1)
    await settle(server)
    await fly(server, anna, 2)
    await settle(server)
    await announceIn(30_000)
    assert.equal((await told()).length, 0)
    await announceIn(61_000)
    await announceIn(600_000)
    const [event, ...others] = await told()
    assert.equal(others.length, 0)
    assert.equal(event!.user.id, league.owner.user.id)
    assert.deepEqual(event!.season, { id: league.season.id, clubId: league.clubId })
    assert.deepEqual('ranking' in event! && event.ranking, { id: ranking })
    await fly(server, anna, 3, { visibility: 'private' })
    await settle(server)
    await announceIn(600_000)
    assert.equal((await told()).length, 1, 'a private flight changes no public ranking')
  })

  test('the best flight of a take-off is told to its pilot and to those who manage, and no other', async () => {
    const league = await foundLeague(server)
    await addRanking(server, league, { group: { by: 'takeoff', flights: 1 }, choice: { best: 1 } })
    const anna = await addEntrant(server, league, 'Anna A')
    const records = async () =>
      (await listEvents(league.season.id)).flatMap((each) => (each.event === 'record.set' ? [each] : []))
    await fly(server, anna, 11, { km: 8 })
    await settle(server)
    const first = await records()
    assert.deepEqual(
      first.map(({ user }) => user.id).toSorted(),
      [anna.user.id, league.owner.user.id].toSorted(),
    )
    const better = await fly(server, anna, 11, { km: 14, date: '2026-05-18' })
    await settle(server)
    const [, , second] = await records()
    assert.ok(second!.record.figure > first[0]!.record.figure)
    await ask(server, anna, 'DELETE', `/flights/${better}`)
    await fly(server, anna, 11, { km: 7, date: '2026-05-19' })
    await settle(server)
    assert.equal((await records()).length, 4, 'what is left after a deletion was not set now')
  })

  test('decisions are told to the pilot, closing to those who manage', async () => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    await fly(server, anna, 21)
    await settle(server)
    const { entry } = (await findRow(server, anna, ranking)).flights[0]!
    await ask(server, league.owner, 'POST', `/entries/${entry}/decisions`, {
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
    assert.deepEqual('entry' in told[0]! && told[0].entry, { id: entry, state: 'review', by: 'reviewer' })
  })
})
