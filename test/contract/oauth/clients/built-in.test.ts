// run: all
// The application of the service's own command line, which every installation has.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { commandLineClient } from '#contract/oauth.ts'
import { DEVICES_SCOPE } from '#contract/scopes.ts'
import type { Connection } from '#dashboard/applications.ts'
import { registerBuiltInApplications } from '#server/oauth/stores/built-in.ts'
import { disableApplication, enableApplication, listApplicationsByOperator } from '#server/oauth/commands.ts'
import {
  authorizePath,
  callApi,
  decideDevice,
  pollDevice,
  postForm,
  refresh,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('the application of the command line', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server)
  const { id } = commandLineClient
  const application: TestApplication = { id, secret: '', owner: user }
  const { sql } = server.services.db
  const only = new Map([['app', [id]]])

  test('is announced with its id and what it asks for', async () => {
    const overview = (await (await server.fetch('/api/v1')).json()) as { clients: unknown }
    assert.deepEqual(overview.clients, {
      commandLine: { clientId: id, scope: 'flights:read flights:write profile:read clubs:read' },
    })
  })

  test('asks under the name of the service, gets tokens by a device code, and renews them', async () => {
    const device = await startDevice(server, application)
    const path = `/oauth/device?user_code=${device.userCode}`
    const page = await (await server.fetch(path, { headers })).text()
    assert.match(page, /<h1>Connect Cloudstreet command line\?<\/h1>/)
    assert.match(page, /It comes with this service\./)
    assert.doesNotMatch(page, /An application by/)
    await decideDevice(server, device.userCode, { headers })
    const { body } = await pollDevice(server, application, device.deviceCode)
    assert.equal(body.scope, commandLineClient.scopes.join(' '))
    assert.equal(await callApi(server, body.access_token), 200)
    const renewed = await refresh(server, application, String(body.refresh_token))
    assert.equal(renewed.status, 200, JSON.stringify(renewed.body))
  })

  test('is among the connected apps of its pilot, who can end it', async () => {
    const device = await startDevice(server, application)
    await decideDevice(server, device.userCode, { headers })
    const { body } = await pollDevice(server, application, device.deviceCode)
    const list = async () => {
      const response = await server.fetch('/app/api/connections', { headers })
      return ((await response.json()) as { items: Connection[] }).items
    }
    const [connection] = await list()
    assert.deepEqual(
      [connection?.applicationId, connection?.applicationName, connection?.ownerName],
      [id, 'Cloudstreet command line', null],
    )
    const path = `/app/api/connections/${id}`
    assert.equal((await server.fetch(path, { method: 'DELETE', headers })).status, 204)
    assert.equal(await callApi(server, body.access_token), 401)
    assert.equal((await refresh(server, application, String(body.refresh_token))).body.error, 'invalid_grant')
    assert.deepEqual(await list(), [])
  })

  test('has no other grant, no other scope and no redirect', async () => {
    const form = { client_id: id, grant_type: 'client_credentials' }
    const { body } = await postForm(server, '/api/oauth/token', form)
    assert.equal(body.error, 'unauthorized_client')
    const more = { client_id: id, scope: 'flights:delete' }
    const asked = await postForm(server, '/api/oauth/device_authorization', more)
    assert.deepEqual([asked.status, asked.body.error], [400, 'invalid_scope'])
    const authorize = await server.fetch(authorizePath({ response_type: 'code', client_id: id }), {
      headers,
      redirect: 'manual',
    })
    assert.equal(authorize.status, 400)
  })

  test('has no owner: no dashboard shows, changes or deletes it, nor gives it a secret or a webhook', async () => {
    const path = `/app/api/applications/${id}`
    const json = { ...headers, 'content-type': 'application/json' }
    const requests: [string, string, object | undefined][] = [
      ['GET', path, undefined],
      ['PATCH', path, { name: 'Mine' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/rotate-secret`, {}],
    ]
    for (const [method, address, body] of requests) {
      const init = body ? { headers: json, body: JSON.stringify(body) } : { headers }
      assert.equal((await server.fetch(address, { method, ...init })).status, 404, `${method} ${address}`)
    }
    const list = (await (await server.fetch('/app/api/applications', { headers })).json()) as {
      items: object[]
    }
    assert.deepEqual(list.items, [])
  })

  test('is listed for the operator, who can disable it; a start leaves that and restores what was changed', async () => {
    const { applications } = (await listApplicationsByOperator(server.services, new Map())) as {
      applications: { client_id: string; owner: string | null }[]
    }
    assert.deepEqual(
      applications.map(({ client_id, owner }) => [client_id, owner]),
      [[id, null]],
    )
    await disableApplication(server.services, only)
    await sql`update applications set scopes = 'flights:delete', name = 'Other' where id = ${id}`
    await registerBuiltInApplications(server.services)
    const started = () => postForm(server, '/api/oauth/device_authorization', { client_id: id })
    assert.deepEqual((await started()).body.error, 'invalid_client')
    await enableApplication(server.services, only)
    assert.equal((await started()).status, 200)
    const [row] = await sql<{ name: string; scopes: string }>`
      select name, scopes from applications where id = ${id}`
    assert.deepEqual(
      { ...row },
      { name: commandLineClient.name, scopes: [...commandLineClient.scopes, DEVICES_SCOPE].join(' ') },
    )
  })

  test('is there again after a database without it starts', async () => {
    await sql`delete from applications where id = ${id}`
    await registerBuiltInApplications(server.services)
    assert.match((await startDevice(server, application)).userCode, /^[A-Z]{4}-[A-Z]{4}$/)
  })
})
