// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fetchDescription } from '#test/support/description.ts'
import { shareServer } from '#test/support/server.ts'

interface Item {
  name: string
  request: {
    method: string
    auth: { type: string; bearer?: { value: string }[] }
    url: { path: string[]; variable?: { key: string; value: string }[]; query?: { disabled: boolean }[] }
    body?: { mode: string }
  }
}
interface Collection {
  info: { schema: string }
  variable: { key: string; value: string }[]
  item: { name: string; item: Item[] }[]
}

suite('the collection of requests', () => {
  test('has every operation of the description, each with its credential and body', async () => {
    const server = await shareServer()
    const response = await server.fetch('/api/v1/postman.json')
    assert.equal(response.status, 200)
    const { info, variable, item } = (await response.json()) as Collection
    assert.match(info.schema, /collection\/v2\.1\.0\/collection\.json$/)
    const values = new Map(variable.map(({ key, value }) => [key, value]))
    assert.equal(values.get('baseUrl'), server.url)
    assert.equal(values.get('CLOUDSTREET_KEY'), '', 'a credential is not in it')

    const items = item.flatMap((folder) => folder.item)
    const { paths } = await fetchDescription(server)
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const asked = items.map(({ request: { method, url } }) => {
      const steps = url.path.map((step) => step.replace(/:(\w+)/, '{$1}'))
      return `${method} /${steps.join('/')}`
    })
    assert.deepEqual([...new Set(asked)].toSorted(), described.toSorted())

    const upload = items.find(({ name }) => name === 'uploadFlight')!.request
    assert.equal(upload.auth.bearer?.[0]?.value, '{{CLOUDSTREET_KEY}}')
    assert.deepEqual(upload.body, { mode: 'file', file: { src: 'flight.igc' } })
    const used = JSON.stringify(items).matchAll(/\{\{(\w+)\}\}/g)
    for (const [, name] of used) assert.ok(values.has(name!), `${name} is a variable of the collection`)
  })
})
