import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { CreatedDevice } from '#dashboard/devices.ts'
import { list, makeFlight, multipart, unlimited } from '#test/support/flights.ts'
import { createKey, bearer, createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('WeGlide', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { user, headers } = await createSignedInUser(server, 'Jörg Müller')
  let seed = 68_000
  const add = async (as = headers) => {
    const response = await server.fetch('/app/api/devices', {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'XCSoar', instrument: 'weglide' }),
    })
    return (await response.json()) as CreatedDevice
  }
  /** XCSoar: the file first, and no more than it needs. */
  const send = (login: { user: string; password: string }, bytes = makeFlight(seed++), part = 'file') => {
    const field = (name: string, content: string) => ({
      headers: `Content-Disposition: form-data; name="${name}"`,
      content,
    })
    const { body, contentType } = multipart([
      {
        headers: `Content-Disposition: form-data; name="${part}"; filename="67KXX1.igc"\r\nContent-Type: application/octet-stream`,
        content: bytes,
      },
      field('user_id', login.user),
      field('date_of_birth', login.password),
      field('aircraft_id', '261'),
    ])
    const init = { method: 'POST', headers: { 'content-type': contentType }, body: body as BodyInit }
    return server.fetch('/v1/igcfile', init)
  }

  test('with the number and the date made up for it, a flight is 201 with all that XCSoar reads', async () => {
    const login = await add()
    assert.match(login.user, /^[1-9]\d{0,4}$/)
    assert.match(login.password, /^(?:1[89]|2[0-4])\d\d-\d\d-\d\d$/)
    const bytes = makeFlight(seed++)
    const response = await send(login, bytes)
    assert.equal(response.status, 201)
    const [flight] = (await response.json()) as [Record<string, unknown>]
    assert.equal(typeof flight.id, 'number')
    for (const name of ['scoring_date', 'registration', 'competition_id'])
      assert.equal(typeof flight[name], 'string', name)
    assert.deepEqual(flight.user, { id: Number(login.user), name: 'Jörg Müller' })
    const { id, ...aircraft } = flight.aircraft as Record<string, unknown>
    assert.equal(id, 261)
    for (const name of ['name', 'kind', 'sc_class']) assert.equal(typeof aircraft[name], 'string', name)
    const again = await send(login, bytes, 'igc_file')
    assert.equal(again.status, 201)
    assert.equal(((await again.json()) as [{ id: number }])[0].id, flight.id)
    const key = await createKey(server, user, ['flights:read'])
    const flights = await list(server, { headers: bearer(key) })
    assert.equal(flights.data[0]?.original_file_name, '67KXX1.igc')
  })

  test('five wrong dates in an hour, then the number waits, and a removed one is unknown', async () => {
    const login = await add()
    const wrong = { ...login, password: '1799-01-01' }
    for (let times = 0; times < 5; times++) {
      const refused = await send(wrong)
      assert.equal(refused.status, 401)
      const body = (await refused.json()) as { error_description: string }
      assert.ok(body.error_description.length > 10)
      server.advance(61_000)
    }
    assert.equal((await send(wrong)).status, 429)
    assert.equal((await send(login)).status, 429)
    server.advance(3_600_000)
    const fresh = await createSignedInUser(server)
    const other = await add(fresh.headers)
    assert.equal((await send(other)).status, 201)
    await server.fetch(`/app/api/devices/${other.id}`, { method: 'DELETE', headers: fresh.headers })
    assert.equal((await send(other)).status, 401)
  })

  test('nobody has a number who has not asked for one, and refusals are objects', async () => {
    for (const login of [
      { user: '1', password: '1970-01-01' },
      { user: 'x', password: '' },
    ]) {
      const refused = await send(login)
      assert.equal(refused.status, 401)
      assert.equal(Array.isArray(await refused.json()), false)
    }
    const fresh = await createSignedInUser(server)
    assert.equal((await send(await add(fresh.headers), Buffer.from('nothing'))).status, 400)
  })
})
