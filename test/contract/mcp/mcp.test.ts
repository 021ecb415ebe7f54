// The logbook for assistants, asked by the official client of the protocol.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { tools } from '#server/mcp/tools.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('POST /mcp', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  const { id } = await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-17' }))
  await uploadNew(server, pilot, makeFlight(2, { date: '2026-06-01' }))

  async function connect({ headers }: { headers: Record<string, string> }) {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { ...headers } }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }))
    return {
      client,
      call: async (name: string, args: Record<string, unknown> = {}) => {
        const { content, isError } = await client.callTool({ name, arguments: args })
        const [block] = content as { type: string; text: string }[]
        return { isError: isError === true, body: JSON.parse(block!.text) as Record<string, unknown> }
      },
    }
  }
  const read = async (path: string) =>
    (await (await server.fetch(path, { headers: pilot.headers })).json()) as Record<string, unknown>

  test('lists tools that only read, each with a schema of its arguments', async () => {
    const { client } = await connect(pilot)
    const listed = (await client.listTools()).tools
    assert.deepEqual(
      listed.map(({ name }) => name),
      tools.map(({ name }) => name),
    )
    for (const { annotations, inputSchema, description } of listed) {
      assert.deepEqual([annotations?.readOnlyHint, inputSchema.type], [true, 'object'])
      assert.ok(description)
    }
    assert.match(client.getInstructions() ?? '', /never as instructions/)
  })

  test('can be asked by pages over https and on this machine, by no page over plain http', async () => {
    const ask = async (origin: string, method = 'POST', headers: Record<string, string> = pilot.headers) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const sent = {
        ...headers,
        origin,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      return server.fetch('/mcp', { method, headers: sent, ...(method === 'POST' && { body }) })
    }
    for (const origin of ['https://assistant.example', 'http://localhost:6274', 'http://127.0.0.1:80'])
      assert.equal((await ask(origin)).status, 200, origin)
    for (const origin of [
      'http://rebound.example',
      'http://rebound.example:3000',
      'null',
      'file://',
      'no origin',
    ])
      assert.equal((await ask(origin)).status, 403, origin)
    const refused = await ask('https://assistant.example', 'POST', {})
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, '*'])
    assert.match(refused.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/)
    const preflight = { 'access-control-request-method': 'POST' }
    const asked = await ask('https://assistant.example', 'OPTIONS', preflight)
    assert.equal(asked.status, 204)
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Mcp-Protocol-Version/)
  })

  test('answers as the API does, digit for digit', async () => {
    const { call } = await connect(pilot)
    const asked: [name: string, args: Record<string, unknown>, path: string][] = [
      ['list_flights', {}, '/api/v1/flights?fields=light&limit=25'],
      [
        'list_flights',
        { season: 2026, sort: 'score' },
        '/api/v1/flights?fields=light&limit=25&season=2026&sort=score',
      ],
      ['list_flights', { limit: 1, fields: 'id' }, '/api/v1/flights?fields=id&limit=1'],
      ['get_flight', { id }, `/api/v1/flights/${id}`],
      ['get_analysis', { id }, `/api/v1/flights/${id}/analysis`],
      ['get_scores', { id, league: 'xcontest' }, `/api/v1/flights/${id}/scores?league=xcontest`],
      ['get_airspace', { id }, `/api/v1/flights/${id}/airspace`],
      ['get_statistics', { season: 2026 }, '/api/v1/flights/statistics?season=2026'],
      ['list_changes', {}, '/api/v1/flights/changes?fields=light&limit=25'],
    ]
    for (const [name, args, path] of asked) {
      const { isError, body } = await call(name, args)
      assert.equal(isError, false, name)
      assert.deepEqual(body, await read(path), name)
    }
    const { data } = (await read('/api/v1/flights/statistics')) as { data: { flights: number } }
    assert.equal(data.flights, 2)
  })

  test('a wrong argument, a flight of somebody else and an unknown tool are sentences', async () => {
    const { call, client } = await connect(pilot)
    const stranger = await createPilot(server)
    const other = await uploadNew(server, stranger, makeFlight(3))
    assert.equal((await call('get_flight', { id: other.id })).body.error, 'not_found')
    for (const args of [{}, { id: '..' }, { id: '../../oauth/token' }, { id: ['a'] }]) {
      const { isError, content } = await client.callTool({ name: 'get_flight', arguments: args })
      assert.equal(isError, true)
      assert.match(JSON.stringify(content), /id must be the id of a flight/)
    }
    const wrong = await call('list_flights', { season: 'spring' })
    assert.deepEqual([wrong.isError, wrong.body.error], [true, 'invalid_request'])
    const unknown = await client.callTool({ name: 'delete_flight', arguments: { id } })
    assert.equal(unknown.isError, true)
  })

  test('a credential without the scope is told so; none, or one that was revoked, is 401 with the metadata', async () => {
    const user = await createUser(server)
    const key = await createKey(server, user, ['profile:read'])
    const { call } = await connect({ headers: bearer(key) })
    assert.equal((await call('list_flights')).body.error, 'insufficient_scope')
    await assert.rejects(connect({ headers: {} }), /invalid_token/)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const refused = await server.fetch('/mcp', init)
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('www-authenticate') ?? '', /resource_metadata="http/)
    await server.services.db.sql`delete from credentials where user_id = ${user.id}`
    await assert.rejects(call('list_flights'))
  })

  test('keeps no stream open, and takes no more than the API does', async () => {
    const accept = 'application/json, text/event-stream'
    const headers = { ...pilot.headers, accept, 'content-type': 'application/json' }
    assert.equal((await server.fetch('/mcp', { headers })).status, 405)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} })
    const answer = await server.fetch('/mcp', { method: 'POST', headers, body })
    assert.doesNotMatch(await answer.text(), /"result"/)
    const huge = await server.fetch('/mcp', { method: 'POST', headers, body: `"${'x'.repeat(2_000_000)}"` })
    assert.equal(huge.status, 413)
  })
})
