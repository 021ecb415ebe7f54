// run: all
// Each fault is red in the doctor, in /readyz where it must be, and in the alert, within 90 s; and green again by itself.
// With `--sweeps` nodes look at themselves as often as in production.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { OperatorChecks } from '#dashboard/operator.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import {
  canJudge,
  isTrue,
  readRules,
  readSamples,
  RULES_FILE,
  type Sample,
} from '#test/support/monitoring/alert-rules.ts'
import { type Fault, faults, otherAlerts } from '#test/support/monitoring/faults.ts'
import { createWorld, type Pace } from '#test/support/monitoring/world.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const MAX_FIND_MS = 90_000
const isPostgres = process.env.TEST_ENGINE === 'postgres'
const quickly: Pace = { watch: { everyMs: 200, retryMs: 200, timeoutMs: 4000 }, announceMs: 200 }
const rules = readRules()
const names = rules.map(({ name }) => name)
/** As in the file. */
const inOrder = (alerts: readonly string[]) => alerts.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))

/** Figures of the other engine, and of settings that this node does not have. */
const notHere = isPostgres ? ['cloudstreet_sqlite_wal_bytes'] : ['cloudstreet_database_waiting']
const withoutReplicas = 'cloudstreet_database_replica_used'
/** There from the first answer on that is one. */
const notYet = (labels: string) => labels.includes('status="5xx"')

suite('faults', async () => {
  // The service ends before its bucket: a request that is under way when that goes would never be answered.
  const ends: (() => Promise<void> | void)[] = []
  after(async () => {
    for (const end of ends) await end()
  })
  const context = { after: (end: () => Promise<void> | void) => void ends.unshift(end) }
  const world = await createWorld(context, process.env.SWEEPS === '1' ? undefined : quickly)
  const { server } = world
  const seen: { fault: string; alerts: readonly string[]; before: Sample[]; during: Sample[] }[] = []

  const readFigures = async () => readSamples(await (await server.fetch('/metrics')).text())
  const listTrue = (before: readonly Sample[], now: readonly Sample[]) =>
    rules.filter((rule) => canJudge(rule) && isTrue(rule, before, now)).map(({ name }) => name)
  /** As the command finds it, or as a node has found it for itself. */
  const askDoctor = async (name: string) => {
    const { output } = await runAdmin(server, ['doctor', '--json'])
    const { checks = [] } = output as Partial<OperatorChecks>
    const [own, nodes] = [name, 'nodes'].map((each) => checks.find(({ check }) => check === each))
    return nodes?.cause?.includes(` (${name}): `) ? nodes.state : own?.state
  }

  const waitFor = async (alerts: readonly string[], ready: number, before: readonly Sample[]) => {
    let now: string[] = []
    let status = 0
    let since = before
    return waitUntil(
      () => `/readyz is ${ready} (${status}) and what fires is ${alerts.join(', ')} (${now.join(', ')})`,
      async () => {
        const response = await server.fetch('/readyz')
        await response.arrayBuffer()
        status = response.status
        const figures = await readFigures()
        now = listTrue(since, figures)
        // A probe that began before the fault was mended may count after it: what ends is compared with the last look.
        if (alerts.length === 0) since = figures
        return status === ready && now.join() === inOrder(alerts).join() && figures
      },
    )
  }

  async function find({ make, mend, doctor: [check, state], ready, alerts }: Fault) {
    const before = await waitFor([], 200, await readFigures())
    await waitUntil(`${check} is well`, async () => (await askDoctor(check)) === 'well')
    const startedAt = performance.now()
    await make(world)
    const during = await waitFor(alerts, ready, before)
    await waitUntil(`${check} is ${state}`, async () => (await askDoctor(check)) === state)
    const foundMs = performance.now() - startedAt
    await mend(world)
    await waitFor([], 200, await readFigures())
    await waitUntil(`${check} is well again`, async () => (await askDoctor(check)) === 'well')
    return { before, during, foundMs }
  }

  for (const [name, fault] of Object.entries(faults))
    test(`${name} is red everywhere, and green again by itself`, async (step) => {
      const skip = fault.skip?.(world)
      if (typeof skip === 'string') return step.skip(skip)
      const { before, during, foundMs } = await find(fault)
      step.diagnostic(`found everywhere after ${(foundMs / 1000).toFixed(1)} s`)
      assert.ok(foundMs < MAX_FIND_MS, `${Math.round(foundMs)} ms`)
      seen.push({ fault: name, alerts: fault.alerts, before, during })
    })

  test('every alert is about figures that a node has, and is set off by a fault or listed with a reason', async () => {
    const set = new Set(Object.values(faults).flatMap(({ alerts }) => alerts))
    assert.deepEqual(inOrder([...set, ...Object.keys(otherAlerts)]), names)
    assert.deepEqual(
      Object.keys(otherAlerts).filter((name) => set.has(name)),
      [],
    )
    const figures = await readFigures()
    for (const { name, expression } of rules)
      for (const [, metric = '', labels = ''] of expression.matchAll(
        /\b(cloudstreet_\w+)(?:\{([^}]*)\})?/g,
      )) {
        if (notHere.includes(metric) || metric === withoutReplicas || notYet(labels)) continue
        const wanted = labels.split(',').filter((label) => !/!/.test(label))
        const isThere = figures.some(
          (sample) => sample.name === metric && wanted.every((label) => sample.labels.includes(label)),
        )
        assert.ok(isThere, `${name}: no node tells ${metric}{${labels}}`)
      }
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  const skip = hasPromtool ? false : 'promtool is not installed (apt-get install prometheus)'
  test('Prometheus lets the same alerts fire on the same figures', { skip }, (step) => {
    const folder = makeFolder(step)
    cpSync(RULES_FILE, join(folder, 'alerts.yml'))
    const tests = seen.map(toRuleTest)
    const file = join(folder, 'test.yml')
    writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  })
})

/** Five minutes before the fault, then three quarters of an hour with it: what was counted in between goes on. */
function toRuleTest({
  fault,
  alerts,
  before,
  during,
}: {
  fault: string
  alerts: readonly string[]
  before: readonly Sample[]
  during: readonly Sample[]
}) {
  const earlier = new Map(before.map(({ series, value }) => [series, value]))
  const judged = new Set(rules.filter((rule) => canJudge(rule)).flatMap(({ metrics }) => metrics))
  const input = during
    .filter(({ name }) => judged.has(name))
    .map(({ series, name, value }) => {
      // The hour of promtool begins at 0 of the Unix time.
      const shift = name.endsWith('_timestamp_seconds') ? Date.now() / 1000 : 0
      const first = (earlier.get(series) ?? value) - shift
      const step = name.endsWith('_total') ? value - shift - first : 0
      return { series, values: `${first}+0x5 ${value - shift}+${step}x45` }
    })
  return {
    name: fault,
    interval: '1m',
    input_series: input,
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '45m',
        exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  }
}
