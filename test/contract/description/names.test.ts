// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import Schema from 'typebox/schema'
import type { Description, Media, Operation } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import { applicationScopes, scopes } from '#contract/scopes.ts'
import { fetchDescription, fetchPart } from '#test/support/description.ts'
import { startServer } from '#test/support/server.ts'

const ADDRESS = 'https://flights.test'

async function lintWithRedocly(description: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: { 'operation-tag-defined': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify(description), config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

function listOperations({ paths, webhooks }: Description): [where: string, operation: Operation][] {
  return [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(
      ([method, operation]): [string, Operation] => [`${method} ${path}`, operation],
    ),
  )
}

function listMedia({ requestBody, responses }: Operation): Media[] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
  return contents.flatMap((content) => Object.values(content ?? {}))
}

suite('what one can generate from the OpenAPI description', async () => {
  const server = await startServer({ after }, { environment: { BASE_URL: ADDRESS } })
  const description = await fetchDescription(server)
  const resolved = resolve(description, description) as Description

  test('Redocly’s recommended rules find nothing, and would find a mistake', async () => {
    assert.deepEqual(await lintWithRedocly(description), [])
    const { '/api/v1/flights': flights, '/api/v1/profile': profile } = description.paths
    const broken = structuredClone({
      ...description,
      paths: { '/api/v1/flights': flights!, '/api/v1/profile': profile! },
    })
    broken.paths['/api/v1/flights'].get!.operationId = 'getProfile'
    broken.paths['/api/v1/profile'].get!.tags = ['Nothing']
    const problems = (await lintWithRedocly(broken)).join('\n')
    for (const rule of ['operation-operationId-unique', 'operation-tag-defined'])
      assert.ok(problems.includes(rule), problems)
  })

  test('each part stands alone, the main one with 70 operations at most', async () => {
    const counts: number[] = []
    for (const path of [
      '/api/v1/openapi.json',
      '/api/v1/openapi.json?part=clubs',
      '/api/dialects/openapi.json',
    ]) {
      const part = await fetchPart(server, path)
      assert.deepEqual(await lintWithRedocly(part), [], path)
      counts.push(listOperations({ ...part, webhooks: {} }).length)
    }
    assert.ok(counts[0]! <= 70, `${counts[0]} operations`)
    const sum = counts.reduce((left, right) => left + right)
    assert.equal(sum, listOperations({ ...description, webhooks: {} }).length)
  })

  test('every operation has a name that a person would choose', () => {
    const names = listOperations(description).map(([, { operationId }]) => operationId)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z]+(?:[A-Z][a-z]+)+$|^receive/)
    assert.ok(names.length >= 34, names.join(' '))
  })

  test('a generator that makes a file of each tag and a constructor of each schema finds no name twice', () => {
    const several = listOperations(description).filter(([, { tags }]) => tags?.length !== 1)
    assert.deepEqual(several, [])
    const names = Object.keys(description.components.schemas)
    assert.deepEqual(
      names.filter((name) => names.includes(`New${name}`)),
      [],
    )
  })

  test('every schema of a body is a component, and so is every object in it', () => {
    for (const [where, operation] of listOperations(description))
      for (const { schema } of listMedia(operation)) assert.match(schema.$ref ?? '', /^#\/components/, where)
    const anonymous = Object.entries(description.components.schemas).flatMap(([name, schema]) =>
      listObjects({ ...schema, properties: undefined, items: schema.items })
        .concat(Object.values(schema.properties ?? {}).flatMap(listObjects))
        .map((found) => `${name}: ${JSON.stringify(found)}`),
    )
    assert.deepEqual(anonymous, [])
  })

  test('every refusal refers to an answer with a name', () => {
    const ours = listOperations({ ...description, webhooks: {} }).filter(
      ([, { tags }]) => !tags.includes('Compatibility'),
    )
    for (const [where, { responses }] of ours)
      for (const [status, answer] of Object.entries(responses))
        if (status >= '4')
          assert.match(answer.$ref ?? '', /^#\/components\/responses\/[A-Z]/, `${where} ${status}`)
  })

  test('every request and every answer has an example, and it fits its schema', () => {
    let count = 0
    for (const [where, operation] of listOperations(resolved)) {
      for (const { schema, examples = {} } of listMedia(operation)) {
        assert.ok(Object.keys(examples).length > 0, where)
        for (const [name, { value }] of Object.entries(examples)) {
          assert.ok(Schema.Check(schema as never, value), `${where} ${name}: ${JSON.stringify(value)}`)
          count++
        }
      }
    }
    assert.ok(count >= 200, `${count} examples`)
  })

  test('an example that does not fit is noticed', () => {
    const { schema, examples } =
      resolved.paths['/api/v1/profile']!.get!.responses[200]!.content!['application/json']!
    const value = structuredClone(examples!.example!.value) as { data: { id: unknown } }
    value.data.id = 12
    assert.ok(!Schema.Check(schema as never, value))
  })

  test('the OAuth2 scheme has the real flows, and each operation its scopes', () => {
    const { oauth2, bearer } = description.components.securitySchemes as Record<
      string,
      { type: string; scheme?: string; flows: Record<string, Record<string, unknown>> }
    >
    assert.deepEqual(
      { ...oauth2!.flows.authorizationCode, scopes: undefined },
      {
        authorizationUrl: `${ADDRESS}/oauth/authorize`,
        tokenUrl: `${ADDRESS}/api/oauth/token`,
        refreshUrl: `${ADDRESS}/api/oauth/token`,
        scopes: undefined,
      },
    )
    assert.deepEqual(Object.keys(oauth2!.flows.clientCredentials!.scopes as object), applicationScopes)
    assert.deepEqual([bearer!.type, bearer!.scheme], ['http', 'bearer'])
    const asked = listOperations(description).flatMap(([, { security = [] }]) =>
      security.flatMap(({ oauth2: list }) => list ?? []),
    )
    // Webhooks are of an application for itself, or of the holder of a key: a token that a pilot granted is 403.
    const managing = [{ application: ['flights:read'] }, { webhooksKey: [] }]
    assert.deepEqual(description.paths['/api/v1/webhooks']!.post!.security, managing)
    const ofKeysAlone = 'webhooks:manage'
    // profile:email is asked for nowhere by itself: it widens an answer.
    const expected = Object.keys(scopes).filter((scope) => scope !== ofKeysAlone && scope !== 'profile:email')
    assert.deepEqual([...new Set(asked)].toSorted(), expected.toSorted())
  })

  test('every operation says in a sentence what it does', () => {
    const silent = listOperations(description).filter(([, { description: words }]) => !words)
    assert.deepEqual(
      silent.map(([, { operationId }]) => operationId),
      [],
    )
  })

  test('what a key cannot do is not offered to one', () => {
    const schemesOf = (method: string, path: string) =>
      description.paths[path]![method]!.security!.flatMap((one) => Object.keys(one))
    assert.deepEqual(schemesOf('delete', '/api/v1/flights/{id}'), ['oauth2'])
    assert.deepEqual(schemesOf('get', '/api/v1/flights/{id}'), ['oauth2', 'bearer'])
  })
})

interface Part {
  properties?: object | undefined
  items?: Part | undefined
  anyOf?: Part[] | undefined
}

/** The objects that are described in place. */
function listObjects(part: Part): Part[] {
  const inner = [...(part.items ? [part.items] : []), ...(part.anyOf ?? [])].flatMap(listObjects)
  return part.properties ? [part, ...inner] : inner
}
