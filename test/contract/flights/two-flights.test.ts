// run: all
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import type { Flight } from '#contract/flight.ts'
import { rescoreFlights } from '#server/flights/rescore/rescore.ts'
import { addDevice } from '#test/support/devices.ts'
import { importZip, readImport, statusesOf } from '#test/support/archives/imports.ts'
import {
  createPilot,
  list,
  type Pilot,
  readUploaded,
  unlimited,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { joinFiles, joinWithoutRecorder, makeFile } from '#test/support/igc/joined.ts'
import { startServer } from '#test/support/server.ts'

suite('two flights in one file', async () => {
  const server = await startServer({ after }, { environment: unlimited, work: true })
  // The second is the better one, on the next day and elsewhere.
  const small = makeFile(1, { taskKm: 4 })
  const large = makeFile(2, { taskKm: 25, date: '2026-05-18', latitude: 47.2 })

  const read = async (pilot: Pilot, path: string) =>
    (await (await server.fetch(path, { headers: pilot.headers })).json()) as { data: Flight }

  test('with two A records it is refused with the line, the cause and the remedy, and nothing is stored', async () => {
    const pilot = await createPilot(server)
    const joined = joinFiles(small, large)
    const line = Buffer.from(small).toString('latin1').split('\r\n').length + 1
    const response = await upload(server, pilot, joined)
    assert.equal(response.status, 400)
    assert.deepEqual(await response.json(), {
      error: 'invalid_igc',
      error_description: `Line ${line}: an A record after the fixes begins another recording. Two flights in one file: upload each as a file by itself. POST /api/v1/flights/import splits the file.`,
    })
    assert.equal((await list(server, pilot)).pagination.totalCount, 0)
    const validated = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: joined as BodyInit,
    })
    const report = await validated.text()
    assert.match(report, /"isValid":false.*"code":"several-flights".*POST \/api\/v1\/flights\/import splits/)
  })

  test('by an instrument, its owner is told the address of the page that splits it', async () => {
    const pilot = await createPilot(server)
    const { password } = await addDevice(server, pilot.user)
    const fields = { user: pilot.user.email, pass: password }
    const igc = Buffer.from(joinFiles(small, large)).toString('latin1')
    const sentence = new RegExp(`Two flights in one file: .* ${server.url}/app/upload splits the file\\.`)
    const form = new URLSearchParams({ ...fields, igcfn: 'two', IGCigcIGC: igc })
    const page = await server.fetch('/flight_submit.php', { method: 'POST', body: form })
    assert.match(await page.text(), sentence)
    const verdict = await server.fetch('/api/v1/flights', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, igcname: 'two.igc', igccontent: igc }),
    })
    assert.equal(verdict.status, 400)
    assert.match(await verdict.text(), sentence)
  })

  test('without a second A record the best one is the flight: score, date, launch, track and warning', async () => {
    const pilot = await createPilot(server)
    const alone = await uploadNew(server, await createPilot(server), large)
    const { id, scoring } = await uploadNew(server, pilot, joinWithoutRecorder(small, large))
    assert.deepEqual(scoring, alone.scoring)
    const { data } = await read(pilot, `/api/v1/flights/${id}`)
    assert.deepEqual([data.flight_date, data.flightInfo.track], [alone.flight_date, alone.flightInfo.track])
    const { warnings, launch } = data.flightInfo.metadata as Flight['flightInfo']['metadata'] & {
      launch: object
    }
    assert.match(
      warnings?.[0]?.message ?? '',
      /^Line \d+: another recording begins here: nothing was recorded for/,
    )
    assert.deepEqual(launch, (alone.flightInfo.metadata as { launch: object }).launch)
    const track = await server.fetch(`/api/v1/flights/${id}/track?format=columns`, { headers: pilot.headers })
    const { data: columns } = (await track.json()) as { data: { latitude: number[] } }
    assert.ok(Math.min(...columns.latitude) > 47)
    // The better one, sent again by itself, is the same flight.
    const again = await readUploaded(await upload(server, pilot, large))
    assert.deepEqual([again.isNew, again.id], [false, id])
  })

  test('an import splits it at its A records, in an archive and by itself', async () => {
    const joined = joinFiles(small, large)
    const archive = await createPilot(server)
    const result = await readImport(
      await importZip(server, archive, [
        ['2026/two.igc', joined],
        ['one.igc', makeFile(3)],
      ]),
    )
    assert.deepEqual(statusesOf(result), {
      '2026/two (1 of 2).igc': 'new',
      '2026/two (2 of 2).igc': 'new',
      'one.igc': 'new',
    })
    const { data } = await list(server, archive)
    assert.deepEqual(data.map(({ original_file_name }) => original_file_name).sort(), [
      'one.igc',
      'two (1 of 2).igc',
      'two (2 of 2).igc',
    ])
    const single = await createPilot(server)
    const response = await server.fetch('/api/v1/flights/import?filename=two.igc', {
      method: 'POST',
      headers: single.headers,
      body: joined as BodyInit,
    })
    assert.deepEqual(statusesOf(await readImport(response)), {
      'two (1 of 2).igc': 'new',
      'two (2 of 2).igc': 'new',
    })
    const file = await server.fetch(`/api/v1/flights/${data[0]!.id}/igc`, { headers: archive.headers })
    assert.deepEqual(Buffer.from(await file.arrayBuffer()).indexOf('AXCL', 1), -1, 'one recording each')
  })

  test('a rescore finds those that were scored as one flight', async () => {
    const pilot = await createPilot(server)
    const { sql } = server.services.db
    const alone = await uploadNew(server, await createPilot(server), large)
    for (const joined of [joinFiles(small, large), joinWithoutRecorder(small, large)]) {
      const { id } = await uploadNew(server, pilot, small)
      // As an earlier release has stored it.
      await sql`
        update flight_files set compressed = ${zstdCompressSync(joined)}, byte_length = ${joined.length}, stored_hash = null
        where flight_id = ${id}`
      await sql`
        update flights set hash = ${hash('sha256', joined)}, scored_by = 'an older one', score = 1178, distance_km = 1178,
          flight_date = '2026-05-17'
        where id = ${id}`
      const report = await rescoreFlights(server.services)
      assert.deepEqual([report.rescored, report.changed, report.failed], [1, 1, []])
      const { data } = await read(pilot, `/api/v1/flights/${id}`)
      assert.deepEqual([data.scoring, data.flight_date], [alone.scoring, alone.flight_date])
      const { warnings } = data.flightInfo.metadata as { warnings: { code: string }[] }
      assert.ok(warnings.some(({ code }) => code === 'several-flights'))
      await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
    }
  })
})
