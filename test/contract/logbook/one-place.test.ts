// run: all
// One pilot is in one place: a flight that was not flown does not count, and says why.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, list, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { type CopyKind, copyKinds, copyTrack } from '#test/support/igc/copied.ts'
import { flyRoutine } from '#test/support/igc/routine.ts'
import { startServer } from '#test/support/server.ts'

const fly = (seed: number, taskKm = 8) =>
  simulateFlight({ seed, taskKm, rateSeconds: 2, isNatural: true, date: '2026-05-17' }).track
const write = (track: Track) => writeIgc({ track, recorder: 'Any instrument' })
const copy = (track: Track, seed: number, kind: CopyKind) => write(copyTrack(track, seed, kind))

function delay(track: Track, seconds: number): Track {
  return { ...track, seconds: track.seconds.map((time) => time + seconds) }
}

suite('one pilot is in one place', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { sql } = server.services.db
  const read = async <Answer>({ headers }: Pilot, path: string) =>
    ((await (await server.fetch(`/api/v1/${path}`, { headers })).json()) as { data: Answer }).data
  const totals = (pilot: Pilot) =>
    read<{ flights: number; uncountedFlights: number }>(pilot, 'flights/statistics')
  const change = (pilot: Pilot, id: string, isCounted: boolean | null) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ isCounted: isCounted }),
    })
  const say = async (pilot: Pilot, id: string) => {
    const { notCounted, metadata } = (await read<Flight>(pilot, `flights/${id}`)).flightInfo
    return { ...notCounted, counts: metadata.isCounted, copyOf: metadata.copyOf, at: metadata.overlaps }
  }

  test('the same track later, moved, thinned, turned or mirrored is a copy, and counts once', async () => {
    const pilot = await createPilot(server)
    for (const [at, kind] of copyKinds.entries()) {
      const track = fly(20 + at)
      const flown = await uploadNew(server, pilot, write(delay(track, at * 40_000)))
      const copied = await uploadNew(server, pilot, copy(track, 70 + at, kind))
      assert.deepEqual(
        await say(pilot, copied.id),
        { reason: 'copy', flightId: flown.id, counts: false, copyOf: flown.id, at: undefined },
        kind,
      )
    }
    const { flights, uncountedFlights } = await totals(pilot)
    assert.deepEqual([flights, uncountedFlights], [copyKinds.length, copyKinds.length])
    await requireRightCounts(sql)
  })

  test('a copy counts when its flight is deleted or left out, and gives way again', async () => {
    const pilot = await createPilot(server)
    const track = fly(1)
    const flown = await uploadNew(server, pilot, write(track))
    const [first, second] = [
      await uploadNew(server, pilot, copy(track, 4, 'later')),
      await uploadNew(server, pilot, copy(track, 5, 'moved')),
    ]
    await change(pilot, flown.id, false)
    assert.equal((await say(pilot, first.id)).counts, true)
    assert.equal((await say(pilot, second.id)).flightId, first.id)
    assert.equal((await say(pilot, flown.id)).reason, 'pilot')
    await change(pilot, flown.id, null)
    for (const { id } of [first, second]) assert.equal((await say(pilot, id)).flightId, flown.id)
    await server.fetch(`/api/v1/flights/${flown.id}`, { method: 'DELETE', headers: pilot.headers })
    assert.equal((await say(pilot, first.id)).counts, true)
    assert.equal((await say(pilot, second.id)).flightId, first.id)
    await change(pilot, second.id, true)
    assert.deepEqual((await totals(pilot)).flights, 2)
    await requireRightCounts(sql)
  })

  test('of two flights at one time both are marked, and the first counts until the pilot says otherwise', async () => {
    const pilot = await createPilot(server)
    const [first, second] = [
      await uploadNew(server, pilot, write(fly(2))),
      await uploadNew(server, pilot, write(fly(3))),
    ]
    const none = { counts: true, copyOf: undefined }
    assert.deepEqual(await say(pilot, first.id), { ...none, at: second.id })
    const gaveWay = { reason: 'overlap', flightId: first.id, ...none, counts: false, at: first.id }
    assert.deepEqual(await say(pilot, second.id), gaveWay)
    await change(pilot, first.id, false)
    assert.deepEqual(await say(pilot, second.id), { ...none, at: undefined })
    await change(pilot, first.id, null)
    await change(pilot, second.id, true)
    assert.deepEqual(await say(pilot, second.id), { ...none, at: first.id })
    await requireRightCounts(sql)
  })

  test('flights of other pilots are not looked at, and routine flights are no copies', async () => {
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const track = fly(4)
    await uploadNew(server, pilot, write(track))
    const theirs = await uploadNew(server, another, copy(track, 9, 'later'))
    assert.equal((await say(another, theirs.id)).counts, true)
    const begun = Date.UTC(2026, 3, 1) / 1000
    for (let day = 0; day < 12; day++) {
      const routine = flyRoutine(day, day % 2 === 0 ? 'ridge' : 'descent')
      await uploadNew(server, pilot, write(delay(routine, begun + day * 86_400 - routine.seconds[0]!)))
    }
    const { data } = await list(server, pilot, '?pageSize=100')
    assert.deepEqual(
      data.filter(({ flightInfo }) => flightInfo.notCounted?.reason === 'copy'),
      [],
    )
  })

  test('light lists, the CSV and the records say so, too', async () => {
    const pilot = await createPilot(server)
    const track = fly(6)
    await uploadNew(server, pilot, write(track))
    const { id } = await uploadNew(server, pilot, copy(track, 12, 'later'))
    const { data } = await list(server, pilot, '?fields=light')
    assert.equal(data.find((flight) => flight.id === id)?.flightInfo.notCounted?.reason, 'copy')
    const response = await server.fetch('/api/v1/flights/export', { headers: pilot.headers })
    const [head = '', ...lines] = (await response.text()).trim().split('\r\n')
    assert.equal(head.split(',').at(-1), 'not_counted')
    assert.deepEqual(lines.map((line) => line.split(',').at(-1)).sort(), ['', 'copy'])
    assert.equal((await totals(pilot)).uncountedFlights, 1)
  })

  test('a rescore finds copies among flights that an earlier release has stored', async () => {
    const pilot = await createPilot(server)
    const track = fly(7)
    const flown = await uploadNew(server, pilot, write(track))
    await sql`
      update flights set footprint = null, footprint_key = null, scored_by = 'earlier' where owner_id = ${pilot.user.id}`
    const { id } = await uploadNew(server, pilot, copy(track, 13, 'moved'))
    assert.equal((await say(pilot, id)).counts, true)
    await rescoreFlights(server.services)
    assert.equal((await say(pilot, id)).flightId, flown.id)
    await requireRightCounts(sql)
  })
})
