import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findFalsehood } from '#rankings/proof.ts'
import { listAccountParts } from '#server/account-parts.ts'
import { continueErasures } from '#server/accounts/erasure.ts'
import { computeRanking, countDifferences } from '#server/rankings/rerank.ts'
import { findRanking, findSeason } from '#server/rankings/store.ts'
import { countRows, send } from '#test/support/account.ts'
import type { Pilot } from '#test/support/flights.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  type League,
  listPlaces,
  settle,
} from '#test/support/rankings/league.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

/** The flights go first and are ranked while the user is still there: a row that refers to the user is in the way. */
async function deleteAccount(server: TestServer, pilot: Pilot): Promise<void> {
  const { sql } = server.services.db
  const person = { headers: await signIn(server, pilot.user) }
  await sql`create table blockers (user_id text not null references users (id) on delete set null)`
  await sql`insert into blockers (user_id) values (${pilot.user.id})`
  const answer = await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
  assert.equal(answer.status, 202, 'not finished yet')
  await settle(server)
  await sql`drop table blockers`
  await continueErasures(server.services, listAccountParts(server.services))
  await settle(server)
  for (const [table, count] of Object.entries(await countRows(server, pilot.user.id)))
    assert.equal(count, 0, table)
}

async function startSeason(server: TestServer) {
  const league = await foundLeague(server)
  const id = await addRanking(server, league)
  const anna = await addEntrant(server, league, 'Anna Alpha', { band: 'under-16', sex: 'female' })
  const ben = await addEntrant(server, league, 'Ben Beta')
  const flight = await fly(server, anna, 1, { km: 9 })
  await fly(server, ben, 2, { km: 6 })
  await settle(server)
  const { data } = await listPlaces(server, ben, id)
  assert.deepEqual(
    data.map(({ name, place }) => [name, place]),
    [
      ['A. A.', 1],
      ['Ben Beta', 2],
    ],
  )
  return { league, id, anna, ben, flight, rows: data }
}

const close = async (server: TestServer, { owner, season }: League) =>
  assert.equal((await ask(server, owner, 'POST', `/seasons/${season.id}/close`)).status, 200)

async function assertAsRebuilt(server: TestServer, { season }: League, rankingId: string): Promise<void> {
  const { sql } = server.services.db
  const [held, ranking] = [(await findSeason(sql, season.id))!, (await findRanking(sql, rankingId))!]
  assert.equal(await countDifferences(sql, held, ranking), 0)
  assert.equal((await computeRanking(sql, held, ranking)).rows.length, 2)
}

async function assertNothingLeft(server: TestServer, key: string, secrets: readonly string[]): Promise<void> {
  const { sql } = server.services.db
  assert.deepEqual(await sql`select id from season_pilots where id = ${key}`, [])
  assert.deepEqual(await sql`select id from season_entries where pilot_id = ${key}`, [])
  const kept = await sql<{ text: string }>`
    select proof as text from ranking_proofs union all select flights as text from ranking_members`
  for (const secret of secrets) assert.ok(!kept.some(({ text }) => text.includes(secret)), secret)
}

suite('deleting an account that has entered a season', () => {
  test('a running season goes on without the pilot', async (context) => {
    const server = await startServer(context)
    const { id, anna, ben, rows, flight } = await startSeason(server)
    await deleteAccount(server, anna)
    const { data } = await listPlaces(server, ben, id)
    assert.deepEqual(data, [{ ...rows[1]!, place: 1 }])
    const { text } = await ask(server, ben, 'GET', `/rankings/${id}/proof`)
    assert.ok(!text.includes(rows[0]!.key))
    await assertNothingLeft(server, rows[0]!.key, [anna.user.id, flight, rows[0]!.key])
  })

  test('a closed one keeps place, sum and the hash of the proof, and nothing of the person', async (context) => {
    const server = await startServer(context)
    const { league, id, anna, ben, rows, flight } = await startSeason(server)
    await close(server, league)
    const proof = (query = '') => ask(server, ben, 'GET', `/rankings/${id}/proof${query}`)
    const first = (await proof('?number=1')).body
    await deleteAccount(server, anna)

    const { data } = await listPlaces(server, ben, id)
    assert.deepEqual(data, [{ ...rows[0]!, name: null }, rows[1]])
    assert.equal((await proof()).body.sha256, first.sha256)
    assert.deepEqual((await proof('?number=1')).body, first)
    assert.equal((await proof('?number=2')).status, 404, 'nothing has changed')
    await assertAsRebuilt(server, league, id)
    await assertNothingLeft(server, rows[0]!.key, [anna.user.id, flight, 'Alpha'])
  })

  test('proofs of a closed one that follow still have the pilot’s row, and hold', async (context) => {
    const server = await startServer(context)
    const { league, id, anna, ben, rows } = await startSeason(server)
    await close(server, league)
    const { entry } = (await findRow(server, anna, id)).flights[0]!
    const decide = (about: string, state: string) =>
      ask(server, league.owner, 'POST', `/entries/${about}/decisions`, { state, reason: 'Seen by two.' })
    assert.equal((await decide(entry, 'accepted')).status, 204)
    await deleteAccount(server, anna)

    const own = (await findRow(server, ben, id)).flights[0]!
    assert.equal((await decide(own.entry, 'accepted')).status, 204)
    const next = (await ask(server, ben, 'GET', `/rankings/${id}/proof?number=3`)).body
    assert.equal(await findFalsehood(next), undefined)
    const keys = next.proof.result.rows.map(({ key }: { key: string }) => key)
    assert.deepEqual(keys, [rows[0]!.key, rows[1]!.key])
    assert.equal(next.proof.decisions.length, 2)

    const rule = { ...next.proof.rule, choice: { best: 1 } }
    const changed = await ask(server, league.owner, 'PUT', `/rankings/${id}`, { name: 'One', rule })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual((await listPlaces(server, ben, id)).data, [{ ...rows[0]!, name: null }, rows[1]])
    await assertAsRebuilt(server, league, id)
  })

  test('another who leaves a closed season is in no proof that follows', async (context) => {
    const server = await startServer(context)
    const { league, id, anna, ben, rows } = await startSeason(server)
    await close(server, league)
    await deleteAccount(server, anna)
    assert.equal((await ask(server, ben, 'DELETE', `/seasons/${league.season.id}/entry`)).status, 204)
    const { body, text } = await ask(server, league.owner, 'GET', `/rankings/${id}/proof?number=2`)
    assert.equal(await findFalsehood(body), undefined)
    assert.ok(text.includes(rows[0]!.key) && !text.includes(rows[1]!.key))
  })
})
