import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createMetrics } from '../metrics/metrics.ts'
import { MINUTE_MS } from '../time.ts'
import { findOne } from './check.ts'
import { checkRecent } from './recent.ts'

function start() {
  const metrics = createMetrics()
  let at = 0
  const checks = checkRecent(metrics, () => at)
  const find = async (name: string) => findOne(checks.find((check) => check.name === name)!)
  const answer = (statusCode: number, count: number, options: { route?: string; seconds?: number } = {}) => {
    const { route = '/a', seconds = 0.01 } = options
    for (let n = 0; n < count; n++)
      metrics.observeRequest({ method: 'GET', route, statusCode, seconds, error: undefined })
  }
  return { metrics, find, answer, pass: (milliseconds: number) => (at += milliseconds) }
}

suite('what has increased lately', () => {
  test('more than 1 % of answers 5xx asks for a look, until they are five minutes old', async () => {
    const { find, answer, pass } = start()
    answer(500, 10)
    assert.equal((await find('answers')).state, 'well', 'nothing to compare with yet')
    answer(200, 99)
    answer(500, 1)
    pass(MINUTE_MS)
    assert.equal((await find('answers')).state, 'well', 'exactly 1 %')
    answer(503, 1)
    pass(MINUTE_MS)
    const { state, cause } = await find('answers')
    assert.deepEqual([state, cause], ['look', '2 of 101'])
    for (let minute = 0; minute < 5; minute++) {
      pass(MINUTE_MS)
      await find('answers')
    }
    assert.equal((await find('answers')).state, 'well')
  })

  test('a job that fails more than three times in a quarter of an hour is named', async () => {
    const { metrics, find, pass } = start()
    const runs = metrics.counter('job_runs_total', 'runs', ['job', 'outcome'])
    runs.inc({ job: 'mail', outcome: 'failed' }, 0)
    await find('jobs')
    runs.inc({ job: 'mail', outcome: 'failed' }, 3)
    runs.inc({ job: 'mail', outcome: 'done' }, 100)
    pass(MINUTE_MS)
    assert.equal((await find('jobs')).state, 'well')
    runs.inc({ job: 'mail', outcome: 'failed' })
    pass(MINUTE_MS)
    const { state, cause } = await find('jobs')
    assert.deepEqual([state, cause], ['look', 'mail: 4 times'])
    pass(16 * MINUTE_MS)
    assert.equal((await find('jobs')).state, 'well')
  })

  test('probes of a node that is not ready are no failed answers', async () => {
    const { find, answer, pass } = start()
    answer(200, 1)
    await find('answers')
    answer(503, 60, { route: '/readyz' })
    pass(MINUTE_MS)
    assert.equal((await find('answers')).state, 'well')
  })

  test('a route of whose answers more than 5 % take over a second is named, uploads and rare ones are not', async () => {
    const { find, answer, pass } = start()
    answer(200, 1)
    await find('slow answers')
    answer(200, 95)
    answer(200, 5, { seconds: 1.5 })
    answer(200, 40, { route: '/flights/upload', seconds: 3 })
    answer(200, 19, { route: '/rare', seconds: 3 })
    pass(MINUTE_MS)
    assert.equal((await find('slow answers')).state, 'well')
    answer(200, 1, { seconds: 1.5 })
    const { state, cause } = await find('slow answers')
    assert.deepEqual([state, cause], ['look', '/a: 6 of 101'])
    pass(16 * MINUTE_MS)
    assert.equal((await find('slow answers')).state, 'well')
  })

  test('a file that a store did not give asks for a look for five minutes', async () => {
    const { metrics, find, pass } = start()
    const failures = metrics.counter('file_read_failures_total', 'reads', ['problem'])
    failures.inc({ problem: 'unreachable' }, 0)
    await find('file reads')
    failures.inc({ problem: 'lost' })
    pass(MINUTE_MS)
    assert.equal((await find('file reads')).state, 'well', 'what is lost has another check')
    failures.inc({ problem: 'unreachable' })
    assert.equal((await find('file reads')).state, 'look')
    pass(6 * MINUTE_MS)
    assert.equal((await find('file reads')).state, 'well')
  })

  test('a figure of the database that could not be read at first is no increase', async () => {
    const { metrics, find, pass } = start()
    let isAway = true
    metrics.gauges('deliveries', 'deliveries', ['state'], async () => {
      if (isAway) throw new Error('away')
      return [{ labels: { state: 'failed' }, value: 5000 }]
    })
    await find('failed deliveries')
    isAway = false
    pass(MINUTE_MS)
    assert.equal((await find('failed deliveries')).state, 'well')
  })

  const lasting = [
    { check: 'connections', metric: 'database_waiting', bad: 1, good: 0, minutes: 5 },
    { check: 'replicas', metric: 'database_replica_used', bad: 0, good: 1, minutes: 5 },
    { check: 'scoring queue', metric: 'scorer_waiting', bad: 21, good: 20, minutes: 10 },
    { check: 'database log', metric: 'sqlite_wal_bytes', bad: 2e8 + 1, good: 2e8, minutes: 15 },
  ]
  for (const { check, metric, bad, good, minutes } of lasting)
    test(`${check}: asks for a look when it has lasted for ${minutes} minutes, and is well at once`, async () => {
      const { metrics, find, pass } = start()
      assert.equal((await find(check)).state, 'well', 'a node without that figure')
      let value = bad
      metrics.gauge(metric, metric, async () => value)
      const stateAfter = async (count: number) => {
        for (let minute = 0; minute < count; minute++) {
          await find(check)
          pass(MINUTE_MS)
        }
        return (await find(check)).state
      }
      assert.equal(await stateAfter(minutes - 1), 'well')
      assert.equal(await stateAfter(1), 'look')
      value = good
      assert.equal(await stateAfter(0), 'well')
      value = bad
      assert.equal(await stateAfter(minutes - 1), 'well', 'counted from the new beginning')
    })
})
