import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { alertSeries } from '#test/support/monitoring/alert-series.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/operate/monitoring')
const read = (path: string) => readFileSync(path, 'utf8')

/** Names of metrics in the service's source. */
function findNames(): Set<string> {
  const sources = globSync('server/**/*.ts', { cwd: root }).map((path) => read(join(root, path)))
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\.?(?:counter|gauges?|totals)\(\s*'([a-z_]+)'/g)].map(
      (match) => `cloudstreet_${match[1]}`,
    ),
  )
  return new Set([
    ...names,
    'cloudstreet_http_errors_total',
    'cloudstreet_http_request_seconds_count',
    'cloudstreet_http_request_seconds_bucket',
  ])
}

suite('alert rules and dashboard', () => {
  const names = findNames()

  for (const file of ['alerts.yml', 'dashboard.json']) {
    test(`${file} asks only for metrics that there are`, () => {
      const asked = read(join(folder, file)).match(/\bcloudstreet_[a-z_]+/g) ?? []
      assert.ok(asked.length > 10)
      assert.deepEqual(
        asked.filter((name) => !names.has(name)),
        [],
      )
    })
  }

  test('each alert says what is wrong and what to do, and has figures with which it is tested', () => {
    const rules = read(join(folder, 'alerts.yml')).split('- alert: ').slice(1)
    assert.ok(rules.length > 10)
    const alerts = rules.map((rule) => rule.split('\n')[0])
    assert.deepEqual(alerts, Object.keys(alertSeries))
    for (const rule of rules)
      assert.match(
        rule,
        /^\w+\n +expr: '.+'\n +for: \d+m\n +labels: .*\n +annotations:\n +summary: '.+'\n +description: '.+'/,
      )
  })

  test('the dashboard is JSON, and its panels do not overlap', () => {
    const { panels } = JSON.parse(read(join(folder, 'dashboard.json'))) as {
      panels: { id: number; gridPos: { x: number; y: number } }[]
    }
    const places = panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)
    assert.equal(new Set(places).size, panels.length)
  })
})
