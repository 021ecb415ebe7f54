// run: all
// One flight that two instruments have recorded counts once.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { importZip, readImport } from '#test/support/archives/imports.ts'
import { send } from '#test/support/account.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
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
import { recordTwice, type SecondRecorder } from '#test/support/igc/second-recorder.ts'
import { signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('one flight, recorded by two instruments', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { sql } = server.services.db
  const change = (pilot: Pilot, id: string, body: object) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const remove = (pilot: Pilot, id: string) =>
    server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
  const countOf = async ({ headers }: Pilot) => {
    const response = await server.fetch('/api/v1/flights/statistics', { headers })
    return ((await response.json()) as { data: { flights: number } }).data.flights
  }
  const say = async (pilot: Pilot, ...ids: string[]) => {
    const { data } = await list(server, pilot, '?pageSize=100')
    const found = new Map(data.map((flight) => [flight.id, flight.flightInfo.metadata]))
    return ids.map((id) => [found.get(id)?.isCounted, found.get(id)?.sameFlightAs])
  }
  const uploadBoth = async (
    pilot: Pilot,
    seed: number,
    recorder?: SecondRecorder,
  ): Promise<[Flight, Flight]> => {
    const [first, second] = recordTwice(seed, recorder)
    return [await uploadNew(server, pilot, first), await uploadNew(server, pilot, second)]
  }
  const requireRight = () => requireRightCounts(sql)

  test('counts once: the second one says which it is another recording of', async () => {
    const pilot = await createPilot(server)
    const [vario, phone] = await uploadBoth(pilot, 1)
    assert.deepEqual(await say(pilot, vario.id, phone.id), [
      [true, undefined],
      [false, vario.id],
    ])
    assert.equal(await countOf(pilot), 1)
    assert.equal((await list(server, pilot)).pagination.totalCount, 2, 'both are listed')
    await requireRight()
  })

  test('counts by the other recording when the counted one is deleted or left out', async () => {
    const pilot = await createPilot(server)
    const [vario, phone] = await uploadBoth(pilot, 2)
    await change(pilot, vario.id, { isCounted: false })
    assert.deepEqual(await say(pilot, vario.id, phone.id), [
      [false, undefined],
      [true, undefined],
    ])
    await change(pilot, vario.id, { isCounted: null })
    assert.deepEqual(await say(pilot, vario.id, phone.id), [
      [true, undefined],
      [false, vario.id],
    ])
    const before = await server.fetch('/api/v1/flights/changes', { headers: pilot.headers })
    const { pagination } = (await before.json()) as { pagination: { next: string } }
    assert.equal((await remove(pilot, vario.id)).status, 204)
    assert.deepEqual(await say(pilot, phone.id), [[true, undefined]])
    assert.equal(await countOf(pilot), 1)
    const after = await server.fetch(`/api/v1/flights/changes?after=${pagination.next}`, {
      headers: pilot.headers,
    })
    const { data } = (await after.json()) as { data: { change: string; id: string }[] }
    assert.deepEqual(
      data.map((each) => [each.change, each.id]),
      [
        ['deleted', vario.id],
        ['updated', phone.id],
      ],
    )
    const events = await sql<{ type: string }>`
      select type from events where user_id = ${pilot.user.id} order by id desc limit 2`
    assert.deepEqual(
      events.map(({ type }) => type),
      ['flight.updated', 'flight.deleted'],
    )
    await requireRight()
  })

  test('counts twice when the pilot says so, and once more when that is taken back', async () => {
    const pilot = await createPilot(server)
    const [vario, phone] = await uploadBoth(pilot, 3)
    await change(pilot, phone.id, { isCounted: true })
    assert.deepEqual(await say(pilot, vario.id, phone.id), [
      [true, undefined],
      [true, vario.id],
    ])
    assert.equal(await countOf(pilot), 2)
    await change(pilot, phone.id, { isCounted: null })
    assert.equal(await countOf(pilot), 1)
    await requireRight()
  })

  test('counts by the recording that is whole, also when that comes later', async () => {
    const pilot = await createPilot(server)
    const [whole, short] = recordTwice(4, { to: 0.5 })
    const phone = await uploadNew(server, pilot, short)
    assert.deepEqual(await say(pilot, phone.id), [[false, undefined]])
    const vario = await uploadNew(server, pilot, whole)
    assert.deepEqual(await say(pilot, vario.id, phone.id), [
      [true, undefined],
      [false, vario.id],
    ])
    await requireRight()
  })

  test('is not what two flights of a day are, one half after the other, or flights of two pilots', async () => {
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const others = [recordTwice(5)[0], makeFlight(6, { date: '2026-05-17' })]
    const halves = [{ to: 0.5 }, { from: 0.5 }].map((half) => recordTwice(7, half)[1])
    for (const file of [...others, ...halves]) await uploadNew(server, pilot, file)
    await uploadNew(server, another, recordTwice(5)[1])
    for (const { headers } of [pilot, another]) {
      const { data } = await list(server, { headers }, '?pageSize=100')
      assert.deepEqual(
        data.map(({ flightInfo }) => flightInfo.metadata.sameFlightAs),
        data.map(() => undefined),
      )
    }
    await requireRight()
  })

  test('counts once when both recordings arrive at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const pilot = await createPilot(server)
      const files = [
        recordTwice(20 + round)[0],
        ...[3, 4, 5].map((everySeconds) => recordTwice(20 + round, { everySeconds })[1]),
      ]
      const uploaded = await Promise.all(
        files.map(async (file) => readUploaded(await upload(server, pilot, file))),
      )
      const said = await say(pilot, ...uploaded.map(({ id }) => id))
      const counted = uploaded.filter((_, index) => said[index]?.[0])
      assert.equal(counted.length, 1)
      for (const [isCounted, sameFlightAs] of said)
        assert.equal(sameFlightAs, isCounted ? undefined : counted[0]?.id)
      assert.equal(await countOf(pilot), 1)
    }
    await requireRight()
  })

  test('counts by the same recording after an export and an import', async () => {
    const [pilot, copy] = [await createPilot(server), await createPilot(server)]
    const [vario, phone] = await uploadBoth(pilot, 8)
    const [left, chosen] = await uploadBoth(pilot, 9)
    await change(pilot, left.id, { isCounted: false })
    const [one, both] = await uploadBoth(pilot, 10)
    await change(pilot, both.id, { isCounted: true })
    const exported = await send(
      server,
      { headers: await signIn(server, pilot.user) },
      'GET',
      '/account/export',
    )
    await readImport(await importZip(server, copy, new Uint8Array(await exported.arrayBuffer())))
    const { data } = await list(server, copy, '?pageSize=100')
    const copies = new Map(data.map((flight) => [flight.hash, flight]))
    const counts = [vario, phone, left, chosen, one, both].map(
      ({ hash }) => copies.get(hash)?.flightInfo.metadata.isCounted,
    )
    assert.deepEqual(counts, [true, false, false, true, true, true])
    await requireRight()
  })

  test('is recognised by a rescore among flights that an earlier release has stored', async () => {
    const pilot = await createPilot(server)
    const [vario, phone] = await uploadBoth(pilot, 11)
    // As that release would have left them.
    await remove(pilot, phone.id)
    await sql`update flights set trace = null, footprint = null, footprint_key = null, scored_by = 'earlier' where owner_id = ${pilot.user.id}`
    const again = await uploadNew(server, pilot, recordTwice(11)[1])
    assert.deepEqual(await say(pilot, vario.id, again.id), [
      [true, undefined],
      [true, undefined],
    ])
    await rescoreFlights(server.services)
    assert.deepEqual(await say(pilot, vario.id, again.id), [
      [true, undefined],
      [false, vario.id],
    ])
    await requireRight()
  })
})
