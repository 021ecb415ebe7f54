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
  const answer = (statusCode: number, count: number, { route = '/a' } = {}) => {
    for (let n = 0; n < count; n++)
      metrics.observeRequest({ method: 'GET', route, statusCode, seconds: 0.01, error: undefined })
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
    metrics.gauges('work', 'work', ['work', 'state'], async () => {
      if (isAway) throw new Error('away')
      return [{ labels: { work: 'deliveries', state: 'failed' }, value: 5000 }]
    })
    await find('failed deliveries')
    isAway = false
    pass(MINUTE_MS)
    assert.equal((await find('failed deliveries')).state, 'well')
  })
})
