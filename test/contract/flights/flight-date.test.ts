// run: all
// flight_date: the date of a file that names none.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { createPilot, makeFlight, multipart, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

function withoutDate(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replace(/HFDTE[^\n]*\n/, ''), 'latin1')
}

/** Its fixes moved to where it is 12 hours later than in UTC, and by four hours: there it is the next day. */
function inNewZealand(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  const moved = text.replaceAll(
    /^B(\d\d)(.{11})N\d{3}(.{5}E)/gm,
    (_, hours: string, rest: string, end: string) => `B${Number(hours) + 4}${rest}S169${end}`,
  )
  return Buffer.from(moved, 'latin1')
}

suite('flight_date', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  let seed = 500
  const next = () => withoutDate(makeFlight(seed++))
  const read = async (path: string) =>
    (await (await server.fetch(path, { headers: pilot.headers })).json()) as { data: Flight }

  test('without it the file is refused with a hint that names it; with it the flight has that date', async () => {
    const bytes = next()
    const refused = await upload(server, pilot, bytes)
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /does not give the date.*flight_date=/)
    const flight = await uploadNew(server, pilot, bytes, { query: '?flight_date=2025-08-09' })
    assert.equal(flight.flight_date, '2025-08-09')
    assert.equal(flight.season, 2025)
  })

  test('as a text part, and for the validation', async () => {
    const { body, contentType } = multipart([
      { headers: 'Content-Disposition: form-data; name="flight_date"', content: '2025-08-10' },
      { headers: 'Content-Disposition: form-data; name="file"; filename="a.igc"', content: next() },
    ])
    const flight = await uploadNew(server, pilot, body, { headers: { 'content-type': contentType } })
    assert.equal(flight.flight_date, '2025-08-10')
    const validated = await server.fetch('/api/v1/flights/validate?flight_date=2025-08-11', {
      method: 'POST',
      headers: pilot.headers,
      body: next() as BodyInit,
    })
    assert.match(await validated.text(), /"isValid":true.*"flight_date":"2025-08-11"/)
  })

  test('the track and a rescore read the same date again', async () => {
    const { id } = await uploadNew(server, pilot, next(), { query: '?flight_date=2025-08-12' })
    const before = await read(`/api/v1/flights/${id}`)
    const { data: track } = (await read(`/api/v1/flights/${id}/track?format=columns`)) as unknown as {
      data: { seconds: number[] }
    }
    assert.equal(new Date((track.seconds[0] ?? 0) * 1000).toISOString().slice(0, 10), '2025-08-12')
    await server.services.db.sql`update flights set scored_by = 'an older one' where id = ${id}`
    const report = await rescoreFlights(server.services)
    assert.deepEqual([report.rescored, report.failed], [1, []])
    const times = ({ data }: { data: Flight }) => {
      const { launch, landing } = data.flightInfo.metadata as Record<string, { time: string }>
      return [data.flight_date, launch?.time, landing?.time, data.scoring.score]
    }
    assert.deepEqual(times(await read(`/api/v1/flights/${id}`)), times(before))
  })

  test('it is the local date, also where that is another one than in UTC', async () => {
    for (const date of ['2025-08-13', '2025-01-01']) {
      const flight = await uploadNew(server, pilot, inNewZealand(next()), { query: `?flight_date=${date}` })
      assert.equal(flight.flight_date, date)
      const { launch } = flight.flightInfo.metadata as { launch: { time: string } }
      assert.ok(launch.time < date, `${launch.time} is the day before in UTC`)
    }
  })

  test('a file that names its date keeps it, and warns when another is given', async () => {
    const flight = await uploadNew(server, pilot, makeFlight(seed++), { query: '?flight_date=2001-01-01' })
    assert.notEqual(flight.flight_date, '2001-01-01')
    assert.match(JSON.stringify(flight.flightInfo.metadata), /the file itself gives the date/)
  })

  test('what is no date is 400 and named', async () => {
    for (const date of ['2025-02-30', '9.8.2025', 'today', '2025-08-09T12:00:00Z']) {
      const response = await upload(server, pilot, next(), { query: `?flight_date=${date}` })
      assert.equal(response.status, 400)
      assert.match(await response.text(), /flight_date must be a date such as 2026-05-17/)
    }
  })
})
