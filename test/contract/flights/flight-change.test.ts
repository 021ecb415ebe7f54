import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Check } from 'typebox/value'
import { FlightUpdated } from '#contract/events.ts'
import { createPilot, list, makeFlight, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('correcting, deleting and diagnosing flights', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  const patch = (id: string, body: unknown, headers: Record<string, string> = pilot.headers) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const remove = (id: string, headers: Record<string, string> = pilot.headers) =>
    server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers })

  test('PATCH corrects launch type and tandem, each alone, and updatedSince finds it', async () => {
    const flight = await uploadNew(server, pilot, makeFlight(1))
    server.advance(5000)
    const since = new Date(server.services.now()).toISOString()
    const first = (await (await patch(flight.id, { launch_type: 'Towed' })).json()) as { data: object }
    assert.deepEqual(first.data, { ...flight, launch_type: 'Towed' })
    const second = (await (await patch(flight.id, { is_tandem: true })).json()) as { data: object }
    assert.deepEqual(second.data, { ...flight, launch_type: 'Towed', is_tandem: true })
    const changed = await list(server, pilot, `?updatedSince=${since}`)
    assert.deepEqual(changed.data, [second.data])
  })

  test('a correction is announced as flight.updated, in its own transaction; a refused one is not', async () => {
    const owner = await createPilot(server)
    const flight = await uploadNew(server, owner, makeFlight(3, { glider: 'Gin Explorer 2' }))
    await patch(flight.id, { is_tandem: true }, owner.headers)
    await patch(flight.id, { is_tandem: 'perhaps' }, owner.headers)
    const rows = await server.services.db.sql<{ payload: string }>`
      select payload from events where user_id = ${owner.user.id} and type = 'flight.updated'`
    const [envelope] = rows.map(({ payload }) => JSON.parse(payload) as FlightUpdated)
    assert.equal(rows.length, 1)
    assert.ok(Check(FlightUpdated, envelope), JSON.stringify(envelope))
    assert.deepEqual(envelope.flight, {
      id: flight.id,
      hash: flight.hash,
      date: flight.flight_date,
      ...flight.scoring,
      gliderType: 'Gin Explorer 2',
      durationSeconds: flight.flightInfo.track.duration,
    })
  })

  const refusals: [unknown, RegExp][] = [
    [{}, /must hold launch_type/],
    [[], /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{"launch_type":', /not valid JSON/],
    [{ launch_type: 'Thrown' }, /launch_type must be one of/],
    [{ launch_type: null }, /launch_type must be one of/],
    [{ is_tandem: 'true' }, /is_tandem must be true or false/],
    [{ is_tandem: null }, /is_tandem must be true or false/],
    [
      { is_tandem: true, score: 1000 },
      /Only launch_type, is_tandem, visibility, isCounted, title, notes and gliderId/,
    ],
  ]
  for (const [body, sentence] of refusals) {
    test(`PATCH with ${JSON.stringify(body)} is 400`, async () => {
      const { id } = (await list(server, pilot)).data[0]!
      const response = await patch(id, body)
      const problem = (await response.json()) as { error: string; error_description: string }
      assert.equal(response.status, 400)
      assert.equal(problem.error, 'invalid_request')
      assert.match(problem.error_description, sentence)
    })
  }

  test('DELETE is 204, removes row and file, announces it, and the file can be uploaded again as new', async () => {
    const owner = await createPilot(server)
    const bytes = makeFlight(2)
    const flight = await uploadNew(server, owner, bytes)
    assert.equal((await remove(flight.id, owner.headers)).status, 204)
    assert.equal((await remove(flight.id, owner.headers)).status, 404)
    for (const path of ['', '/igc', '/track', '/analysis']) {
      const gone = await server.fetch(`/api/v1/flights/${flight.id}${path}`, { headers: owner.headers })
      assert.equal(gone.status, 404)
    }
    assert.equal((await list(server, owner)).pagination.totalCount, 0)
    const { sql } = server.services.db
    assert.deepEqual(await sql`select flight_id from flight_files where flight_id = ${flight.id}`, [])
    const events = await sql<{ payload: string }>`
      select payload from events where user_id = ${owner.user.id} and type = 'flight.deleted'`
    assert.equal(events.length, 1)
    const payload = JSON.parse(events[0]!.payload) as Record<string, unknown>
    assert.deepEqual(payload.flight, { id: flight.id, hash: flight.hash })
    assert.deepEqual(payload.user, { id: owner.user.id })
    assert.equal(payload.event, 'flight.deleted')
    const again = await uploadNew(server, owner, bytes)
    assert.notEqual(again.id, flight.id)
    assert.equal(again.hash, flight.hash)
  })

  test('another user’s flight cannot be changed: 404, and it stays', async () => {
    const flight = await uploadNew(server, pilot, makeFlight(3))
    const other = await createPilot(server)
    assert.equal((await patch(flight.id, { is_tandem: true }, other.headers)).status, 404)
    assert.equal((await remove(flight.id, other.headers)).status, 404)
    assert.equal((await patch('x', { is_tandem: true })).status, 404)
    assert.equal((await remove('x')).status, 404)
    const kept = (await list(server, pilot)).data.find((one) => one.id === flight.id)
    assert.deepEqual(kept, flight)
  })

  test('DELETE needs flights:delete, PATCH flights:write', async () => {
    const key = await createKey(server, pilot.user, ['flights:read', 'flights:write'])
    const { id } = (await list(server, pilot)).data[0]!
    const deleted = await remove(id, bearer(key))
    assert.equal(deleted.status, 403)
    assert.match(deleted.headers.get('www-authenticate') ?? '', /scope="flights:delete"/)
    const reader = await createKey(server, pilot.user, ['flights:read'])
    assert.equal((await patch(id, { is_tandem: true }, bearer(reader))).status, 403)
    assert.equal((await remove(id, {})).status, 401)
  })

  test('validate answers what an upload would store, and stores nothing', async () => {
    const owner = await createPilot(server)
    const bytes = makeFlight(4, { glider: 'Advance Sigma' })
    const validate = (body: Uint8Array | string) =>
      server.fetch('/api/v1/flights/validate', {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'application/octet-stream' },
        body: body as BodyInit,
      })
    const answer = (await (await validate(bytes)).json()) as { data: Record<string, unknown> }
    assert.equal(answer.data.isValid, true)
    assert.equal(answer.data.isKnown, false)
    assert.equal((await list(server, owner)).pagination.totalCount, 0)
    const { sql } = server.services.db
    assert.deepEqual(await sql`select id from events where user_id = ${owner.user.id}`, [])
    const flight = await uploadNew(server, owner, bytes)
    const preview = answer.data.flight as Record<string, unknown>
    assert.equal(answer.data.hash, flight.hash)
    assert.deepEqual(preview.scoring, flight.scoring)
    assert.equal(preview.flight_date, flight.flight_date)
    assert.deepEqual(preview.track, flight.flightInfo.track)
    const known = (await (await validate(bytes)).json()) as { data: Record<string, unknown> }
    assert.equal(known.data.isKnown, true)
    const bad = await validate('AXXX\r\nB1000004633000N00803000EA0160001644\r\n')
    assert.equal(bad.status, 200)
    const diagnosis = (await bad.json()) as {
      data: { isValid: boolean; flight: null; diagnoses: { severity: string }[] }
    }
    assert.equal(diagnosis.data.isValid, false)
    assert.equal(diagnosis.data.flight, null)
    assert.equal(diagnosis.data.diagnoses[0]?.severity, 'error')
    assert.equal((await validate('')).status, 400)
  })

  test('a file in which nothing flies is stored with the score 0 and the type None', async () => {
    const lines = Array.from({ length: 60 }, (_, second) => {
      const time = `10${String(Math.floor(second / 60)).padStart(2, '0')}${String(second % 60).padStart(2, '0')}`
      return `B${time}4633000N00803000EA0160001600`
    })
    const response = await upload(server, pilot, `AXXX001\r\nHFDTE010724\r\n${lines.join('\r\n')}\r\n`)
    assert.equal(response.status, 201)
    const { hash } = ((await response.json()) as { data: { hash: string } }).data
    const flight = (await list(server, pilot, '?pageSize=100')).data.find((one) => one.hash === hash)
    assert.deepEqual(flight?.scoring, { distance: 0, score: 0, type: 'None' })
    assert.deepEqual(flight?.flightInfo.track, { duration: 0, distance: 0 })
  })
})
