// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createPilot, unlimited } from '#test/support/flights.ts'
import { bearer, createSignedInUser, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createApplication, createToken } from '#test/support/webhooks.ts'

// PostgreSQL's text holds no NUL; a path may.
const odd = [
  '%00',
  'x',
  'a'.repeat(300),
  'a'.repeat(8000),
  `${'a'.repeat(23)}%00`,
  'A'.repeat(24),
  '%F0%9F%AA%82',
  "'--",
]

suite('what is no id is the id of nothing', async () => {
  const ask = await start({ after })
  const routes: [method: string, path: string, body?: object][] = [
    ['GET', '/api/v1/flights/:id'],
    ['GET', '/api/v1/flights/:id/track'],
    ['GET', '/api/v1/flights/:id/analysis'],
    ['GET', '/api/v1/flights/:id/scores'],
    ['GET', '/api/v1/flights/:id/terrain'],
    ['GET', '/api/v1/flights/:id/airspace'],
    ['PATCH', '/api/v1/flights/:id', { is_tandem: true }],
    ['DELETE', '/api/v1/flights/:id'],
    ['GET', '/api/v1/webhooks/:id'],
    ['PATCH', '/api/v1/webhooks/:id', { enabled: true }],
    ['DELETE', '/api/v1/webhooks/:id'],
    ['POST', '/api/v1/webhooks/:id/rotate-secret'],
    ['GET', '/api/v1/webhooks/:id/deliveries'],
    ['POST', '/api/v1/webhooks/:id/test'],
    ['GET', '/api/v1/events?webhookId=:id'],
    ['GET', '/app/api/flights/:id'],
    ['PATCH', '/app/api/flights/:id', { is_tandem: true }],
    ['DELETE', '/app/api/flights/:id'],
    ['PATCH', '/app/api/webhooks/:id', { enabled: true }],
    ['DELETE', '/app/api/webhooks/:id'],
    ['GET', '/app/api/webhooks/:id/deliveries'],
    ['DELETE', '/app/api/keys/:id'],
    ['GET', '/app/api/applications/:id'],
    ['PATCH', '/app/api/applications/:id', { name: 'Renamed' }],
    ['DELETE', '/app/api/applications/:id'],
    ['POST', '/app/api/applications/:id/rotate-secret'],
    ['POST', '/app/api/applications/:id/disable'],
    ['DELETE', '/app/api/connections/:id'],
    ['DELETE', '/app/api/sessions/:id'],
    ['DELETE', '/app/api/second-factors/passkeys/:id'],
  ]
  for (const [method, route, body] of routes) {
    test(`${method} ${route} is 404`, async () => {
      for (const id of odd) {
        const { status, error } = await ask(method, route.replace(':id', id), body)
        assert.deepEqual([status, error], [404, 'not_found'], id)
      }
    })
  }

  test('a filter of the logbook is refused rather than passed to the database', async () => {
    for (const name of ['site', 'type']) {
      const { status, sentence } = await ask('GET', `/app/api/logbook?${name}=%00`)
      assert.deepEqual([status, sentence], [400, `${name} must be text without control characters.`])
    }
  })

  for (const route of ['/api/v1/flights/:id/igc', '/app/api/flights/:id/igc']) {
    test(`GET ${route} is 400, as the contract has it`, async () => {
      for (const id of odd) {
        const { status, sentence } = await ask('GET', route.replace(':id', id))
        const wanted = 'id must be 24 lowercase hexadecimal characters, or the 64 of a hash.'
        assert.deepEqual([status, sentence], [400, wanted], id)
      }
    })
  }
})

/** Asks as anyone who may: a pilot, an application, or someone signed in. */
async function start(context: Parameters<typeof startServer>[0]) {
  const server = await startServer(context, { environment: unlimited })
  const developer = await createUser(server)
  const application = bearer(await createToken(server, developer, await createApplication(server, developer)))
  const { headers: pilot } = await createPilot(server)
  const { headers: session } = await createSignedInUser(server)
  return async (method: string, path: string, body?: object) => {
    const api = /webhook/.test(path) ? application : pilot
    const response = await server.fetch(path, {
      method,
      headers: {
        ...(path.startsWith('/app/') ? session : api),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const problem = (await response.json()) as { error: string; error_description: string }
    return { status: response.status, error: problem.error, sentence: problem.error_description }
  }
}
