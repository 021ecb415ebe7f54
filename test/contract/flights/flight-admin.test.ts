// run: all
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import type { FlightUpdated } from '#contract/events.ts'
import type { Flight } from '#contract/flight.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { writeZip } from '#server/platform/files/zip-writer.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runAdmin } from '#test/support/admin.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

suite('what the operator does about flights', async () => {
  test('takeoffs import is idempotent, names flights after sites, and reports what it refused', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const pilot = await createPilot(server)
    const before = await uploadNew(server, pilot, makeFlight(1))
    const file = join(makeFolder(context), 'sites.csv')
    const { lat, lng } = before.flightInfo.takeoff
    writeFileSync(
      file,
      `id,name,longitude,latitude,altitude,country\n1,"Männlichen, top",${lng + 0.002},${lat + 0.002},2200,ch\n` +
        '2,Far away,10,10,0,ng\n3,Nowhere,200,10,0,ng\n',
    )
    const first = await runAdmin(server, ['takeoffs', 'import', file])
    assert.equal(first.code, 0, first.error)
    const { refusals, ...counts } = first.output ?? {}
    assert.deepEqual(counts, { source: 'import', added: 1, changed: 0, unchanged: 0, adopted: 1, refused: 1 })
    assert.equal((refusals as { line: number }[])[0]?.line, 4)
    const renamed = (await list(server, pilot)).data[0]!
    assert.equal(renamed.flightInfo.takeoff.name, 'Männlichen, top')
    const told = await server.services.db.sql<{ type: string }>`select type from events order by id`
    assert.deepEqual(
      told.map(({ type }) => type),
      ['flight.uploaded', 'flight.updated'],
    )

    const second = await runAdmin(server, ['takeoffs', 'import', file])
    assert.equal(second.output?.unchanged, 2)
    assert.equal(second.output?.added, 0)
    const joined = await uploadNew(server, pilot, makeFlight(2))
    assert.equal(joined.flightInfo.takeoff.id, renamed.flightInfo.takeoff.id)

    assert.equal((await runAdmin(server, ['takeoffs', 'import'])).code, 1)
    assert.match((await runAdmin(server, ['takeoffs', 'import', '/nothing/there'])).error, /no such file/)
  })

  test('rescore scores again what another version has scored, once, and keeps the owner’s corrections', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { services } = server
    const pilot = await createPilot(server)
    const flights: Flight[] = []
    for (let seed = 1; seed <= 3; seed++) flights.push(await uploadNew(server, pilot, makeFlight(seed)))
    await services.db.sql`
      update flights set scored_by = 'old rules', score = 1, distance_km = 1, metadata = '{"glider":"kept"}'
      where id <> ${flights[0]!.id}`
    const report = await rescoreFlights(services)
    assert.deepEqual(report, { scoredBy: report.scoredBy, rescored: 2, changed: 2, skipped: 0, failed: [] })
    const after = (await list(server, pilot)).data
    for (const flight of flights) {
      const now = after.find((one) => one.id === flight.id)
      assert.deepEqual(now?.scoring, flight.scoring)
    }
    const metadata = after.find((one) => one.id === flights[1]!.id)?.flightInfo.metadata as Record<
      string,
      unknown
    >
    assert.equal(metadata.glider, 'kept')
    const told = await services.db.sql<{ payload: string }>`
      select payload from events where type = 'flight.updated'`
    assert.deepEqual(
      new Set(told.map(({ payload }) => (JSON.parse(payload) as FlightUpdated).flight.id)),
      new Set(flights.slice(1).map((flight) => flight.id)),
    )
    const again = await runAdmin(server, ['rescore'])
    assert.equal(again.output?.rescored, 0)
  })

  test('rescore brings range, duration, launch, landing, track and take-off up to date', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { sql } = server.services.db
    const pilot = await createPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(1))
    const elsewhere = await uploadNew(server, pilot, makeFlight(2, { latitude: 45 }))
    // As if an earlier version had found only the end of the flight, from another place.
    const { metadata, takeoff } = flight.flightInfo
    const [origin] = await sql<{ id: string }>`select takeoff_id as id from flights where id = ${flight.id}`
    const launch = { lat: 45, lng: 8.05, time: '2024-07-03T11:00:00Z', altitudeM: 1 }
    const old = JSON.stringify({ ...metadata, launch, landing: launch, segments: [], scoring: {} })
    await sql`update flights set scored_by = 'XContest 2026 / 1', duration_seconds = 1, track_distance_km = 0.1,
      score = 0.1, distance_km = 0.1, shape = '[]', metadata = ${old},
      takeoff_id = (select takeoff_id from flights where id = ${elsewhere.id}) where id = ${flight.id}`
    await sql`delete from takeoffs where id = ${origin!.id}`
    await sql`update takeoff_pilots set flights = 2`
    assert.equal((await runAdmin(server, ['rescore'])).output?.changed, 1)
    const after = (await list(server, pilot)).data.find(({ id }) => id === flight.id)!
    assert.equal(after.flightInfo.takeoff.name, takeoff.name)
    const { id: _new, ...place } = after.flightInfo.takeoff
    const { id: _old, ...placeBefore } = takeoff
    assert.deepEqual(place, placeBefore)
    assert.deepEqual(after.flightInfo.track, flight.flightInfo.track)
    assert.deepEqual(after.scoring, flight.scoring)
    const figures = ({ flightInfo }: Flight) => {
      const { launch, landing, segments, altitude } = flightInfo.metadata as Record<string, unknown>
      return { launch, landing, segments, altitude }
    }
    assert.deepEqual(figures(after), figures(flight))
    const [row] = await sql<{ shape: string }>`select shape from flights where id = ${flight.id}`
    assert.ok(JSON.parse(row!.shape).length > 10)
    const counts = await sql<{ flights: number }>`select flights from takeoff_pilots`
    assert.deepEqual(
      counts.map(({ flights }) => flights),
      [1, 1],
    )
  })

  test('rescore announces nothing of a flight that comes out as it was', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { sql } = server.services.db
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    const marks = () =>
      sql`select updated_at, change_number, metadata from flights where owner_id = ${pilot.user.id}`
    const before = await marks()
    await sql`update flights set scored_by = 'an earlier range'`
    server.advance(60_000)
    const report = await rescoreFlights(server.services)
    assert.deepEqual([report.rescored, report.changed], [1, 0])
    assert.deepEqual(await marks(), before)
    assert.deepEqual(await sql`select id from events where type = 'flight.updated'`, [])
    assert.equal((await rescoreFlights(server.services)).rescored, 0)
  })

  test('a flight whose file cannot be read any more keeps its score and is named', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const flight = await uploadNew(server, await createPilot(server), makeFlight(1))
    const { sql } = server.services.db
    await sql`update flights set scored_by = 'old rules'`
    await sql`update flight_files set compressed = ${Buffer.from('broken')}`
    const report = await rescoreFlights(server.services)
    assert.deepEqual([report.rescored, report.failed], [0, [flight.id]])
  })

  test('the export holds every flight and its file; the end of the account removes and announces them', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const pilot = await createPilot(server)
    const other = await createPilot(server)
    const bytes = makeFlight(1)
    const flight = await uploadNew(server, pilot, bytes)
    await uploadNew(server, other, bytes)
    const part = createFlightsPart(server.services)
    const archive = readZip(await buffer(writeZip(part.exportFiles(pilot.user), new Date())))
    const files = [...archive].map(([path, content]) => ({ path, content }))
    assert.deepEqual(
      files.map((file) => file.path),
      [`flights/2024-07-03-${flight.id}.igc`, `flights/2024-07-03-${flight.id}.json`, 'sharing.json'],
    )
    assert.ok(Buffer.from(files[0]!.content).equals(bytes))
    const answer = await server.fetch(`/api/v1/flights/${flight.id}/analysis`, { headers: pilot.headers })
    const { data: analysis } = (await answer.json()) as { data: object }
    assert.deepEqual(JSON.parse(String(files[1]!.content)), { ...flight, analysis })
    await server.services.db.transaction((sql) => part.erase(sql, pilot.user))
    assert.equal((await list(server, pilot)).pagination.totalCount, 0)
    assert.equal((await list(server, other)).pagination.totalCount, 1)
    const events = await server.services.db.sql<{ payload: string }>`
      select payload from events where user_id = ${pilot.user.id} and type = 'flight.deleted'`
    assert.equal(events.length, 1)
  })
})
