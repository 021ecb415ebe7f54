// run: all
// What goes from a season with an account, with a pilot who leaves, and with a flight that is no longer public.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SealedProof } from '#contract/clubs/proof.ts'
import { findFalsehood } from '#rankings/proof.ts'
import { listAccountParts } from '#server/account-parts.ts'
import { continueErasures } from '#server/accounts/erasure.ts'
import { addZone } from '#server/flights/sharing/zones.ts'
import { countRows, send } from '#test/support/account.ts'
import type { Pilot } from '#test/support/flights.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import {
  addEntrant,
  addRanking,
  ask,
  fly,
  foundLeague,
  listRows,
  show,
} from '#test/support/rankings/league.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

/** The flights go first, and rankings are read while the user is still there: a row that refers to the user is in the way. */
async function deleteAccount(server: TestServer, pilot: Pilot): Promise<void> {
  const { sql } = server.services.db
  const person = { headers: await signIn(server, pilot.user) }
  await sql`create table blockers (user_id text not null references users (id) on delete set null)`
  await sql`insert into blockers (user_id) values (${pilot.user.id})`
  const answer = await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
  assert.equal(answer.status, 202, 'not finished yet')
  await sql`drop table blockers`
  await continueErasures(server.services, listAccountParts(server.services))
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
  const { data } = await listRows(server, ben, id)
  assert.deepEqual(
    data.map(({ name, place }) => [name, place]),
    [
      ['A. A.', 1],
      ['Ben Beta', 2],
    ],
  )
  const close = () => ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
  const readProof = async () => (await ask(server, ben, 'GET', `/rankings/${id}/proof`)).body as SealedProof
  return { league, id, anna, ben, flight, rows: data, close, readProof }
}

type Started = Awaited<ReturnType<typeof startSeason>>

/** How a flight, or its pilot, stops being for everyone. */
const withdrawals: Record<string, (server: TestServer, started: Started) => Promise<unknown>> = {
  'an account that is deleted': (server, { anna }) => deleteAccount(server, anna),
  'a pilot who leaves': (server, { anna, league }) =>
    ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`),
  'a flight that is deleted': (server, { anna, flight }) => ask(server, anna, 'DELETE', `/flights/${flight}`),
  'a flight that is made private': (server, { anna, flight }) => show(server, anna, flight, 'private'),
  'a zone that is added': async ({ services }, { anna, flight }) => {
    const [place] = await services.db.sql<{ latitude: number; longitude: number }>`
      select launch_latitude as latitude, launch_longitude as longitude from flights where id = ${flight}`
    const zone = { name: 'Home', ...place!, radiusM: 500 }
    await services.db.transaction((sql) => addZone(sql, services.now(), anna.user.id, zone))
  },
}

suite('what goes from a season', () => {
  for (const [name, withdraw] of Object.entries(withdrawals)) {
    test(`${name}: from an open one at the next reading`, async () => {
      const server = await shareServer()
      const started = await startSeason(server)
      const { id, ben, rows, flight, readProof } = started
      await withdraw(server, started)
      const isZone = name.startsWith('a zone')
      const { data } = await listRows(server, ben, id)
      assert.deepEqual(data, [{ ...rows[1]!, place: 1 }])
      const sealed = await readProof()
      assert.equal(await findFalsehood(sealed), undefined)
      const own = sealed.proof.flights.find(({ pilot }) => pilot === rows[0]!.key)
      assert.deepEqual(
        isZone ? [own!.takeoff, own!.file, own!.measured] : own,
        isZone ? [null, null, null] : undefined,
      )
      assert.equal(JSON.stringify(sealed).includes(flight), isZone)
    })

    test(`${name}: from a closed one, of which place and sum stay`, async (context) => {
      const server = await startServer(context)
      const started = await startSeason(server)
      const { id, ben, rows, flight, close, readProof } = started
      await close()
      const before = await readProof()
      await withdraw(server, started)
      const isGone = name.startsWith('an account') || name.startsWith('a pilot')
      const { data } = await listRows(server, ben, id)
      const best = rows[0]!.best.map((one) => ({ ...one, flightId: null }))
      assert.deepEqual(data, [{ ...rows[0]!, name: isGone ? null : rows[0]!.name, best }, rows[1]])
      const after = await readProof()
      assert.equal(await findFalsehood(after), undefined)
      assert.equal(after.proof.closed!.sha256, before.sha256)
      assert.deepEqual(after.proof.result, before.proof.result)
      const own = after.proof.flights.find(({ pilot }) => pilot === rows[0]!.key)!
      assert.deepEqual([own.address, own.file, own.takeoff], [null, null, null])
      assert.ok(own.withdrawnAt !== undefined)
      const kept = await server.services.db.sql<{ closed: string }>`select closed from rankings`
      for (const secret of [flight, ...(isGone ? ['A. A.'] : [])])
        assert.ok(!kept.some(({ closed }) => closed.includes(secret)), secret)
    })
  }
})
