import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { eventNames } from '#contract/event-names.ts'
import type { Description } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { fetchPart, fetchResolved } from '#test/support/description.ts'
import { createPilot, makeFlight, upload } from '#test/support/flights.ts'
import { createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { listRoutes } from '#test/support/abuse/routes.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback, recordUploads } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

async function start(context: TestContext, environment: Record<string, string> = {}) {
  const server = await startServer(context, { environment })
  return { server, description: await fetchResolved(server) }
}

const isPublic = (route: string) => /^\S+ \/api\/(?:v1|oauth)(?:\/|$)/.test(route)

suite('the truth of the OpenAPI description', async () => {
  test('every route of the public contract is described, and nothing else', async (context) => {
    let tree = () => ''
    const server = await startServer(context, {
      addRoutes: (app) => {
        tree = () => app.printRoutes({ commonPrefix: false })
      },
    })
    const { paths } = await fetchResolved(server)
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = listRoutes(tree())
      // A path that clients of other services call with a slash at the end is the same operation.
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, ''))
      .filter(
        (route) => isPublic(route) && !/^(?:HEAD|OPTIONS) |(?:openapi|postman)\.(?:json|yaml)$/.test(route),
      )
    assert.ok(routes.length >= 20, tree())
    assert.deepEqual(described.filter(isPublic).toSorted(), [...new Set(routes)].toSorted())
  })

  test('every error is JSON, also where the success is a file', async (context) => {
    const { server, description } = await start(context)
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, { responses, tags }] of Object.entries(operations))
        for (const [status, { content }] of Object.entries(responses))
          // Answers that clients of other services expect are not ours to choose.
          if (Number(status) >= 400 && !tags?.includes('Compatibility'))
            assert.deepEqual(Object.keys(content ?? {}), ['application/json'], `${method} ${path} ${status}`)
    const pilot = await createPilot(server)
    for (const [id, status] of [
      ['a'.repeat(24), 404],
      ['x', 400],
    ] as const) {
      const response = await server.fetch(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
      assert.equal(response.status, status)
      assert.match(response.headers.get('content-type')!, /^application\/json/)
    }
  })

  test('pageSize has its bounds, asked for and answered', async (context) => {
    const { description } = await start(context)
    const list = description.paths['/api/v1/flights']!.get!
    const asked = list.parameters!.find(({ name }) => name === 'pageSize')!.schema
    assert.deepEqual([asked.minimum, asked.maximum, asked.default], [1, 100, 25])
    const { schema } = list.responses[200]!.content!['application/json']!
    // By page number; by cursor there is no pageSize.
    const [answer] = (schema as unknown as { anyOf: { properties: object }[] }).anyOf
    const { pagination } = answer!.properties as { pagination: { properties: Record<string, typeof asked> } }
    assert.equal(pagination.properties.pageSize!.minimum, 1)
    assert.equal(pagination.properties.pageSize!.maximum, 100)
  })

  test('the headers that an answer is said to have are there', async (context) => {
    const { server, description } = await start(context)
    const pilot = await createPilot(server)
    const check = async (method: string, path: string, response: Response) => {
      const { headers = {} } = description.paths[path]![method]!.responses[response.status]!
      const missing = Object.keys(headers).filter((name) => !response.headers.has(name))
      assert.deepEqual(missing, [], `${method} ${path} ${response.status}`)
      assert.ok(Object.keys(headers).includes('X-RateLimit-Remaining'), path)
      return Object.keys(headers)
    }
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, { security, tags }] of Object.entries(operations)) {
        if (
          !security!.some(({ oauth2, application }) => oauth2 ?? application) ||
          tags.includes('Compatibility')
        )
          continue
        const response = await server.fetch(path.replace('{id}', 'a'.repeat(24)), {
          method: method.toUpperCase(),
        })
        assert.equal(response.status, 401, `${method} ${path}`)
        assert.ok((await check(method, path, response)).includes('WWW-Authenticate'))
      }
    await check('get', '/api/v1', await server.fetch('/api/v1'))
    await check('get', '/api/v1/flights', await server.fetch('/api/v1/flights', pilot))
    const uploaded = await upload(server, pilot, makeFlight(1))
    await check('post', '/api/v1/flights/upload', uploaded)
    const { data } = (await uploaded.json()) as { data: { id: string } }
    await check(
      'get',
      '/api/v1/flights/{id}/igc',
      await server.fetch(`/api/v1/flights/${data.id}/igc`, pilot),
    )
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const headers = { authorization: `Basic ${btoa('nobody:wrong')}` }
    const token = await server.fetch('/api/oauth/token', { method: 'POST', body, headers })
    assert.ok((await check('post', '/api/oauth/token', token)).includes('WWW-Authenticate'))
  })

  test('the headers of an answer 429 are there', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '1' } })
    const main = await fetchPart(server, '/api/v1/openapi.json')
    const description = resolve(main, main) as Description
    const { headers } = await createPilot(server)
    let response = await server.fetch('/api/v1/profile', { headers })
    for (let n = 0; n < 20 && response.status !== 429; n++)
      response = await server.fetch('/api/v1/profile', { headers })
    const answer = description.paths['/api/v1/profile']!.get!.responses[429]!
    const names = Object.keys(answer.headers!)
    assert.ok(names.includes('Retry-After') && names.includes('X-RateLimit-Reset'))
    for (const name of names) assert.ok(response.headers.has(name), name)
  })

  test('every event is described with the headers and the members that it is sent with', async (context) => {
    const { server, description } = await start(context, onLoopback)
    assert.deepEqual(Object.keys(description.webhooks).toSorted(), eventNames.toSorted())
    const receiver = await startReceiver(context)
    const user = await createUser(server)
    await createWebhook(server.services, { userId: user.id }, receiver.url)
    await recordUploads(server, user, 1)
    while ((await fanOut(server.services)) > 0);
    await deliverDue(server.services)
    const { parameters = [], requestBody } = description.webhooks['flight.uploaded']!.post
    const required = parameters.filter((one) => one.required).map(({ name }) => name.toLowerCase())
    const [sent] = receiver.received
    const own = Object.keys(sent!.headers).filter((name) => /^(?:x-cloudstreet|webhook)-/.test(name))
    assert.deepEqual(own.toSorted(), required.toSorted())
    const { properties } = requestBody!.content!['application/json']!.schema
    const body = JSON.parse(sent!.body) as { flight: object }
    // `test` is only in events that were asked for.
    const members = Object.keys(properties!).filter((name) => name !== 'test')
    assert.deepEqual(Object.keys(body).toSorted(), members.toSorted())
    const flight = properties!.flight as { properties: object }
    assert.deepEqual(Object.keys(body.flight).toSorted(), Object.keys(flight.properties).toSorted())
  })
})
