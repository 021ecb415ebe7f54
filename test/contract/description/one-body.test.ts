// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Description, Operation } from '#contract/openapi/document.ts'
import { fetchDescription } from '#test/support/description.ts'
import { shareServer } from '#test/support/server.ts'

const listOperations = ({ paths }: Description): [string, Operation][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation] => [`${method} ${path}`, one]),
  )
const listTypes = ({ requestBody, responses }: Operation) =>
  [requestBody, ...Object.values(responses)].map((part) => Object.keys(part?.content ?? {}))

suite('the description with one body for each operation', async () => {
  const server = await shareServer()

  test('has the first format of each body and answer, and is the same otherwise', async () => {
    const all = await fetchDescription(server)
    const one = await fetchDescription(server, 'one')
    assert.ok(listOperations(all).some(([, operation]) => listTypes(operation)[0]!.length > 1))
    assert.deepEqual(
      listOperations(one).map(([name, operation]) => [name, listTypes(operation)]),
      listOperations(all).map(([name, operation]) => [
        name,
        listTypes(operation).map((types) => types.slice(0, 1)),
      ]),
    )
    const drop = (whole: Description) => ({ ...whole, paths: {} })
    assert.deepEqual(drop(one), drop(all))
    assert.deepEqual(await fetchDescription(server), all, 'the whole description has lost nothing')
  })

  test('is there as YAML, and another number of bodies is refused', async () => {
    const [all, one] = await Promise.all(
      ['all', 'one'].map(async (bodies) =>
        (await server.fetch(`/api/v1/openapi.yaml?bodies=${bodies}`)).text(),
      ),
    )
    assert.ok(all!.includes('multipart/form-data') && !one!.includes('application/vnd.fai.igc'))
    const refused = await server.fetch('/api/v1/openapi.json?bodies=two')
    assert.equal(refused.status, 400)
    assert.match(((await refused.json()) as { error_description: string }).error_description, /bodies/)
  })
})
