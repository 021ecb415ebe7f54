// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { type AnalysisSummary, FlightAnalysisResult } from '#contract/analysis.ts'
import type { FlightUpdated } from '#contract/events.ts'
import type { Flight } from '#contract/flight.ts'
import { writeIgc } from '#igc/write.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { flyParts, type Part } from '#test/support/igc/air.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const WIND = { speed: 4.5, from: 245 }

/** Four thermals, glides between them, in a known wind. */
function makeKnownFlight(): Uint8Array {
  const parts = [20, 80, 140, 200].flatMap((heading, index): Part[] => [
    { kind: 'glide', seconds: 240, heading },
    { kind: 'circles', turns: index % 2 === 0 ? 9 : -9, climb: 2 },
  ])
  const { track } = flyParts([...parts, { kind: 'glide', seconds: 600, heading: 300 }], { wind: WIND })
  return writeIgc({ track, pilot: 'Ada Wing' })
}

/** A recorder that never leaves the ground. */
function makeRest(): Uint8Array {
  const { track } = flyParts([{ kind: 'parked', seconds: 400 }], { noise: 0 })
  return writeIgc({ track })
}

async function read(server: TestServer, pilot: Pilot, id: string) {
  const response = await server.fetch(`/api/v1/flights/${id}/analysis`, { headers: pilot.headers })
  assert.equal(response.status, 200)
  const body = (await response.json()) as FlightAnalysisResult
  assert.ok(Value.Check(FlightAnalysisResult, body), JSON.stringify(Value.Errors(FlightAnalysisResult, body)))
  return { analysis: body.data, etag: response.headers.get('etag') ?? '' }
}

const summaryOf = (flight: Flight) =>
  flight.flightInfo.metadata.analysis as AnalysisSummary | null | undefined

suite('GET /api/v1/flights/{id}/analysis', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeKnownFlight())

  test('has the thermals that were flown, and the wind', async () => {
    const { analysis } = await read(server, pilot, flight.id)
    assert.ok(analysis)
    const thermals = analysis.phases.filter(({ kind }) => kind === 'thermal')
    assert.equal(thermals.length, 4)
    for (const wind of [analysis.wind, ...thermals.map(({ circling }) => circling!.wind)]) {
      assert.ok(wind && Math.abs(wind.speedMps - WIND.speed) <= 0.5, JSON.stringify(wind))
      assert.ok(Math.abs(wind.fromDeg! - WIND.from) <= 10, JSON.stringify(wind))
    }
    assert.deepEqual(
      thermals.map(({ circling }) => circling!.direction),
      ['right', 'left', 'right', 'left'],
    )
  })

  test('covers the flight from take-off to landing', async () => {
    const { analysis } = await read(server, pilot, flight.id)
    const { launch, landing } = flight.flightInfo.metadata as Record<string, { time: string }>
    const { phases, totals } = analysis!
    assert.equal(phases[0]?.start.time, launch?.time)
    assert.equal(phases.at(-1)?.end.time, landing?.time)
    for (const [index, phase] of phases.entries())
      if (index > 0) assert.deepEqual(phase.start, phases[index - 1]!.end)
    const shares = Object.values(totals.byKind).map(({ share }) => share)
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
  })

  test('has the speed over the scored course and each of its legs', async () => {
    const { analysis } = await read(server, pilot, flight.id)
    const certificate = flight.flightInfo.metadata.scoring!
    const { course } = analysis!
    assert.equal(course!.distanceKm, flight.scoring.distance)
    assert.deepEqual(
      course!.legs.map(({ distanceKm }) => distanceKm),
      certificate.legsKm,
    )
    const seconds = (Date.parse(certificate.finish!.time) - Date.parse(certificate.start!.time)) / 1000
    assert.equal(course!.seconds, seconds)
    assert.ok(Math.abs(course!.speedKmh - (course!.distanceKm * 3600) / seconds) < 0.06)
  })

  test('is in short in the detail and in a validation', async () => {
    const { analysis } = await read(server, pilot, flight.id)
    const { version, totals, wind } = analysis!
    const expected: AnalysisSummary = {
      version,
      thermals: totals.thermals.count,
      bestClimbMps: totals.thermals.bestClimbMps,
      meanClimbMps: totals.thermals.meanClimbMps,
      longestGlideKm: totals.glides.longestKm,
      wind,
    }
    assert.deepEqual(summaryOf(flight), expected)
    const response = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: makeKnownFlight() as BodyInit,
    })
    const { data } = (await response.json()) as { data: { flight: { metadata: { analysis: object } } } }
    assert.deepEqual(data.flight.metadata.analysis, expected)
  })

  test('is found by id and by hash, conditionally', async () => {
    const { etag } = await read(server, pilot, flight.id)
    assert.equal((await read(server, pilot, flight.hash)).etag, etag)
    const again = await server.fetch(`/api/v1/flights/${flight.id}/analysis`, {
      headers: { ...pilot.headers, 'if-none-match': etag },
    })
    assert.equal(again.status, 304)
  })

  test('another pilot’s, an unknown and a malformed id are the same 404', async () => {
    const stranger = await createPilot(server)
    const bodies = new Set<string>()
    for (const id of [flight.id, flight.hash, 'f'.repeat(24), 'x']) {
      const response = await server.fetch(`/api/v1/flights/${id}/analysis`, { headers: stranger.headers })
      assert.equal(response.status, 404, id)
      bodies.add(await response.text())
    }
    assert.deepEqual([...bodies], ['{"error":"not_found","error_description":"There is no such flight."}\n'])
  })

  test('needs a credential with flights:read', async () => {
    const path = `/api/v1/flights/${flight.id}/analysis`
    const key = await createKey(server, await createUser(server), ['flights:write', 'profile:read'])
    assert.equal((await server.fetch(path)).status, 401)
    assert.equal((await server.fetch(path, { headers: bearer(key) })).status, 403)
  })

  test('is null where nothing flies, and says so in the detail', async () => {
    const rest = await uploadNew(server, pilot, makeRest())
    assert.equal((await read(server, pilot, rest.id)).analysis, null)
    assert.equal(summaryOf(rest), null)
  })
})

