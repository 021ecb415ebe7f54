// run: all
// Device passwords over the API: for the program of the service, right after its user has signed in.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { AddedDevice, Device } from '#contract/devices.ts'
import { commandLineClient } from '#contract/oauth.ts'
import { createPilot, makeFlight, unlimited, upload } from '#test/support/flights.ts'
import {
  decideDevice,
  pollDevice,
  postForm,
  registerApplication,
  signInProgram,
} from '#test/support/oauth.ts'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const MINUTE_MS = 60_000

suite('device passwords over the API', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const client = { id: commandLineClient.id, secret: '', owner: undefined as never }

  const signIn = (scope: string, user?: { headers: Record<string, string> }) =>
    signInProgram(server, scope, user)
  const call = (token: string, method: string, path = '', body?: object) =>
    server.fetch(`/api/v1/devices${path}`, {
      method,
      headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const add = (token: string, name = 'Test bench') => call(token, 'POST', '', { name })
  const list = async (token: string) => ((await (await call(token, 'GET')).json()) as { data: Device[] }).data

  test('one is added, listed without its password, uploads, and is removed', async () => {
    const { access_token: token } = await signIn('devices:manage')
    const response = await add(token, ' Test bench ')
    assert.equal(response.status, 201)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { data: added } = (await response.json()) as { data: AddedDevice }
    assert.match(added.password, /^(?:[2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
    assert.equal((await upload(server, { headers: bearer(added.password) }, makeFlight(1))).status, 201)

    const [device] = await list(token)
    assert.deepEqual([device?.id, device?.name, device?.login], [added.id, 'Test bench', added.login])
    assert.ok(device?.firstFlightAt)
    assert.ok(!JSON.stringify(device).includes(added.password))

    assert.equal((await call(token, 'DELETE', `/${added.id}`)).status, 204)
    assert.equal((await upload(server, { headers: bearer(added.password) }, makeFlight(2))).status, 401)
    assert.ok((await list(token))[0]?.revokedAt)
    const log = await server.services.db.sql<{ kind: string; subject: string }>`
      select kind, subject from security_events where subject = 'Test bench' order by id`
    assert.deepEqual(
      log.map(({ kind }) => kind),
      ['device_added', 'device_removed'],
    )
  })

  test('a sign-in of 15 minutes ago no longer adds one, and neither does its refreshed token', async () => {
    const tokens = await signIn('devices:manage')
    server.advance(16 * MINUTE_MS)
    const refused = await add(tokens.access_token)
    assert.equal(refused.status, 401)
    const body = (await refused.json()) as { error: string }
    assert.equal(body.error, 'insufficient_user_authentication')
    assert.match(
      refused.headers.get('www-authenticate') ?? '',
      /error="insufficient_user_authentication".*max_age="900"/,
    )
    const refreshed = await postForm(server, '/api/oauth/token', {
      grant_type: 'refresh_token',
      client_id: client.id,
      refresh_token: tokens.refresh_token,
    })
    const { access_token: renewed } = refreshed.body as { access_token: string }
    assert.equal((await add(renewed)).status, 401)
    assert.equal((await call(renewed, 'GET')).status, 200, 'looking, and taking away, needs no new proof')
  })

  test('no key, no other scope and no other application can add one', async () => {
    const { access_token: plain, scope } = await signIn('flights:read flights:write profile:read')
    assert.equal(scope, 'flights:read flights:write profile:read')
    assert.equal((await add(plain)).status, 403)
    // Every scope there is, in a token that no user has signed in for.
    const { token } = await createPilot(server)
    assert.equal((await add(token)).status, 401)
    await assert.rejects(registerApplication(server, { scopes: ['devices:manage'] as never }))
    const user = await createSignedInUser(server)
    const key = await server.fetch('/app/api/keys', {
      method: 'POST',
      headers: { ...user.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'wide', scopes: ['devices:manage'] }),
    })
    assert.equal(key.status, 400)
  })

  test('a request that names no scope does not get it', async () => {
    const user = await createSignedInUser(server)
    const started = await postForm(server, '/api/oauth/device_authorization', { client_id: client.id })
    const { device_code: deviceCode, user_code: userCode } = started.body as Record<string, string>
    await decideDevice(server, userCode!, user)
    const { body } = await pollDevice(server, client, deviceCode!)
    assert.equal((body as { scope: string }).scope, commandLineClient.scopes.join(' '))
  })

  test('another pilot’s device is not there', async () => {
    const { access_token: mine } = await signIn('devices:manage')
    const { access_token: theirs } = await signIn('devices:manage')
    const { data } = (await (await add(mine)).json()) as { data: AddedDevice }
    assert.equal((await call(theirs, 'DELETE', `/${data.id}`)).status, 404)
    assert.deepEqual(await list(theirs), [])
    assert.equal((await call(mine, 'DELETE', '/nonsense')).status, 404)
  })
})
