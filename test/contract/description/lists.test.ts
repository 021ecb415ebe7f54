// Every list is answered and read in one way.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Operation, Schema } from '#contract/openapi/document.ts'
import { fetchPart } from '#test/support/description.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import type { Description } from '#contract/openapi/document.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

interface Page {
  data: object[]
  pagination: { next: string | null; limit: number; hasMore?: boolean }
}

const isArray = (schema: Schema | undefined) => schema?.type === 'array'

/** All that answer an array: as `data`, by itself or by another name. */
async function findLists(server: TestServer): Promise<Map<string, Operation>> {
  const whole = await fetchPart(server, '/api/v1/openapi.json?part=all')
  const { paths } = resolve(whole, whole) as Description
  const answersList = (schema: Schema) =>
    isArray(schema) || Object.values(schema.properties ?? {}).some(isArray)
  const found = Object.entries(paths).flatMap(([path, { get }]) =>
    get && path.startsWith('/api/v1/') && answersOf(get).some(answersList) ? [[path, get] as const] : [],
  )
  return new Map(found)
}

function answersOf({ responses }: Operation): Schema[] {
  const schema = responses[200]?.content?.['application/json']?.schema ?? {}
  return schema.anyOf ?? [schema]
}

suite('lists', async () => {
  const server = await shareServer()
  const lists = await findLists(server)

  test('each takes after and limit, and answers data and pagination with next and limit', () => {
    assert.ok(lists.size >= 18, [...lists.keys()].join(' '))
    for (const [path, operation] of lists) {
      const names = operation.parameters?.map(({ name }) => name) ?? []
      for (const name of ['after', 'limit']) assert.ok(names.includes(name), `${path} takes ${name}`)
      assert.ok(!names.includes('before'), path)
      for (const { properties, required } of answersOf(operation)) {
        assert.deepEqual(properties?.data?.type, 'array', path)
        assert.ok(required?.includes('pagination'), path)
        const { pagination = {} } = properties ?? {}
        for (const one of pagination.anyOf ?? [pagination])
          for (const name of ['next', 'limit'])
            assert.ok(one.required?.includes(name), `pagination of ${path} has ${name}`)
      }
    }
  })

  test('each is the same read one by one as at once, and refuses what is no cursor of it', async () => {
    const pilot = await createPilot(server)
    for (const number of [1, 2, 3]) await uploadNew(server, pilot, makeFlight(number))
    const headers = bearer(
      await createKey(server, pilot.user, ['flights:read', 'flights:write', 'clubs:read', 'webhooks:manage']),
    )
    const post = (path: string, body: object) =>
      server.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (const name of ['One', 'Two', 'Three'])
      assert.equal((await post('/gliders', { name, class: 'B' })).status, 201)
    for (const url of ['https://a.example/', 'https://b.example/'])
      await post('/webhooks', { url, enabled: false })
    let several = 0
    for (const path of lists.keys()) {
      if (path.includes('{') || path === '/api/v1/events' || path === '/api/v1/devices') continue
      const read = async (query: string) => {
        const response = await server.fetch(`${path}?${query}`, { headers })
        assert.equal(response.status, 200, `${path}?${query}`)
        return (await response.json()) as Page
      }
      const { data: all } = await read('limit=100')
      const oneByOne: object[] = []
      for (let query = 'limit=1'; ;) {
        const { data, pagination } = await read(query)
        assert.equal(pagination.limit, 1, path)
        assert.ok(data.length <= 1, path)
        oneByOne.push(...data)
        if (pagination.next === null || pagination.hasMore === false) break
        query = `limit=1&after=${pagination.next}`
      }
      assert.deepEqual(oneByOne, all, path)
      if (all.length > 1) several++
      const refused = await server.fetch(`${path}?after=%20`, { headers })
      assert.equal(refused.status, 400, path)
    }
    assert.ok(several >= 5, String(several))
  })

  test('a page by its number says how it goes on, too', async () => {
    const pilot = await createPilot(server)
    for (const number of [4, 5, 6]) await uploadNew(server, pilot, makeFlight(number))
    const read = async (query: string) => {
      const response = await server.fetch(`/api/v1/flights?${query}`, { headers: pilot.headers })
      return (await response.json()) as { data: { id: string }[]; pagination: Page['pagination'] }
    }
    const { data: all, pagination: whole } = await read('')
    assert.equal(whole.next, null)
    const { data: first, pagination } = await read('pageSize=2')
    assert.equal(pagination.limit, 2)
    const { data: second } = await read(`limit=2&after=${pagination.next}`)
    assert.deepEqual([...first, ...second], all)
  })
})
