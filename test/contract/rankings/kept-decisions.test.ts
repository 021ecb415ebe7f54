// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightReview } from '#contract/clubs/reviews.ts'
import { createRankingsPart } from '#server/rankings/account-part.ts'
import { send } from '#test/support/account.ts'
import { makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  foundLeague,
  listRows,
  settle,
  show,
} from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

suite('decisions outlast the entries that they were about', async () => {
  const server = await startServer({ after }, { environment: unlimited })

  const upload = async (pilot: Pilot, bytes: Uint8Array) => {
    const { id } = await uploadNew(server, pilot, bytes)
    await show(server, pilot, id, 'public')
    await settle(server)
    return id
  }
  /** A flight that a reviewer has rejected, and its pilot has answered about. */
  const reject = async (seed: number) => {
    const league = await foundLeague(server)
    const ranking = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const bytes = makeFlight(seed, { date: '2026-05-17' })
    const flight = await upload(anna, bytes)
    const { flightId: entry } = (await findRow(server, anna, ranking)).flights[0]!
    const decision = { state: 'rejected', reason: 'Inside a closed airspace.' }
    assert.equal(
      (
        await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, {
          flightIds: [entry],
          ...decision,
        })
      ).status,
      204,
    )
    assert.equal(
      (
        await ask(server, anna, 'POST', `/seasons/${league.season.id}/reviews/${entry}/answers`, {
          text: 'Why?',
        })
      ).status,
      204,
    )
    assert.equal((await listRows(server, anna, ranking)).pagination.totalCount, 0)
    return { league, ranking, anna, bytes, flight, entry }
  }
  const assertRejected = async ({ ranking, anna, league }: Awaited<ReturnType<typeof reject>>) => {
    const [now, ...others] = (await findRow(server, anna, ranking)).flights
    assert.deepEqual([now!.reason, others.length], ['rejected', 0])
    const review = (await ask(server, anna, 'GET', `/seasons/${league.season.id}/reviews/${now!.flightId}`))
      .body.data as FlightReview
    assert.deepEqual(
      [review.state, ...review.steps.map(({ by, state, text }) => [by, state, text])],
      ['rejected', ['reviewer', 'rejected', 'Inside a closed airspace.'], ['pilot', 'answer', 'Why?']],
    )
    assert.equal((await listRows(server, anna, ranking)).pagination.totalCount, 0)
    const { body } = await ask(server, anna, 'GET', `/rankings/${ranking}/proof`)
    assert.deepEqual(
      body.proof.decisions.map((one: { flight: string; state: string }) => [one.flight, one.state]),
      [['000001', 'rejected']],
    )
    return now!.flightId!
  }

  test('a rejected flight that is deleted and uploaded again is still rejected', async () => {
    const rejected = await reject(61)
    const { anna, bytes, flight, league, ranking } = rejected
    assert.equal((await ask(server, anna, 'DELETE', `/flights/${flight}`)).status, 204)
    await settle(server)
    await upload(anna, bytes)
    const entry = await assertRejected(rejected)
    const { body } = await ask(
      server,
      league.owner,
      'GET',
      `/seasons/${league.season.id}/reviews?state=rejected`,
    )
    assert.deepEqual(
      body.data.map(({ flightId }: FlightReview) => flightId),
      [entry],
    )
    const decision = { state: 'accepted', reason: 'It was not active.' }
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/decisions`, {
      flightIds: [entry],
      ...decision,
    })
    assert.equal((await findRow(server, anna, ranking)).flights[0]!.reason, 'counts', 'it is reversed as any')
  })

  test('so is one whose pilot leaves the season and enters again', async () => {
    const rejected = await reject(62)
    const { anna, league } = rejected
    const path = `/seasons/${league.season.id}/entry`
    assert.equal((await ask(server, anna, 'DELETE', path)).status, 204)
    assert.equal((await ask(server, anna, 'PUT', path, { displayName: 'full' })).status, 200)
    await assertRejected(rejected)
  })

  test('and one that comes back as another file with the same fixes', async () => {
    const rejected = await reject(63)
    const { anna, bytes, flight } = rejected
    assert.equal((await ask(server, anna, 'DELETE', `/flights/${flight}`)).status, 204)
    const text = Buffer.from(bytes).toString('latin1').replace(/^A.*/, 'AXXXAAA')
    await upload(anna, Buffer.from(text, 'latin1'))
    await assertRejected(rejected)
  })

  test('another pilot with the same file is set aside, not rejected', async () => {
    const { league, ranking, bytes } = await reject(64)
    const ben = await addEntrant(server, league, 'Ben B')
    await upload(ben, bytes)
    assert.equal((await findRow(server, ben, ranking)).flights[0]!.reason, 'in-review')
  })

  test('the pilot exports them, also after leaving, and they go with the account', async () => {
    const { league, anna } = await reject(65)
    await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)
    const { sql } = server.services.db
    const list = () => sql`select state from entry_decisions where user_id = ${anna.user.id} order by id`
    assert.deepEqual(await list(), [{ state: 'rejected' }, { state: 'answer' }])
    const files = createRankingsPart(server.services).exportFiles(anna.user)
    const exported = new Map((await Array.fromAsync(files)).map(({ path, content }) => [path, content]))
    assert.match(String(exported.get('ranking-decisions.json')), /"Inside a closed airspace\."[^]*"Why\?"/)
    const person = { headers: await signIn(server, anna.user) }
    await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.deepEqual(await list(), [])
  })
})
