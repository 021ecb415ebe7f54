// run: all
// The logbook for assistants, asked by the official client of the protocol.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { tools } from '#server/mcp/tools.ts'
import { connectAssistant } from '#test/support/assistants/client.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('POST /mcp', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  await uploadNew(server, pilot, makeFlight(1, { date: '2026-05-17' }))
  await uploadNew(server, pilot, makeFlight(2, { date: '2026-06-01' }))

  const connect = ({ headers }: { headers: Record<string, string> }) => connectAssistant(server.url, headers)

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
    // A model reads all of it in every conversation.
    assert.ok(JSON.stringify(listed).length < 64_000, `${JSON.stringify(listed).length} bytes`)
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
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /Mcp-Session-Id/)
  })

  test('lets a page send every header that the client sends, in each version of the protocol', async () => {
    const sent = new Set<string>()
    const versions = new Set<string>()
    for (const pin of ['2025-11-25', '2026-07-28']) {
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
        requestInit: { headers: pilot.headers },
        fetch: async (url, init) => {
          for (const name of new Headers(init?.headers).keys()) sent.add(name)
          return fetch(url, init)
        },
      })
      const versionNegotiation = { mode: pin === '2026-07-28' ? { pin } : 'legacy' } as const
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
      await client.connect(transport)
      assert.equal((await client.callTool({ name: 'get_profile', arguments: {} })).isError, undefined)
      assert.match(client.getInstructions() ?? '', /Today is /)
      versions.add(client.getNegotiatedProtocolVersion() ?? '')
      await client.close()
    }
    assert.equal(versions.size, 2)
    const headers = { origin: 'https://assistant.example', 'access-control-request-method': 'POST' }
    const preflight = await server.fetch('/mcp', { method: 'OPTIONS', headers })
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/,\s*/)
    assert.deepEqual(
      [...sent].filter((name) => !['accept', ...allowed].includes(name)),
      [],
    )
  })

  test('a flight of somebody else is none', async () => {
    const { call } = await connect(pilot)
    const stranger = await createPilot(server)
    const other = await uploadNew(server, stranger, makeFlight(3))
    assert.equal((await call('get_flight', { id: other.id })).body.error, 'not_found')
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