suite('the analysis of a flight', () => {
  const start = async (context: { after: (end: () => Promise<void>) => void }) => {
    const server = await startServer(context, { environment: unlimited })
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, makeKnownFlight())
    return { server, pilot, flight, sql: server.services.db.sql }
  }
  const updatesOf = async ({ services }: TestServer) => {
    const rows = await services.db.sql<{ payload: string }>`
      select payload from events where type = 'flight.updated'`
    return rows.map(({ payload }) => (JSON.parse(payload) as FlightUpdated).flight.id)
  }

  test('of an earlier release is none until the flight is scored again, which is announced', async (context) => {
    const { server, pilot, flight, sql } = await start(context)
    const { analysis, etag } = await read(server, pilot, flight.id)
    const { analysis: _summary, ...metadata } = flight.flightInfo.metadata
    await sql`delete from flight_analyses`
    await sql`update flights set scored_by = 'the release before', metadata = ${JSON.stringify(metadata)}`

    const before = await read(server, pilot, flight.id)
    assert.equal(before.analysis, null)
    assert.equal(summaryOf((await list(server, pilot)).data[0]!), undefined)
    const report = await rescoreFlights(server.services)
    assert.deepEqual([report.rescored, report.changed, report.failed], [1, 0, []])
    const now = await read(server, pilot, flight.id)
    assert.deepEqual(now, { analysis, etag })
    assert.notEqual(before.etag, etag)
    assert.deepEqual(summaryOf((await list(server, pilot)).data[0]!), summaryOf(flight))
    assert.deepEqual(await updatesOf(server), [flight.id])
    assert.equal((await rescoreFlights(server.services)).rescored, 0)
  })

  test('that changes in its phases only is stored and announced, too', async (context) => {
    const { server, pilot, flight, sql } = await start(context)
    const { analysis } = await read(server, pilot, flight.id)
    const other = { ...analysis, phases: analysis!.phases.slice(1) }
    await sql`update flight_analyses set compressed = ${zstdCompressSync(JSON.stringify(other))}`
    await sql`update flights set scored_by = 'another analysis'`
    await rescoreFlights(server.services)
    assert.deepEqual((await read(server, pilot, flight.id)).analysis, analysis)
    assert.deepEqual(await updatesOf(server), [flight.id])
  })

  test('of 1.2.0 has the names of now, and is not announced when it comes out the same', async (context) => {
    const { server, pilot, flight, sql } = await start(context)
    const { analysis } = await read(server, pilot, flight.id)
    const old = JSON.stringify(analysis).replaceAll('Mps":', 'Ms":')
    await sql`update flight_analyses set compressed = ${zstdCompressSync(old)}`
    assert.deepEqual((await read(server, pilot, flight.id)).analysis, analysis)
    await sql`update flights set scored_by = 'the release before'`
    await rescoreFlights(server.services)
    assert.deepEqual(await updatesOf(server), [])
  })

  test('that comes out as it was is not announced, whatever the compression makes of it', async (context) => {
    const { server, pilot, flight, sql } = await start(context)
    const { analysis } = await read(server, pilot, flight.id)
    const [stored] = await sql<{ compressed: Uint8Array }>`select compressed from flight_analyses`
    const params = { [constants.ZSTD_c_compressionLevel]: 19 }
    const other = zstdCompressSync(JSON.stringify(analysis), { params })
    assert.ok(!other.equals(stored!.compressed))
    await sql`update flight_analyses set compressed = ${other}`
    await sql`update flights set scored_by = 'the release before'`
    await rescoreFlights(server.services)
    assert.deepEqual(await updatesOf(server), [])
  })

  test('goes with its flight, and with the account', async (context) => {
    const { server, pilot, flight, sql } = await start(context)
    const count = async () => (await sql`select flight_id from flight_analyses`).length
    await uploadNew(server, pilot, makeFlight(1))
    assert.equal(await count(), 2)
    await server.fetch(`/api/v1/flights/${flight.id}`, { method: 'DELETE', headers: pilot.headers })
    assert.equal(await count(), 1)
    await sql`delete from flights`
    assert.equal(await count(), 0)
  })
})
