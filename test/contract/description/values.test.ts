// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fetchResolved } from '#test/support/description.ts'
import { createPilot } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

interface Parameter {
  name: string
  in: string
  description?: string
  schema: { type?: string; format?: string; enum?: string[]; minimum?: number; maximum?: number }
}
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

suite('the OpenAPI description', async () => {
  const server = await shareServer()

  test('says of every query parameter what is refused, and names it when it is', async () => {
    const { headers, user } = await createPilot(server)
    const key = bearer(await createKey(server, user, ['webhooks:manage', 'flights:read']))
    const description = (await fetchResolved(server)) as unknown as {
      paths: Record<string, Record<string, Operation>>
    }
    let count = 0
    for (const [path, { get }] of Object.entries(description.paths)) {
      for (const { name, schema } of get?.parameters?.filter((one) => one.in === 'query') ?? []) {
        for (const value of listUnfit(schema)) {
          const response = await server.fetch(
            `${path.replace(/\{(?:id|reference|photoId)\}/g, 'a'.repeat(24))}?${name}=${encodeURIComponent(value)}`,
            { headers: /webhooks|events/.test(path) ? key : headers },
          )
          const body = (await response.json()) as { error: string; error_description: string }
          assert.equal(response.status, 400, `${path}?${name}=${value}`)
          assert.equal(body.error, 'invalid_request')
          assert.match(
            body.error_description,
            new RegExp(`^${name} must be .*\\.$`),
            `${path}?${name}=${value}`,
          )
          assert.ok(get?.responses[400], `${path} does not describe the answer 400`)
          count++
        }
      }
    }
    assert.ok(count >= 40, `${count} refusals`)
  })

  test('has one form for every id in a path', async () => {
    const { paths } = (await fetchResolved(server)) as unknown as {
      paths: Record<string, Record<string, Operation>>
    }
    const ids = Object.entries(paths).filter(([path]) => path.includes('{id}'))
    assert.ok(ids.length >= 5)
    for (const [path, operations] of ids) {
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        const { schema } = parameters.find(({ name }) => name === 'id') as { schema?: { pattern?: string } }
        // A flight is read by its hash, too.
        const isReading = method === 'get' && path.startsWith('/api/v1/flights/')
        const pattern = isReading ? '^(?:[a-f0-9]{24}|[a-f0-9]{64})$' : '^[a-f0-9]{24}$'
        assert.equal(schema?.pattern, pattern, path)
      }
    }
  })

  test('says what every value means', async () => {
    const { paths } = (await fetchResolved(server)) as unknown as {
      paths: Record<string, Record<string, Operation>>
    }
    const silent = new Set<string>()
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
        const where = `${method} ${path}`
        for (const one of parameters) if (!one.description) silent.add(`${where} ${one.name}`)
        for (const schema of listSchemas(requestBody)) addSilent(schema, where, silent)
        for (const response of Object.values(responses))
          for (const schema of listSchemas(response)) addSilent(schema, where, silent)
      }
    }
    assert.deepEqual([...silent], [])
  })
})

/** Values just outside of what the description allows. */
function listUnfit({ type, format, enum: members, minimum, maximum }: Parameter['schema']): string[] {
  if (members) return ['', `${members[0]}x`]
  if (format === 'date') return ['', 'today', '2026-02-30', '17.05.2026']
  if (format === 'date-time') return ['', 'now', '1779033845', '2026-13-01T00:00:00Z']
  if (type !== 'integer') return []
  const beyond = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ]
  return ['', 'x', '1.5', '0x10', '1e1', ...beyond.map(String)]
}

function listSchemas({ content = {} }: Content = {}): Schema[] {
  return Object.values(content).flatMap(({ schema }) => schema ?? [])
}

/** The values without a word about them. Those made of others may do without. */
function addSilent(schema: Schema, where: string, silent: Set<string>): void {
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const parts = [value, value.items ?? {}, ...(value.anyOf ?? [])]
    const isMadeOfOthers = parts.some(({ properties, items }) => properties ?? items)
    const isSaid = parts.some(({ description }) => description)
    if (!isMadeOfOthers && !isSaid) silent.add(`${where} ${name}`)
    for (const part of parts) addSilent(part, `${where} ${name}`, silent)
  }
}
