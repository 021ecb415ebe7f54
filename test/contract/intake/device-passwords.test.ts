// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { CreatedDevice, DeviceSummary } from '#dashboard/devices.ts'
import { addDevice } from '#test/support/devices.ts'
import { makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { bearer, createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'
import { readZip } from '#test/support/archives/zip.ts'

suite('device passwords', async () => {
  const server = await shareServer()
  const { user, headers } = await createSignedInUser(server)
  let seed = 61_000

  const post = (body: unknown, as = headers) =>
    server.fetch('/app/api/devices', {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const find = async (id: string) =>
    (await (await server.fetch(`/app/api/devices/${id}`, { headers })).json()) as DeviceSummary
  const send = (password: string, bytes = makeFlight(seed++)) =>
    upload(server, { headers: bearer(password) }, bytes)

  test('one is shown once, with the four lines to type; nothing stored or listed holds it', async () => {
    const response = await post({ name: ' My vario ', instrument: 'flyskyhy' })
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const created = (await response.json()) as CreatedDevice
    assert.match(created.password, /^(?:[2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    assert.match(created.login, /^d-[2-9A-HJKMNP-Z]{4}$/)
    assert.equal(created.address, `${server.url}/flight_submit.php`)
    assert.deepEqual([created.name, created.user], ['My vario', user.email])
    const list = await (await server.fetch('/app/api/devices', { headers })).text()
    const stored = await server.services.db.sql`select * from credentials`
    for (const text of [list, JSON.stringify(stored)])
      for (const secret of [created.password, created.password.replaceAll('-', '')])
        assert.ok(!text.includes(secret))
    const { name, login, instrument, firstFlightId } = await find(created.id)
    assert.deepEqual([name, login, instrument, firstFlightId], ['My vario', created.login, 'flyskyhy', null])
  })

  test('as a Bearer credential it uploads, however it is typed, and the first flight is told', async () => {
    const device = await addDevice(server, user)
    const first = await readUploaded(await send(device.password))
    assert.equal((await find(device.id)).firstFlightId, first.id)
    for (const typed of [device.password.toLowerCase(), device.password.replaceAll('-', '')])
      assert.equal((await send(typed)).status, 201)
    assert.equal((await find(device.id)).firstFlightId, first.id)
  })

  test('it can do nothing but upload', async () => {
    const { password } = await addDevice(server, user)
    const { id } = await readUploaded(await send(password))
    for (const [method, path] of [
      ['GET', '/api/v1/flights'],
      ['GET', `/api/v1/flights/${id}`],
      ['GET', `/api/v1/flights/${id}/igc`],
      ['PATCH', `/api/v1/flights/${id}`],
      ['DELETE', `/api/v1/flights/${id}`],
      ['GET', '/api/v1/profile'],
      ['GET', '/api/v1/webhooks'],
      ['DELETE', '/api/v1/connection'],
    ] as const) {
      const body =
        method === 'PATCH'
          ? { body: '{"glider":"x"}', headers: { ...bearer(password), 'content-type': 'application/json' } }
          : { headers: bearer(password) }
      const response = await server.fetch(path, { method, ...body })
      assert.equal(response.status, 403, `${method} ${path}`)
      assert.equal(((await response.json()) as { error: string }).error, 'insufficient_scope')
    }
  })

  test('removed, it is refused at once, and its owner sees so', async () => {
    const device = await addDevice(server, user)
    assert.equal((await send(device.password)).status, 201)
    const stranger = await createSignedInUser(server)
    const remove = (as: typeof headers) =>
      server.fetch(`/app/api/devices/${device.id}`, { method: 'DELETE', headers: as })
    assert.equal((await remove(stranger.headers)).status, 404)
    assert.equal((await send(device.password)).status, 201)
    assert.equal((await remove(headers)).status, 204)
    assert.equal((await send(device.password)).status, 401)
    assert.notEqual((await find(device.id)).revokedAt, null)
  })

  test('a name is asked for, and the password of the account is no device password', async () => {
    for (const body of [
      undefined,
      {},
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'a', instrument: '../x' },
    ])
      assert.equal((await post(body ?? '')).status, 400)
    assert.equal((await send(TEST_PASSWORD.replaceAll(' ', '-'))).status, 401)
  })

  test('an old proof is not enough to add one, and a stranger is told nothing', async () => {
    assert.equal((await server.fetch('/app/api/devices')).status, 401)
    const other = await createUser(server)
    const old = await signIn(server, other)
    await server.services.db
      .sql`update sessions set created_at = ${server.services.now() - 3_600_000} where user_id = ${other.id}`
    assert.equal((await post({ name: 'Late' }, old)).status, 403)
  })

  test('the export lists devices, and the security log tells of them', async () => {
    const fresh = await createSignedInUser(server)
    await post({ name: 'Bought today' }, fresh.headers)
    const exported = await server.fetch('/app/api/account/export', { headers: fresh.headers })
    const archive = readZip(Buffer.from(await exported.arrayBuffer()))
    assert.match(archive.get('devices.json')?.toString() ?? '', /"name": "Bought today"/)
    const log = await (await server.fetch('/app/api/security-log', { headers: fresh.headers })).text()
    assert.match(log, /"kind":"device_added".*"subject":"Bought today"/)
  })
})
