// run: all
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import type { ImportList } from '#dashboard/imports.ts'
import { pruneRows } from '#server/prune.ts'
import {
  createPilot,
  list,
  makeFlight,
  multipart,
  type Pilot,
  unlimited,
  uploadNew,
} from '#test/support/flights.ts'
import {
  importZip,
  makeFlights,
  readImport,
  statusesOf,
  waitForImport,
} from '#test/support/archives/imports.ts'
import { bearer, createKey, createSignedInUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { makeZip } from '#test/support/archives/zip.ts'

/** --sweeps: as many as an archive may have. */
const MANY = process.env.SWEEPS === '1' ? 500 : 24

suite('POST /api/v1/flights/import', async () => {
  let pilot: Pilot
  const server = await startServer({ after }, { environment: unlimited, work: true })
  const newPilot = async () => (pilot = await createPilot(server))

  test('a few flights are imported before the answer, which says what became of each file', async () => {
    await newPilot()
    const known = await uploadNew(server, pilot, makeFlight(1))
    const response = await importZip(server, pilot, [
      ['known.igc', makeFlight(1)],
      ['2026/new.igc', makeFlight(2)],
      ['again.igc', makeFlight(2)],
      ['broken.igc', 'this is no flight'],
      ['photo.jpg', 'x'],
      ['__MACOSX/._new.igc', 'x'],
    ])
    assert.equal(response.status, 200)
    const result = await readImport(response)
    assert.equal(response.headers.get('location'), `${server.url}/api/v1/imports/${result.id}`)
    assert.equal(result.state, 'done')
    const { '2026/new.igc': once, 'again.igc': twice, ...others } = statusesOf(result)
    // Files of an archive are read at the same time: either of two that are the same may come first.
    assert.deepEqual([once, twice].sort(), ['duplicate', 'new'])
    assert.deepEqual(others, {
      'known.igc': 'duplicate',
      'broken.igc': 'refused',
      'photo.jpg': 'skipped',
      '__MACOSX/._new.igc': 'skipped',
    })
    const counts = { waiting: 0, new: 1, duplicate: 2, refused: 1, failed: 0, skipped: 2, photos: 0 }
    assert.deepEqual(result.counts, counts)
    const [first, second, third, broken] = result.entries
    assert.equal(first?.flightId, known.id)
    assert.equal(third?.flightId, second?.flightId)
    assert.match(broken?.reason ?? '', /^[A-Z].+\.$/)
    const { data } = await list(server, pilot)
    const stored = data.find(({ id }) => id === second?.flightId)
    assert.deepEqual([data.length, stored?.hash], [2, second?.hash])
    assert.match(stored?.original_file_name ?? '', /^(?:new|again)\.igc$/)
  })

  test('many flights are 202; the import goes on by itself, and one bad file costs no other', async () => {
    await newPilot()
    const files = makeFlights(Array.from({ length: MANY - 1 }, (_, index) => 100 + index))
    const response = await importZip(server, pilot, [
      ...files.slice(0, 5),
      ['bad.igc', 'AXXX\r\nB25616145'],
      ...files.slice(5),
    ])
    assert.equal(response.status, 202)
    assert.equal(response.headers.get('retry-after'), '1')
    const { id, state } = await readImport(response)
    assert.equal(state, 'running')
    const result = await waitForImport(server, pilot, id)
    assert.deepEqual([result.counts.new, result.counts.refused], [MANY - 1, 1])
    assert.deepEqual(
      result.entries.map(({ name }) => name),
      [...files.slice(0, 5), ['bad.igc'], ...files.slice(5)].map(([name]) => name),
    )
    assert.equal((await list(server, pilot)).pagination.totalCount, MANY - 1)
    const kept = await server.services.db.sql`
      select number from import_entries where import_id = ${id} and compressed is not null`
    assert.deepEqual(kept, [], 'what is imported is not kept twice')
  })

  test('an export of the service is imported with names, corrections and dates', async () => {
    const from = await createPilot(server)
    const dated = await uploadNew(server, from, makeFlight(3), {
      query: '?filename=My%20best%20flight.igc&launch_type=Towed&is_tandem=true&gliderName=Own%20Wing',
    })
    const headers = await signIn(server, from.user)
    const exported = await server.fetch('/app/api/account/export', { headers })
    const to = await createPilot(server)
    const result = await readImport(await importZip(server, to, await exported.bytes()))
    assert.deepEqual([result.counts.new, result.counts.refused, result.counts.failed], [1, 0, 0])
    const { data } = await list(server, to)
    const moved = data[0]!
    assert.deepEqual(
      [moved.hash, moved.original_file_name, moved.launch_type, moved.is_tandem, moved.flight_date],
      [dated.hash, 'My best flight.igc', 'Towed', true, dated.flight_date],
    )
    assert.equal((moved.flightInfo.metadata as { glider?: string }).glider, 'Own Wing')
  })

  test('multipart is taken too, and options are for every flight', async () => {
    await newPilot()
    const part = 'Content-Disposition: form-data; name="file"; filename="winter.zip"'
    const { body, contentType } = multipart([{ headers: part, content: await makeZip(makeFlights([4, 5])) }])
    const response = await server.fetch('/api/v1/flights/import?launch_type=Towed', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': contentType },
      body: body as BodyInit,
    })
    const result = await readImport(response)
    assert.deepEqual([result.fileName, result.counts.new], ['winter.zip', 2])
    const { data } = await list(server, pilot)
    assert.deepEqual(
      data.map(({ launch_type }) => launch_type),
      ['Towed', 'Towed'],
    )
  })

  test('an archive that is too much, cut off, a bomb or none is refused, and nothing of it is stored', async () => {
    await newPilot()
    const good = await makeZip(makeFlights([6, 7]))
    const half = good.subarray(0, good.length / 2)
    const tooMany = await makeZip(Array.from({ length: 501 }, (_, index) => [`${index}.igc`, 'x'] as const))
    const bomb = await makeZip([['bomb.igc', new Uint8Array(4 * 1024 * 1024)]])
    const { headers } = pilot
    const answers = [
      await importZip(server, pilot, tooMany),
      await importZip(server, pilot, bomb),
      await importZip(server, pilot, half),
      await importZip(server, pilot, new TextEncoder().encode('This is no archive, and no flight.')),
      await importZip(server, pilot, new Uint8Array()),
      await server.fetch('/api/v1/flights/import', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      }),
      await server.fetch('/api/v1/flights/import', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\nPK',
      }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [413, 413, 400, 400, 400, 400, 400],
    )
    for (const answer of answers) {
      const { error_description } = (await answer.json()) as { error_description: string }
      assert.match(error_description, /^[A-Z].+\.$/)
    }
    const left = await server.services.db.sql`select id from imports where owner_id = ${pilot.user.id}`
    assert.deepEqual(left, [])
    const files = readdirSync(server.services.config.dataDir).filter((name) => name.startsWith('import-'))
    assert.deepEqual(files, [])
  })

  test('names that lead out of the archive are names only', async () => {
    await newPilot()
    const result = await readImport(await importZip(server, pilot, [['../../../evil.igc', makeFlight(9)]]))
    assert.deepEqual(statusesOf(result), { 'evil.igc': 'new' })
    assert.equal((await list(server, pilot)).data[0]?.original_file_name, 'evil.igc')
  })

  test('an upload that is an archive is imported: 202 with the import', async () => {
    await newPilot()
    const response = await server.fetch('/api/v1/flights/upload?filename=a.zip', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: (await makeZip(makeFlights([10, 11]))) as BodyInit,
    })
    assert.equal(response.status, 202)
    const result = await readImport(response)
    assert.deepEqual([result.state, result.counts.new, result.fileName], ['done', 2, 'a.zip'])
  })

  test('an import belongs to its pilot, and needs flights:write', async () => {
    await newPilot()
    const { id } = await readImport(await importZip(server, pilot, makeFlights([12])))
    const other = await createPilot(server)
    const reading = bearer(await createKey(server, pilot.user, ['flights:read']))
    const get = (headers: Record<string, string>, path = id) =>
      server.fetch(`/api/v1/imports/${path}`, { headers })
    assert.equal((await get(pilot.headers)).status, 200)
    assert.equal((await get(other.headers)).status, 404)
    assert.equal((await get(pilot.headers, 'none')).status, 404)
    assert.equal((await get(reading)).status, 403)
    assert.equal((await get({})).status, 401)
    assert.equal((await importZip(server, { headers: reading }, makeFlights([13]))).status, 403)
  })

  test('the dashboard keeps the results of its imports until they are dismissed', async () => {
    const { user, headers } = await createSignedInUser(server)
    const send = async (method: string, path: string, body?: Uint8Array) => {
      const type = body ? { 'content-type': 'application/zip' } : {}
      return server.fetch(`/app/api${path}`, {
        method,
        headers: { ...headers, ...type },
        ...(body && { body: body as BodyInit }),
      })
    }
    const shown = async () => ((await (await send('GET', '/imports')).json()) as ImportList).imports
    const response = await send('POST', '/flights/import', await makeZip(makeFlights([20, 21])))
    assert.equal(response.status, 200, 'so few are imported at once')
    const { id } = await readImport(response)
    const key = bearer(await createKey(server, user, ['flights:write']))
    await waitForImport(server, { headers: key }, id)
    await importZip(server, { headers: key }, makeFlights([20]))
    assert.deepEqual(
      (await shown()).map((one) => [one.id, one.state, one.counts.new]),
      [[id, 'done', 2]],
      'not those of programs',
    )
    const other = await createSignedInUser(server)
    const stranger = await server.fetch(`/app/api/imports/${id}/read`, {
      method: 'POST',
      headers: other.headers,
    })
    assert.equal(stranger.status, 404)
    assert.equal((await send('POST', `/imports/${id}/read`)).status, 204)
    assert.deepEqual(await shown(), [])
  })

  test('what was cut off while it was received goes, and so do old results', async () => {
    await newPilot()
    const { id } = await readImport(await importZip(server, pilot, makeFlights([22])))
    const { sql } = server.services.db
    await sql`
      insert into imports (id, owner_id, file_name, state, created_at, due_at)
      values ('cut', ${pilot.user.id}, 'cut.zip', 'receiving', 1000, 1000)`
    assert.equal((await server.fetch('/api/v1/imports/cut', { headers: pilot.headers })).status, 404)
    const listIds = async () =>
      (await sql<{ id: string }>`select id from imports where owner_id = ${pilot.user.id}`).map(
        (row) => row.id,
      )
    await pruneRows(server.services)
    assert.deepEqual(await listIds(), [id])
    server.advance(90 * 86_400_000 + 1)
    await pruneRows(server.services)
    assert.deepEqual(await listIds(), [])
  })
})
