// run: sweeps; starts Prometheus, which is not a dependency; names, rules and figures have tests in every run
// Rules and metrics shipped for Prometheus, in the judgement of Prometheus itself (Debian's package of that name).
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { alertSeries } from '#test/support/monitoring/alert-series.ts'
import { postToken, registerApplication } from '#test/support/oauth.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const SCRAPES = 15
const rules = join(import.meta.dirname, '../../../docs/operate/monitoring/alerts.yml')
const isHere = ['promtool', 'prometheus'].every((name) => spawnSync(name, ['--version']).status === 0)
const isRequired = process.env.SWEEPS !== undefined && process.env.CI === 'true'
const skip = isHere || isRequired ? false : 'prometheus is not installed (apt-get install prometheus)'

function promtool(args: string[], input = ''): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

suite('Prometheus', { skip }, async () => {
  if (skip !== false) return
  const folder = makeFolder({ after })
  const environment = { ...onLoopback, BACKUP_DIR: join(folder, 'backups') }
  const server = await startServer({ after }, { environment, work: true })
  const readMetrics = async () => (await server.fetch('/metrics')).text()

  test('stores what an idle node tells, and not one of the alerts is about to fire', async (context) => {
    const { port } = new URL(server.url)
    const url = await startPrometheus(context, folder, `localhost:${port}`)
    const scraped = `count_over_time(cloudstreet_ready{job="cloudstreet"}[1h]) >= ${SCRAPES}`
    await waitUntil('the node has been scraped a few times', async () => {
      const { result } = await ask<{ result: unknown[] }>(url, `query?query=${encodeURIComponent(scraped)}`)
      return result.length > 0
    })
    const { alerts } = await ask<{ alerts: unknown[] }>(url, 'alerts')
    assert.deepEqual(alerts, [], 'neither pending nor firing')
    const { groups } = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>(url, 'rules')
    const checked = groups.flatMap((group) => group.rules.map(({ name, health }) => [name, health]))
    assert.deepEqual(
      Object.fromEntries(checked),
      Object.fromEntries(Object.keys(alertSeries).map((name) => [name, 'ok'])),
    )
  })

  test('finds the rules right, and lets each of them fire under what it is about', () => {
    promtool(['check', 'rules', rules])
    cpSync(rules, join(folder, 'alerts.yml'))
    const file = join(folder, 'rules-test.yml')
    const tests = Object.entries(alertSeries).map(([alert, series]) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count by (alertname) (ALERTS{alertstate="firing"})`,
          eval_time: '60m',
          exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }))
    writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }))
    promtool(['test', 'rules', file])
  })

  test('finds the names of the metrics right', async (context) => {
    const receiver = await startReceiver(context)
    const pilot = await createPilot(server)
    await createWebhook(server.services, { userId: pilot.user.id }, receiver.url)
    await uploadNew(server, pilot, makeFlight(1))
    await receiver.waitFor(1)
    const application = await registerApplication(server)
    await postToken(server, application, { grant_type: 'client_credentials', scope: 'flights:read' })
    await server.fetch('/api/v1/profile')
    const text = await waitUntil('the attempt is counted', async () => {
      const metrics = await readMetrics()
      return metrics.includes('cloudstreet_webhook_attempts_total{') && metrics
    })
    promtool(['check', 'metrics'], text)
  })
})

async function startPrometheus(
  context: { after: (end: () => Promise<void>) => void },
  folder: string,
  target: string,
): Promise<string> {
  const listen = `127.0.0.1:${await findFreePort()}`
  const config = join(folder, 'prometheus.json')
  const scrape = { job_name: 'cloudstreet', static_configs: [{ targets: [target] }] }
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      scrape_configs: [scrape],
      rule_files: [rules],
    }),
  )
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/series`, `--web.listen-address=${listen}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  context.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  await waitUntil(
    () => `Prometheus answers:\n${output}`,
    async () => (await fetch(`http://${listen}/-/ready`).catch(() => undefined))?.ok,
  )
  return `http://${listen}`
}

async function ask<Data>(url: string, path: string): Promise<Data> {
  const response = await fetch(`${url}/api/v1/${path}`)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return (JSON.parse(text) as { data: Data }).data
}
