// run: all
// on: sqlite, postgres
// Many at once, one winner. --sweeps repeats each race 200 times.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import {
  createPilot,
  list,
  makeFlight,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { paddedList } from '#server/platform/database/chunks.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { startServer } from '#test/support/server.ts'

const ROUNDS = process.env.SWEEPS === '1' ? 200 : 3
const AT_ONCE = 8

suite('races about flights', async () => {
  let seed = 5000
  const server = await startServer({ after }, { environment: unlimited })
  const together = <Result>(work: (index: number) => Promise<Result>, count = AT_ONCE) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const countEvents = async (pilot: Pilot, type: string) => {
    const rows = await server.services.db
      .sql`select id from events where user_id = ${pilot.user.id} and type = ${type}`
    return rows.length
  }
  test(`the same file ${AT_ONCE} times at once is one 201 and one flight, ${ROUNDS} rounds`, async () => {
    const pilot = await createPilot(server)
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = makeFlight(seed++)
      const answers = await together(async () => {
        const response = await upload(server, pilot, bytes.slice())
        return { status: response.status, ...(await readUploaded(response)) }
      })
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [...Array(AT_ONCE - 1).fill(200), 201])
      assert.equal(new Set(answers.map((answer) => answer.hash)).size, 1)
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, ROUNDS)
    assert.equal(await countEvents(pilot, 'flight.uploaded'), ROUNDS)
    await requireRightCounts(server.services.db.sql)
  })

  test('the same fixes in different files at once are one flight', async () => {
    const pilot = await createPilot(server)
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = makeFlight(seed++)
      const answers = await together(async (index) =>
        readUploaded(await upload(server, pilot, Buffer.concat([bytes, Buffer.from(`LXXX${index}\r\n`)]))),
      )
      assert.equal(answers.filter((answer) => answer.isNew).length, 1)
      assert.equal(new Set(answers.map((answer) => answer.hash)).size, 1, 'all name the flight that is there')
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, ROUNDS)
    await requireRightCounts(server.services.db.sql)
  })

  test('first flights from one new place by one pilot at once make one take-off, for each pilot', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const place = { latitude: -30 + round * 0.1, longitude: 20 }
      const pilots = [await createPilot(server), await createPilot(server)]
      const flights = await together(
        (index) => uploadNew(server, pilots[index % 2]!, makeFlight(seed++, place)),
        4,
      )
      const places = await server.services.db.sql<{ id: string }>`
        select distinct takeoff_id as id from flights where id in (${paddedList(flights.map(({ id }) => id))})`
      assert.equal(places.length, 2)
    }
  })

  test('the last flight of a place is deleted while others arrive there: none is lost, no place is left behind', async () => {
    const pilots = await together(() => createPilot(server), 4)
    for (let round = 0; round < ROUNDS; round++) {
      const place = { latitude: -50 + round * 0.1, longitude: 20 }
      let flights = await together((index) => uploadNew(server, pilots[index]!, makeFlight(seed++, place)), 4)
      for (const isLast of [false, true]) {
        const ids = flights.map(({ id }) => id)
        const removed = together(async (index) => {
          const request = { method: 'DELETE', headers: pilots[index]!.headers }
          return (await server.fetch(`/api/v1/flights/${ids[index]!}`, request)).status
        }, 4)
        if (!isLast)
          flights = await together((index) => uploadNew(server, pilots[index]!, makeFlight(seed++, place)), 4)
        assert.deepEqual(await removed, [204, 204, 204, 204])
      }
      const left = await server.services.db.sql`
        select id from takeoffs where latitude between ${place.latitude - 0.04} and ${place.latitude + 0.04}`
      assert.equal(left.length, 0)
    }
  })

  test('one Idempotency-Key at once: every answer is the first one; with other files one is taken', async () => {
    const pilot = await createPilot(server)
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = makeFlight(seed++)
      const same = await together(async () => {
        const response = await upload(server, pilot, bytes.slice(), {
          headers: { 'idempotency-key': `same-${round}` },
        })
        return [response.status, await response.text()]
      })
      assert.equal(new Set(same.map(String)).size, 1)
      assert.equal(same[0]?.[0], 201)
      const different = await together(async () => {
        const headers = { 'idempotency-key': `different-${round}` }
        return (await upload(server, pilot, makeFlight(seed++), { headers })).status
      })
      assert.deepEqual(different.sort(), [201, ...Array(AT_ONCE - 1).fill(409)])
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, 2 * ROUNDS)
    await requireRightCounts(server.services.db.sql)
  })

  test('one Idempotency-Key whose flight is gone, at once: one new flight, of one of the files', async () => {
    const pilot = await createPilot(server)
    for (let round = 0; round < ROUNDS; round++) {
      const headers = { 'idempotency-key': `gone-${round}` }
      const gone = await uploadNew(server, pilot, makeFlight(seed++), { headers })
      await server.fetch(`/api/v1/flights/${gone.id}`, { method: 'DELETE', headers: pilot.headers })
      const files = await together(
        async () => (await upload(server, pilot, makeFlight(seed++), { headers })).status,
      )
      assert.deepEqual(files.sort(), [201, ...Array(AT_ONCE - 1).fill(409)])
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, ROUNDS)
    await requireRightCounts(server.services.db.sql)
  })

  test('deleting one flight at once is one 204; deleting while uploading leaves one flight or none', async () => {
    const pilot = await createPilot(server)
    const remove = async (flight: Flight) =>
      (await server.fetch(`/api/v1/flights/${flight.id}`, { method: 'DELETE', headers: pilot.headers }))
        .status
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = makeFlight(seed++)
      const flight = await uploadNew(server, pilot, bytes)
      assert.deepEqual((await together(() => remove(flight))).sort(), [204, ...Array(AT_ONCE - 1).fill(404)])
      const again = await uploadNew(server, pilot, bytes)
      const [deleted, uploaded] = await Promise.all([remove(again), upload(server, pilot, bytes)])
      assert.equal(deleted, 204)
      const left = (await list(server, pilot)).data
      assert.equal(left.length, uploaded.status === 201 ? 1 : 0)
      for (const one of left) await remove(one)
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, 0)
    assert.equal(await countEvents(pilot, 'flight.uploaded'), await countEvents(pilot, 'flight.deleted'))
    await requireRightCounts(server.services.db.sql)
  })
})
