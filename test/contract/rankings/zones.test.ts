// run: all
// A flight of a pilot with zones is ranked by what others see of it.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { FlightSeason } from '#contract/clubs/api.ts'
import type { SealedProof } from '#contract/clubs/proof.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import { findFalsehood } from '#rankings/proof.ts'
import { addZone, removeZone } from '#server/flights/sharing/zones.ts'
import type { Pilot } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  findRow,
  fly,
  foundLeague,
  listRows,
  settle,
} from '#test/support/rankings/league.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const HOURS = { measure: { kind: 'hours', decimals: 2 } } as const

async function hide(server: TestServer, pilot: Pilot, flight: string, radiusM = 800): Promise<string> {
  const { db, now } = server.services
  const [place] = await db.sql<{ latitude: number; longitude: number }>`
    select launch_latitude as latitude, launch_longitude as longitude from flights where id = ${flight}`
  const zone = { name: 'Home', ...place!, radiusM }
  return (await db.transaction((sql) => addZone(sql, now(), pilot.user.id, zone))).id
}

async function readShared(server: TestServer, id: string): Promise<SharedFlight> {
  const answer = await server.fetch(`/api/v1/shared/${id}`)
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { data: SharedFlight }).data
}

async function start(context: TestContext) {
  const server = await startServer(context)
  const league = await foundLeague(server)
  const points = await addRanking(server, league)
  const hours = await addRanking(server, league, HOURS)
  const anna = await addEntrant(server, league, 'Anna A')
  const sumOf = async (id: string) => (await listRows(server, league.owner, id)).data.map(({ sum }) => sum)
  const readProof = async (id: string): Promise<SealedProof> => {
    const sealed = (await (await server.fetch(`/rankings/${id}/proof.json`)).json()) as SealedProof
    assert.equal(await findFalsehood(sealed), undefined)
    return sealed
  }
  return { server, league, points, hours, anna, sumOf, readProof }
}

const toHours = (seconds: number) => Math.round(seconds / 36) / 100

suite('flights of a pilot with zones', () => {
  test('count with the points and the hours of what others see', async (context) => {
    const { server, points, hours, anna, sumOf, readProof } = await start(context)
    const flight = await fly(server, anna, 1, { km: 9 })
    const whole = await readShared(server, flight)
    assert.deepEqual(await sumOf(points), [whole.scoring.score])
    await hide(server, anna, flight)
    assert.deepEqual(await sumOf(points), [], 'nothing of the whole flight while the rest is not scored')
    const [waiting] = (await findRow(server, anna, points)).flights
    assert.equal(waiting?.reason, 'not-scored')
    await settle(server)
    const shown = await readShared(server, flight)
    assert.ok(shown.isCut && shown.scoring.score < whole.scoring.score, 'the zone costs points')
    assert.deepEqual(await sumOf(points), [shown.scoring.score])
    assert.deepEqual(await sumOf(hours), [toHours(shown.track.duration)])
    const [own] = (await readProof(points)).proof.flights
    assert.deepEqual([own!.takeoff, own!.file], [null, null], 'whose file it is would tell the rest')
  })

  test('that the zones leave whole keep their points', async (context) => {
    const { server, points, anna, sumOf } = await start(context)
    const hidden = await fly(server, anna, 1, { km: 9 })
    await hide(server, anna, hidden)
    const { db } = server.services
    await db.sql`delete from flights where id = ${hidden}`
    await db.sql`update privacy_zones set cut_latitude = -40, latitude = -40`
    const flight = await fly(server, anna, 2, { km: 9 })
    await settle(server)
    assert.deepEqual(await sumOf(points), [(await readShared(server, flight)).scoring.score])
  })

  test('of which nothing is left are in no row and no proof', async (context) => {
    const { server, league, points, hours, anna, sumOf, readProof } = await start(context)
    const flight = await fly(server, anna, 1)
    const reviews = `/seasons/${league.season.id}/reviews`
    const decision = { flightIds: [flight], state: 'accepted', reason: 'Seen.' }
    const decided = `/seasons/${league.season.id}/decisions`
    assert.equal((await ask(server, league.owner, 'POST', decided, decision)).status, 204)
    assert.ok((await ask(server, league.owner, 'GET', `${reviews}?state=accepted`)).text.includes(flight))
    await server.services.db.transaction(async (sql) => {
      await addZone(sql, 1, anna.user.id, { name: 'Home', latitude: 46, longitude: 8, radiusM: 500 })
      const [place] = await sql<{ latitude: number; longitude: number }>`
        select launch_latitude as latitude, launch_longitude as longitude from flights where id = ${flight}`
      await sql`update privacy_zones set cut_radius_m = 200000, radius_m = 200000, latitude = ${place!.latitude},
        longitude = ${place!.longitude}, cut_latitude = ${place!.latitude}, cut_longitude = ${place!.longitude}`
    })
    assert.equal((await server.fetch(`/api/v1/shared/${flight}`)).status, 404)
    await settle(server)
    for (const id of [points, hours]) {
      assert.deepEqual(await sumOf(id), [])
      assert.deepEqual((await readProof(id)).proof.flights, [])
    }
    const { body } = await ask(server, anna, 'GET', `/flights/${flight}/rankings`)
    const reasons = (body.data as FlightSeason[])[0]!.rankings.map(({ reason }) => reason)
    assert.deepEqual(reasons, ['hidden', 'hidden'], 'its pilot is told why')
    const { text } = await ask(server, league.owner, 'GET', `${reviews}?state=accepted`)
    assert.ok(!text.includes(flight), 'nor in the list of reviewers')
  })

  test('are whole again once the zone is gone, and put back with it', async (context) => {
    const { server, points, anna, sumOf } = await start(context)
    const flight = await fly(server, anna, 1, { km: 9 })
    const [whole] = await sumOf(points)
    const zone = await hide(server, anna, flight)
    await settle(server)
    const [cut] = await sumOf(points)
    const { db, now } = server.services
    await db.transaction((sql) => removeZone(sql, now(), anna.user.id, zone))
    assert.deepEqual(await sumOf(points), [whole])
    await hide(server, anna, flight)
    await settle(server)
    assert.deepEqual(await sumOf(points), [cut])
  })

  test('stay as they were in a closed season until another zone is added', async (context) => {
    const { server, league, points, anna, sumOf, readProof } = await start(context)
    const flight = await fly(server, anna, 1, { km: 9 })
    await hide(server, anna, flight)
    await settle(server)
    const before = await sumOf(points)
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    const [kept] = (await readProof(points)).proof.flights
    assert.deepEqual([kept!.address, kept!.withdrawnAt], [`/f/${flight}`, undefined])
    await server.services.db.transaction((sql) =>
      addZone(sql, 1, anna.user.id, { name: 'Work', latitude: 46, longitude: 8, radiusM: 500 }),
    )
    assert.deepEqual(await sumOf(points), before, 'places of a closed season stay')
    const [gone] = (await readProof(points)).proof.flights
    assert.ok(gone!.address === null && gone!.withdrawnAt !== undefined)
  })
})
